"""The logs of all tables in a database: SQLite in one file, or PostgreSQL.

One thread writes. It takes everything that waits, puts it into one transaction and tells all who wait once that is
durable; so the price of a commit is shared. An entry's number is part of the key: of two entries with the same number
one is stored, and the other learns that it came too late.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from branchline.errors import needs_extra
from branchline.server.metrics import METRICS
from branchline.server.schema import ANALYSES, BOARDS, ENTRIES, KEEPSAKES, OUTBOX, SECRETS, TABLES, SchemaError, upgrade

MOST_AT_ONCE = 256
BUSY, PAUSE = 6, 0.003  # after a batch of so many, more may gather for so many seconds: that costs less than a commit
TOLD_AT_ONCE = 16  # whose entries are stored; what they do then takes a fifth of a millisecond each
TRUSTED_AGAIN = 10.0  # seconds after a failure
STARTS = 10.0  # seconds that a database on a server has to start
SERVER: dict[str, Any] = {"pool_size": 4, "pool_pre_ping": True, "connect_args": {"connect_timeout": 5}}
INSERT = "INSERT INTO entries (table_id, seq, data) VALUES {} ON CONFLICT DO NOTHING"

T = TypeVar("T")


class StorageError(Exception):
    """The database cannot be reached or is full; nothing was stored."""


Outcome = bool | StorageError  # whether an entry was stored: False if there is one with its number, or what failed


@dataclass(slots=True)
class Append:
    """An entry that waits to be stored, with what to note about its table and what to send outside."""

    table: str
    seq: int
    data: bytes
    note: dict[str, Any] | None
    to_send: list[dict[str, Any]] | None
    secret: str  # of the draws, with the first entry
    done: "asyncio.Future[bool]"


class Storage:
    """The database of the service."""

    def __init__(self, url: str) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.kind = url.partition(":")[0]
        with needs_extra("PostgreSQL", "server"):
            self.engine = sa.create_engine(url, **({} if self.is_sqlite else SERVER))
        if self.is_sqlite:
            _protect(self.engine.url.database)
            sa.event.listen(self.engine, "connect", _set_up_sqlite)
        self._waiting: list[Append] = []
        self._is_writing = False
        self._failure: StorageError | None = None  # of the last batch
        self._failed = 0.0  # when
        self._connection: sa.Connection | None = None
        self._batches: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, list[Append]] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, "storage-reader")
        self._writer = threading.Thread(target=self._write, name="storage-writer", daemon=True)
        mark = "?" if self.is_sqlite else "%s"
        self._row = f"({mark},{mark},{mark})"

    def open(self) -> None:
        """Start to write; the tables may still have to be made."""
        self._writer.start()

    def make_tables(self, patience: float = STARTS) -> None:
        """Make the tables or bring them up to date; a database that is just starting has a little time."""
        until = time.monotonic() + (0.5 if self.is_sqlite else patience)
        while True:
            try:
                with self.engine.begin() as connection:
                    upgrade(connection)
                return
            except SchemaError as error:
                raise StorageError(str(error)) from error
            except SQLAlchemyError as error:  # perhaps another process makes them at this moment
                if time.monotonic() > until:
                    raise StorageError(f"the database cannot be opened: {_short(error)}") from error
                time.sleep(0.2)

    def close(self) -> None:
        """Store what waits, then let go."""
        self._batches.put(None)
        self._writer.join(10)
        self._readers.shutdown()
        self.engine.dispose()

    async def append(
        self,
        table: str,
        seq: int,
        data: bytes,
        note: dict[str, Any] | None = None,
        to_send: list[dict[str, Any]] | None = None,
        secret: str = "",
    ) -> bool:
        """Store an entry; False if there is one with this number already."""
        loop = asyncio.get_running_loop()
        one = Append(table, seq, data, note, to_send, secret, loop.create_future())
        self._waiting.append(one)
        if not self._is_writing:
            self._is_writing = True
            loop.call_soon(self._hand_over, loop)
        return await one.done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the writer everything that came while it wrote."""
        batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
        self._is_writing = bool(batch)
        if batch:
            self._batches.put((loop, batch))

    def _write(self) -> None:
        while (work := self._batches.get()) is not None:
            loop, batch = work
            with METRICS.stored.time():
                outcomes = self._store(batch)
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._tell, loop, batch, outcomes)
        self._drop_connection()

    def _store(self, batch: list[Append]) -> list[Outcome]:
        """Store a batch; if that fails because of what is in it, each alone, so that nobody pays for another's."""
        try:
            stored: list[Outcome] = [*self._insert(batch)]
            self._failure = None
            return stored
        except Exception as error:  # whatever it is, those who wait are told, and the next batch is tried
            if len(batch) > 1 and not isinstance(error, OperationalError | InterfaceError):
                return [outcome for one in batch for outcome in self._store([one])]
            self._failure, self._failed = StorageError(_short(error)), time.monotonic()
            return [self._failure] * len(batch)

    def _tell(self, loop: asyncio.AbstractEventLoop, batch: list[Append], outcomes: list[Outcome]) -> None:
        if len(batch) >= BUSY:
            loop.call_later(PAUSE, self._hand_over, loop)
        else:
            self._hand_over(loop)
        self._tell_some(loop, [*zip(batch, outcomes, strict=True)])

    def _tell_some(self, loop: asyncio.AbstractEventLoop, left: list[tuple[Append, Outcome]]) -> None:
        """Tell those who wait a few at a time: each does something then, and others have their turn between them."""
        if len(left) > TOLD_AT_ONCE:
            loop.call_soon(self._tell_some, loop, left[TOLD_AT_ONCE:])
        for one, outcome in left[:TOLD_AT_ONCE]:
            if one.done.done():
                continue
            if isinstance(outcome, StorageError):
                one.done.set_exception(outcome)
            else:
                one.done.set_result(outcome)

    def _insert(self, batch: list[Append]) -> list[bool]:
        """Store a batch in one statement; only if not all of it is new, one after the other."""
        values = ",".join([self._row] * len(batch))
        parameters = tuple(value for one in batch for value in (one.table, one.seq, one.data))
        connection = self._writer_connection()
        try:
            done = connection.exec_driver_sql(INSERT.format(values), parameters)
            if done.rowcount == len(batch):
                outcomes = [True] * len(batch)
            else:
                connection.rollback()
                outcomes = [self._insert_one(connection, one) for one in batch]
            for one, is_stored in zip(batch, outcomes, strict=True):
                if is_stored and one.note is not None:
                    self._note(connection, one)
                if is_stored and one.to_send:
                    connection.execute(sa.insert(OUTBOX), one.to_send)
            connection.commit()
        except Exception:
            self._drop_connection()
            raise
        return outcomes

    def _writer_connection(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self.engine.connect()
        return self._connection

    def _drop_connection(self) -> None:
        """Let go of a connection that failed; the next batch gets a new one."""
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None

    def _insert_one(self, connection: sa.Connection, one: Append) -> bool:
        done = connection.exec_driver_sql(INSERT.format(self._row), (one.table, one.seq, one.data))
        return done.rowcount == 1

    def _note(self, connection: sa.Connection, one: Append) -> None:
        assert one.note is not None
        if one.seq == 1:
            connection.execute(sa.insert(TABLES).values(id=one.table, **one.note))
            if one.secret:
                connection.execute(sa.insert(SECRETS).values(table_id=one.table, secret=one.secret))
        else:
            connection.execute(sa.update(TABLES).where(TABLES.c.id == one.table).values(**one.note))

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries of a table after a number, in order."""
        query = (
            sa.select(ENTRIES.c.data).where(ENTRIES.c.table_id == table, ENTRIES.c.seq > after).order_by(ENTRIES.c.seq)
        )
        return [row[0] for row in await self.select(query)]

    async def secret(self, table: str) -> str:
        """The secret of a table's draws; empty if it has none."""
        found = await self.select(sa.select(SECRETS.c.secret).where(SECRETS.c.table_id == table))
        return str(found[0][0]) if found else ""

    async def public_tables(self, limit: int) -> list[str]:
        """The public tables with the newest first, those that wait for players before the others."""
        query = (
            sa.select(TABLES.c.id)
            .where(TABLES.c.public, TABLES.c.status.in_(("lobby", "playing")))
            .order_by(TABLES.c.status, TABLES.c.changed.desc())
            .limit(limit)
        )
        return [row[0] for row in await self.select(query)]

    async def newest(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of some tables."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), 500):
            query = (
                sa.select(ENTRIES.c.table_id, sa.func.max(ENTRIES.c.seq))
                .where(ENTRIES.c.table_id.in_(tables[start : start + 500]))
                .group_by(ENTRIES.c.table_id)
            )
            for row in await self.select(query):
                found[str(row[0])] = int(row[-1])
        return found

    async def count(self, status: Sequence[str]) -> int:
        """How many tables are in one of these states."""
        query = sa.select(sa.func.count()).select_from(TABLES).where(TABLES.c.status.in_(status))
        return int((await self.select(query))[0][0])

    async def keep(self, name: str, value: bytes) -> bytes:
        """Keep a value under a name, unless there is one; return the one that is there."""
        insert = self._insert_new("keepsakes (name, value)", 2)
        query = sa.select(KEEPSAKES.c.value).where(KEEPSAKES.c.name == name)

        def keep(connection: sa.Connection) -> bytes:
            connection.exec_driver_sql(insert, (name, value))
            kept: bytes = connection.execute(query).scalar_one()
            return kept

        return await self.run(keep)

    def _insert_new(self, into: str, values: int) -> str:
        marks = ", ".join(["?" if self.is_sqlite else "%s"] * values)
        return f"INSERT INTO {into} VALUES ({marks}) ON CONFLICT DO NOTHING"

    async def keep_board(self, fingerprint: str, text: str) -> None:
        """Keep the text of a board."""
        insert = self._insert_new("boards (fingerprint, text)", 2)
        await self.run(lambda connection: connection.exec_driver_sql(insert, (fingerprint, text.encode())))

    async def board(self, fingerprint: str) -> str | None:
        """The text of a board; None if it was never kept."""
        found = await self.select(sa.select(BOARDS.c.text).where(BOARDS.c.fingerprint == fingerprint))
        return bytes(found[0][0]).decode() if found else None

    async def keep_analysis(self, table: str, version: int, data: bytes) -> None:
        """Keep what the coach found in a game."""
        insert = self._insert_new("analyses (table_id, version, data)", 3)
        await self.run(lambda connection: connection.exec_driver_sql(insert, (table, version, data)))

    async def replace_analysis(self, table: str, version: int, data: bytes) -> None:
        """Keep something in the place of what was kept."""

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(ANALYSES).where(ANALYSES.c.table_id == table, ANALYSES.c.version == version))
            connection.execute(sa.insert(ANALYSES).values(table_id=table, version=version, data=data))

        await self.run(write)

    async def analysis(self, table: str, version: int) -> bytes | None:
        """What the coach found in a game; None if it has not looked."""
        query = sa.select(ANALYSES.c.data).where(ANALYSES.c.table_id == table, ANALYSES.c.version == version)
        found = await self.select(query)
        return bytes(found[0][0]) if found else None

    async def status(self, table: str) -> str:
        """What the list of tables says of one."""
        found = await self.select(sa.select(TABLES.c.status).where(TABLES.c.id == table))
        return str(found[0][0]) if found else ""

    async def check(self) -> None:
        """Write something, to see that it can be done; raise also if an entry has just failed to be stored."""
        again = sa.update(KEEPSAKES).values(value=KEEPSAKES.c.value)
        await self.run(lambda connection: connection.execute(again))
        if self._failure and time.monotonic() - self._failed < TRUSTED_AGAIN:
            raise StorageError(str(self._failure))

    async def select(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """What a query finds."""
        return await self.run(lambda connection: connection.execute(query).all())

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """Do something with the database besides, in one transaction."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._run, work)

    def _run(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except SQLAlchemyError as error:
            raise StorageError(_short(error)) from error


def _protect(path: str | None) -> None:
    """Let nobody else on this machine read a file with cards and secrets; what SQLite puts beside it is made alike."""
    if not path or path == ":memory:":
        return
    with suppress(OSError):  # what is wrong with the file is said when it is opened
        file = Path(path)
        file.touch(mode=0o600)
        for one in (file, *(Path(f"{path}-{beside}") for beside in ("wal", "shm"))):
            if one.exists():
                one.chmod(0o600)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _short(error: Exception) -> str:
    """What the database says, without the statement."""
    said = str(error.orig if isinstance(error, DBAPIError) else error).strip()
    return said.splitlines()[0] if said else type(error).__name__
