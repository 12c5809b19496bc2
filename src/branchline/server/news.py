"""What one entry brings to those who follow a table, written once for all who see the same."""

from collections.abc import Iterable
from typing import Protocol

from branchline.server import entries as log
from branchline.server import showing
from branchline.server.table import Table
from branchline.server.telling import Step

CHANGES_GAME = log.Moved | log.Started | log.Undone | log.Resigned | log.TimedOut


class Listener(Protocol):
    """Somebody who follows a table, for one or several seats."""

    seats: tuple[int, ...]

    def send(self, frame: bytes) -> None:
        """Take a frame; must not wait."""
        ...

    def sit(self) -> None:
        """Look again which seats the secrets open."""
        ...


class News:
    """The frames of one entry."""

    def __init__(self, table: Table, entry: log.AnyEntry, steps: list[Step], present: set[int]) -> None:
        self._table, self._entry, self._steps = table, entry, steps
        self._with_views = table.play is not None and isinstance(entry, CHANGES_GAME)
        is_plain_move = isinstance(entry, log.Moved) and table.status == "playing" and table.created.clock is None
        self._tail = b""
        if not is_plain_move and not isinstance(entry, log.Chatted):
            self._tail = b',"table":' + showing.table_json(table, present)
        self._parts: dict[int, tuple[bytes, bytes]] = {}
        self._frames: dict[tuple[int, ...], bytes] = {}

    def send(self, listeners: Iterable[Listener], by: Listener | None, reply: bytes) -> None:
        """Send it to everybody who follows; the one who caused it gets it as the answer."""
        for listener in listeners:
            frame = self._frame(listener.seats)
            listener.send(frame[:-1] + b',"reply":' + reply + b"}" if listener is by and reply else frame)

    def _frame(self, seats: tuple[int, ...]) -> bytes:
        frame = self._frames.get(seats)
        if frame is None:
            keys = [b'"%s":' % showing.key(seat).encode() for seat in seats]
            parts = [self._part(seat) for seat in seats]
            events = b",".join([k + part[0] for k, part in zip(keys, parts, strict=True)])
            views = b",".join([k + part[1] for k, part in zip(keys, parts, strict=True)])
            frame = b'{"type":"news","seq":%d,"events":{%s}%s%s}' % (
                self._table.seq,
                events,
                b',"views":{%s}' % views if self._with_views else b"",
                self._tail,
            )
            self._frames[seats] = frame
        return frame

    def _part(self, seat: int) -> tuple[bytes, bytes]:
        part = self._parts.get(seat)
        if part is None:
            events = showing.events_json(self._table, self._table.seq, self._entry, self._steps, seat)
            view = showing.view_json(self._table, seat) if self._with_views else b""
            part = self._parts[seat] = (events, view)
        return part
