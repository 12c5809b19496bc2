"""The map games as data for an app."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from branchline.boardfile.cards import CARDS
from branchline.engine import phases
from branchline.errors import MoveError
from branchline.mapgame.actions import BuildStation, claimed_route
from branchline.mapgame.app_moves import Ways
from branchline.mapgame.app_view import ViewWriter
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.parsing import pay_route, pay_set
from branchline.mapgame.refusals import price, refuse_build, refuse_claim, shortage, shortage_rule, why_closed
from branchline.notation import Played
from branchline.position import Position

LIKE = "a claim is like {'route': 3, 'cards': {'red': 2, 'locomotive': 1}}"


class MapApp:
    """Writes and reads the games on one board."""

    def __init__(self, notation: MapNotation) -> None:
        self._notation = notation
        self.moves = Ways(notation).json
        views = ViewWriter(notation)
        self.shared, self.own = views.shared, views.own

    def printed(self) -> dict[str, Any]:
        """What is printed on the board."""
        from branchline.drawing.plan import plan

        return plan(self._notation.board)

    def read(self, position: Position, move: Mapping[str, Any]) -> Played:
        """A claim or a station with its cards, carried out: {"route": 3, "cards": {"red": 2}}."""
        names, cards = self._notation, move.get("cards")
        if not isinstance(cards, dict) or not all(map(_is_count, cards.items())):
            raise MoveError(LIKE)
        payment = [cards.get(card, 0) for card in CARDS]
        route, city = move.get("route"), move.get("city")
        if type(route) is int and 0 <= route < len(names.routes):
            way = pay_route(names, position, route, payment)
            if way is None:
                raise refuse_claim(names, position, [route], payment)
            return way
        if isinstance(city, str) and city in names.places.names and names.board.rules.stations:
            number = list(names.places.names).index(city)
            way = pay_set(names, position, partial(BuildStation, number), payment)
            if way is None:
                raise refuse_build(names, position, number, payment)
            return way
        raise MoveError("a claim names a route by its number, a station a city by its name")

    def why_not(self, seen: Position, route: int) -> dict[str, Any] | None:
        """Why the player to move cannot claim a route, with the rule; None if they can."""
        names = self._notation
        if not 0 <= route < len(names.routes):
            raise MoveError(f"there is no route {route}")
        if any(claimed_route(names.actions.action(number)) == route for number in seen.legal()):
            return None
        s, b = seen.record, seen.board[0]
        error = why_closed(names, seen, [route])
        if error or s.phase != phases.TURN or b.length[route] > s.trains[seen.player]:
            error = error or refuse_claim(names, seen, [route], [0] * len(CARDS))
            return {"text": str(error).removesuffix(f" [{error.rule}]"), "rule": error.rule}
        lacks = shortage(b, s.hand[seen.player], route)
        words = [f"{lacks['locomotives']} more locomotive"] if lacks["locomotives"] else []
        words += [f"{lacks['cards']} more {lacks['colour']}"] if lacks["cards"] else []
        text = f"{' and '.join(words)}: {price(b, route)}"
        return {"text": text, "rule": shortage_rule(names, lacks), "missing": lacks}


def _is_count(pair: tuple[object, object]) -> bool:
    card, n = pair
    return card in CARDS and type(n) is int and 0 <= n < 100
