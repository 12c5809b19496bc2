"""Compiling the rules before they are first used, with a line that says so."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from branchline import boards
from branchline.position import MAP_GAME, Kind, Position, stream
from branchline.rules.jit import CACHE_FOLDER


def prepare(kind: Kind = MAP_GAME) -> None:
    """Compile what playing a kind of game needs, if this has not been done here; says so on standard error."""
    ready = CACHE_FOLDER / f"ready-{kind.name}"
    if ready.exists() or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return
    began = time.perf_counter()
    steps = _steps(kind)
    with _line() as show:
        for done, step in enumerate(steps):
            show(f"Compiling the rules, once for this version: {done} of {len(steps)} ...")
            step()
        show(f"Compiled the rules in {time.perf_counter() - began:.0f} s.\n")
    try:
        ready.parent.mkdir(parents=True, exist_ok=True)
        ready.touch()
    except OSError:
        print(f"{CACHE_FOLDER} cannot be written: the rules will be compiled again next time.", file=sys.stderr)


@contextmanager
def _line() -> Iterator[Callable[[str], None]]:
    """A line on standard error that is written over; on something other than a terminal only its last state."""

    def show(text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r{text}", end="", file=sys.stderr, flush=True)
        elif text.endswith("\n") or " 0 of " in text:
            print(text.rstrip("\n"), file=sys.stderr, flush=True)

    yield show


def _steps(kind: Kind) -> list[Callable[[], object]]:
    """One call of every entry point, with arguments of the types they are used with."""
    position = Position.start(boards.load(kind.example), 2)
    engine, board, states = kind.engine, position.board, position.states
    moves = np.zeros(1, kind.moves)
    ids, weights = np.zeros(2048, np.int32), np.zeros(2048, np.int32)
    results = np.zeros(1, kind.result)
    rng, pair = stream(1), np.zeros(2, kind.state)
    first = position.copy()

    def deal() -> None:
        while first.is_chance:
            first.apply(first.draw(rng))

    return [
        deal,
        lambda: engine.legal_moves(states, 0, board, moves, ids),
        lambda: engine.is_legal(states, 0, board, moves, 9),
        lambda: engine.chance_outcomes(states, 0, ids, weights),
        lambda: engine.advance(first.states, 0, board, first.legal()[0], rng),
        lambda: first.determinize(0, rng),
        lambda: engine.score(states, 0, board, results),
        lambda: engine.random_games(pair, board, 2, moves, results, rng, 1, np.zeros(8, np.int64)),
        lambda: engine.reset_games(pair, np.zeros(1, kind.state), board, 2, np.concatenate([rng, rng])),
        lambda: engine.step_games(pair, board, np.full(2, -1, np.int64), moves, np.concatenate([rng, rng])),
        lambda: engine.mask_games(pair, board, moves, ids, np.zeros((2, 2048), np.bool_)),
    ]
