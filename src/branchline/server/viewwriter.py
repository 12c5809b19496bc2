"""A player's view as JSON, written straight from the bytes of the record.

It says what `view.make_view` says (a test compares them), but is fast enough to be written after every move for
everybody at a table: hands, routes and tickets come back again and again, so what was written of them is kept.
"""

from collections.abc import Callable, Sequence
from struct import Struct

import orjson

from branchline.boards.board import CARDS
from branchline.notation.moves import MapNotation
from branchline.notation.refusal import position_asks
from branchline.position import Position
from branchline.rules import state as rules

KEPT = 20_000  # written pieces of each kind

_OFFSET = {name: field[1] for name, field in (rules.STATE.fields or {}).items()}
_SHORTS = Struct(f"<{rules.PLAYERS}h")
_SHORT = Struct("<h")
_MASK = 16  # bytes of a mask of routes or tickets


class Kept(dict[bytes, bytes]):
    """Pieces of JSON by the bytes they were written from."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write

    def __missing__(self, raw: bytes) -> bytes:
        if len(self) >= KEPT:
            self.clear()
        written = self[raw] = orjson.dumps(self._write(raw))
        return written


class ViewWriter:
    """Writes the views of games on one board."""

    def __init__(self, notation: MapNotation) -> None:
        self._board = orjson.dumps(notation.board.name)
        self._cards = Kept(lambda raw: {CARDS[i]: n for i, n in enumerate(raw) if n})
        self._routes = Kept(lambda raw: [notation.routes[r] for r in _bits(raw)])
        self._route_numbers = Kept(_bits)
        self._tickets = Kept(lambda raw: [notation.tickets[t] for t in _bits(raw)])
        self._stations = Kept(lambda raw: [notation.places.names[c] for c in _bits(raw)])
        self._festivals = Kept(lambda raw: {notation.festivals[i]: n for i, n in enumerate(raw) if n})
        self._names: dict[str, bytes] = {}
        self._asks: dict[int, bytes] = {}

    def shared(self, names: Sequence[str], watched: Position) -> bytes:
        """The beginning of every view; `watched` is the position as somebody who only watches sees it."""
        raw = watched.states.tobytes()
        o = _OFFSET
        phase = raw[o["phase"]]
        is_over = phase == rules.OVER
        player = raw[o["player"]]
        return (
            b'{"board":%s,"turn":%d,"to_move":%s,"asks":%s,"seats":[%s],"display":%s,"deck_size":%d,'
            b'"discards":%s,"tickets_left":%d,"ticket_discards":%s,"festivals":%s,"may_draw_tickets":%s,'
            b'"neutral_routes":%s,"neutral_trains":%d,"marker":%s,"paid":%s,"turned":%s,"surcharge":%d,'
            b'"turns_left":%d,"is_over":%s'
        ) % (
            self._board,
            _SHORT.unpack_from(raw, o["turn"])[0],
            b"null" if is_over else b"%d" % player,
            self._asked(watched, phase),
            self._seats(raw, names),
            self._counts(raw, "display"),
            _SHORT.unpack_from(raw, o["deck_size"])[0],
            self._counts(raw, "discards"),
            raw[o["ticket_deck_size"]] + raw[o["under_size"]],
            self._tickets[raw[o["ticket_discards"] : o["ticket_discards"] + _MASK]],
            self._festivals[raw[o["lying"] : o["lying"] + rules.FESTIVALS]],
            b"false" if raw[o["drafts_to_come"]] else b"true",
            self._routes[raw[o["neutral"] : o["neutral"] + _MASK]],
            raw[o["neutral_trains"]],
            b"%d" % raw[o["marker"]] if raw[o["neutral_in"]] else b"null",
            self._counts(raw, "paid"),
            self._counts(raw, "turned"),
            raw[o["surcharge"]],
            raw[o["turns_left"]],
            b"true" if is_over else b"false",
        )

    def _asked(self, seen: Position, phase: int) -> bytes:
        if phase not in self._asks:
            self._asks[phase] = orjson.dumps(position_asks(seen))
        return self._asks[phase]

    def _counts(self, raw: bytes, name: str) -> bytes:
        start = _OFFSET[name]
        return self._cards[raw[start : start + rules.KINDS]]

    def _seats(self, raw: bytes, names: Sequence[str]) -> bytes:
        o = _OFFSET
        scores = _SHORTS.unpack_from(raw, o["score"])
        written = []
        for p, name in enumerate(names):
            known, owned, stations = o["known"] + rules.KINDS * p, o["owned"] + _MASK * p, o["stations"] + 8 * p
            written.append(
                b'{"name":%s,"score":%d,"trains":%d,"hand_size":%d,"known_cards":%s,"ticket_count":%d,"routes":%s,'
                b'"stations":%s,"loans":%d}'
                % (
                    self._name(name),
                    scores[p],
                    raw[o["trains"] + p],
                    raw[o["hand_size"] + p],
                    self._cards[raw[known : known + rules.KINDS]],
                    raw[o["ticket_count"] + p],
                    self._routes[raw[owned : owned + _MASK]],
                    self._stations[raw[stations : stations + 8]],
                    raw[o["loans"] + p],
                )
            )
        return b",".join(written)

    def _name(self, name: str) -> bytes:
        if name not in self._names:
            if len(self._names) >= KEPT:
                self._names.clear()
            self._names[name] = orjson.dumps(name)
        return self._names[name]

    def own(self, names: Sequence[str], seen: Position, viewer: int) -> bytes:
        """The rest, without its end: what the viewer holds, and the routes open to them (for a watcher, to anybody)."""
        raw, o = seen.states.tobytes(), _OFFSET
        if viewer < 0:
            open_to_all = _either(raw[o["open"] : o["open"] + _MASK * raw[o["players"]]])
            return (
                b',"player":null,"hand":{},"tickets":[],"offer":[],"picked":[],"tokens":0,"pile":{},"open":%s'
                % self._route_numbers[open_to_all]
            )

        def mask(name: str) -> bytes:
            start = o[name] + _MASK * viewer
            return raw[start : start + _MASK]

        hand, pile = o["hand"] + rules.KINDS * viewer, o["pile"] + rules.FESTIVALS * viewer
        return b',"player":%d,"hand":%s,"tickets":%s,"offer":%s,"picked":%s,"tokens":%d,"pile":%s,"open":%s' % (
            viewer,
            self._cards[raw[hand : hand + rules.KINDS]],
            self._tickets[mask("tickets")],
            self._tickets[mask("offer")],
            self._tickets[mask("drafted")],
            _SHORTS.unpack_from(raw, o["tokens"])[viewer],
            self._festivals[raw[pile : pile + rules.FESTIVALS]],
            self._route_numbers[mask("open")],
        )


def _either(masks: bytes) -> bytes:
    """Everything that is in one of several masks."""
    both = 0
    for start in range(0, len(masks), _MASK):
        both |= int.from_bytes(masks[start : start + _MASK], "little")
    return both.to_bytes(_MASK, "little")


def _bits(raw: bytes) -> list[int]:
    mask, found = int.from_bytes(raw, "little"), []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
