"""The bots: programs that see what a person in their seat would see."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from branchline.errors import SetupError
from branchline.players.planner import PlannerPlayer
from branchline.players.simple import GreedyPlayer, RandomPlayer
from branchline.position import Position

__all__ = ["LEVELS", "PLAYERS", "GreedyPlayer", "Player", "RandomPlayer", "make"]


class Player(Protocol):
    """Anything that can sit at a table and choose."""

    def choose(self, view: Position, legal: list[int]) -> int:
        """One of the legal actions, given what the player sees."""
        ...


PLAYERS: dict[str, Callable[[Random], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer, "planner": PlannerPlayer}

LEVELS = {"beginner": "greedy", "casual": "greedy", "strong": "greedy", "expert": "greedy"}


def make(name: str, seed: int | None = None) -> Player:
    """A bot by its name; the same seed makes it choose the same again."""
    bot = LEVELS.get(name, name)
    if bot not in PLAYERS:
        raise SetupError(f"there is no bot {name!r}; the bots are {', '.join([*PLAYERS, *LEVELS])}")
    return PLAYERS[bot](Random(seed))
