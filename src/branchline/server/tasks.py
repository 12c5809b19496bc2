"""What runs beside the requests: watched, so that a failure is noted and the work goes on."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

log = logging.getLogger("branchline.tasks")

RECENT = 60.0  # seconds for which a failure is told
FIRST_PAUSE = 1.0  # seconds until work that failed begins again


class Tasks:
    """All work beside of one process."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._failed: dict[str, float] = {}  # when each kind of work failed last

    def go(self, work: Coroutine[Any, Any, Any], name: str = "once") -> None:
        """Do something once."""
        task = asyncio.get_running_loop().create_task(self._once(work, name))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _once(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        try:
            await work
        except Exception:
            self._note(name)

    def keep(self, name: str, work: Callable[[], Awaitable[None]], longest_pause: float = 30.0) -> None:
        """Do something as long as the service runs; when it ends or fails it begins again, after a pause that grows."""

        async def again() -> None:
            pause = FIRST_PAUSE
            while True:
                began = time.monotonic()
                try:
                    await work()
                except Exception:
                    self._note(name)
                await asyncio.sleep(pause)
                pause = FIRST_PAUSE if time.monotonic() - began > RECENT else min(longest_pause, 2 * pause)

        self.go(again(), name)

    def _note(self, name: str) -> None:
        self._failed[name] = time.monotonic()
        log.exception("work failed", extra={"task": name})

    def failing(self) -> list[str]:
        """The kinds of work that failed a short while ago."""
        return sorted(name for name, at in self._failed.items() if time.monotonic() - at < RECENT)

    def close(self) -> None:
        """Drop everything."""
        for task in self._running:
            task.cancel()
