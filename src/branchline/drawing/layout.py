"""Where everything on a board goes: cities, the curve of every route, its spaces, and names.

A layout is stored solved beside the board (`layouts/NAME.json`, written by `tools/solve_layout.py`). A board
without one, or with other cities, is laid out on the spot by `autolayout`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import hypot
from typing import TypedDict

from branchline.drawing import labels
from branchline.drawing.geometry import Curve, Rect, Spacing, along, bowed, box
from branchline.mapgame.board import Board, Route, RouteKind

SPACE_WIDTH = 13.5
SHORTEST, LONGEST = 26.0, 33.0  # a space
TINIEST = 8.0  # a space whose cities lie too near to each other
GAP, LOOSEST_GAP = 2.0, 6.0
SPACING = Spacing(LONGEST, GAP, LOOSEST_GAP)
LANE = 16.0  # from middle to middle of the two routes of a double
CITY_RADIUS, FESTIVAL_RADIUS, COIN_RADIUS = 6.5, 10.5, 8.0
CLEAR = 5.0  # from the edge of a city to the first space
COIN_ROOM = 18.0  # what a toll takes of a route's length
CASING: dict[RouteKind, tuple[float, float]] = {"plain": (0, 0), "tunnel": (3.0, 3.6), "ferry": (2.4, 3.6)}
PORTAL = 3.0  # what a tunnel's portal takes besides, ahead and on both sides
END_CASING = {**CASING, "tunnel": (CASING["tunnel"][0] + PORTAL, CASING["tunnel"][1] + PORTAL)}

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Track:
    """Two cities and the routes that run side by side between them; unlike doubles are two tracks."""

    a: str
    b: str
    spaces: int
    kind: RouteKind
    toll: int
    routes: tuple[int, ...]

    @property
    def width(self) -> float:
        """Of all its lanes together."""
        return (len(self.routes) - 1) * LANE + SPACE_WIDTH


@dataclass(frozen=True, slots=True)
class Bend:
    """The shape of a track: height at the middle, and what stays free at both ends."""

    bow: float
    trim_a: float
    trim_b: float


@dataclass(frozen=True, slots=True)
class Laid:
    """A track in its place; each space is one rectangle over all lanes."""

    track: Track
    curve: Curve
    bow: float
    spaces: tuple[Rect, ...]
    ends: tuple[float, float]  # where on the curve its first space begins and its last one ends
    coin: Point | None

    def lane(self, index: int) -> tuple[Rect, ...]:
        """The spaces of one of its routes."""
        aside = (index - (len(self.track.routes) - 1) / 2) * LANE
        return tuple(space._replace(half_width=SPACE_WIDTH / 2).shifted(aside) for space in self.spaces)

    def cased(self) -> tuple[Rect, ...]:
        """The spaces with the bed and portals of a tunnel or the band of a ferry around them."""
        last = len(self.spaces) - 1
        return tuple(
            space.grown(*(END_CASING if i in (0, last) else CASING)[self.track.kind])
            for i, space in enumerate(self.spaces)
        )

    def solid(self) -> tuple[Rect, ...]:
        """Everything that nothing else may touch: spaces with their casing, and the toll's coin."""
        return self.cased() + ((box(*self.coin, 2 * COIN_RADIUS, 2 * COIN_RADIUS),) if self.coin else ())


@dataclass(frozen=True, slots=True)
class Layout:
    """A board laid out on a canvas; `names` are the boxes of the cities' names."""

    width: float
    height: float
    cities: dict[str, Point]
    names: dict[str, Rect]
    laid: tuple[Laid, ...]


class Stored(TypedDict):
    """A layout file: cities as [x, y, name from there], tracks as [a, b, spaces, kind, bow, two trims]."""

    width: float
    height: float
    cities: dict[str, tuple[float, float, float, float]]
    tracks: list[tuple[str, str, int, RouteKind, float, float, float]]


def from_stored(board: Board, solved: Stored) -> Layout:
    """The layout of a file; a track it does not know gets a plain curve."""
    places = {city.name: solved["cities"][city.name] for city in board.cities}
    cities = {name: (x, y) for name, (x, y, _, _) in places.items()}
    names = {
        name: box(x + dx, y + dy, labels.name_width(name), labels.HEIGHT) for name, (x, y, dx, dy) in places.items()
    }
    bends = stored_bends(solved)
    laid = []
    for track in tracks(board):
        bend = bends.get((track.a, track.b, track.spaces, track.kind)) or plain_bend(board, track)
        laid.append(lay(track, cities[track.a], cities[track.b], bend, radius(board, track.a), radius(board, track.b)))
    return Layout(solved["width"], solved["height"], cities, names, tuple(laid))


@cache
def stored(name: str) -> Stored | None:
    """The layout file of a board, if it has one."""
    file = files("branchline.boards").joinpath("layouts", f"{name}.json")
    if not file.is_file():
        return None
    solved: Stored = json.loads(file.read_text(encoding="utf-8"))
    return solved


def stored_bends(solved: Stored) -> dict[tuple[str, str, int, RouteKind], Bend]:
    """The shapes in a layout file, to be found from either end."""
    bends = {}
    for a, b, spaces, kind, bow, trim_a, trim_b in solved["tracks"]:
        bends[a, b, spaces, kind] = Bend(bow, trim_a, trim_b)
        bends[b, a, spaces, kind] = Bend(-bow, trim_b, trim_a)
    return bends


def tracks(board: Board) -> tuple[Track, ...]:
    """The routes of a board, those alike between the same cities taken together."""
    found: dict[tuple[frozenset[str], int, RouteKind], list[int]] = {}
    for index, route in enumerate(board.routes):
        found.setdefault((frozenset((route.a, route.b)), route.length, route.kind), []).append(index)
    return tuple(_track(board.routes[alike[0]], tuple(alike)) for alike in found.values())


def _track(route: Route, routes: tuple[int, ...]) -> Track:
    return Track(route.a, route.b, route.length, route.kind, route.toll, routes)


def radius(board: Board, city: str) -> float:
    """Of a city's mark; a festival city is a rosette."""
    return FESTIVAL_RADIUS if any(city in festival.cities for festival in board.festivals) else CITY_RADIUS


def least_trim(board: Board, track: Track, city: str) -> float:
    """What must stay free at one end of a track, without a toll's coin."""
    return radius(board, city) + CLEAR + (PORTAL if track.kind == "tunnel" else 0.0)


def plain_bend(board: Board, track: Track) -> Bend:
    """A straight track that leaves free what it must, a toll's coin at its second end."""
    coin = COIN_ROOM if track.toll else 0.0
    return Bend(0.0, least_trim(board, track, track.a), least_trim(board, track, track.b) + coin)


def lay(track: Track, a: Point, b: Point, bend: Bend, radius_a: float, radius_b: float) -> Laid:
    """A track put between two places; a toll's coin lies at the roomier end."""
    curve = bowed(*a, *b, bend.bow)
    trims = bend.trim_a, bend.trim_b
    placed = along(a, b, bend.bow, trims, track.spaces, track.width, SPACING)
    half = max(placed[0][4], TINIEST) / 2
    spaces = tuple(Rect(x, y, ux, uy, half, track.width / 2) for x, y, ux, uy, _, _ in placed)
    ends = curve.step(placed[0][5], -half), curve.step(placed[-1][5], half)
    coin = None
    if track.toll:
        at_a = bend.trim_a >= bend.trim_b
        city, edge, t = (a, radius_a, ends[0]) if at_a else (b, radius_b, ends[1])
        coin = _coin(city, edge, curve.blossom(t, t))
    return Laid(track, curve, bend.bow, spaces, ends, coin)


def _coin(city: Point, edge: float, space: Point) -> Point:
    far = hypot(space[0] - city[0], space[1] - city[1]) + 1e-9
    share = (edge + far) / 2 / far
    return city[0] + (space[0] - city[0]) * share, city[1] + (space[1] - city[1]) * share


def rails(laid: Laid, radius_a: float, radius_b: float) -> Iterator[Rect]:
    """The bare rail at both ends of a track, from the edge of the city to the spaces."""
    curve = laid.curve
    for city, edge, t in (
        ((curve.ax, curve.ay), radius_a, laid.ends[0]),
        ((curve.bx, curve.by), radius_b, laid.ends[1]),
    ):
        x, y = curve.blossom(t, t)
        dx, dy = x - city[0], y - city[1]
        far = hypot(dx, dy) + 1e-9
        middle = (edge + far) / 2 / far
        half = max((far - edge) / 2, 0.1)
        yield Rect(city[0] + dx * middle, city[1] + dy * middle, dx / far, dy / far, half, 1.0)


def name_cities(board: Board, cities: dict[str, Point], laid: tuple[Laid, ...], size: Point) -> dict[str, Rect]:
    """A place for every name, clear of spaces and coins, and of rails if it can be."""
    obstacles: list[tuple[Rect, float, float]] = []
    for track in laid:
        obstacles += [(thing, 1.0, 3.0) for thing in track.solid()]
        obstacles += [
            (rail, 0.5, 0.3) for rail in rails(track, radius(board, track.track.a), radius(board, track.track.b))
        ]
    discs = {city: (x, y, radius(board, city)) for city, (x, y) in cities.items()}
    return labels.place(discs, obstacles, *size)
