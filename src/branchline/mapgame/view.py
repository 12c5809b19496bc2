"""The map games as one player sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from branchline.mapgame.contents import bits
from branchline.mapgame.notation import MapNotation
from branchline.position import Plain, Position
from branchline.view import Cards, Seat, View, cards, common


@dataclass(frozen=True, slots=True, kw_only=True)
class MapSeat(Seat):
    """What everybody may know of a player of a map game."""

    trains: int
    routes: list[str]
    stations: list[str]  # cities with a station
    loans: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MapView(View):
    """A map game as one player sees it; `offer` may be the pack of a draft."""

    seats: Sequence[MapSeat]
    picked: list[str]  # tickets picked in the draft under way
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


def map_view(
    notation: MapNotation, names: Sequence[str], seen: Position, viewer: int, with_moves: bool = True
) -> MapView:
    """A player's view; everything in it is read from the record with the hidden parts removed."""
    s = seen.plain
    mine = viewer >= 0
    return MapView(
        **common(notation, seen, viewer, with_moves),
        seats=[_seat(notation, name, s, p) for p, name in enumerate(names)],
        tickets=[notation.tickets[t] for t in bits(s.tickets[viewer])] if mine else [],
        offer=[notation.tickets[t] for t in bits(s.offer[viewer])] if mine else [],
        picked=[notation.tickets[t] for t in bits(s.drafted[viewer])] if mine else [],
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
    )


def _seat(notation: MapNotation, name: str, s: Plain, p: int) -> MapSeat:
    stations = s.stations[p]
    return MapSeat(
        name=name,
        score=s.score[p],
        trains=s.trains[p],
        hand_size=s.hand_size[p],
        known_cards=cards(s.known[p]),
        ticket_count=s.ticket_count[p],
        routes=[notation.routes[r] for r in bits(s.owned[p])],
        loans=s.loans[p],
        stations=[name for c, name in enumerate(notation.places.names) if stations >> c & 1] if stations else [],
    )


def _festivals(notation: MapNotation, counts: Any) -> Cards:
    return {city: int(n) for city, n in zip(notation.festivals, counts, strict=False) if n}
