"""The bots that a table may ask for by name; nothing else is ever made from what a request says."""

from branchline import bots as players
from branchline.bots import Player
from branchline.errors import SetupError

KNOWN = tuple(players.PLAYERS)
LEVELS: tuple[str, ...] = tuple(getattr(players, "LEVELS", KNOWN))  # those to offer to people, weakest first


def _first(*names: str) -> str:
    return next(name for name in names if name in KNOWN)


USUAL = _first("casual", "greedy")  # who plays when no level is named
STAND_IN = _first("strong", "greedy")  # who plays for somebody who is away
THINKS_LONG = ("expert",)
LAST_RESORT = "random"  # who moves when another bot fails


def check_level(level: str) -> None:
    """Refuse a bot that is not known."""
    if level not in KNOWN:
        raise SetupError(f"there is no bot {level!r}; the bots are {', '.join(KNOWN)}")


def make_bot(level: str) -> Player:
    """A bot of a known level."""
    check_level(level)
    return players.make(level)
