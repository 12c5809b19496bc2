"""Waiting for a compiler in a terminal, and seeing why and for how long."""

import sys
import time
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from branchline.kind import Kind
from branchline.warm.crew import LOOK, Crew
from branchline.warm.jobs import Job, Part, jobs

NAMES = {
    Part.RULES: "rules",
    Part.PLANNER: "planner",
    Part.EXPERT: "expert",
    Part.BATCH: "batches",
    Part.LEARNER: "learners' games",
}


def prepare(kind: Kind, *parts: Part) -> None:
    """Compile parts of a kind of game, or else its rules, if this has not been done here; says so meanwhile."""
    prepare_jobs(jobs(kind, *(parts or (Part.RULES,))))


def prepare_jobs(wanted: Sequence[Job]) -> None:
    """Compile, with a line on standard error that says what and for how long still."""
    todo = [job for job in wanted if not job.is_done()]
    if not todo:
        return
    what = f"Compiling {_named(todo)}, once for this version"
    began = time.perf_counter()
    console = Console(stderr=True)
    with Crew() as crew:
        crew.want(todo)
        if console.is_terminal:
            _watch(crew, todo, what, console)
        else:
            print(f"{what} (about {crew.left(todo):.0f} s) ...", file=sys.stderr, flush=True)
            _wait(crew, todo)
    print(f"Compiled in {time.perf_counter() - began:.0f} s.", file=sys.stderr, flush=True)


def _named(todo: Sequence[Job]) -> str:
    parts = list(dict.fromkeys(NAMES[job.part] for job in todo))
    return "the " + " and the ".join([", the ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


def _wait(crew: Crew, todo: Sequence[Job]) -> None:
    was_told = False
    while crew.left(todo):
        if crew.waits_for_others and not was_told:
            print("Another process is compiling the same; waiting for it ...", file=sys.stderr, flush=True)
            was_told = True
        time.sleep(LOOK)


def _watch(crew: Crew, todo: Sequence[Job], what: str, console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("about {task.fields[left]:.0f} s left"))
    total = sum(job.seconds for job in todo)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total, left=crew.left(todo))
        while left := crew.left(todo):
            waiting = "Another process is compiling the same; waiting for it"
            done = sum(job.seconds for job in todo if job.is_done())
            progress.update(task, description=waiting if crew.waits_for_others else what, completed=done, left=left)
            time.sleep(LOOK)
