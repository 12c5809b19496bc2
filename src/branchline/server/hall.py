"""All tables of this process: reads them from their logs, appends to these, and sends the news."""

import asyncio
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Literal

from msgspec import structs

from branchline import fair
from branchline.errors import BranchlineError, MoveError
from branchline.position import Position
from branchline.server import acts, showing
from branchline.server import entries as log
from branchline.server.errors import Refusal, away, conflict, damaged, illegal, not_found
from branchline.server.loaded import Live, Noted, now
from branchline.server.metrics import METRICS
from branchline.server.news import SEATS_CHANGE, Listener, News, tell
from branchline.server.outbox import to_send
from branchline.server.play import ground
from branchline.server.ready import Ready
from branchline.server.storage import Storage, StorageError
from branchline.server.table import Make, Table
from branchline.server.tasks import Tasks
from branchline.server.unfolding import Unfolder
from branchline.server.upkeep import Upkeep
from branchline.server.uploads import Uploads

logger = logging.getLogger("branchline.tables")
KEPT = 4000  # tables without listeners that stay loaded
IS_ID = re.compile(r"[0-9a-f]{16}")
QUIET, QUIET_OVER = 300.0, 60.0  # seconds after which a table that nobody asks for leaves the memory
RETRY = 1.0  # seconds until a table whose log is in doubt is read again
KEPT_AT_ONCE = 100  # entries of a record
FORGOTTEN_AT_ONCE = 50  # tables
MOST_ENTRIES = 10_000  # of one table; a long game has 700
MOST_TALK = 3_000  # entries after which nobody talks: all of it is told to whoever comes back
ALWAYS = (  # whatever leads to the end of a game
    log.Moved
    | log.ChosenEarly
    | log.Resigned
    | log.TimedOut
    | log.Paused
    | log.CameBack
    | log.Closed
    | log.ChatRemoved
    | log.Deleted
)
CHANGES_NO_NOTE = (
    log.Chatted | log.Renamed | log.ColourChosen | log.Seated | log.ChosenEarly | log.TokenChanged | log.UndoAsked
)


class Hall:
    """The tables."""

    def __init__(self, storage: Storage, bot_grace: int = 15_000) -> None:
        self.storage = storage
        self.upkeep = Upkeep(storage)
        self.ready = Ready()
        self.unfolder = Unfolder(storage, self.ready)
        self.uploads = Uploads(storage)
        self.bot_grace = bot_grace
        self.tables: OrderedDict[str, Live] = OrderedDict()
        self.after_change: list[Callable[[Live], None]] = []  # called when a table is loaded or has changed
        self.on_entry: list[Callable[[Live, log.AnyEntry, bytes], None]] = []  # called for entries stored here
        self.on_presence: list[Callable[[Live], None]] = []
        self.tasks = Tasks()
        self.is_alone = True  # whether there are no other processes
        self.is_deaf = False  # whether no news come from other processes
        self.missed = 0  # how often news may have been missed
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._missed: set[str] = set()  # tables of which something was heard while they were read

    def go(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something beside."""
        self.tasks.go(work)

    async def get(self, name: str) -> Live:
        """A table, read from its log if it is not in memory."""
        live = self.tables.get(name)
        if live is None:
            if not IS_ID.fullmatch(name):
                raise not_found("there is no such table")
            if name not in self._loading:
                self._loading[name] = asyncio.get_running_loop().create_task(self._load(name))
            return _there(await asyncio.shield(self._loading[name]))
        self.tables.move_to_end(name)
        live.touch()
        if live.is_doubtful or self.is_deaf or live.missed < self.missed:
            async with live.lock:
                await self.catch_up(live)
        return _there(live)

    async def forget_quiet(self) -> None:
        """Let tables leave the memory that nobody has asked for; whatever is due there is in the database."""
        for number, (name, live) in enumerate(list(self.tables.items()), 1):
            if number % FORGOTTEN_AT_ONCE == 0:
                await asyncio.sleep(0)
            if self.tables.get(name) is not live:
                continue
            quiet = time.monotonic() - live.touched
            if live.is_idle and quiet > (QUIET_OVER if live.table.play is None or live.table.play.is_over else QUIET):
                self._forget(name)
            elif quiet > QUIET_OVER and not live.is_thinking:  # somebody follows it, but nothing happens
                live.told = None
                live.bots.clear()

    def _forget(self, name: str) -> None:
        forgotten = self.tables.pop(name)
        if forgotten.timer:
            forgotten.timer.cancel()

    def bot_tables(self) -> int:
        """How many tables of bots alone are under way here."""
        tables = (live.table for live in self.tables.values() if live.table.status == "playing")
        return sum(not any(seat.kind == "person" for seat in table.seats) for table in tables)

    def hear_again(self) -> None:
        """News come again; whatever came before is to be read."""
        self.is_deaf = False
        self.missed += 1

    async def _load(self, name: str) -> Live:
        try:
            self._missed.discard(name)
            missed = self.missed
            stored = await self.storage.read(name)
            if not stored:
                raise not_found("there is no such table")
            live = Live(await self.unfolder.unfold(name, stored, await self.storage.secret(name)))
            live.missed = missed
            self._keep(live)
        except StorageError as error:
            raise away(error) from error
        finally:
            self._loading.pop(name, None)
        if name in self._missed:
            async with live.lock:
                await self.catch_up(live)
        self._changed(live)
        return live

    def _keep(self, live: Live) -> None:
        self.tables[live.table.id] = live
        if len(self.tables) > KEPT:
            idle = [name for name, other in self.tables.items() if other.is_idle and other is not live]
            for name in idle[: len(self.tables) - KEPT]:
                self._forget(name)

    async def create(self, created: log.Created) -> Live:
        """Set a new table."""
        name = secrets.token_hex(8)
        hidden = "" if created.lesson else fair.new_secret()  # the deal of a lesson is no chance
        note = {"status": "lobby", "public": created.public, "changed": created.at, "due": None}
        try:
            await self.uploads.use(name, created.board)
            commitment = fair.commit(name, hidden) if hidden else ""
            created = structs.replace(await self.unfolder.imprint(created), commitment=commitment)
            await asyncio.to_thread(ground, created.board, created.options, created.fingerprint)
            live = Live(Table(name, created, hidden))
            await self.storage.append(name, 1, log.encode(created), note, secret=hidden)
        except StorageError as error:
            raise away(error) from error
        live.noted, live.missed = ("lobby", None), self.missed
        self._keep(live)
        return live

    async def keep_game(self, made: list[log.AnyEntry], status: Literal["record", "playing"] = "record") -> str:
        """Keep a game that was played elsewhere, to be looked at or to be played on; returns its name."""
        name = secrets.token_hex(8)
        note = {"status": status, "public": False, "changed": now(), "due": None}
        first, *others = made
        assert isinstance(first, log.Created)
        try:
            await self.uploads.use(name, first.board)
            append = self.storage.append
            await append(name, 1, log.encode(await self.unfolder.imprint(first)), note)
            for begin in range(0, len(others), KEPT_AT_ONCE):
                some = enumerate(others[begin : begin + KEPT_AT_ONCE], begin + 2)
                await asyncio.gather(*(append(name, seq, log.encode(entry)) for seq, entry in some))
        except StorageError as error:
            raise away(error) from error
        return name

    async def act(self, live: Live, make: Make, by: Listener | None = None, reply: bytes = b"") -> int:
        """Let something happen: `make` looks at the table as it is and gives the entry; returns its number."""
        async with live.lock:
            if live.is_doubtful:
                await self.catch_up(live)
            await self._store(live, make, by, reply)
            if live.table.undo_asked is not None and live.table.undo_agreed_by_all():
                await self._store(live, acts.undo_agreed)
            await self._play_chosen(live)
            return live.table.seq

    async def play_chosen(self, live: Live) -> None:
        """Make the moves that were chosen before their turn, if it has come."""
        async with live.lock:
            await self._play_chosen(live)

    async def _play_chosen(self, live: Live) -> None:
        while not live.is_doubtful and live.table.to_move in live.table.early:
            try:
                await self._store(live, acts.play_early)
            except Refusal as refusal:  # what led here is stored all the same; where this is not, it is due soon
                logger.info("chosen move not made yet", extra={"table": live.table.id, "code": refusal.code})
                if refusal.code != "conflict":  # that is, somebody else was faster: look again
                    return

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
        most = MOST_TALK if isinstance(entry, log.Chatted) else MOST_ENTRIES
        if table.seq >= most and not isinstance(entry, ALWAYS):
            raise Refusal(409, "full", "so much has happened at this table that only the game itself can go on")
        noted, sent = self._foresee(live, entry, after)
        if noted[0] in ("over", "deleted") and not table.revealed:
            entry = structs.replace(entry, reveals=table.hidden)
        data = log.encode(entry)
        note = None if noted == live.noted else {"status": noted[0], "due": noted[1], "changed": entry.at}
        try:
            is_stored = await self.storage.append(table.id, table.seq + 1, data, note, sent)
        except StorageError as error:
            self._doubt(live)
            raise away(error) from error
        except BaseException:
            self._doubt(live)
            raise
        if not is_stored:
            METRICS.conflicts.inc()
            await self.catch_up(live)
            raise conflict("something else happened at this table first; look again", table.seq)
        live.noted, live.is_ours = noted, True
        self._take_in(live, entry, after, by, reply)
        for listen in self.on_entry:
            listen(live, entry, data)

    def _foresee(self, live: Live, entry: log.AnyEntry, after: Position | None) -> tuple[Noted, list[dict[str, Any]]]:
        """What the list of tables must say after an entry, and what must be sent outside."""
        table = live.table
        if isinstance(entry, log.Moved):
            is_plain = not table.is_watched and not table.early and after is not None and not after.is_over
        else:
            is_plain = isinstance(entry, CHANGES_NO_NOTE)
        if live.noted is not None and is_plain and not any(seat.notices for seat in table.seats):
            return live.noted, []
        trial = table.trial()
        trial.apply(entry, after)
        due = trial.deadline()
        if trial.to_move is not None and (trial.seats[trial.to_move].is_played_by_bot or trial.to_move in trial.early):
            due = entry.at + self.bot_grace
        return (trial.status, due), to_send(trial, entry, live.looking())

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
        missed = self.missed
        try:
            stored = await self.storage.read(live.table.id, live.table.seq)
        except StorageError as error:
            self._doubt(live)
            raise away(error) from error
        was_doubtful, live.is_doubtful = live.is_doubtful, False
        live.missed = missed
        try:
            for data in stored:
                live.is_ours = False
                self._take_in(live, log.decode(data))
        except Exception as error:
            logger.exception("table damaged", extra={"table": live.table.id})
            self.tables.pop(live.table.id, None)
            raise damaged() from error
        if was_doubtful and not stored:
            self._changed(live)

    async def heard(self, name: str, seq: int, data: bytes) -> None:
        """Take in an entry that another process stored."""
        live = self.tables.get(name)
        if live is None:
            if name in self._loading:
                self._missed.add(name)
            return
        async with live.lock:
            if seq == live.table.seq + 1 and not live.is_doubtful:
                live.is_ours = False
                self._take_in(live, log.decode(data))
            elif seq > live.table.seq:
                await self.catch_up(live)

    async def catch_up_all(self) -> None:
        """Take in what all followed tables missed while no news came from other processes."""
        loaded = {name: live for name, live in self.tables.items() if live.listeners}
        try:
            newest = await self.storage.newest(list(loaded))
        except StorageError as error:
            raise away(error) from error
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
        live.touch()
        is_followed = bool(live.listeners) or live.told is not None
        steps = live.table.tell(entry) if is_followed else []
        live.table.apply(entry, after)
        if isinstance(entry, log.Seated):
            live.seat_anew(entry.order)
        if isinstance(entry, SEATS_CHANGE):
            for listener in live.listeners:
                listener.sit()
        if is_followed:
            told = tell(live.table, entry, steps)
            if isinstance(entry, log.ChatRemoved):
                live.told = None  # what was removed is not told again
            if live.told is not None:
                live.told.append(told)
            if live.listeners:
                News(live.table, entry, told, live.present()).send(live.listeners, by, reply)
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
        live.seen |= dict.fromkeys(before - live.present(), now())
        if is_ours:
            for tell in self.on_presence:
                tell(live)
        if live.present() != before:
            frame = b'{"type":"table","table":' + showing.table_json(live.table, live.present()) + b"}"
            for listener in live.listeners:
                listener.send(frame)


def _there(live: Live) -> Live:
    """A table, unless it was deleted."""
    if live.table.status == "deleted":
        raise Refusal(410, "deleted", "this table has been deleted")
    return live


def _refused(error: MoveError) -> Refusal:
    text = str(error).removesuffix(f" [{error.rule}]") if error.rule else str(error)
    return illegal(text, error.rule)
