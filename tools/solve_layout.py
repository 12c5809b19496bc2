"""Solve the layout of a board and store it beside the board: `python tools/solve_layout.py nordic`.

The result is checked exactly, and every fault printed. About a minute a board.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable
from math import hypot
from pathlib import Path

import numpy as np
from layout_annealer import CITY, COIN, NAME, RAIL, SPACE, Problem, State, anneal
from layout_check import faults

from branchline.boards import load_map as load
from branchline.drawing import labels
from branchline.drawing import layout as lay
from branchline.drawing.projection import fit
from branchline.mapgame.board import Board

LAYOUTS = Path(lay.__file__).parent / "layouts"
CANVAS = {
    "usa": (1148, 680),
    "nordic": (848, 887),
    "europe": (1380, 860),
    "nederland": (880, 944),
    "iberia": (960, 672),
}
BOW, FERRY_BOW = 0.19, 0.29  # of the chord, at most
HOT, WARM, COLD = 1500.0, 6.0, 0.2  # to start from scratch, to go on from a stored layout, to end


def problem(board: Board, width: float, height: float) -> Problem:
    """The board as arrays, cities at their true places."""
    project = fit(board.cities, width, height)
    number = {city.name: i for i, city in enumerate(board.cities)}
    tracks = lay.tracks(board)
    rows, shapes = [], []
    kinds: list[int] = []
    owners: list[int] = []
    ends: list[tuple[int, int]] = []
    for t, track in enumerate(tracks):
        a, b = number[track.a], number[track.b]
        rows.append((a, b, track.spaces, len(kinds), int(track.toll > 0)))
        trims = lay.least_trim(board, track, track.a), lay.least_trim(board, track, track.b)
        bow = 0.0 if track.spaces == 1 and track.kind == "plain" else FERRY_BOW if track.kind == "ferry" else BOW
        portal = lay.PORTAL if track.kind == "tunnel" else 0.0
        shapes.append((track.width, *lay.CASING[track.kind], *trims, bow, portal))
        things = [SPACE] * track.spaces + [RAIL, RAIL] + [COIN] * (track.toll > 0)
        kinds += things
        owners += [t] * len(things)
        ends += [(a, b)] * len(things)
    count = len(board.cities)
    kinds += [CITY] * count + [NAME] * count
    owners += [-1] * (2 * count)
    ends += [(i, i) for i in range(count)] * 2
    of = [[t for t, row in enumerate(rows) if i in row[:2]] for i in range(count)]
    return Problem(
        true=np.array([project(city.latitude, city.longitude) for city in board.cities]),
        city=np.array([(lay.radius(board, c.name), labels.name_width(c.name)) for c in board.cities]),
        track=np.array(rows),
        shape=np.array(shapes, dtype=float),
        start=np.cumsum([0] + [len(ts) for ts in of]),
        of_city=np.array([t for ts in of for t in ts]),
        kind=np.array(kinds),
        owner=np.array(owners),
        ends=np.array(ends),
        size=np.array([width, height], dtype=float),
    )


def fresh(given: Problem, rng: np.random.Generator) -> State:
    """Cities at their true places, tracks nearly straight."""
    bend = np.zeros((len(given.track), 4))
    bend[:, 0] = rng.normal(0, 2, len(bend)) * (given.shape[:, 5] > 0)
    count = len(given.true)
    things, own = np.zeros((len(given.kind), 6)), np.zeros(len(bend) + count)
    return State(given.true.copy(), bend, np.zeros(count, dtype=np.int64), things, own)


def as_stored(board: Board, given: Problem, state: State) -> lay.Stored:
    """The state as it goes into the file, with names placed anew by exact search."""
    places = [(round(float(x), 1), round(float(y), 1)) for x, y in state.place]
    stored: lay.Stored = {
        "width": float(given.size[0]),
        "height": float(given.size[1]),
        "cities": {city.name: (x, y, 0.0, 0.0) for city, (x, y) in zip(board.cities, places, strict=True)},
        "tracks": [],
    }
    for track, bend, shape in zip(lay.tracks(board), state.bend, given.shape, strict=True):
        trims = [shape[3] + bend[1], shape[4] + bend[2]]
        if track.toll:
            trims[int(bend[3])] += lay.COIN_ROOM
        bow, trim_a, trim_b = (round(float(number), 1) for number in (bend[0], *trims))
        stored["tracks"].append((track.a, track.b, track.spaces, track.kind, bow, trim_a, trim_b))
    unnamed = lay.from_stored(board, stored)
    names = lay.name_cities(board, unnamed.cities, unnamed.laid, (unnamed.width, unnamed.height))
    for name, (x, y) in unnamed.cities.items():
        stored["cities"][name] = (x, y, round(names[name].x - x, 1), round(names[name].y - y, 1))
    return stored


def as_state(board: Board, given: Problem, stored: lay.Stored) -> State:
    """A stored layout to go on from."""
    state = fresh(given, np.random.default_rng(0))
    for i, city in enumerate(board.cities):
        state.place[i] = stored["cities"][city.name][:2]
    bends = lay.stored_bends(stored)
    for t, track in enumerate(lay.tracks(board)):
        bend = bends[track.a, track.b, track.spaces, track.kind]
        trims = [bend.trim_a, bend.trim_b]
        end = int(bend.trim_b > bend.trim_a)
        if track.toll:
            trims[end] -= lay.COIN_ROOM
        spare = [max(0.0, trim - least) for trim, least in zip(trims, given.shape[t, 3:5], strict=True)]
        state.bend[t] = (bend.bow, *spare, end)
    return state


def save(board: Board, stored: lay.Stored) -> None:
    """Write the layout file, a line for each city and track."""

    def lines(rows: Iterable[str]) -> str:
        return ",\n    ".join(rows)

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    cities = lines(f"{text(name)}: {text(place)}" for name, place in stored["cities"].items())
    tracks = lines(text(track) for track in stored["tracks"])
    LAYOUTS.mkdir(exist_ok=True)
    (LAYOUTS / f"{board.name}.json").write_text(
        f'{{\n  "width": {stored["width"]:g},\n  "height": {stored["height"]:g},\n'
        f'  "cities": {{\n    {cities}\n  }},\n  "tracks": [\n    {tracks}\n  ]\n}}\n',
        encoding="utf-8",
    )


def report(board: Board, given: Problem, stored: lay.Stored) -> int:
    """Print what is wrong with a layout and how far cities were moved; returns the number of faults."""
    found = faults(board, lay.from_stored(board, stored))
    off = sorted(
        (hypot(x - true[0], y - true[1]), name)
        for (name, (x, y, _, _)), true in zip(stored["cities"].items(), given.true, strict=True)
    )
    print(
        f"{board.name}: half of the cities moved by {off[len(off) // 2][0]:.0f} px or less,"
        f" the most {off[-1][0]:.0f} ({off[-1][1]})"
    )
    for fault in found:
        print("  ", fault)
    print(f"   {len(found)} faults")
    return len(found)


def main() -> None:
    """Solve from scratch with several seeds, or go on from the stored layout with --again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board")
    parser.add_argument("--steps", type=int, default=800_000)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--again", action="store_true", help="improve the stored layout instead of starting anew")
    chosen = parser.parse_args()
    board = load(chosen.board)
    before = lay.stored(board.name)
    width, height = CANVAS.get(board.name, (1100, 800))
    given = problem(board, width, height)
    least, best = float("inf"), None
    for seed in range(chosen.seeds):
        begun = time.perf_counter()
        if chosen.again and before:
            state, heat = as_state(board, given, before), WARM
        else:
            state, heat = fresh(given, np.random.default_rng(seed)), HOT
        cost = anneal(given, state, chosen.steps, heat, COLD, seed)
        print(f"seed {seed}: cost {cost:.0f} in {time.perf_counter() - begun:.0f} s")
        if cost < least:
            least, best = cost, as_stored(board, given, state)
    assert best is not None
    save(board, best)
    sys.exit(1 if report(board, given, best) else 0)


if __name__ == "__main__":
    main()
