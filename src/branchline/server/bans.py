"""Addresses that the operator has shut out."""

import asyncio
from typing import Any

import sqlalchemy as sa

from branchline.server.hall import Hall
from branchline.server.limits import client
from branchline.server.loaded import now
from branchline.server.schema import BANS

LOOK = 10.0  # seconds until another process knows


class Bans:
    """Who is shut out, as the database says, read now and then."""

    def __init__(self, hall: Hall) -> None:
        self._storage = hall.storage
        self._until: dict[str, int] = {}
        hall.tasks.keep("bans", self._read_often)

    def has(self, address: str) -> bool:
        """Whether an address is shut out now."""
        return bool(self._until) and self._until.get(client(address), 0) > now()

    async def listed(self) -> list[dict[str, Any]]:
        """All of them."""
        await self._read()
        return [{"address": address, "until": until} for address, until in self._until.items()]

    async def add(self, address: str, until: int) -> None:
        """Shut an address out."""
        await self.remove(address)
        insert = sa.insert(BANS).values(address=client(address), until=until)
        await self._storage.run(lambda connection: connection.execute(insert))
        await self._read()

    async def remove(self, address: str) -> None:
        """Let an address in."""
        delete = sa.delete(BANS).where(BANS.c.address.in_((address, client(address))))
        await self._storage.run(lambda connection: connection.execute(delete))
        await self._read()

    async def _read(self) -> None:
        query = sa.select(BANS).where(BANS.c.until > now())
        rows = await self._storage.run(lambda connection: connection.execute(query).all())
        self._until = {row.address: row.until for row in rows}

    async def _read_often(self) -> None:
        while True:
            await self._read()
            await asyncio.sleep(LOOK)
