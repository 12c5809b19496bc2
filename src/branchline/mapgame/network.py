"""The routes of a board as plain numbers, and the shortest ways between cities for one player."""

from collections.abc import Sequence
from heapq import heappop, heappush

from branchline.position import Array, Position

CLOSED = -1  # the cost of a route that the player neither owns nor may claim


class Network:
    """The routes and tickets of a board."""

    def __init__(self, board: Array) -> None:
        b = board[0]
        self.board = board
        routes, tickets = slice(b.n_routes), slice(b.n_tickets)
        self.ends: list[tuple[int, int]] = list(
            zip(b.route_a[routes].tolist(), b.route_b[routes].tolist(), strict=True)
        )
        self.length: list[int] = b.length[routes].tolist()
        self.value: list[int] = b.value[routes].tolist()
        self.colour: list[int] = b.colour[routes].tolist()
        self.symbols: list[int] = b.symbols[routes].tolist()
        self.rate: list[int] = b.rate[routes].tolist()
        self.takes_locomotives: list[int] = b.takes_locomotives[routes].tolist()
        self.ticket_ends: list[tuple[int, int]] = list(
            zip(b.ticket_a[tickets].tolist(), b.ticket_b[tickets].tolist(), strict=True)
        )
        self.ticket_value: list[int] = b.ticket_value[tickets].tolist()
        self.share: list[float] = (b.cards / b.cards.sum(dtype=int)).tolist()  # of the deck, by kind of card
        self._from: list[list[tuple[int, int]]] = [[] for _ in range(b.n_cities)]
        for route, (a, z) in enumerate(self.ends):
            self._from[a].append((route, z))
            self._from[z].append((route, a))

    def costs(self, view: Position, player: int) -> list[int]:
        """The trains that each route costs a player: 0 for their own, CLOSED for what they cannot claim."""
        own, free = mask(view.states["owned"][0, player]), mask(view.states["open"][0, player])
        return [0 if own >> r & 1 else length if free >> r & 1 else CLOSED for r, length in enumerate(self.length)]

    def shortest(self, ends: tuple[int, int], costs: Sequence[int]) -> tuple[int, list[int]] | None:
        """The fewest trains that join two cities, and the routes of that way; None if no way is left."""
        start, goal = ends
        came_by: dict[int, int] = {}
        heap = [(0, start, -1)]
        while heap:
            trains, city, route = heappop(heap)
            if city in came_by:
                continue
            came_by[city] = route
            if city == goal:
                return trains, self._way_back(came_by, goal)
            for onward, other in self._from[city]:
                cost = costs[onward]
                if cost != CLOSED and other not in came_by:
                    heappush(heap, (trains + cost, other, onward))
        return None

    def _way_back(self, came_by: dict[int, int], city: int) -> list[int]:
        way = []
        while (route := came_by[city]) >= 0:
            way.append(route)
            a, z = self.ends[route]
            city = a if city == z else z
        return way


def mask(words: Array) -> int:
    """A mask of two words as one number."""
    return int(words[0]) | int(words[1]) << 64


def elements(number: int) -> list[int]:
    """The elements of a mask."""
    return [i for i in range(number.bit_length()) if number >> i & 1]
