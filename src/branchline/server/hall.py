"""All tables of this process: reads them from their logs, appends to these, and sends the news."""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from branchline.errors import BranchlineError, MoveError
from branchline.position import Position, stream
from branchline.server import entries as log
from branchline.server import showing
from branchline.server.errors import Refusal, conflict, illegal, not_found, unavailable
from branchline.server.storage import Storage, StorageError
from branchline.server.table import Table
from branchline.server.telling import WATCHER, Step

KEPT = 4000  # tables without listeners that stay loaded
BOT_GRACE = 5_000  # milliseconds after which another process looks for a bot's move


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Listener(Protocol):
    """Somebody who follows a table."""

    seats: tuple[int, ...]

    def send(self, frame: bytes) -> None:
        """Take a frame; must not wait."""
        ...


class Live:
    """A table in memory, and who follows it."""

    __slots__ = ("bots", "is_thinking", "listeners", "lock", "table", "timer")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.bots: dict[tuple[int, str], object] = {}
        self.is_thinking = False
        self.timer: asyncio.TimerHandle | None = None

    def present(self) -> set[int]:
        """The seats whose players are connected."""
        return {seat for listener in self.listeners for seat in listener.seats if seat != WATCHER}


Made = tuple[log.AnyEntry, Position | None]


class Hall:
    """The tables."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.tables: OrderedDict[str, Live] = OrderedDict()
        self.chance = stream(secrets.randbits(63))
        self.after_change: list[Callable[[Live, log.AnyEntry], None]] = []
        self._loading: dict[str, asyncio.Future[Live]] = {}

    async def get(self, name: str) -> Live:
        """A table, read from its log if it is not in memory."""
        live = self.tables.get(name)
        if live is not None:
            self.tables.move_to_end(name)
            return live
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
        try:
            return await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> Live:
        try:
            stored = await self.storage.read(name)
        except StorageError as error:
            raise unavailable(str(error)) from error
        if not stored:
            raise not_found(f"there is no table {name}")
        live = Live(unfold(name, stored))
        self.tables[name] = live
        self._forget_some()
        for notice in self.after_change:
            notice(live, log.Chatted(seat=0, text=""))
        return live

    def _forget_some(self) -> None:
        for name in list(self.tables):
            if len(self.tables) <= KEPT:
                return
            live = self.tables[name]
            if not live.listeners and not live.lock.locked() and not live.is_thinking and live.timer is None:
                del self.tables[name]

    async def create(self, created: log.Created) -> Live:
        """Set a new table."""
        name = secrets.token_hex(8)
        table = Table(name, created)
        note = {"status": "lobby", "public": created.public, "changed": created.at, "due": None}
        await self._append(name, 1, log.encode(created), note)
        live = self.tables[name] = Live(table)
        self._forget_some()
        return live

    async def act(
        self, live: Live, make: Callable[[Table], Made | None], by: Listener | None = None, reply: bytes = b""
    ) -> int:
        """Let something happen: `make` looks at the table as it is and gives the entry; returns its number."""
        async with live.lock:
            table = live.table
            try:
                made = make(table)
            except MoveError as error:
                raise _refused(error) from error
            except BranchlineError as error:
                raise Refusal(422, "invalid", str(error)) from error
            if made is None:
                return table.seq
            entry, after = made
            data = log.encode(entry)
            if not await self._append(table.id, table.seq + 1, data, self._note(table, entry, after)):
                await self._catch_up(live)
                raise conflict("something else happened at this table first; look again", table.seq)
            self._take_in(live, entry, after, by, reply)
            return table.seq

    async def _append(self, name: str, seq: int, data: bytes, note: dict[str, object] | None) -> bool:
        try:
            return await self.storage.append(name, seq, data, note)
        except StorageError as error:
            self.tables.pop(name, None)  # whether it was stored is not known for sure: read it again next time
            raise unavailable(str(error)) from error

    def _note(self, table: Table, entry: log.AnyEntry, after: Position | None) -> dict[str, object] | None:
        """What the list of tables must know after an entry; None if nothing changes there."""
        trial_status = table.status
        if isinstance(entry, log.Started):
            trial_status = "playing"
        elif isinstance(entry, log.Moved) and after is not None and after.is_over:
            trial_status = "over"
        if trial_status == table.status and not isinstance(entry, log.Joined | log.Left):
            return None
        return {"status": trial_status, "changed": entry.at}

    async def _catch_up(self, live: Live) -> None:
        """Take in what other processes stored."""
        with suppress(StorageError):
            for data in await self.storage.read(live.table.id, live.table.seq):
                self._take_in(live, log.decode(data), None)

    def _take_in(
        self, live: Live, entry: log.AnyEntry, after: Position | None, by: Listener | None = None, reply: bytes = b""
    ) -> None:
        steps = live.table.tell(entry) if live.listeners else []
        live.table.apply(entry, after)
        if live.listeners:
            News(live, entry, steps).send(by, reply)
        for notice in self.after_change:
            notice(live, entry)

    def follow(self, live: Live, listener: Listener) -> None:
        """Let somebody follow a table."""
        before = live.present()
        live.listeners.add(listener)
        self._tell_presence(live, before)

    def unfollow(self, live: Live, listener: Listener) -> None:
        """Let somebody go."""
        before = live.present()
        live.listeners.discard(listener)
        self._tell_presence(live, before)

    def _tell_presence(self, live: Live, before: set[int]) -> None:
        if live.present() != before:
            frame = b'{"type":"table","table":' + showing.table_json(live.table, live.present()) + b"}"
            for listener in live.listeners:
                listener.send(frame)


class News:
    """What one entry brings, written once for all who see the same."""

    def __init__(self, live: Live, entry: log.AnyEntry, steps: list[Step]) -> None:
        self.live, self.entry, self.steps = live, entry, steps
        table = live.table
        is_game = bool(steps) or isinstance(entry, log.Undone | log.Resigned | log.TimedOut)
        self._with_views = is_game and table.play is not None
        is_plain_move = isinstance(entry, log.Moved) and table.status == "playing" and table.created.clock is None
        self._table = b"" if is_plain_move or isinstance(entry, log.Chatted) else self._table_json()
        self._parts: dict[int, tuple[bytes, bytes]] = {}
        self._frames: dict[tuple[int, ...], bytes] = {}

    def _table_json(self) -> bytes:
        return b',"table":' + showing.table_json(self.live.table, self.live.present())

    def send(self, by: Listener | None, reply: bytes) -> None:
        """Send it to everybody who follows; the one who caused it gets it as the answer."""
        for listener in self.live.listeners:
            frame = self._frame(listener.seats)
            listener.send(frame[:-1] + b',"reply":' + reply + b"}" if listener is by and reply else frame)

    def _frame(self, seats: tuple[int, ...]) -> bytes:
        frame = self._frames.get(seats)
        if frame is None:
            keys = [b'"%s":' % showing.key(seat).encode() for seat in seats]
            events = b",".join(k + self._part(seat)[0] for k, seat in zip(keys, seats, strict=True))
            views = b",".join(k + self._part(seat)[1] for k, seat in zip(keys, seats, strict=True))
            frame = b'{"type":"news","seq":%d,"events":{%s}%s%s}' % (
                self.live.table.seq,
                events,
                b',"views":{%s}' % views if self._with_views else b"",
                self._table,
            )
            self._frames[seats] = frame
        return frame

    def _part(self, seat: int) -> tuple[bytes, bytes]:
        part = self._parts.get(seat)
        if part is None:
            table = self.live.table
            events = showing.events_json(table, table.seq, self.entry, self.steps, seat)
            view = showing.view_json(table, seat) if self._with_views else b""
            part = self._parts[seat] = (events, view)
        return part


def unfold(name: str, stored: list[bytes]) -> Table:
    """A table from its log."""
    first = log.decode(stored[0])
    assert isinstance(first, log.Created)
    table = Table(name, first)
    for data in stored[1:]:
        table.apply(log.decode(data))
    return table


def _refused(error: MoveError) -> Refusal:
    text = str(error).removesuffix(f" [{error.rule}]") if error.rule else str(error)
    return illegal(text, error.rule)
