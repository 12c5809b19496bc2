"""Compares the speed of this checkout with another one's in turns: A, B, B, A, ...

python benchmarks/compare.py ../before            # at most eight minutes
python benchmarks/compare.py ../before --rounds 3 --boards usa
python benchmarks/compare.py --host               # with itself, compiled for exactly this processor

Every turn is a process of its own; both are compiled before the first. Times are of the processor. Printed are the
ratios of this checkout to the other, above 1 where this one is faster: the median, least and greatest of all rounds.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import llvmlite.binding as llvm

ROOT = Path(__file__).resolve().parents[1]
BOARDS = ("usa", "nordic", "cardgame")
RECORDS = {"usa": "usa-5-random", "nordic": "nordic-3-builders", "cardgame": "cardgame-4-second-half"}
SECONDS = 0.5

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
    work()
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        work()
        done += times
    return done / spent

def fastest(work, runs=25):
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
figures = {
    "random games": random_games(board, 2, seconds, 1)[0],
    "steps from Python": python_steps(board, 2, seconds),
    "steps of a batch": rate(step, 256),
    "planner games": planner_games(new_position(board, 2), seconds),
    "planner decisions": rate(think(planner)),
    "expert rollouts": rate(think(f"{expert}@400n"), 400),
    "loading a record": fastest(lambda: branchline.loads(text)),
    "telling its events": fastest(lambda: list(branchline.loads(text).events())),
    "saving it": fastest(loaded.record),
}
print(json.dumps(figures))
"""


class Side(NamedTuple):
    """What is measured: a checkout, and the environment that it is run in."""

    checkout: Path
    environment: tuple[tuple[str, str], ...] = ()


def measure(side: Side, board: str) -> dict[str, float]:
    """The figures of a checkout on a board, in a new process."""
    record = ROOT / "tests" / "golden" / f"{RECORDS[board]}.txt"
    command = [sys.executable, "-c", PROBE, board, str(record), str(SECONDS)]
    environment = os.environ | {"PYTHONPATH": str(side.checkout / "src"), **dict(side.environment)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{side.checkout} cannot be measured:\n{done.stderr}")
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure in turns, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    other_side = parser.add_mutually_exclusive_group(required=True)
    other_side.add_argument("other", type=Path, nargs="?", help="the other checkout")
    other_side.add_argument("--host", action="store_true", help="this checkout, compiled for this processor")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--boards", nargs="+", choices=BOARDS, default=BOARDS)
    given = parser.parse_args()
    this = Side(ROOT)
    for_host = (("NUMBA_CPU_NAME", llvm.get_host_cpu_name()),)
    other = Side(ROOT, for_host) if given.host else Side(given.other.resolve())
    for board in given.boards:
        for side in (this, other):
            measure(side, board)  # compiles what is not compiled yet
    print(f"{'':22}{'':20}{'median':>8}{'least':>8}{'greatest':>10}")
    for board in given.boards:
        ratios: dict[str, list[float]] = {}
        for turn in range(given.rounds):
            order = (this, other) if turn % 2 == 0 else (other, this)
            found = {side: measure(side, board) for side in order}
            for name, mine in found[this].items():
                ratios.setdefault(name, []).append(mine / found[other][name])
        for name, all_ in ratios.items():
            print(f"{board:22}{name:20}{statistics.median(all_):8.2f}{min(all_):8.2f}{max(all_):10.2f}", flush=True)


if __name__ == "__main__":
    main()
