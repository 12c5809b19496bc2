"""The table of a map game as a bot sees it: routes with their cost in the bot's cards, tickets with what they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from branchline.actions import Action
from branchline.boardfile.cards import CARDS, LOCOMOTIVE
from branchline.mapgame.actions import Claim
from branchline.mapgame.contents import bits
from branchline.mapgame.network import CLOSED, Network
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.view import map_view
from branchline.position import Position
from branchline.table import Table


@dataclass(frozen=True)
class RouteSeen:
    """A route: who has it, and what it would cost this player."""

    number: int
    name: str
    ends: tuple[str, str]
    length: int
    points: int
    colour: str  # "grey" takes any one colour
    owner: int | None
    is_open: bool  # whether this player may still claim it
    lacks: int  # cards that are missing in hand
    claims: tuple[Claim, ...]  # the moves that claim it now


@dataclass(frozen=True)
class Way:
    """Routes that join two cities, and the trains that those still to be claimed take."""

    trains: int
    routes: tuple[RouteSeen, ...]  # still to be claimed


@dataclass(frozen=True)
class TicketSeen:
    """A ticket: what it is worth, and what it still needs by the shortest way."""

    number: int
    name: str
    ends: tuple[str, str]
    points: int
    needs: Way | None  # None if no way is left

    @property
    def is_done(self) -> bool:
        """Whether its cities are joined."""
        return self.needs is not None and not self.needs.routes


class MapTable(Table):
    """The table of a map game."""

    def __init__(self, notation: MapNotation, seen: Position) -> None:
        names = [f"player {seat}" for seat in range(seen.players)]
        super().__init__(notation, seen, map_view(notation, names, seen, seen.player, with_moves=False))
        self._names = notation
        self._network = Network(seen.board)
        self._costs = self._network.costs(seen, self.me)

    @cached_property
    def routes(self) -> list[RouteSeen]:
        """All routes of the board, by number."""
        owned = self.seen.plain.owned
        owner = {route: seat for seat in range(self.seen.players) for route in bits(owned[seat])}
        claims: dict[int, list[Claim]] = {}
        for move in self.moves:
            if isinstance(move, Claim):
                claims.setdefault(move.route, []).append(move)
        return [self._route(number, owner.get(number), claims.get(number, [])) for number in range(len(self._costs))]

    def _route(self, number: int, owner: int | None, claims: Sequence[Claim]) -> RouteSeen:
        route, network = self._names.board.routes[number], self._network
        cost = self._costs[number]
        return RouteSeen(
            number,
            self._names.routes[number],
            (route.a, route.b),
            route.length,
            network.value[number],
            route.colour or "grey",
            owner,
            cost > 0,
            self._lacks(number) if cost > 0 else 0,
            tuple(claims),
        )

    def _lacks(self, number: int) -> int:
        network, wild = self._network, self.hand[LOCOMOTIVE]
        symbols, colour = network.symbols[number], network.colour[number]
        held = max(self.hand[card] for card in CARDS[:-1]) if colour >= len(CARDS) - 1 else self.hand[CARDS[colour]]
        spare = max(0, wild - symbols) if network.takes_locomotives[number] else 0
        return max(0, symbols - wild) + max(0, network.length[number] - symbols - held - spare)

    @cached_property
    def tickets(self) -> list[TicketSeen]:
        """The player's own tickets."""
        return [self._ticket(number) for number in bits(self.seen.plain.tickets[self.me])]

    @cached_property
    def offer(self) -> list[TicketSeen]:
        """The tickets to choose from, in the order in which `KeepTickets` counts them."""
        return [self._ticket(number) for number in bits(self.seen.plain.offer[self.me])]

    def _ticket(self, number: int) -> TicketSeen:
        ticket, network = self._names.board.tickets[number], self._network
        way = self._way(network.ticket_ends[number], self._costs)
        return TicketSeen(number, self._names.tickets[number], (ticket.a, ticket.b), network.ticket_value[number], way)

    def _way(self, ends: tuple[int, int], costs: Sequence[int]) -> Way | None:
        found = self._network.shortest(ends, costs)
        if found is None:
            return None
        return Way(found[0], tuple(self.routes[route] for route in found[1] if costs[route] > 0))

    def ways(self, ticket: TicketSeen) -> list[Way]:
        """Ways to complete a ticket, best first: the shortest, and for each of its routes the shortest without that."""
        ends = self._network.ticket_ends[ticket.number]
        found = [ticket.needs] if ticket.needs else []
        for route in found[0].routes if found else ():
            costs = [CLOSED if number == route.number else cost for number, cost in enumerate(self._costs)]
            if (way := self._way(ends, costs)) and way not in found:
                found.append(way)
        return sorted(found, key=lambda way: way.trains)

    def what_if(self, move: Action) -> MapTable:
        """The table right after a move, still as this player sees it; what chance does then is not known."""
        after = MapTable(self._names, self.after(move))
        if after.me != self.me:
            after.me = self.me
            after._costs = after._network.costs(after.seen, self.me)
            after.hand = {card: after.seen.plain.hand[self.me][kind] for kind, card in enumerate(CARDS)}
        return after
