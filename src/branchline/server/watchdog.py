"""How long the event loop is held: whatever one request does there, all others wait for."""

import asyncio
import time
from collections import deque

from branchline.server.metrics import METRICS

LOOK = 0.005  # seconds between looks
REMEMBERED = 60.0  # seconds


class Watchdog:
    """Looks again and again, and notes how late each look came: so long nobody else had a turn.

    Of that only the processor's time counts, since other processes of a busy machine make looks late too. A hold may
    begin before a look is due, so it is longer than what is noted, by less than the time between looks.
    """

    def __init__(self) -> None:
        self._held: deque[tuple[float, float]] = deque()  # when, and for how long, in seconds: ever shorter

    async def watch(self) -> None:
        """Look until the service ends."""
        looked, used = time.monotonic(), time.thread_time()
        while True:
            await asyncio.sleep(LOOK)
            due, before = looked + LOOK, used
            looked, used = time.monotonic(), time.thread_time()
            held = max(0.0, min(looked - due, used - before))
            METRICS.held.observe(held)
            self._note(looked, held)

    def _note(self, at: float, held: float) -> None:
        while self._held and (self._held[-1][1] <= held):
            self._held.pop()
        self._held.append((at, held))
        while self._held[0][0] < at - REMEMBERED:
            self._held.popleft()

    def longest(self) -> float:
        """The longest time of the last minute, in seconds."""
        return self._held[0][1] if self._held else 0.0
