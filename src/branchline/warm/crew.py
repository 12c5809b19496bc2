"""Processes that compile beside this one, what is wanted most first; where others are at it, it waits for them."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from heapq import heapify, heapreplace
from pathlib import Path
from types import TracebackType
from typing import Self

import branchline
from branchline.compiler.cache import cache_folder
from branchline.warm.jobs import Job
from branchline.warm.lock import Lock

MOST = 4  # processes: there is little more to do side by side
LOOK = 0.1  # seconds between two looks at what other processes have done
SOURCES = str(Path(branchline.__file__).parents[1])


class Crew:
    """Compiles what it is asked for; `nice` gives way to other processes."""

    def __init__(self, nice: int = 0) -> None:
        self._nice = nice
        self._wanted: list[Job] = []
        self._doing: dict[Job, float] = {}  # since when
        self._failed: set[Job] = set()
        self._spent = self._expected = 0.0  # seconds that jobs took so far, and were to take
        self._change = threading.Lock()
        self._thread: threading.Thread | None = None
        self._processes: set[subprocess.Popen[str]] = set()
        self._is_closed = False
        self.size = max(1, min(MOST, os.cpu_count() or 1))
        self.waits_for_others = False

    def want(self, jobs: Iterable[Job], is_first: bool = True) -> None:
        """Ask for jobs, before all others or after them; what is done or being done stays so."""
        with self._change:
            asked = [job for job in jobs if not self._is_settled(job) and job not in self._doing]
            others = [job for job in self._wanted if job not in asked or not is_first]
            self._wanted = [*asked, *others] if is_first else [*others, *(job for job in asked if job not in others)]
            if self._wanted and self._thread is None and not self._is_closed:
                self._thread = threading.Thread(target=self._lead, name="compiling", daemon=True)
                self._thread.start()

    def left(self, jobs: Iterable[Job]) -> float:
        """About how many seconds it takes until all these jobs are done; 0 if they are."""
        with self._change:
            pending = {job for job in jobs if not self._is_settled(job)}
            if not pending:
                return 0.0
            now, pace = time.monotonic(), self._pace()
            ends = {job: pace * job.seconds - (now - at) for job, at in self._doing.items()}
            free = [*ends.values(), *[0.0] * self.size][: self.size]
            heapify(free)
            for job in [*self._wanted, *(job for job in pending if job not in self._wanted and job not in ends)]:
                if job not in ends and not self._is_settled(job):
                    ends[job] = free[0] + pace * job.seconds
                    heapreplace(free, ends[job])
            return max(0.1, *(ends.get(job, 0.0) for job in pending))

    def _pace(self) -> float:
        """How long jobs take here, by those done and by those that take longer than they should."""
        now = time.monotonic()
        late = (1.2 * (now - at) / job.seconds for job, at in self._doing.items())
        return max(self._spent / self._expected if self._expected else 1.0, *late, 0.1)

    def _is_settled(self, job: Job) -> bool:
        return job in self._failed or job.is_done()

    def _lead(self) -> None:
        """Work off what is wanted, or wait while another process does."""
        lock = Lock(cache_folder() / "compiling.lock")
        while self._has_work():
            if lock.take():
                self.waits_for_others = False
                try:
                    hands = [threading.Thread(target=self._work, daemon=True) for _ in range(self.size)]
                    for hand in hands:
                        hand.start()
                    for hand in hands:
                        hand.join()
                finally:
                    lock.leave()
            else:
                self.waits_for_others = True
                time.sleep(LOOK)
        self.waits_for_others = False

    def _has_work(self) -> bool:
        with self._change:
            self._wanted = [job for job in self._wanted if not self._is_settled(job)]
            if not self._wanted or self._is_closed:
                self._thread = None
            return self._thread is not None

    def _next(self) -> Job | None:
        """The next job that can be done beside those being done, as soon as there is one."""
        while True:
            with self._change:
                self._wanted = [job for job in self._wanted if not self._is_settled(job)]
                if not self._wanted or self._is_closed:
                    return None
                for job in self._wanted:
                    if not any(job.disturbs(other) for other in self._doing):
                        self._wanted.remove(job)
                        self._doing[job] = time.monotonic()
                        return job
            time.sleep(LOOK)

    def _work(self) -> None:
        """Hand jobs to one process, one after the other."""
        job = self._next()
        if job is None:
            return
        with self._start() as process:
            while job is not None:
                assert process.stdin
                assert process.stdout
                try:
                    print(*job, file=process.stdin, flush=True)
                    is_done = process.stdout.readline() == "done\n"
                except OSError:
                    is_done = False
                self._note(job, is_done)
                job = self._next() if is_done else None
            self._processes.discard(process)

    def _start(self) -> "subprocess.Popen[str]":
        paths = os.pathsep.join(filter(None, [SOURCES, os.environ.get("PYTHONPATH")]))
        process = subprocess.Popen(
            [sys.executable, "-m", "branchline.warm.worker", str(self._nice)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": paths},
            start_new_session=True,  # so that Ctrl+C reaches this process alone
        )
        self._processes.add(process)
        return process

    def _note(self, job: Job, is_done: bool) -> None:
        with self._change:
            began = self._doing.pop(job)
            if is_done:
                self._spent += time.monotonic() - began
                self._expected += job.seconds
            else:
                self._failed.add(job)  # whoever uses it compiles it, or is told what is wrong

    def close(self) -> None:
        """Stop at once."""
        self._is_closed = True
        for process in list(self._processes):
            process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
