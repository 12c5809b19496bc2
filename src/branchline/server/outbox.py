"""Notices that wait to be sent: they are stored with the entry that they tell of, and whichever process comes first
sends them. Who takes one has it for a while; if that process stops, another takes it then."""

from collections.abc import Set
from typing import Any

import sqlalchemy as sa

from branchline.server import entries as log
from branchline.server.schema import OUTBOX
from branchline.server.storage import Storage
from branchline.server.table import Table

LEASE = 15_000  # milliseconds for one attempt
AT_ONCE = 50
ENDS_GAME = log.Moved | log.Resigned | log.TimedOut

Waiting = sa.Row[Any]


def to_send(table: Table, entry: log.AnyEntry, present: Set[int]) -> list[dict[str, Any]]:
    """The rows for those who are to be told of an entry that made a table what it is."""
    if table.status == "over" and isinstance(entry, ENDS_GAME):
        kind, told = "over", list(range(len(table.seats)))
    elif table.to_move is not None and table.to_move != table.before_move:
        is_waited_for = not table.seats[table.to_move].is_played_by_bot and table.to_move not in table.early
        kind, told = "your_turn", [table.to_move] if is_waited_for else []
    else:
        return []
    about = {"table_id": table.id, "seq": table.seq, "kind": kind, "attempt": 0, "due": entry.at}
    return [
        {**about, "seat": seat, "target": notice.target}
        for seat in told
        for notice in table.seats[seat].notices
        if notice.how == "webhook" or seat not in present
    ]


class Outbox:
    """The notices of all tables that wait."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def take(self, now: int) -> list[Waiting]:
        """The notices that are due and that nobody else has taken; they are ours for a while."""

        def take(connection: sa.Connection) -> list[Waiting]:
            query = sa.select(OUTBOX).where(OUTBOX.c.due <= now).order_by(OUTBOX.c.due).limit(AT_ONCE)
            return [one for one in connection.execute(query).all() if put_off(connection, one, now + LEASE)]

        def put_off(connection: sa.Connection, one: Waiting, due: int) -> bool:
            is_ours = (_same(one), OUTBOX.c.attempt == one.attempt)
            change = sa.update(OUTBOX).where(*is_ours).values(attempt=one.attempt + 1, due=due)
            return connection.execute(change).rowcount == 1

        return await self._storage.run(take)

    async def try_later(self, one: Waiting, due: int) -> None:
        """Let a notice wait for its next attempt."""
        await self._storage.run(lambda c: c.execute(sa.update(OUTBOX).where(_same(one)).values(due=due)))

    async def remove(self, one: Waiting) -> None:
        """Forget a notice."""
        await self._storage.run(lambda c: c.execute(sa.delete(OUTBOX).where(_same(one))))


def _same(one: Waiting) -> sa.ColumnElement[bool]:
    return sa.and_(*(column == one._mapping[column.name] for column in OUTBOX.primary_key))
