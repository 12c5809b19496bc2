"""Compares the speed of this checkout with another one's in short turns: A, B, B, A, ...

python benchmarks/compare.py ../before            # some ten minutes
python benchmarks/compare.py ../before --rounds 3 --boards usa
python benchmarks/compare.py --host               # with itself, compiled for exactly this processor

Two processes live side by side, one for each checkout, and work in turns of a tenth of a second, on the same core, so
that whatever else the machine does slows both alike. Every round begins with new processes, as where code and data come
to lie makes a difference too. Times are of the processor. Printed are the ratios of this checkout to the other, above 1
where this one is faster: of each round its median, and of these the median, least and greatest.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import llvmlite.binding as llvm

ROOT = Path(__file__).resolve().parents[1]
BOARDS = ("usa", "nordic", "cardgame")
RECORDS = {"usa": "usa-5-random", "nordic": "nordic-3-builders", "cardgame": "cardgame-4-second-half"}
SECONDS = 0.1  # of a turn
TURNS = 12  # of each checkout in a round

# What is run in each checkout: the names of modules before and after they were sorted into packages.
PROBE = """
import json, sys, time
from pathlib import Path
import branchline
from branchline import boards
try:
    from branchline import bots
    from branchline.bench.bots import planner_games as games_of_planners
    from branchline.bench.engine import python_steps, random_games
    from branchline.kinds import new_position
    planner, expert = "planner-1", "expert-1"  # which never change
    def planner_games(start, seconds):
        return games_of_planners(start, seconds, learned=False)
except ImportError:
    from branchline import players as bots
    from branchline.bench import python_steps, random_games
    from branchline.botbench import planner_games
    from branchline.position import Position
    new_position = Position.start
    planner, expert = "planner", "expert"

name, text, seconds = sys.argv[1], Path(sys.argv[2]).read_text(encoding="utf-8"), float(sys.argv[3])
board = boards.load(name)

def rate(work, times=1):
    "How often a second of processor time something is done, `times` of it at once."
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        work()
        done += times
    return done / spent

def fastest(work, runs=2):
    "The same for something short, by the fastest of many runs."
    best = float("inf")
    for _ in range(runs):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return 1 / best

batch = branchline.Batch(name, players=2, games=256, seed=1)
def step():
    if batch.is_over.any():
        batch.reset()
    batch.step(batch.mask().argmax(axis=1))

game = branchline.new(name, players=2, seed=5)
while game.turn < 10:
    game.play(game.actions()[0])
position = game.position
view = (getattr(position, "seen_by", None) or position.view)(position.player)
def think(bot):
    legal, chosen = position.legal(), bots.make(bot, 1)
    return lambda: chosen.choose(view, legal)

loaded = branchline.loads(text)
list(loaded.events())
start, planner_chooses, expert_searches = new_position(board, 2), think(planner), think(f"{expert}@400n")
figures = {
    "random games": lambda: random_games(board, 2, seconds, 1)[0],
    "steps from Python": lambda: python_steps(board, 2, seconds),
    "steps of a batch": lambda: rate(step, 256),
    "planner games": lambda: planner_games(start, seconds),
    "planner decisions": lambda: rate(planner_chooses),
    "expert rollouts": lambda: rate(expert_searches, 400),
    "loading a record": lambda: fastest(lambda: branchline.loads(text)),
    "telling its events": lambda: fastest(lambda: list(branchline.loads(text).events())),
    "saving it": lambda: fastest(loaded.record),
}
for measure in figures.values():
    measure()
print(json.dumps(list(figures)), flush=True)
for asked in sys.stdin:
    print(figures[asked.strip()](), flush=True)
"""


class Side(NamedTuple):
    """What is measured: a checkout, and the environment that it is run in."""

    checkout: Path
    environment: tuple[tuple[str, str], ...] = ()


class Probe:
    """A process that measures one side, a figure whenever it is asked."""

    def __init__(self, side: Side, process: "subprocess.Popen[str]") -> None:
        self._side, self._process = side, process
        self.figures: list[str] = json.loads(self._line())

    def _line(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline() or sys.exit(f"{self._side.checkout} cannot be measured")

    def measure(self, figure: str) -> float:
        """A figure of one turn."""
        assert self._process.stdin
        self._process.stdin.write(figure + "\n")
        self._process.stdin.flush()
        return float(self._line())


@contextmanager
def probing(side: Side, board: str) -> Iterator[Probe]:
    """A new process that measures a side; it has compiled all that it needs."""
    record = ROOT / "tests" / "golden" / f"{RECORDS[board]}.txt"
    command = [sys.executable, "-c", PROBE, board, str(record), str(SECONDS)]
    environment = os.environ | {"PYTHONPATH": str(side.checkout / "src"), **dict(side.environment)}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Probe(side, process)
        finally:
            process.kill()


def ratios(this: Side, other: Side, board: str) -> dict[str, float]:
    """One round: of every figure the median of this side's ratio to the other."""
    with probing(this, board) as mine, probing(other, board) as theirs:
        found: dict[str, list[float]] = {figure: [] for figure in mine.figures}
        for turn in range(TURNS):
            for figure, all_ in found.items():
                order = (mine, theirs) if turn % 2 == 0 else (theirs, mine)
                rates = {probe: probe.measure(figure) for probe in order}
                all_.append(rates[mine] / rates[theirs])
    return {figure: statistics.median(all_) for figure, all_ in found.items()}


def main() -> None:
    """Measure in turns, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    other_side = parser.add_mutually_exclusive_group(required=True)
    other_side.add_argument("other", type=Path, nargs="?", help="the other checkout")
    other_side.add_argument("--host", action="store_true", help="this checkout, compiled for this processor")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--boards", nargs="+", choices=BOARDS, default=BOARDS)
    given = parser.parse_args()
    for_host = (("NUMBA_CPU_NAME", llvm.get_host_cpu_name()),)
    other = Side(ROOT, for_host) if given.host else Side(given.other.resolve())
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"{'':22}{'':20}{'median':>8}{'least':>8}{'greatest':>10}")
    for board in given.boards:
        rounds = [ratios(Side(ROOT), other, board) for _ in range(given.rounds)]
        for figure in rounds[0]:
            all_ = [found[figure] for found in rounds]
            row = f"{statistics.median(all_):8.3f}{min(all_):8.3f}{max(all_):10.3f}"
            print(f"{board:22}{figure:20}{row}", flush=True)


if __name__ == "__main__":
    main()
