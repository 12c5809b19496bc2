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
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from branchline.server.metrics import METRICS

MOST_AT_ONCE = 256
BUSY, PAUSE = 6, 0.003  # after a batch of so many, more may gather for so many seconds: that costs less than a commit
TRUSTED_AGAIN = 10.0  # seconds after a failure
STARTS = 10.0  # seconds that a database on a server has to start
INSERT = "INSERT INTO entries (table_id, seq, data) VALUES {} ON CONFLICT DO NOTHING"

T = TypeVar("T")
meta = sa.MetaData()
TABLES = sa.Table(
    "tables",
    meta,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger),  # when the service has to do something itself, in milliseconds
    sa.Index("tables_due", "due"),
    sa.Index("tables_public", "public", "status", "changed"),
)
ENTRIES = sa.Table(
    "entries",
    meta,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

OUTBOX = sa.Table(  # notices that wait to be sent
    "outbox",
    meta,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("target", sa.String(1000), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),  # how often somebody has tried
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Index("outbox_due", "due"),
)
KEEPSAKES = sa.Table(
    "keepsakes",
    meta,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)


class StorageError(Exception):
    """The database cannot be reached or is full; nothing was stored."""


@dataclass(slots=True)
class Append:
    """An entry that waits to be stored, with what to note about its table and what to send outside."""

    table: str
    seq: int
    data: bytes
    note: dict[str, Any] | None
    to_send: list[dict[str, Any]] | None
    done: "asyncio.Future[bool]"


class Storage:
    """The database of the service."""

    def __init__(self, url: str) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.kind = url.partition(":")[0]
        options: dict[str, Any] = {} if self.is_sqlite else {"pool_size": 4, "pool_pre_ping": True}
        self.engine = sa.create_engine(url, **options)
        if self.is_sqlite:
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
        """Make the tables if they are not there, and start to write."""
        self.make_tables()
        self._writer.start()

    def make_tables(self) -> None:
        """Make the tables if they are not there; a database that is just starting has a little time."""
        until = time.monotonic() + (0.5 if self.is_sqlite else STARTS)
        while True:
            try:
                meta.create_all(self.engine)
                return
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
    ) -> bool:
        """Store an entry; False if there is one with this number already."""
        loop = asyncio.get_running_loop()
        one = Append(table, seq, data, note, to_send, loop.create_future())
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
            outcomes: list[bool] | StorageError
            try:
                with METRICS.stored.time():
                    outcomes = self._insert(batch)
                self._failure = None
            except SQLAlchemyError as error:
                outcomes = self._failure = StorageError(_short(error))
                self._failed = time.monotonic()
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._tell, loop, batch, outcomes)
        self._drop_connection()

    def _tell(self, loop: asyncio.AbstractEventLoop, batch: list[Append], outcomes: list[bool] | StorageError) -> None:
        if len(batch) >= BUSY:
            loop.call_later(PAUSE, self._hand_over, loop)
        else:
            self._hand_over(loop)
        for i, one in enumerate(batch):
            if one.done.done():
                continue
            if isinstance(outcomes, StorageError):
                one.done.set_exception(outcomes)
            else:
                one.done.set_result(outcomes[i])

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
        except SQLAlchemyError:
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
        else:
            connection.execute(sa.update(TABLES).where(TABLES.c.id == one.table).values(**one.note))

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries of a table after a number, in order."""
        query = (
            sa.select(ENTRIES.c.data).where(ENTRIES.c.table_id == table, ENTRIES.c.seq > after).order_by(ENTRIES.c.seq)
        )
        return [row[0] for row in await self._select(query)]

    async def public_tables(self, limit: int) -> list[str]:
        """The public tables with the newest first, those that wait for players before the others."""
        query = (
            sa.select(TABLES.c.id)
            .where(TABLES.c.public, TABLES.c.status != "over")
            .order_by(TABLES.c.status, TABLES.c.changed.desc())
            .limit(limit)
        )
        return [row[0] for row in await self._select(query)]

    async def due(self, now: int, limit: int = 500) -> list[str]:
        """The tables at which the service has to do something."""
        query = sa.select(TABLES.c.id).where(TABLES.c.due <= now).order_by(TABLES.c.due).limit(limit)
        return [row[0] for row in await self._select(query)]

    async def newest(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of some tables."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), 500):
            query = (
                sa.select(ENTRIES.c.table_id, sa.func.max(ENTRIES.c.seq))
                .where(ENTRIES.c.table_id.in_(tables[start : start + 500]))
                .group_by(ENTRIES.c.table_id)
            )
            for row in await self._select(query):
                found[str(row[0])] = int(row[-1])
        return found

    async def count(self, status: Sequence[str]) -> int:
        """How many tables are in one of these states."""
        query = sa.select(sa.func.count()).select_from(TABLES).where(TABLES.c.status.in_(status))
        return int((await self._select(query))[0][0])

    async def keep(self, name: str, value: bytes) -> bytes:
        """Keep a value under a name, unless there is one; return the one that is there."""
        mark = "?" if self.is_sqlite else "%s"
        insert = f"INSERT INTO keepsakes (name, value) VALUES ({mark}, {mark}) ON CONFLICT DO NOTHING"
        query = sa.select(KEEPSAKES.c.value).where(KEEPSAKES.c.name == name)

        def keep(connection: sa.Connection) -> bytes:
            connection.exec_driver_sql(insert, (name, value))
            kept: bytes = connection.execute(query).scalar_one()
            return kept

        return await self.run(keep)

    async def check(self) -> None:
        """Write something, to see that it can be done; raise also if an entry has just failed to be stored."""
        again = sa.update(KEEPSAKES).values(value=KEEPSAKES.c.value)
        await self.run(lambda connection: connection.execute(again))
        if self._failure and time.monotonic() - self._failed < TRUSTED_AGAIN:
            raise StorageError(str(self._failure))

    async def _select(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
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


def _set_up_sqlite(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _short(error: SQLAlchemyError) -> str:
    """What the database says, without the statement."""
    return str(error.orig if isinstance(error, DBAPIError) else error).strip().splitlines()[0]
