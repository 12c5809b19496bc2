"""What every view of a game has, whatever its kind."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from branchline.boardfile.cards import CARDS
from branchline.notation import Notation
from branchline.position import Position
from branchline.shown import Shown

Cards = dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What everybody may know of a player."""

    name: str
    score: int
    hand_size: int
    known_cards: Cards  # cards of the hand that everybody saw go there
    ticket_count: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class View(Shown):
    """A game as one player sees it; `player` is None for somebody who only watches."""

    board: str
    player: int | None
    turn: int
    to_move: int | None
    asks: str
    seats: Sequence[Seat]
    hand: Cards
    tickets: list[str]
    offer: list[str]  # tickets to choose from
    display: Cards
    deck_size: int
    discards: Cards
    tickets_left: int
    turns_left: int
    is_over: bool
    moves: list[str] = field(default_factory=list)  # the player's legal moves, if it is their move
    record: bytes = b""  # everything above as the engine's record, with all that is hidden removed

    def __repr__(self) -> str:
        who = "somebody who watches" if self.player is None else self.seats[self.player].name
        return f"<View of {self.board} for {who}, turn {self.turn}, {len(self.moves)} moves>"

    def as_dict(self) -> dict[str, Any]:
        """The view as plain data, without the record."""
        plain = asdict(self)
        del plain["record"]
        return plain


def common(notation: Notation, seen: Position, viewer: int, with_moves: bool = True) -> dict[str, Any]:
    """The parts that need no knowledge of the kind of game."""
    s = seen.plain
    is_mine = viewer == seen.player and not seen.is_over and not seen.is_chance and with_moves
    return {
        "board": notation.board.name,
        "player": viewer if viewer >= 0 else None,
        "turn": seen.turn,
        "to_move": None if seen.is_over else seen.player,
        "asks": notation.asks(seen),
        "hand": cards(s.hand[viewer]) if viewer >= 0 else {},
        "display": cards(s.display),
        "deck_size": s.deck_size,
        "discards": cards(s.discards),
        "turns_left": s.turns_left,
        "is_over": seen.is_over,
        "moves": [notation.text(seen, *move) for move in notation.moves(seen)] if is_mine else [],
        "record": seen.states.tobytes(),
    }


def cards(counts: Any) -> Cards:
    """Counts of cards by name, without the kinds that are not there."""
    return {name: int(n) for name, n in zip(CARDS, counts, strict=True) if n}
