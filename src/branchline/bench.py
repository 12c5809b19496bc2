"""How fast the engine is: figures for one board, and a C++ yardstick in the same run."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from branchline import boards
from branchline.boards import AnyBoard, Board
from branchline.boards.board import COLOURS
from branchline.botbench import bot_figures
from branchline.cardbench import solver_microseconds
from branchline.errors import SetupError
from branchline.position import CARD_GAME, Kind, kind_of, packed, streams
from branchline.warm import prepare

YARDSTICK = Path(__file__).parents[2] / "benchmarks" / "yardstick.cpp"
Figures = dict[str, Any]


def measure(name: str, players: int, seconds: float, starts: bool = True) -> Figures:
    """All figures of one board; `starts` also times new processes, once with an empty cache."""
    board = boards.load(name)
    least, most = board.rules.players
    if not least <= players <= most:
        raise SetupError(f"{board.title} is for {least} to {most} players, not {players}")
    kind = kind_of(board)
    prepare(kind)
    games, decisions = random_games(board, players, seconds, 1)
    figures: Figures = {
        "board": name,
        "players": players,
        "games_per_second": round(games),
        "decisions_per_second": round(decisions),
        "batch_games_per_second": round(on_all_cores(board, players, seconds)),
        "python_steps_per_second": round(python_steps(board, players, seconds)),
        "state_bytes": kind.state.itemsize,
    }
    if kind is CARD_GAME:
        for others in range(3, most + 1):
            figures[f"games_per_second_{others}_players"] = round(random_games(board, others, seconds, 1)[0])
        figures["solver_microseconds"] = round(solver_microseconds(board, seconds), 2)
    figures |= bot_figures(board, players, seconds)
    if starts:
        figures["compile_seconds"] = round(cold_compile(kind), 1)
        figures["warm_start_seconds"] = round(warm_start(name, players), 2)
    return figures


def random_games(
    board: AnyBoard, players: int, seconds: float, seed: int, clock: Callable[[], float] = time.thread_time
) -> tuple[float, float]:
    """Games and decisions a second of uniformly random play to the end and scored, on one core.

    Seconds are processor time, as the yardstick's are: what else the machine does tells little about either.
    """
    kind, facts = kind_of(board), packed(board)
    states, moves = np.zeros(2, kind.state), np.zeros(1, kind.moves)
    results, stream, totals = np.zeros(1, kind.result), streams(seed, 1), np.zeros(8, np.int64)
    kind.engine.random_games(states, facts, players, moves, results, stream, 1, totals)  # reads the code from the disk
    totals[:] = 0
    began = clock()
    while (spent := clock() - began) < seconds or totals[0] == 0:
        kind.engine.random_games(states, facts, players, moves, results, stream, 200, totals)
    return totals[0] / spent, totals[1] / spent


def on_all_cores(board: AnyBoard, players: int, seconds: float) -> float:
    """Games a second with a thread on every core."""
    rates: list[float] = []

    def work(seed: int) -> None:
        rates.append(random_games(board, players, seconds, seed, time.perf_counter)[0])

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(os.cpu_count() or 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(rates)


def python_steps(board: AnyBoard, players: int, seconds: float) -> float:
    """Steps a second when Python asks for the legal moves and makes one, chance included."""
    kind, facts = kind_of(board), packed(board)
    engine = kind.engine
    states, moves = np.zeros(1, kind.state), np.zeros(1, kind.moves)
    empty, stream, out = np.zeros(1, kind.state), streams(3, 1), np.zeros(2048, np.int32)
    legal_moves, advance, phase = engine.legal_moves, engine.advance, states["phase"]
    over, steps, word = kind.over_phase, 0, 12345
    began = time.thread_time()
    while (spent := time.thread_time() - began) < seconds:
        engine.reset_games(states, empty, facts, players, stream)
        while phase[0] != over:
            n = legal_moves(states, 0, facts, moves, out)
            word = (word * 1103515245 + 12345) & 0x7FFFFFFF
            advance(states, 0, facts, int(out[word % n]), stream)
            steps += 1
    return steps / spent


def cold_compile(kind: Kind) -> float:
    """Seconds to compile all that playing a kind of game needs, in a new process with an empty cache."""
    code = "from branchline import boards, position, warm"
    code += f"; warm.prepare(position.kind_of(boards.load({kind.example!r})))"
    with tempfile.TemporaryDirectory() as folder:
        return _timed(code, {"BRANCHLINE_CACHE": folder})


def warm_start(name: str, players: int) -> float:
    """Seconds from the start of a new process until the first move is made."""
    code = f"import branchline as b; g = b.new({name!r}, players={players}); g.play(g.actions()[0])"
    return min(_timed(code, {}) for _ in range(3))


def _timed(code: str, environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], env=os.environ | environment, check=True, capture_output=True)
    return time.perf_counter() - began


def yardstick(seconds: float, players: int = 2) -> Figures | None:
    """The same USA play-outs in hand-written C++, or None where it cannot be built."""
    compiler = shutil.which("g++")
    if compiler is None or not YARDSTICK.exists():
        return None
    program = YARDSTICK.parent / "build" / "yardstick"
    if not program.exists() or program.stat().st_mtime < YARDSTICK.stat().st_mtime:
        program.parent.mkdir(exist_ok=True)
        flags = ["-O3", "-march=native", "-std=c++20"]
        subprocess.run([compiler, *flags, "-o", str(program), str(YARDSTICK)], check=True)
    arguments = [str(program), str(players), str(seconds), "1"]
    done = subprocess.run(
        arguments, input=_board_text(boards.load_map("usa")), capture_output=True, text=True, check=True
    )
    found: Figures = json.loads(done.stdout)
    return found


def _board_text(board: Board) -> str:
    number = {city.name: i for i, city in enumerate(board.cities)}
    lines = [f"{len(board.cities)} {len(board.routes)} {len(board.tickets)}"]
    for r in board.routes:
        colour = COLOURS.index(r.colour) if r.colour else len(COLOURS)
        lines.append(f"{number[r.a]} {number[r.b]} {r.length} {colour}")
    lines += [f"{number[t.a]} {number[t.b]} {t.points}" for t in board.tickets]
    return "\n".join(lines) + "\n"
