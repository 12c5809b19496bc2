"""A player's view as JSON, written straight from the bytes of the record.

It says what `view.make_view` says (a test compares them), but is fast enough to be written after every move for
everybody at a table: hands, routes and tickets come back again and again, so what was written of them is kept.
"""

from collections.abc import Callable, Sequence
from operator import itemgetter
from struct import Struct

import orjson

from branchline.boardfile.cards import CARDS
from branchline.engine import phases
from branchline.engine.limits import KINDS
from branchline.mapgame import limits
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.refusals import position_asks
from branchline.mapgame.rules import state as rules
from branchline.position import Position

NAMES = 5_000
ROOM = 200  # bytes that a piece takes besides
KEPT = 750_000  # bytes of written pieces of each kind

_OFFSET = {name: field[1] for name, field in (rules.STATE.fields or {}).items()}
_SHORTS = Struct(f"<{limits.PLAYERS}h")
_SHORT = Struct("<h")
_MASK = 16  # bytes of a mask of routes or tickets


def _piece(name: str, size: int, i: int = 0) -> slice:
    """Where the bytes of a field lie, or those of one player in it."""
    start = _OFFSET[name] + size * i
    return slice(start, start + size)


def _byte(name: str, i: int = 0) -> int:
    return _OFFSET[name] + i


# All that is read at once of the bytes of a record
_TURN, _DECK, _SCORE, _TOKENS = (_OFFSET[name] for name in ("turn", "deck_size", "score", "tokens"))
_ONES = (
    *("phase", "player", "ticket_deck_size", "under_size", "drafts_to_come", "neutral_trains"),
    *("marker", "neutral_in", "surcharge", "turns_left"),
)
_COUNTS, _MASKS = ("display", "discards", "paid", "turned"), ("ticket_discards", "neutral")
_PLACES = [_piece(name, KINDS) for name in _COUNTS] + [_piece(name, _MASK) for name in _MASKS]
_numbers = itemgetter(*map(_byte, _ONES))
_pieces = itemgetter(*_PLACES, _piece("lying", limits.FESTIVALS))
_of_seat = [
    itemgetter(
        *(_byte(name, p) for name in ("trains", "hand_size", "ticket_count", "loans")),
        _piece("known", KINDS, p),
        _piece("owned", _MASK, p),
        _piece("stations", 8, p),
    )
    for p in range(limits.PLAYERS)
]
_of_own = [
    itemgetter(
        _piece("hand", KINDS, p),
        *(_piece(name, _MASK, p) for name in ("tickets", "offer", "drafted", "open")),
        _piece("pile", limits.FESTIVALS, p),
    )
    for p in range(limits.PLAYERS)
]


def _json(value: object) -> bytes:
    """JSON to be kept: what orjson returns has room for 4 kB, however short it is, and a copy has not."""
    return bytes(memoryview(orjson.dumps(value)))


class Kept(dict[bytes, bytes]):
    """Pieces of JSON by the bytes they were written from."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._size = 0

    def __missing__(self, raw: bytes) -> bytes:
        written = _json(self._write(raw))
        self._size += len(raw) + len(written) + ROOM
        if self._size > KEPT:
            self.clear()
            self._size = 0
        self[raw] = written
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
        phase, player, deck, under, drafts, neutral_trains, marker, neutral_in, surcharge, turns_left = _numbers(raw)
        display, discards, paid, turned, ticket_discards, neutral, lying = _pieces(raw)
        is_over, cards = phase == phases.OVER, self._cards
        return (
            b'{"board":%s,"turn":%d,"to_move":%s,"asks":%s,"seats":[%s],"display":%s,"deck_size":%d,'
            b'"discards":%s,"tickets_left":%d,"ticket_discards":%s,"festivals":%s,"may_draw_tickets":%s,'
            b'"neutral_routes":%s,"neutral_trains":%d,"marker":%s,"paid":%s,"turned":%s,"surcharge":%d,'
            b'"turns_left":%d,"is_over":%s'
        ) % (
            self._board,
            _SHORT.unpack_from(raw, _TURN)[0],
            b"null" if is_over else b"%d" % player,
            self._asked(watched, phase),
            self._seats(raw, names),
            cards[display],
            _SHORT.unpack_from(raw, _DECK)[0],
            cards[discards],
            deck + under,
            self._tickets[ticket_discards],
            self._festivals[lying],
            b"false" if drafts else b"true",
            self._routes[neutral],
            neutral_trains,
            b"%d" % marker if neutral_in else b"null",
            cards[paid],
            cards[turned],
            surcharge,
            turns_left,
            b"true" if is_over else b"false",
        )

    def _asked(self, seen: Position, phase: int) -> bytes:
        if phase not in self._asks:
            self._asks[phase] = _json(position_asks(seen))
        return self._asks[phase]

    def _seats(self, raw: bytes, names: Sequence[str]) -> bytes:
        scores = _SHORTS.unpack_from(raw, _SCORE)
        written = []
        for p, name in enumerate(names):
            trains, hand_size, tickets, loans, known, owned, stations = _of_seat[p](raw)
            written.append(
                b'{"name":%s,"score":%d,"trains":%d,"hand_size":%d,"known_cards":%s,"ticket_count":%d,"routes":%s,'
                b'"stations":%s,"loans":%d}'
                % (
                    self._name(name),
                    scores[p],
                    trains,
                    hand_size,
                    self._cards[known],
                    tickets,
                    self._routes[owned],
                    self._stations[stations],
                    loans,
                )
            )
        return b",".join(written)

    def _name(self, name: str) -> bytes:
        if name not in self._names:
            if len(self._names) >= NAMES:
                self._names.clear()
            self._names[name] = _json(name)
        return self._names[name]

    def own(self, names: Sequence[str], seen: Position, viewer: int) -> bytes:
        """The rest, without its end: what the viewer holds, and the routes open to them (for a watcher, to anybody)."""
        raw = seen.states.tobytes()
        if viewer < 0:
            open_to_all = _either(raw[_piece("open", _MASK * raw[_OFFSET["players"]])])
            return (
                b',"player":null,"hand":{},"tickets":[],"offer":[],"picked":[],"tokens":0,"pile":{},"open":%s'
                % self._route_numbers[open_to_all]
            )
        hand, tickets, offer, drafted, is_open, pile = _of_own[viewer](raw)
        return b',"player":%d,"hand":%s,"tickets":%s,"offer":%s,"picked":%s,"tokens":%d,"pile":%s,"open":%s' % (
            viewer,
            self._cards[hand],
            self._tickets[tickets],
            self._tickets[offer],
            self._tickets[drafted],
            _SHORTS.unpack_from(raw, _TOKENS)[viewer],
            self._festivals[pile],
            self._route_numbers[is_open],
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
