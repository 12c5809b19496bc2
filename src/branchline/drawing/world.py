"""Land, borders and lakes of any part of the world (`coasts/world.json.gz`, written by `tools/world_outline.py`)."""

import gzip
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.drawing.layout import Layout
from branchline.drawing.outlines import Frame, Ring, area, clipped, path, simplified, visible
from branchline.drawing.projection import Projection, fit
from branchline.mapgame.board import Board

Points = NDArray[np.float64]  # rows of x, y
Move = Callable[[Points], Points]  # on the board

BEYOND_X, BEYOND_Y = 560.0, 320.0  # ground around the board, for wide and tall screens
FINEST, COARSE = 1.4, 22.0  # px², the smallest triangle that stays in an outline, and in the bands of shallow water
BEYOND = 8.0  # how much coarser outlines may be beyond the board
SMALLEST_ISLAND, SMALLEST_LAKE, SMALLEST_SHORE = 7.0, 10.0, 45.0  # px²
STEP = 1.0  # degrees between two points of a line at most, so that parallels bend
AROUND = 12.0  # degrees beyond what is seen to which land is followed
CARRIED = 300.0  # px around a city in which the land follows it


@dataclass(frozen=True)
class World:
    """Lines in degrees, and which of them make up outlines; a line that is used backwards has the number ~n."""

    lines: tuple[Points, ...]
    land: tuple[tuple[int, ...], ...]
    borders: tuple[int, ...]
    lakes: tuple[Points, ...]


@cache
def world() -> World:
    """The outlines of the world."""
    packed = files("branchline.boards").joinpath("coasts", "world.json.gz").read_bytes()
    data: dict[str, Any] = json.loads(gzip.decompress(packed))
    lines = tuple(_degrees(steps, data["steps"]) for steps in data["arcs"])
    lakes = tuple(_degrees(steps, data["steps"]) for steps in data["lakes"])
    return World(lines, tuple(map(tuple, data["land"])), tuple(data["borders"]), lakes)


def _degrees(steps: list[int], of: int) -> Points:
    """A line as longitudes and latitudes, no two points far from each other."""
    points = np.cumsum(np.array(steps).reshape(-1, 2), axis=0) / of
    points[:, 0] = np.unwrap(points[:, 0], period=360)  # rather on beyond 180° than all around the earth
    apart = np.diff(points, axis=0)
    counts = np.maximum(1, np.ceil(np.abs(apart).max(axis=1) / STEP)).astype(int)
    if counts.max(initial=1) == 1:
        return points
    first = np.repeat(np.cumsum(counts) - counts, counts)
    share = (np.arange(counts.sum()) - first) / np.repeat(counts, counts)
    between: Points = np.repeat(points[:-1], counts, axis=0) + np.repeat(apart, counts, axis=0) * share[:, None]
    return np.vstack([between, points[-1:]])


def ground(project: Projection, width: float, height: float, move: Move = lambda points: points) -> dict[str, str]:
    """The ground under a board of that size as path data by part; what lies around cities may be moved with them."""
    frame = (-BEYOND_X, -BEYOND_Y, width + BEYOND_X, height + BEYOND_Y)
    seen = Seen(project, (0.0, 0.0, width, height), frame, move)
    known = world()
    home, shore = [], []
    for ring in known.land:
        line = seen.ring(ring)
        piece = clipped(line, frame) if line else []
        if piece and abs(area(piece)) >= SMALLEST_ISLAND:
            home.append(piece)
            rough = simplified(piece, COARSE, COARSE, frame)
            if len(rough) > 2 and abs(area(rough)) >= SMALLEST_SHORE:
                shore.append(rough)
    borders = [piece for i in known.borders if i in seen.drawn for piece in visible(seen.drawn[i], frame)]
    lakes = [clipped(seen.place(lake), frame) for lake in known.lakes if seen.is_near(lake)]
    return {
        "shore": _closed(shore),
        "home": _closed(home),
        "other": "",
        "borders": "".join(map(path, borders)),
        "lakes": _closed(lake for lake in lakes if lake and abs(area(lake)) >= SMALLEST_LAKE),
    }


def _closed(rings: Iterable[Ring]) -> str:
    return "".join(path(ring) + "z" for ring in rings)


class Seen:
    """The part of the world that can be seen, each of its lines placed once."""

    def __init__(self, project: Projection, board: Frame, frame: Frame, move: Move) -> None:
        self._project, self._board, self._move = project, board, move
        self._west, self._south, self._east, self._north = _window(project, frame)
        self._placed: dict[tuple[int, float], Ring] = {}
        self.drawn: dict[int, Ring] = {}

    def is_near(self, line: Points) -> bool:
        """Whether a line may be seen."""
        (west, south), (east, north) = line.min(axis=0), line.max(axis=0)
        turn = self._turn((west + east) / 2)
        across = west + turn < self._east and east + turn > self._west
        return bool(across and south < self._north and north > self._south)

    def ring(self, numbers: Sequence[int]) -> Ring | None:
        """An outline on the board, if any of it may be seen."""
        lines = [world().lines[i if i >= 0 else ~i] for i in numbers]
        if not any(map(self.is_near, lines)) and not self.is_near(np.vstack(lines)):
            return None
        turn = self._turn(float(np.mean([(line[:, 0].min() + line[:, 0].max()) / 2 for line in lines])))
        ring: Ring = []
        at: float | None = None
        for number, line in zip(numbers, lines, strict=True):
            first, last = (line[0, 0], line[-1, 0]) if number >= 0 else (line[-1, 0], line[0, 0])
            if at is not None:
                turn = 360.0 * round((at - first) / 360.0)
            placed = self._line(number if number >= 0 else ~number, turn)
            ring += (placed if number >= 0 else placed[::-1])[1 if ring else 0 :]
            at = last + turn
        return ring

    def _line(self, number: int, turn: float) -> Ring:
        if (number, turn) not in self._placed:
            self._placed[number, turn] = self.drawn[number] = self.place(world().lines[number], turn)
        return self._placed[number, turn]

    def place(self, line: Points, turn: float | None = None) -> Ring:
        """A line on the board; what is far away is drawn nearer, where it still cannot be seen."""
        by = self._turn(float(line[:, 0].mean())) if turn is None else turn
        x = np.clip(line[:, 0] + by, self._west - AROUND, self._east + AROUND)
        y = np.clip(line[:, 1], max(-89.0, self._south - AROUND), min(89.0, self._north + AROUND))
        placed = self._move(np.array([self._project(b, a) for a, b in zip(x.tolist(), y.tolist(), strict=True)]))
        return simplified([(float(a), float(b)) for a, b in placed], FINEST, FINEST * BEYOND, self._board)

    def _turn(self, longitude: float) -> float:
        """What brings a longitude to the side of the earth that is looked at."""
        return 360.0 * round((self._project.cone.meridian - longitude) / 360.0)


def _window(project: Projection, frame: Frame) -> tuple[float, float, float, float]:
    """West, south, east and north of what a frame shows."""
    left, top, right, bottom = frame
    edges = [(left + (right - left) * i / 16, y) for i in range(17) for y in (top, bottom)]
    edges += [(x, top + (bottom - top) * i / 16) for i in range(17) for x in (left, right)]
    places = [project.back(x, y) for x, y in edges]
    latitudes, longitudes = [latitude for latitude, _ in places], [longitude for _, longitude in places]
    middle = project.cone.meridian
    west, east = max(min(longitudes), middle - 175), min(max(longitudes), middle + 175)
    return west, max(min(latitudes), -89.0), east, min(max(latitudes), 89.0)


def land_under(board: Board, laid_out: Layout) -> dict[str, str]:
    """The ground under a board that is laid out automatically; land around its cities is where they are."""
    project = fit(board.cities, laid_out.width, laid_out.height)
    true = np.array([project(city.latitude, city.longitude) for city in board.cities])
    moved = np.array([laid_out.cities[city.name] for city in board.cities])
    return ground(project, laid_out.width, laid_out.height, carried(true, moved))


def carried(true: Points, moved: Points) -> Move:
    """Takes the land around each true place along to where the place was moved."""
    if not len(true):
        return lambda points: points
    apart = np.hypot(*(true[:, None] - true[None, :]).transpose(2, 0, 1))
    weights = np.linalg.lstsq(nearness(apart), moved - true, rcond=None)[0]

    def move(points: Points) -> Points:
        away = np.hypot(*(points[:, None] - true[None, :]).transpose(2, 0, 1))
        placed: Points = points + nearness(away) @ weights
        return placed

    return move


def nearness(distance: Points) -> Points:
    """Wendland's smooth bump: 1 at no distance, 0 from `CARRIED` on."""
    far = np.minimum(distance / CARRIED, 1.0)
    bump: Points = (1 - far) ** 4 * (4 * far + 1)
    return bump
