"""Time at the tables: clocks that run out, and tables that a stopped process left behind."""

import asyncio
import logging

from branchline.server import acts
from branchline.server.errors import Refusal
from branchline.server.hall import Hall
from branchline.server.loaded import Live, now
from branchline.server.storage import StorageError

SWEEP = 1.0  # seconds between looks for tables where something is due
BEAT, GAP = 2_000, 6_000  # milliseconds between signs of life, and after which nobody was there
LATER = 60_000  # milliseconds until a table that could not be served is tried again
LONGEST_TIMER = 3600.0  # seconds; later deadlines are found by a sweep

log = logging.getLogger("branchline.clocks")


class Clocks:
    """Ends the time of players, also of those whose table no process has in memory."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._outages: list[tuple[int, int]] = []
        self._beaten = 0  # when we last said that we are there
        self._beating = asyncio.Lock()
        hall.after_change.append(self.look)
        hall.tasks.keep("clocks", self._sweep)

    async def _beat(self) -> list[tuple[int, int]]:
        """Say that we are there, unless that was said just now; returns when nobody was, of late."""
        async with self._beating:  # when many clocks run out at once, once for all
            if now() - self._beaten > BEAT:
                self._outages = await self._hall.upkeep.beat(now(), GAP)
                self._beaten = now()
            return self._outages

    def look(self, live: Live) -> None:
        """Set the timer of a table anew."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.table.deadline()
        if deadline is None:
            return
        if self._outages and live.table.time_lost(self._outages)[0]:
            self._hall.go(self._ring(live))
        left = (deadline - now()) / 1000
        if left < LONGEST_TIMER:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(max(0.0, left) + 0.005, lambda: self._hall.go(self._ring(live)))

    async def _ring(self, live: Live) -> None:
        live.timer = None
        if (seat := live.table.to_move) is not None:
            try:
                await self._hall.act(live, acts.pause(await self._beat()))
                await self._hall.act(live, acts.time_out(seat))
            except StorageError as error:
                log.warning("clock not applied", extra={"table": live.table.id, "reason": str(error)})
            except Refusal as refusal:
                log.info("clock not applied", extra={"table": live.table.id, "code": refusal.code})

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._beat()
                for name, due in await self._hall.upkeep.due(now()):
                    if await self._hall.upkeep.take_due(name, due, now() + self._hall.bot_grace):
                        await self._due(name)
            except StorageError as error:
                log.warning("sweep failed", extra={"reason": str(error)})

    async def _due(self, name: str) -> None:
        """Do what is due at a table, whoever should have done it; all others leave it to us for a while."""
        try:
            live = await self._hall.get(name)
            async with live.lock:
                await self._hall.catch_up(live)
                live.noted, live.is_ours = None, True
            await self._hall.play_chosen(live)
            for notice in self._hall.after_change:
                notice(live)
        except Refusal as refusal:
            log.warning("table not served", extra={"table": name, "code": refusal.code})
            await self._hall.upkeep.put_off(name, now() + LATER)
        except StorageError:
            raise
        except Exception:  # whatever is wrong with one table, the clocks of the others go on
            log.exception("table not served", extra={"table": name})
            await self._hall.upkeep.put_off(name, now() + LATER)
