"""The bots: programs that see what a person in their seat would see."""

from collections.abc import Callable
from functools import partial
from random import Random

from branchline.bots.expert import ExpertPlayer
from branchline.bots.levels import EagerPlayer, MuddledPlayer
from branchline.bots.loading import make_own
from branchline.bots.planner import PlannerPlayer
from branchline.bots.simple import GreedyPlayer, RandomPlayer
from branchline.errors import SetupError
from branchline.kind import Bot as Player

__all__ = ["LEVELS", "PLAYERS", "ExpertPlayer", "GreedyPlayer", "PlannerPlayer", "Player", "RandomPlayer", "make"]

FIRST_EXPERT = partial(ExpertPlayer, learned=False)
PLAYERS: dict[str, Callable[[Random], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner": partial(PlannerPlayer, learned=True),
    "expert": ExpertPlayer,
    "beginner": lambda stream: MuddledPlayer(stream, GreedyPlayer(stream), 0.15),
    "casual": lambda stream: MuddledPlayer(stream, EagerPlayer(stream), 0.04),
    "strong": partial(PlannerPlayer, learned=True),
    # What later ones are measured by: these never change, as tests of their choices see to.
    "planner-1": PlannerPlayer,
    "expert-1": FIRST_EXPERT,
}
EXPERTS: dict[str, Callable[..., Player]] = {"expert": ExpertPlayer, "expert-1": FIRST_EXPERT}

LEVELS = ("beginner", "casual", "strong", "expert")  # for people, each stronger than the one before


def make(name: str, seed: int | None = None) -> Player:
    """A bot by its name: planner, expert@0.2s (a move), expert@500n (rollouts a move), or your own module:Class.

    The same seed makes it choose the same again, unless it thinks by the clock.

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
    if bot in EXPERTS and at:
        return _limited(EXPERTS[bot], stream, name, limit)
    if bot not in PLAYERS or at:
        raise SetupError(f"there is no bot {name!r}; the bots are {', '.join(PLAYERS)}")
    return PLAYERS[bot](stream)


def _limited(expert: Callable[..., Player], stream: Random, name: str, limit: str) -> Player:
    """An expert with a limit: seconds a move, or rollouts a move."""
    try:
        amount = float(limit[:-1])
        if limit.endswith("s") and amount > 0:
            return expert(stream, seconds=amount)
        if limit.endswith("n") and amount >= 1:
            return expert(stream, seconds=None, rollouts=int(amount))
    except ValueError:
        pass
    raise SetupError(f"cannot read the limit of {name!r}; write expert@0.2s for seconds or expert@500n for rollouts")
