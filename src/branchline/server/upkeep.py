"""What the service does with its tables by itself: what is due, what has expired, and what the operator asks for."""

from typing import Any

import sqlalchemy as sa

from branchline.server.schema import ANALYSES, ENTRIES, KEEPSAKES, OUTAGES, OUTBOX, PLAYED_ON, PULSE, SECRETS, TABLES
from branchline.server.storage import Storage

LONGEST_CLOCK = 61 * 86_400_000  # milliseconds that a player may have for a move


class Upkeep:
    """Questions to the database beside those of the games."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def list_tables(self, status: str, limit: int) -> list[dict[str, Any]]:
        """What the list of tables says, those changed last first."""
        query = sa.select(TABLES).order_by(TABLES.c.changed.desc()).limit(limit)
        rows = await self._storage.select(query.where(TABLES.c.status == status) if status else query)
        names = ("id", "status", "public", "changed", "due")
        return [dict(zip(names, row, strict=True)) for row in rows]

    async def rewrite(self, table: str, seq: int, data: bytes) -> None:
        """Put something else in the place of an entry; only where the game does not depend on it."""
        one = sa.update(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.seq == seq).values(data=data)
        await self._storage.run(lambda connection: connection.execute(one))

    async def replace_kept(self, name: str, value: bytes) -> None:
        """Keep another value under a name."""
        change = sa.update(KEEPSAKES).where(KEEPSAKES.c.name == name).values(value=value)
        await self._storage.run(lambda connection: connection.execute(change))

    async def unchanged(self, status: str, since: int, limit: int) -> list[str]:
        """Tables in a state of which nothing was noted since a time, those of the longest time first."""
        query = sa.select(TABLES.c.id).where(TABLES.c.status == status, TABLES.c.changed < since)
        query = query.order_by(TABLES.c.changed).limit(limit)
        return [row[0] for row in await self._storage.select(query)]

    async def last(self, table: str) -> bytes | None:
        """The last entry of a table."""
        query = sa.select(ENTRIES.c.data).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.seq.desc()).limit(1)
        found = await self._storage.select(query)
        return bytes(found[0][0]) if found else None

    async def touch(self, table: str, changed: int) -> None:
        """Note when something last happened at a table."""
        change = sa.update(TABLES).where(TABLES.c.id == table).values(changed=changed)
        await self._storage.run(lambda connection: connection.execute(change))

    async def remove(self, table: str) -> None:
        """Remove all there is of a table."""

        def remove(connection: sa.Connection) -> None:
            for kind in (ENTRIES, OUTBOX, SECRETS, ANALYSES, PLAYED_ON):
                connection.execute(sa.delete(kind).where(kind.c.table_id == table))
            connection.execute(sa.delete(TABLES).where(TABLES.c.id == table))

        await self._storage.run(remove)

    async def put_off(self, table: str, due: int) -> None:
        """Look again at a table later."""
        await self._storage.run(lambda c: c.execute(sa.update(TABLES).where(TABLES.c.id == table).values(due=due)))

    async def take_due(self, table: str, due: int, later: int) -> bool:
        """Take it upon us to do what is due; False if another process has."""
        is_ours = (TABLES.c.id == table, TABLES.c.due == due)
        change = sa.update(TABLES).where(*is_ours).values(due=later)
        return await self._storage.run(lambda connection: connection.execute(change).rowcount == 1)

    async def due(self, now: int, limit: int = 500) -> list[tuple[str, int]]:
        """The tables at which the service has to do something, and since when."""
        query = sa.select(TABLES.c.id, TABLES.c.due).where(TABLES.c.due <= now).order_by(TABLES.c.due).limit(limit)
        return [(str(row[0]), int(row[-1])) for row in await self._storage.select(query)]

    async def beat(self, now: int, gap: int) -> list[tuple[int, int]]:
        """Say that somebody can store; a pause longer than `gap` was an outage. Returns the outages of late."""

        first = f"INSERT INTO pulse (id, at) VALUES (1, {now:d}) ON CONFLICT DO NOTHING"

        def beat(connection: sa.Connection) -> list[tuple[int, int]]:
            connection.exec_driver_sql(first)
            connection.execute(sa.update(PULSE).values(at=PULSE.c.at))  # from here on all others wait: one notes it
            last: int = connection.execute(sa.select(PULSE.c.at)).scalar_one()
            if last < now:
                connection.execute(sa.update(PULSE).values(at=now))
            if now - last > gap:
                connection.execute(sa.insert(OUTAGES).values(began=last, ended=now))
            late = sa.select(OUTAGES).where(OUTAGES.c.ended > now - LONGEST_CLOCK).order_by(OUTAGES.c.began)
            return [(began, ended) for began, ended in connection.execute(late)]

        return await self._storage.run(beat)
