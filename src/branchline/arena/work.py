"""Sharing out the deals: among the cores of this machine, or those of a Ray cluster."""

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from branchline.arena.play import play_deal
from branchline.arena.schedule import Deal, Match, Outcome
from branchline.errors import needs_extra

AHEAD = 4  # deals under way or waiting for each core, so that an early stop wastes little


def play_here(match: Match, todo: Sequence[Deal], cores: int | None = None) -> Iterator[list[Outcome]]:
    """Play deals on the cores of this machine, and yield the games of each as it is done."""
    cores = min(cores or os.cpu_count() or 1, len(todo))
    if cores == 1:
        yield from (play_deal(match, deal) for deal in todo)
        return
    waiting = iter(todo)
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"), _leave_interrupts) as pool:
        under_way: set[Future[list[Outcome]]] = set()
        try:
            while True:
                while len(under_way) < AHEAD * cores and (deal := next(waiting, None)):
                    under_way.add(pool.submit(play_deal, match, deal))
                if not under_way:
                    return
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()  # nobody waits for games that are not over


def _leave_interrupts() -> None:
    """Ctrl+C is for the process that counts the games: it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_on_ray(match: Match, todo: Sequence[Deal], address: str | None) -> Iterator[list[Outcome]]:
    """Play deals on a Ray cluster; those of a worker or node that is lost are played again."""
    with needs_extra("a match on a Ray cluster", "arena"):
        import ray
    if not ray.is_initialized():
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="error")
    play = ray.remote(max_retries=0)(play_deal)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = list(reversed(todo))
    under_way: dict[ray.ObjectRef, Deal] = {}
    while waiting or under_way:
        while waiting and len(under_way) < ahead:
            deal = waiting.pop()
            under_way[play.remote(match, deal)] = deal
        done, _ = ray.wait(list(under_way), num_returns=1)
        for reference in done:
            deal = under_way.pop(reference)
            try:
                yield ray.get(reference)
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError):
                waiting.append(deal)
