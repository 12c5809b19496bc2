"""Nothing for ever: tables that nobody needs any more are deleted, and quiet ones leave the memory."""

import asyncio
import logging

from branchline.server import acts
from branchline.server import entries as log
from branchline.server.errors import Refusal
from branchline.server.hall import Hall
from branchline.server.loaded import now
from branchline.server.settings import Settings
from branchline.server.storage import StorageError

DAY = 86_400_000  # milliseconds
OPEN = ("lobby", "playing")
CROWDED = 0.9  # of all tables that may be open
LEAST_KEPT = DAY  # also where many are open
AT_ONCE = 200
LONGEST_PAUSE = 600.0  # seconds between looks
FORGET = 10.0  # seconds between looks for tables that can leave the memory
REMOVED = 3_600_000  # milliseconds after which what was deleted is gone from the database too

logger = logging.getLogger("branchline.expiry")


class Expiry:
    """Deletes what is older than the operator wants to keep."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self._hall, self._most = hall, settings.open_tables
        self._keeps = {status: round(days * DAY) for status, days in settings.keeps.items() if days}
        self._keeps_boards = round(settings.keep_boards * DAY)
        self._pause = max(1.0, min([LONGEST_PAUSE, *(ms / 4000 for ms in self._keeps.values())]))
        hall.tasks.keep("expiry", self._sweep)
        hall.tasks.keep("memory", self._forget)

    async def _forget(self) -> None:
        while True:
            await asyncio.sleep(FORGET)
            await self._hall.forget_quiet()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._pause)
            try:
                for status, ms in self._keeps.items():
                    await self._expire(status, now() - ms)
                await self._make_room()
                await self._hall.uploads.expire(now() - self._keeps_boards)
                for name in await self._hall.upkeep.unchanged("deleted", now() - REMOVED, AT_ONCE):
                    await self._hall.upkeep.remove(name)
            except StorageError as error:
                logger.warning("nothing deleted", extra={"reason": str(error)})

    async def _expire(self, status: str, before: int, most: int = AT_ONCE) -> int:
        """Delete tables in a state at which nothing has happened since a time; says how many those are."""
        upkeep, deleted = self._hall.upkeep, 0
        for name in await upkeep.unchanged(status, before, min(most, AT_ONCE)):
            last = await self._last(name)
            if last >= before:
                await upkeep.touch(name, last)
                continue
            logger.info("table expired", extra={"table": name, "status": status})
            await delete(self._hall, name)
            deleted += 1
        return deleted

    async def _make_room(self) -> None:
        """Before new tables have to be refused, let those go at which nothing has happened for longest."""
        too_many = await self._hall.storage.count(OPEN) - round(CROWDED * self._most)
        for status in OPEN:
            if too_many > 0:
                too_many -= await self._expire(status, now() - LEAST_KEPT, too_many)

    async def _last(self, name: str) -> int:
        """When something last happened at a table; 0 if that cannot be read."""
        data = await self._hall.upkeep.last(name)
        try:
            return log.decode(data).at if data else 0
        except ValueError:
            return 0


async def delete(hall: Hall, name: str) -> None:
    """Delete a table, whatever its state; one that cannot be read leaves the database at once."""
    try:
        await hall.act(await hall.get(name), acts.delete())
    except Refusal as refusal:
        if refusal.code not in ("damaged", "frozen"):
            raise
        await hall.upkeep.remove(name)
