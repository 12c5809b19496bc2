"""Threads in which bots think: who thinks shortly for waiting people comes first, tables of bots alone last."""

import asyncio
import itertools
import queue
import threading
from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar

T = TypeVar("T")


class Rank(IntEnum):
    """Who comes first."""

    QUICK = 0  # people wait for a bot that thinks shortly
    LONG = 1  # people wait for one that thinks long
    ALONE = 2  # nobody waits


Job = tuple[Rank, int, Callable[[], Any], "asyncio.Future[Any]", asyncio.AbstractEventLoop]


class Thinkers:
    """One thread for short thoughts alone, so that they never wait for long ones, and some for all others."""

    def __init__(self, threads: int) -> None:
        self._numbers = itertools.count()
        self._short: queue.PriorityQueue[Job] = queue.PriorityQueue()
        self._long: queue.PriorityQueue[Job] = queue.PriorityQueue()
        self._is_closed = False
        self._thinking = 0  # that wait or are under way
        for number, jobs in enumerate([self._short, *[self._long] * threads]):
            threading.Thread(target=self._work, args=(jobs,), name=f"bot-{number}", daemon=True).start()

    @property
    def is_busy(self) -> bool:
        """Whether anybody thinks or waits to."""
        return self._thinking > 0

    async def think(self, rank: Rank, work: Callable[[], T]) -> T:
        """Do something in a thread when its turn has come."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        jobs = self._short if rank == Rank.QUICK else self._long
        jobs.put((rank, next(self._numbers), work, done, loop))
        self._thinking += 1
        try:
            return await done
        finally:
            self._thinking -= 1

    def _work(self, jobs: "queue.PriorityQueue[Job]") -> None:
        while not self._is_closed:
            _, _, work, done, loop = jobs.get()
            if done.cancelled() or self._is_closed:
                continue
            try:
                outcome: Any = work()
            except Exception as error:
                outcome = error
            if not loop.is_closed():
                loop.call_soon_threadsafe(_tell, done, outcome)

    def close(self) -> None:
        """Think no more."""
        self._is_closed = True


def _tell(done: "asyncio.Future[Any]", outcome: Any) -> None:
    if done.done():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
