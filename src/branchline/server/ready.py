"""Getting rules and bots ready while the service runs: what a table needs first, in processes beside this one."""

import asyncio
import gc
import logging
import time
from collections.abc import Iterable

from branchline.bots.ready import parts_of
from branchline.kind import Kind
from branchline.kinds import KINDS
from branchline.server.rehearsal import rehearse
from branchline.warm.crew import LOOK, Crew
from branchline.warm.jobs import TABLE, Job, Part, jobs

log = logging.getLogger("branchline.ready")
GIVES_WAY = 5  # tables that are under way come first


class Ready:
    """What is compiled, and what is still to come."""

    def __init__(self) -> None:
        self._crew = Crew(GIVES_WAY)
        self._loaded: set[str] = set()
        self._loading = {kind: asyncio.Lock() for kind in KINDS}

    async def all(self) -> None:
        """Get everything ready that tables may ask for, the most usual first."""
        wanted = [job for kind in KINDS.values() for job in jobs(kind, *TABLE)]
        self._crew.want(wanted, is_first=False)
        began = time.monotonic()
        if left := self._crew.left(wanted):
            log.info("compiling the rules and the bots", extra={"seconds": round(left)})
        for kind in KINDS.values():
            await self.rules(kind)
        await self._wait(wanted)
        if left:
            log.info("compiled", extra={"seconds": round(time.monotonic() - began)})
        gc.freeze()

    async def rules(self, kind: Kind) -> None:
        """Wait until the rules of a kind of game are there; they come before all that is not needed yet."""
        async with self._loading[kind.name]:
            if kind.name not in self._loaded:
                await self._wait(self._first(jobs(kind, Part.RULES)))
                await asyncio.to_thread(rehearse, kind)
                self._loaded.add(kind.name)

    async def bot(self, kind: Kind, level: str) -> None:
        """Wait until a bot can think."""
        await self._wait(self._first(jobs(kind, *parts_of(level))))

    def left(self, kind: Kind, levels: Iterable[str]) -> dict[str, object]:
        """About how many seconds the rules and bots of some levels still take; they are got ready first."""
        rules = jobs(kind, Part.RULES)
        bots = {level: [*rules, *jobs(kind, *parts_of(level))] for level in levels}
        self._first([*rules, *(job for needed in bots.values() for job in needed)])
        return {
            "rules": self._seconds(rules),
            "bots": {level: self._seconds(needed) for level, needed in bots.items()},
            "waits_for_others": self._crew.waits_for_others,
        }

    def close(self) -> None:
        """Compile no more."""
        self._crew.close()

    def _first(self, wanted: list[Job]) -> list[Job]:
        self._crew.want(dict.fromkeys(wanted))
        return wanted

    def _seconds(self, wanted: list[Job]) -> float:
        return round(self._crew.left(wanted), 1)

    async def _wait(self, wanted: list[Job]) -> None:
        while self._crew.left(wanted):
            await asyncio.sleep(LOOK)
