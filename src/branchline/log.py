"""The log of a game: every move of a player, everything chance did, every undo."""

from typing import NamedTuple


class Move(NamedTuple):
    """What a player did at once, as actions and in words."""

    turn: int
    player: int
    actions: tuple[int, ...]
    text: str


class Chance(NamedTuple):
    """One thing that chance did: a card or ticket that turned up, and for whom."""

    label: str
    player: int | None
    outcome: int
    text: str


class Undo(NamedTuple):
    """The last move, and everything chance did after it, taken back."""

    player: int


Entry = Move | Chance | Undo
