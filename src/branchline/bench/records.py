"""How long loading, telling and saving a record takes: `python -m branchline.bench.records FILE...`."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from branchline.arena.random_games import simulate
from branchline.boards import AnyBoard
from branchline.replay import loads

RUNS = 40


def random_record(board: AnyBoard) -> str:
    """The record of a long game: as many players as can play, at random."""
    return next(iter(simulate(board, board.rules.players[1], 1, 1))).record()


def record_figures(text: str) -> dict[str, Any]:
    """Milliseconds of processor time, the best of many, for a record that was loaded before."""

    def tell() -> None:
        for _ in loads(text).events():
            pass

    game = loads(text)
    first = best(game.record)
    return {
        "record_entries": len(game.log),
        "load_milliseconds": round(best(lambda: loads(text)), 1),
        "load_and_tell_milliseconds": round(best(tell), 1),
        "save_milliseconds": round(first, 2),
    }


def best(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return 1000 * min(times)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        found = record_figures(Path(name).read_text(encoding="utf-8"))
        print(f"{Path(name).name:32}", ", ".join(f"{what.replace('_', ' ')} {n}" for what, n in found.items()))
