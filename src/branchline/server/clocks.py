"""Time at the tables: clocks that run out, and tables that a stopped process left behind."""

import asyncio
import logging

from branchline.server import acts
from branchline.server.errors import Refusal
from branchline.server.hall import Hall, Live, now
from branchline.server.storage import StorageError

SWEEP = 1.0  # seconds between looks for tables where something is due
LONGEST_TIMER = 3600.0  # seconds; later deadlines are found by a sweep

log = logging.getLogger("branchline.clocks")


class Clocks:
    """Ends the time of players, also of those whose table no process has in memory."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        hall.after_change.append(self.look)
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    def close(self) -> None:
        """Stop looking."""
        self._sweeper.cancel()

    def look(self, live: Live) -> None:
        """Set the timer of a table anew."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.table.deadline()
        if deadline is None:
            return
        left = (deadline - now()) / 1000
        if left < LONGEST_TIMER:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(max(0.0, left) + 0.005, lambda: self._hall.go(self._ring(live)))

    async def _ring(self, live: Live) -> None:
        live.timer = None
        if (seat := live.table.to_move) is not None:
            try:
                await self._hall.act(live, acts.time_out(seat))
            except Refusal as refusal:
                log.info("clock not applied", extra={"table": live.table.id, "code": refusal.code})

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                for name in await self._hall.storage.due(now()):
                    await self._due(name)
            except StorageError as error:
                log.warning("sweep failed", extra={"reason": str(error)})

    async def _due(self, name: str) -> None:
        """Do what is due at a table, whoever should have done it."""
        try:
            live = await self._hall.get(name)
            async with live.lock:
                await self._hall.catch_up(live)
            for notice in self._hall.after_change:
                notice(live)
        except Refusal as refusal:
            log.warning("table not served", extra={"table": name, "code": refusal.code})
