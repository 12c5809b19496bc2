"""The log of a game: every move of a player, everything chance did, every undo."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from branchline.position import Position


@dataclass(frozen=True, slots=True)
class Move:
    """What a player did at once, as actions and in words."""

    turn: int
    player: int
    actions: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that chance did: a card or ticket that turned up, and for whom."""

    label: str
    player: int | None
    outcome: int
    text: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The last move, and everything chance did after it, taken back."""

    player: int


Entry = Move | Chance | Undo


def follow(start: Position, log: Iterable[Entry]) -> Iterator[tuple[Entry, Position, Position]]:
    """Every entry with the position before and after it."""
    position = start
    before_moves: list[Position] = []
    for entry in log:
        before = position
        if isinstance(entry, Undo):
            position = before_moves.pop()
        else:
            position = before.copy()
            if isinstance(entry, Move):
                before_moves.append(before)
                for action in entry.actions:
                    position.apply(action)
            else:
                position.apply(entry.outcome)
        yield entry, before, position
