"""The bots: programs that see what a person in their seat would see."""

from collections.abc import Callable
from functools import partial
from random import Random

from branchline.bots.expert import FIRST, SECONDS, ExpertPlayer, every_core
from branchline.bots.levels import of_level
from branchline.bots.loading import make_own
from branchline.bots.planner import PlannerPlayer
from branchline.bots.simple import GreedyPlayer, RandomPlayer
from branchline.errors import SetupError
from branchline.kind import Bot as Player

__all__ = [
    "LEVELS",
    "PLAYERS",
    "ExpertPlayer",
    "GreedyPlayer",
    "PlannerPlayer",
    "Player",
    "RandomPlayer",
    "every_core",
    "make",
]

FIRST_EXPERT = partial(ExpertPlayer, learned=False, manner=FIRST)
PLAYERS: dict[str, Callable[[Random], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner": partial(PlannerPlayer, learned=True),
    "expert": ExpertPlayer,
    "beginner": of_level("beginner"),
    "casual": of_level("casual"),
    "strong": partial(PlannerPlayer, learned=True),
    # What later ones are measured by: these never change, as tests of their choices see to.
    "planner-1": PlannerPlayer,
    "expert-1": FIRST_EXPERT,
}
EXPERTS: dict[str, Callable[..., Player]] = {"expert": ExpertPlayer, "expert-1": FIRST_EXPERT}

LEVELS = ("beginner", "casual", "strong", "expert")  # for people, each stronger than the one before


def make(name: str, seed: int | None = None, threads: int = 1) -> Player:
    """A bot by its name: planner, expert@0.2s (a move), expert@500n (rollouts a move), or your own module:Class.

    The same seed makes it choose the same again, unless it thinks by the clock. An expert thinks in so many threads;
    where it is alone on a machine, `every_core()` of them.

    Examples:
        >>> import branchline
        >>> from branchline import bots
        >>> game = branchline.new("nordic", players=2, seed=7)
        >>> bot = bots.make("greedy", seed=1)
        >>> action = bot.choose(game.position.seen_by(game.player), game.actions())
        >>> action in game.actions()
        True
    """
    stream = Random(seed)
    if ":" in name:
        own: Player = make_own(name, stream)
        return own
    bot, at, limit = name.partition("@")
    if bot in EXPERTS:
        seconds, rollouts = _limit(name, limit) if at else (SECONDS, None)
        return EXPERTS[bot](stream, seconds, rollouts, threads)
    if bot not in PLAYERS or at:
        raise SetupError(f"there is no bot {name!r}; the bots are {', '.join(PLAYERS)}")
    return PLAYERS[bot](stream)


def _limit(name: str, limit: str) -> tuple[float | None, int | None]:
    """Seconds a move, or rollouts a move."""
    try:
        amount = float(limit[:-1])
        if limit.endswith("s") and amount > 0:
            return amount, None
        if limit.endswith("n") and amount >= 1:
            return None, int(amount)
    except ValueError:
        pass
    raise SetupError(f"cannot read the limit of {name!r}; write expert@0.2s for seconds or expert@500n for rollouts")
