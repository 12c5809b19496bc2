"""Names for everything on a board: cities, routes, tickets, festivals, actions."""

from collections.abc import Iterator

from branchline.boardfile.cards import CARDS
from branchline.mapgame.actions import Paid, named_actions
from branchline.mapgame.board import Board, Route
from branchline.mapgame.rules.state import DEAL_CARD_TURNED, FESTIVAL_CARD
from branchline.names import Places, TicketNames

DEAL_CARD = "deal card"


class MapNames:
    """The names of one board; a double route is known by its colour, and by its number if that is not enough."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = Places([city.name for city in board.cities])
        self.between: dict[frozenset[int], list[int]] = {}  # the routes between two cities
        city = {name: i for i, name in enumerate(self.places.names)}
        for i, route in enumerate(board.routes):
            self.between.setdefault(frozenset((city[route.a], city[route.b])), []).append(i)
        self.routes = [self._route_name(route, i) for i, route in enumerate(board.routes)]
        self.ticket_names = TicketNames(board.tickets, self.places)
        self.tickets = self.ticket_names.names
        self.festivals = [festival.cities[0] for festival in board.festivals]
        self.extras = tuple(_extras(board))  # what the record of a game has besides cards, routes and tickets
        self.shows_returned = board.rules.returned == "discarded"  # whether all see the tickets returned
        self._festival_texts = [f"festival {city}" for city in self.festivals]
        self.cards = {card: kind for kind, card in enumerate(CARDS)} | {DEAL_CARD: DEAL_CARD_TURNED}  # in the deck
        self.cards |= {text: FESTIVAL_CARD + f for f, text in enumerate(self._festival_texts)}
        self.actions = named_actions(board, self.name)
        ways = (action for _, action in self.actions if isinstance(action, Paid))
        self.paid_for = {way.what(self.name): way for way in ways}  # routes and stations, by the words of a move

    def _route_name(self, route: Route, index: int) -> str:
        same = next(routes for routes in self.between.values() if index in routes)
        name = f"{route.a}–{route.b}"
        if len(same) == 1:
            return name
        colour = route.colour or "grey"
        alike = [i for i in same if self.board.routes[i].colour == route.colour]
        number = f" {alike.index(index) + 1}" if len(alike) > 1 else ""
        return f"{name} ({colour}{number})"

    def name(self, what: str, i: int) -> str:
        """The name of a route, a city or a festival."""
        return {"route": self.routes, "city": self.places.names, "festival": self._festival_texts}[what][i]


def _extras(board: Board) -> Iterator[str]:
    """The fields of a game's record that change only on boards with such rules."""
    fields = board.rules
    if fields.toll_tokens:
        yield from ("tokens", "loans")
    if fields.neutral_trains:
        yield from ("neutral", "neutral_in")
    if "discarded" in (fields.returned, fields.start_returned):
        yield "ticket_discards_size"
    if board.festivals:
        yield "pile"
    if fields.draft_keep:
        yield "draft"
