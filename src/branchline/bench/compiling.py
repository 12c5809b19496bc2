"""What compiling takes: `python -m branchline.bench.compiling [KIND]`, in processor seconds, with an empty cache.

First each job by itself, one after the other in one process; then all that a table with bots of every level needs,
on all cores, as a first start does it: whatever two processes both need is compiled by each of them.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

from branchline.kinds import KINDS
from branchline.warm.jobs import TABLE, Job, jobs

ONLY_COACH = "sample"  # games played on to tell chances, which no bot asks for


def needed(kind: str) -> list[Job]:
    """What a table with bots of every level needs."""
    return [job for job in jobs(KINDS[kind], *TABLE) if job.name != ONLY_COACH]


def one_by_one(kind: str) -> None:
    """Compile in this process, and print what each job took."""
    for job in needed(kind):
        began = time.process_time()
        job.do()
        print(f"{job.part} {job.name:10} {time.process_time() - began:6.1f} s", flush=True)


def at_once(kind: str) -> None:
    """Compile on all cores."""
    from branchline.warm.crew import Crew

    with Crew() as crew:
        crew.want(needed(kind))
        while crew.left(needed(kind)):
            time.sleep(0.1)
        time.sleep(1)  # the last of them still has to say that it is done


def spent(work: str, kind: str) -> float:
    """The processor seconds of a process that compiles into an empty cache, those of its children included."""
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        code = f"from branchline.bench import compiling; compiling.{work}({kind!r})"
        subprocess.run([sys.executable, "-c", code], env=os.environ | {"BRANCHLINE_CACHE": folder}, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else next(iter(KINDS))
    print(f"in one process {spent('one_by_one', chosen):6.1f} s, with the start of Python")
    print(f"on all cores   {spent('at_once', chosen):6.1f} s, bar 80")
