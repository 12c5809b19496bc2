"""All tables of this process: reads them from their logs, appends to these, and sends the news."""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from branchline.errors import BranchlineError, MoveError
from branchline.players import Player
from branchline.position import Position, stream
from branchline.server import entries as log
from branchline.server import showing
from branchline.server.errors import Refusal, conflict, illegal, not_found, unavailable
from branchline.server.metrics import METRICS
from branchline.server.news import Listener, News
from branchline.server.outbox import to_send
from branchline.server.play import ready_ground
from branchline.server.storage import Storage, StorageError
from branchline.server.table import Table
from branchline.server.telling import WATCHER

KEPT = 4000  # tables without listeners that stay loaded
RETRY = 1.0  # seconds until a table whose log is in doubt is read again
CHANGES_NO_NOTE = log.Chatted | log.Renamed | log.TokenChanged | log.UndoAsked
SEATS_CHANGE = log.Joined | log.Left | log.BotSet | log.TokenChanged


Noted = tuple[str, int | None]  # a table's status, and when the service has to act by itself


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Live:
    """A table in memory, and who follows it."""

    __slots__ = ("bots", "elsewhere", "is_doubtful", "is_thinking", "listeners", "lock", "noted", "table", "timer")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, set[int]] = {}  # seats whose players are connected to other processes
        self.bots: dict[tuple[int, str], Player] = {}
        self.is_thinking = False
        self.is_doubtful = False  # whether the last entry was stored is not known
        self.timer: asyncio.TimerHandle | None = None
        self.noted: Noted | None = None  # what the list of tables says

    def connected(self) -> set[int]:
        """The seats whose players are connected to this process."""
        return {seat for listener in self.listeners for seat in listener.seats if seat != WATCHER}

    def present(self) -> set[int]:
        """The seats whose players are connected anywhere."""
        return self.connected().union(*self.elsewhere.values())

    @property
    def is_idle(self) -> bool:
        """Whether it can be forgotten until somebody asks for it."""
        return not self.listeners and not self.lock.locked() and not self.is_thinking and not self.is_doubtful


Made = tuple[log.AnyEntry, Position | None]
Make = Callable[[Table], Made | None]


class Hall:
    """The tables."""

    def __init__(self, storage: Storage, bot_grace: int = 15_000) -> None:
        self.storage = storage
        self.bot_grace = bot_grace
        self.tables: OrderedDict[str, Live] = OrderedDict()
        self.chance = stream(secrets.randbits(63))
        self.after_change: list[Callable[[Live], None]] = []  # called when a table is loaded or has changed
        self.on_entry: list[Callable[[Live, log.AnyEntry, bytes], None]] = []  # called for entries stored here
        self.on_presence: list[Callable[[Live], None]] = []
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def go(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something beside."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Drop everything that is done beside."""
        for task in self._tasks:
            task.cancel()

    async def get(self, name: str) -> Live:
        """A table, read from its log if it is not in memory."""
        live = self.tables.get(name)
        if live is None:
            if name not in self._loading:
                self._loading[name] = asyncio.get_running_loop().create_task(self._load(name))
            return await asyncio.shield(self._loading[name])
        self.tables.move_to_end(name)
        if live.is_doubtful:
            async with live.lock:
                await self.catch_up(live)
        return live

    async def _load(self, name: str) -> Live:
        try:
            stored = await self.storage.read(name)
            if not stored:
                raise not_found(f"there is no table {name}")
            first = log.decode(stored[0])
            assert isinstance(first, log.Created)
            await ready_ground(first.board, first.options)
            live = Live(unfold(name, stored))
        except StorageError as error:
            raise unavailable(str(error)) from error
        finally:
            self._loading.pop(name, None)
        self._keep(live)
        self._changed(live)
        return live

    def _keep(self, live: Live) -> None:
        self.tables[live.table.id] = live
        if len(self.tables) > KEPT:
            idle = [name for name, other in self.tables.items() if other.is_idle and other is not live]
            for name in idle[: len(self.tables) - KEPT]:
                forgotten = self.tables.pop(name)
                if forgotten.timer:
                    forgotten.timer.cancel()

    async def create(self, created: log.Created) -> Live:
        """Set a new table."""
        name = secrets.token_hex(8)
        await ready_ground(created.board, created.options)
        live = Live(Table(name, created))
        note = {"status": "lobby", "public": created.public, "changed": created.at, "due": None}
        try:
            await self.storage.append(name, 1, log.encode(created), note)
        except StorageError as error:
            raise unavailable(str(error)) from error
        live.noted = ("lobby", None)
        self._keep(live)
        return live

    async def act(self, live: Live, make: Make, by: Listener | None = None, reply: bytes = b"") -> int:
        """Let something happen: `make` looks at the table as it is and gives the entry; returns its number."""
        async with live.lock:
            if live.is_doubtful:
                await self.catch_up(live)
            await self._store(live, make, by, reply)
            if live.table.undo_asked is not None and live.table.undo_agreed_by_all():
                await self._store(live, undo_agreed)
            return live.table.seq

    async def _store(self, live: Live, make: Make, by: Listener | None = None, reply: bytes = b"") -> None:
        table = live.table
        try:
            made = make(table)
        except MoveError as error:
            raise _refused(error) from error
        except BranchlineError as error:
            raise Refusal(422, error.code, str(error)) from error
        if made is None:
            return
        entry, after = made
        data = log.encode(entry)
        noted, sent = self._foresee(live, entry, after)
        note = None if noted == live.noted else {"status": noted[0], "due": noted[1], "changed": entry.at}
        try:
            is_stored = await self.storage.append(table.id, table.seq + 1, data, note, sent)
        except StorageError as error:
            self._doubt(live)
            raise unavailable(str(error)) from error
        except BaseException:
            self._doubt(live)
            raise
        if not is_stored:
            METRICS.conflicts.inc()
            await self.catch_up(live)
            raise conflict("something else happened at this table first; look again", table.seq)
        live.noted = noted
        self._take_in(live, entry, after, by, reply)
        for tell in self.on_entry:
            tell(live, entry, data)

    def _foresee(self, live: Live, entry: log.AnyEntry, after: Position | None) -> tuple[Noted, list[dict[str, Any]]]:
        """What the list of tables must say after an entry, and what must be sent outside."""
        table = live.table
        if isinstance(entry, log.Moved):
            is_plain = not table.is_watched and after is not None and not after.is_over
        else:
            is_plain = isinstance(entry, CHANGES_NO_NOTE)
        if live.noted is not None and is_plain and not any(seat.notices for seat in table.seats):
            return live.noted, []
        trial = table.trial()
        trial.apply(entry, after)
        due = trial.deadline()
        if trial.to_move is not None and trial.seats[trial.to_move].is_played_by_bot:
            due = entry.at + self.bot_grace
        return (trial.status, due), to_send(trial, entry, live.present())

    def _doubt(self, live: Live) -> None:
        """Read the log again before anything else happens at a table."""
        live.is_doubtful = True
        asyncio.get_running_loop().call_later(RETRY, lambda: self.go(self._settle(live)))

    async def _settle(self, live: Live) -> None:
        if not live.is_doubtful:
            return
        try:
            async with live.lock:
                await self.catch_up(live)
        except Refusal:
            self._doubt(live)

    async def catch_up(self, live: Live) -> None:
        """Take in what was stored by others, or by us without our knowing; needs the table's lock."""
        try:
            stored = await self.storage.read(live.table.id, live.table.seq)
        except StorageError as error:
            self._doubt(live)
            raise unavailable(str(error)) from error
        was_doubtful, live.is_doubtful = live.is_doubtful, False
        for data in stored:
            self._take_in(live, log.decode(data))
        if was_doubtful and not stored:
            self._changed(live)

    async def heard(self, name: str, seq: int, data: bytes) -> None:
        """Take in an entry that another process stored."""
        live = self.tables.get(name)
        if live is None:
            return
        async with live.lock:
            if seq == live.table.seq + 1 and not live.is_doubtful:
                self._take_in(live, log.decode(data))
            elif seq > live.table.seq:
                await self.catch_up(live)

    async def catch_up_all(self) -> None:
        """Take in what all followed tables missed while no news came from other processes."""
        loaded = {name: live for name, live in self.tables.items() if live.listeners}
        try:
            newest = await self.storage.newest(list(loaded))
        except StorageError as error:
            raise unavailable(str(error)) from error
        for name, seq in newest.items():
            live = loaded[name]
            async with live.lock:
                if seq > live.table.seq:
                    await self.catch_up(live)

    def _take_in(
        self,
        live: Live,
        entry: log.AnyEntry,
        after: Position | None = None,
        by: Listener | None = None,
        reply: bytes = b"",
    ) -> None:
        steps = live.table.tell(entry) if live.listeners else []
        live.table.apply(entry, after)
        if isinstance(entry, SEATS_CHANGE):
            for listener in live.listeners:
                listener.sit()
        if live.listeners:
            News(live.table, entry, steps, live.present()).send(live.listeners, by, reply)
        METRICS.entries.inc()
        self._changed(live)

    def _changed(self, live: Live) -> None:
        for notice in self.after_change:
            notice(live)

    def follow(self, live: Live, listener: Listener) -> None:
        """Let somebody follow a table."""
        before = live.present()
        live.listeners.add(listener)
        self.tell_presence(live, before)

    def unfollow(self, live: Live, listener: Listener) -> None:
        """Let somebody go."""
        before = live.present()
        live.listeners.discard(listener)
        self.tell_presence(live, before)

    def tell_presence(self, live: Live, before: set[int], is_ours: bool = True) -> None:
        """Tell all who follow a table who is there now."""
        if is_ours:
            for tell in self.on_presence:
                tell(live)
        if live.present() != before:
            frame = b'{"type":"table","table":' + showing.table_json(live.table, live.present()) + b"}"
            for listener in live.listeners:
                listener.send(frame)


def unfold(name: str, stored: list[bytes]) -> Table:
    """A table from its log."""
    first = log.decode(stored[0])
    assert isinstance(first, log.Created)
    table = Table(name, first)
    for data in stored[1:]:
        table.apply(log.decode(data))
    return table


def undo_agreed(table: Table) -> Made | None:
    """Take the moves back that all agreed to take back."""
    if table.status != "playing" or table.undo_asked is None:
        return None
    return log.Undone(at=now(), seat=table.undo_asked, moves=table.moves_to_undo(table.undo_asked)), None


def _refused(error: MoveError) -> Refusal:
    text = str(error).removesuffix(f" [{error.rule}]") if error.rule else str(error)
    return illegal(text, error.rule)
