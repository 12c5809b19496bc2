"""The Card Game as data: its legal moves and views as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from branchline.actions import Draw, DrawDeck, DrawTickets, KeepTickets
from branchline.cardgame.actions import Complete, LayRow, LayThree
from branchline.cardgame.contents import bits, completed, laid, named
from branchline.cardgame.notation import CardNotation
from branchline.cardgame.rules import state as cards
from branchline.cardgame.view import card_view
from branchline.errors import MoveError
from branchline.notation import Played
from branchline.position import Position

Way = dict[str, Any]


class CardApp:
    """Writes and reads the Card Game."""

    def __init__(self, notation: CardNotation) -> None:
        self._notation = notation

    def moves(self, seen: Position) -> bytes:
        """The moves of the player whose view this is, as JSON."""
        ways = []
        for move in self._notation.moves(seen):
            ways.append({**self._way(seen, move), "move": self._notation.text(seen, *move), "do": move.actions})
        return orjson.dumps(ways)

    def _way(self, seen: Position, move: Played) -> Way:
        space = self._notation.actions
        if seen.phase == cards.COMPLETE:
            is_open = isinstance(space.action(move.actions[-1]), Complete)
            return {"kind": "complete", "tickets": completed(seen, move.after), **({"more": True} if is_open else {})}
        match space.action(move.actions[0]):
            case LayThree() | LayRow():
                return {"kind": "lay", "cards": named(laid(seen, move.after))}
            case KeepTickets(places):
                offer = bits(seen.record.offer[seen.player])
                return {"kind": "keep", "tickets": self._notation.ticket_names.kept(offer, places)}
            case Draw(card):
                return {"kind": "draw", "from": "display", "card": card}
            case DrawDeck():
                return {"kind": "draw", "from": "deck"}
            case DrawTickets():
                return {"kind": "draw_tickets"}
        return {"kind": "pass"}

    def shared(self, names: Sequence[str], watched: Position) -> bytes:
        """The beginning of every view."""
        return b'{"board":%s' % orjson.dumps(self._notation.board.name)

    def own(self, names: Sequence[str], seen: Position, viewer: int) -> bytes:
        """The rest, without its end, so that the moves can follow."""
        plain = asdict(card_view(self._notation, names, seen, viewer, with_moves=False))
        del plain["moves"], plain["record"], plain["board"]
        return b"," + orjson.dumps(plain)[1:-1]

    def printed(self) -> dict[str, Any]:
        """What is printed on the cards."""
        board = self._notation.board
        return {
            "tickets": [
                {"id": i, "name": name, "cities": [t.a, t.b], "points": t.points, "cards": dict(t.cards)}
                for i, (name, t) in enumerate(zip(self._notation.tickets, board.tickets, strict=True))
            ],
            "bonuses": [{"city": b.city, "points": b.points, "colour": b.colour} for b in board.bonuses],
            "rules": asdict(board.rules),
        }

    def read(self, position: Position, move: Mapping[str, Any]) -> Played:
        """Moves of the Card Game are numbers or words; there is nothing to claim."""
        raise MoveError("in the Card Game a move is given in words or as numbers")

    def why_not(self, seen: Position, route: int) -> dict[str, Any] | None:
        """There are no routes."""
        raise MoveError(f"there is no route {route}")
