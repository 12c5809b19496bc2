"""What one entry brings to those who follow a table, written once for all who see the same."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from branchline.server import entries as log
from branchline.server import showing
from branchline.server.table import Table
from branchline.server.telling import WATCHER, Step

Told = Mapping[int, bytes]  # the events of an entry as JSON: as all see them, and as those do whose secrets are in them
CHANGES_GAME = log.Moved | log.ChosenEarly | log.Started | log.Undone | log.Resigned | log.TimedOut
SEATS_CHANGE = log.Joined | log.Left | log.BotSet | log.Seated | log.TokenChanged


class Listener(Protocol):
    """Somebody who follows a table, for one or several seats."""

    seats: tuple[int, ...]
    is_looking: bool

    def send(self, frame: bytes) -> None:
        """Take a frame; must not wait."""

    def sit(self) -> None:
        """Look again which seats the secrets open."""


def tell(table: Table, entry: log.AnyEntry, steps: list[Step]) -> Told:
    """The events of an entry that made a table what it is."""
    viewers = {WATCHER, *(owner for _, owner, _ in steps if owner is not None)}
    return {viewer: showing.events_json(table, table.seq, entry, steps, viewer)[1:-1] for viewer in viewers}


class News:
    """The frames of one entry."""

    def __init__(self, table: Table, entry: log.AnyEntry, told: Told, present: set[int]) -> None:
        self._table, self._told = table, told
        self._moves_seats = isinstance(entry, SEATS_CHANGE)
        self._shared = b""
        if table.play is not None and isinstance(entry, CHANGES_GAME):
            self._shared = showing.shared_json(table, table.play.position)
        is_plain_move = isinstance(entry, log.Moved) and table.status == "playing" and table.created.clock is None
        self._tail = b""
        if not is_plain_move and not isinstance(entry, log.Chatted):
            self._tail = b',"table":' + showing.table_json(table, present)
        self._frames: dict[tuple[int, ...], bytes] = {}

    def send(self, listeners: Iterable[Listener], by: Listener | None, reply: bytes) -> None:
        """Send it to everybody who follows; the one who caused it gets it as the answer."""
        for listener in listeners:
            frame = self._frames.get(listener.seats) or self.frame(listener.seats)
            listener.send(b"".join((frame, b',"reply":', reply, b"}")) if listener is by and reply else frame + b"}")

    def frame(self, seats: tuple[int, ...]) -> bytes:
        """The frame for some seats, without its end."""
        parts = [b'{"type":"news","seq":%d,' % self._table.seq]
        if self._moves_seats:
            parts.append(b'"seats":[%s],' % b",".join(b"%d" % seat for seat in seats if seat != WATCHER))
        parts.append(b'"events":{')
        for i, seat in enumerate(seats):
            parts += b',"' if i else b'"', showing.key(seat), b'":[', self._told.get(seat) or self._told[WATCHER], b"]"
        if self._shared:
            parts.append(b'},"views":{')
            for i, seat in enumerate(seats):
                view = showing.view_json(self._table, seat, self._shared)
                parts += b',"' if i else b'"', showing.key(seat), b'":', view
        parts += b"}", self._tail
        frame = self._frames[seats] = b"".join(parts)
        return frame
