"""What has to be compiled for bots, and for everything that tables need, before anybody waits for it."""

from branchline.kinds import KINDS
from branchline.warm.jobs import TABLE, Part, jobs
from branchline.warm.line import prepare_jobs

NEEDS = {
    "planner": (Part.PLANNER,),
    "casual": (Part.PLANNER,),
    "strong": (Part.PLANNER,),
    "expert": (Part.EXPERT,),
    "planner-1": (Part.PLANNER,),
    "expert-1": (Part.EXPERT,),
}


def parts_of(bot: str) -> tuple[Part, ...]:
    """What a bot or a level needs besides the rules."""
    return NEEDS.get(bot.partition("@")[0], ())


def prepare_all(beyond_tables: bool = False) -> None:
    """Compile the rules and the bots of every kind of game, if this has not been done here; says so meanwhile."""
    parts = Part if beyond_tables else TABLE
    prepare_jobs([job for kind in KINDS.values() for job in jobs(kind, *parts)])
