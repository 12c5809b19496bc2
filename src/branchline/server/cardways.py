"""The Card Game as data: its legal moves and views as JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import orjson

from branchline.notation.cardmoves import CardNotation
from branchline.notation.cardstate import bits, completes, laid, named
from branchline.position import Position
from branchline.rules import state as rules
from branchline.rules.cardgame import state as cards
from branchline.view import card_view

Way = dict[str, Any]


class CardWays:
    """Writes the moves of the Card Game."""

    def __init__(self, notation: CardNotation) -> None:
        self.notation = notation

    def json(self, seen: Position) -> bytes:
        """The moves of the player whose view this is, as JSON."""
        ways = []
        for actions in self.notation.moves(seen):
            way = self._way(seen, actions)
            ways.append({**way, "move": self.notation.text(seen, actions), "do": actions})
        return orjson.dumps(ways)

    def _way(self, seen: Position, actions: list[int]) -> Way:
        action = actions[0]
        if seen.phase == cards.COMPLETE:
            is_open = actions[-1] >= cards.TICKET
            return {"kind": "complete", "tickets": completes(seen, actions), **({"more": True} if is_open else {})}
        if action >= cards.LAY_THREE:
            return {"kind": "lay", "cards": named(laid(seen, actions))}
        if action >= rules.KEEP_SET:
            offer = bits(seen.record.offer[seen.player])
            return {"kind": "keep", "tickets": self.notation.ticket_names.kept(offer, action - rules.KEEP_SET)}
        if action < rules.DRAW_BLIND:
            return {"kind": "draw", "from": "display", "card": self.notation.action_name(action).removeprefix("draw ")}
        if action == rules.DRAW_BLIND:
            return {"kind": "draw", "from": "deck"}
        return {"kind": "draw_tickets" if action == rules.DRAW_TICKETS else "pass"}


class CardViewWriter:
    """Writes the views of the Card Game."""

    def __init__(self, notation: CardNotation) -> None:
        self._notation = notation

    def shared(self, names: Sequence[str], watched: Position) -> bytes:
        """The beginning of every view."""
        return b'{"board":%s' % orjson.dumps(self._notation.board.name)

    def own(self, names: Sequence[str], seen: Position, viewer: int) -> bytes:
        """The rest, without its end, so that the moves can follow."""
        plain = asdict(card_view(self._notation, names, seen, viewer, with_moves=False))
        del plain["moves"], plain["record"], plain["board"]
        return b"," + orjson.dumps(plain)[1:-1]
