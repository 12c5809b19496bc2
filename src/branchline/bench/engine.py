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
from branchline.bench.bots import bot_figures
from branchline.bench.records import random_record, record_figures
from branchline.boardfile.cards import COLOURS
from branchline.boards import AnyBoard
from branchline.compiler.cache import cache_folder
from branchline.engine import entries
from branchline.engine.phases import OVER
from branchline.errors import SetupError
from branchline.kind import Kind
from branchline.kinds import kind_of, new_position, packed
from branchline.mapgame.board import Board
from branchline.position import streams
from branchline.warm import Part, prepare

YARDSTICK = Path(__file__).parent / "yardstick.cpp"
Figures = dict[str, Any]


def measure(name: str, players: int, seconds: float, starts: bool = True, cold: bool = False) -> Figures:
    """All figures of one board; `starts` also times new processes, `cold` one with an empty cache."""
    board = boards.load(name)
    least, most = board.rules.players
    if not least <= players <= most:
        raise SetupError(f"{board.title} is for {least} to {most} players, not {players}")
    kind = kind_of(board)
    prepare(kind, *Part)
    games, decisions = random_games(board, players, seconds, 1)
    figures: Figures = {
        "board": name,
        "players": players,
        "games_per_second": round(games),
        "decisions_per_second": round(decisions),
        "batch_games_per_second": round(on_all_cores(board, players, seconds / 2)),
        "python_steps_per_second": round(python_steps(board, players, seconds / 2)),
        "state_bytes": kind.engine.state.itemsize,
    }
    figures |= kind.figures(new_position(board, players), seconds)
    figures |= bot_figures(board, players, seconds / 2)
    figures |= record_figures(random_record(board))
    if cold:
        figures["compile_seconds"] = round(cold_compile(kind), 1)
    if starts:
        figures["warm_start_seconds"] = round(warm_start(name, players), 2)
    return figures


def random_games(
    board: AnyBoard, players: int, seconds: float, seed: int, clock: Callable[[], float] = time.thread_time
) -> tuple[float, float]:
    """Games and decisions a second of uniformly random play to the end and scored, on one core.

    Seconds are processor time, as the yardstick's are: what else the machine does tells little about either.
    """
    engine, facts = kind_of(board).engine, packed(board)
    states, moves = np.zeros(2, engine.state), np.zeros(1, engine.moves)
    results, stream, totals = np.zeros(1, engine.result), streams(seed, 1), np.zeros(8, np.int64)
    entries.random_games(states, facts, players, moves, results, stream, 1, totals)  # reads the code from the disk
    totals[:] = 0
    began = clock()
    while (spent := clock() - began) < seconds or totals[0] == 0:
        entries.random_games(states, facts, players, moves, results, stream, 200, totals)
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
    engine, facts = kind_of(board).engine, packed(board)
    states, moves = np.zeros(1, engine.state), np.zeros(1, engine.moves)
    empty, stream, out = np.zeros(1, engine.state), streams(3, 1), np.zeros(2048, np.int32)
    legal_moves, advance, phase = entries.legal_moves, entries.advance, states["phase"]
    steps, word = 0, 12345
    began = time.thread_time()
    while (spent := time.thread_time() - began) < seconds:
        entries.reset_games(states, empty, facts, players, stream)
        while phase[0] != OVER:
            n = legal_moves(states, 0, facts, moves, out)
            word = (word * 1103515245 + 12345) & 0x7FFFFFFF
            advance(states, 0, facts, int(out[word % n]), stream)
            steps += 1
    return steps / spent


def cold_compile(kind: Kind) -> float:
    """Seconds to compile a kind of game and its bots, on all cores, with an empty cache."""
    code = f"from branchline import kinds, warm as w; w.prepare(kinds.KINDS[{kind.name!r}], *list(w.Part)[:-1])"
    with tempfile.TemporaryDirectory() as folder:
        return _timed(code, {"BRANCHLINE_CACHE": folder})


def warm_start(name: str, players: int) -> float:
    """Seconds from the start of a new process until the first move is made."""
    code = f"import branchline as b; g = b.new({name!r}, players={players}); g.play(g.actions()[0])"
    return min(_timed(code, {}) for _ in range(2))


def _timed(code: str, environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], env=os.environ | environment, check=True, capture_output=True)
    return time.perf_counter() - began


def yardstick(seconds: float, players: int = 2) -> Figures | None:
    """The same USA rollouts in hand-written C++, or None where it cannot be built."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = cache_folder() / "yardstick"
    if not program.exists() or program.stat().st_mtime < YARDSTICK.stat().st_mtime:
        program.parent.mkdir(parents=True, exist_ok=True)
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
