"""How long the event loop is held, and by what: whatever one request does there, all others wait for."""

import asyncio
import gc
import logging
import sys
import threading
import time
from collections import deque
from types import FrameType
from typing import Any

from branchline.server.metrics import METRICS

LOOK = 0.005  # seconds between looks
REMEMBERED = 60.0  # seconds
TOO_LONG = 0.02  # seconds; what held the loop for longer is noted
SAMPLE = 0.008  # seconds between looks at what is running
MOST_SAMPLES = 4  # of one hold
DEPTH = 6  # innermost calls that are noted
PAUSE = 10.0  # seconds between notes, so that a busy service does not fill its log

log = logging.getLogger("branchline.watchdog")


class Watchdog:
    """Looks again and again, and notes how late each look came: so long nobody else had a turn.

    Of that only the processor's time counts, since other processes of a busy machine make looks late too. A hold may
    begin before a look is due, so it is longer than what is noted, by less than the time between looks. Meanwhile a
    thread sees what is running when a look is late.
    """

    def __init__(self) -> None:
        self._held: deque[tuple[float, float]] = deque()  # when, and for how long, in seconds: ever shorter
        self._looked = time.monotonic()
        self._seen: list[str] = []  # what was running, since the last look
        self._collecting = self._collected = 0.0  # when a collection of garbage began, and how long those took
        self._noted = 0.0  # when a hold was last written to the log
        self._is_over = threading.Event()

    async def watch(self) -> None:
        """Look until the service ends."""
        self._is_over.clear()
        loop_thread = threading.get_ident()
        threading.Thread(target=self._sample, args=(loop_thread,), name="watchdog", daemon=True).start()
        gc.callbacks.append(self._note_collection)
        try:
            await self._look()
        finally:
            gc.callbacks.remove(self._note_collection)
            self._is_over.set()

    async def _look(self) -> None:
        self._looked, used = time.monotonic(), time.thread_time()
        while True:
            await asyncio.sleep(LOOK)
            due, before = self._looked + LOOK, used
            self._looked, used = time.monotonic(), time.thread_time()
            held = max(0.0, min(self._looked - due, used - before))
            METRICS.held.observe(held)
            self._note(self._looked, held)
            if held > TOO_LONG:
                self._tell(held)
            self._seen, self._collected = [], 0.0

    def _note(self, at: float, held: float) -> None:
        while self._held and (self._held[-1][1] <= held):
            self._held.pop()
        self._held.append((at, held))
        while self._held[0][0] < at - REMEMBERED:
            self._held.popleft()

    def _tell(self, held: float) -> None:
        """Write down what held the loop."""
        if self._looked - self._noted < PAUSE:
            return
        self._noted = self._looked
        about = {"ms": round(1000 * held, 1), "collecting_ms": round(1000 * self._collected, 1), "by": self._seen}
        log.warning("loop held", extra=about)

    def _note_collection(self, phase: str, _: dict[str, Any]) -> None:
        if phase == "start":
            self._collecting = time.perf_counter()
        else:
            self._collected += time.perf_counter() - self._collecting

    def _sample(self, thread: int) -> None:
        """See what is running whenever a look is late."""
        while not self._is_over.wait(SAMPLE):
            if time.monotonic() - self._looked > LOOK + SAMPLE and len(self._seen) < MOST_SAMPLES:
                frame = sys._current_frames().get(thread)
                if frame is not None:
                    self._seen.append(where(frame))

    def longest(self) -> float:
        """The longest time of the last minute, in seconds."""
        return self._held[0][1] if self._held else 0.0


def where(frame: FrameType | None) -> str:
    """The innermost calls of a thread, the last one first."""
    calls: list[str] = []
    while frame is not None and len(calls) < DEPTH:
        code = frame.f_code
        calls.append(f"{code.co_filename.rpartition('/')[2]}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return " < ".join(calls)
