"""What one player may know of a game, in plain names."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from branchline.boards.board import CARDS
from branchline.notation.claims import bits
from branchline.notation.moves import MapNotation
from branchline.notation.refusal import position_asks
from branchline.position import Plain, Position

Cards = dict[str, int]


@dataclass(frozen=True, slots=True)
class Seat:
    """What everybody may know of a player."""

    name: str
    score: int
    trains: int
    hand_size: int
    known_cards: Cards  # cards of the hand that everybody saw go there
    ticket_count: int
    routes: list[str]
    stations: list[str]  # cities with a station
    loans: int


@dataclass(frozen=True, slots=True)
class View:
    """A game as one player sees it; `player` is None for somebody who only watches."""

    board: str
    player: int | None
    turn: int
    to_move: int | None
    asks: str
    seats: list[Seat]
    hand: Cards
    tickets: list[str]
    offer: list[str]  # tickets to choose from: an offer, or the pack of a draft
    picked: list[str]  # tickets picked in the draft under way
    display: Cards
    deck_size: int
    discards: Cards
    tickets_left: int
    ticket_discards: list[str]  # tickets returned face up
    tokens: int  # worth of the player's own toll tokens
    festivals: Cards  # festival cards that lie open, by city
    pile: Cards  # the player's own festival cards, by city
    may_draw_tickets: bool  # not before the second draft, where there are drafts
    neutral_routes: list[str]
    neutral_trains: int
    marker: int | None  # who holds the neutral player's marker; None once it is out, or without it
    paid: Cards
    turned: Cards
    surcharge: int
    turns_left: int
    is_over: bool
    moves: list[str] = field(default_factory=list)  # the player's legal moves, if it is their move
    record: bytes = b""  # everything above as the engine's record, with all that is hidden removed

    def as_dict(self) -> dict[str, Any]:
        """The view as plain data, without the record."""
        plain = asdict(self)
        del plain["record"]
        return plain


def make_view(
    notation: MapNotation, names: Sequence[str], position: Position, viewer: int, with_moves: bool = True
) -> View:
    """A player's view; everything in it is read from the record with the hidden parts removed."""
    seen = position.view(viewer)
    s = seen.plain
    is_mine = viewer == seen.player and not seen.is_over and not seen.is_chance
    mine = viewer >= 0
    return View(
        board=notation.board.name,
        player=viewer if mine else None,
        turn=seen.turn,
        to_move=None if seen.is_over else seen.player,
        asks=position_asks(seen),
        seats=[_seat(notation, name, s, p) for p, name in enumerate(names)],
        hand=cards(s.hand[viewer]) if mine else {},
        tickets=[notation.tickets[t] for t in bits(s.tickets[viewer])] if mine else [],
        offer=[notation.tickets[t] for t in bits(s.offer[viewer])] if mine else [],
        picked=[notation.tickets[t] for t in bits(s.drafted[viewer])] if mine else [],
        display=cards(s.display),
        deck_size=s.deck_size,
        discards=cards(s.discards),
        tickets_left=s.ticket_deck_size + s.under_size,
        ticket_discards=[notation.tickets[t] for t in bits(s.ticket_discards)],
        tokens=s.tokens[viewer] if mine else 0,
        festivals=_festivals(notation, s.lying),
        pile=_festivals(notation, s.pile[viewer]) if mine else {},
        may_draw_tickets=not s.drafts_to_come,
        neutral_routes=[notation.routes[r] for r in bits(s.neutral)],
        neutral_trains=s.neutral_trains,
        marker=s.marker if s.neutral_in else None,
        paid=cards(s.paid),
        turned=cards(s.turned),
        surcharge=s.surcharge,
        turns_left=s.turns_left,
        is_over=seen.is_over,
        moves=[notation.text(seen, actions) for actions in notation.moves(seen)] if is_mine and with_moves else [],
        record=seen.states.tobytes(),
    )


def _seat(notation: MapNotation, name: str, s: Plain, p: int) -> Seat:
    return Seat(
        name=name,
        score=s.score[p],
        trains=s.trains[p],
        hand_size=s.hand_size[p],
        known_cards=cards(s.known[p]),
        ticket_count=s.ticket_count[p],
        routes=[notation.routes[r] for r in bits(s.owned[p])],
        loans=s.loans[p],
        stations=[name for c, name in enumerate(notation.places.names) if s.stations[p] >> c & 1],
    )


def _festivals(notation: MapNotation, counts: Any) -> Cards:
    return {city: int(n) for city, n in zip(notation.festivals, counts, strict=False) if n}


def cards(counts: Any) -> Cards:
    """Counts of cards by name, without the kinds that are not there."""
    return {name: int(n) for name, n in zip(CARDS, counts, strict=True) if n}
