"""A quick layout for a board without a stored one; in dense corners of it spaces may touch."""

from collections.abc import Sequence
from itertools import combinations
from math import hypot, inf
from time import monotonic

from branchline.drawing.geometry import Rect, box, separation
from branchline.drawing.layout import (
    CITY_RADIUS,
    GAP,
    LANE,
    SHORTEST,
    Bend,
    Laid,
    Layout,
    Point,
    Track,
    from_stored,
    lay,
    name_cities,
    plain_bend,
    radius,
    stored,
    tracks,
)
from branchline.drawing.projection import MARGIN, Projection, cone, fit
from branchline.mapgame.board import Board

SMALLEST, LARGEST = 480.0, 2200.0  # a side of the canvas
ROUNDS = 120
CITIES_APART = 52.0
BOWS = (0.0, 0.06, -0.06, 0.12, -0.12, 0.19, -0.19)  # of the chord
SPARE = ((0.0, 0.0), (9.0, 0.0), (0.0, 9.0), (9.0, 9.0), (20.0, 0.0), (0.0, 20.0))  # more room at the ends
ROOM = 1.12  # canvas, against the smallest at which most tracks have the length they need


def layout(board: Board) -> Layout:
    """The stored layout if it knows every city of the board, else an automatic one."""
    solved = stored(board.name)
    return from_stored(board, solved) if solved is not None and is_solved(board) else automatic(board)


def is_solved(board: Board) -> bool:
    """Whether there is a stored layout that knows every city of the board."""
    solved = stored(board.name)
    return solved is not None and all(city.name in solved["cities"] for city in board.cities)


def automatic(board: Board) -> Layout:
    """Cities near their true places, apart where routes need room; then each route takes its best shape."""
    lines = tracks(board)
    needs = [_need(board, track) for track in lines]
    width, height = _canvas(board, lines, needs)
    project = fit(board.cities, width, height)
    cities = _spread(board, lines, needs, project, (width, height))
    laid = _shape(board, lines, cities)
    return Layout(width, height, cities, name_cities(board, cities, laid, (width, height)), laid)


def in_place(board: Board, project: Projection, size: Point, until: float = inf) -> Layout:
    """Every city at its true place; after a moment of `time.monotonic` routes that are left stay straight."""
    cities = {city.name: project(city.latitude, city.longitude) for city in board.cities}
    laid = _shape(board, tracks(board), cities, until)
    return Layout(*size, cities, name_cities(board, cities, laid, size), laid)


def _need(board: Board, track: Track) -> float:
    """The distance between two cities that gives a track spaces of a good size."""
    bend = plain_bend(board, track)
    return track.spaces * (SHORTEST + 2 + GAP) + bend.trim_a + bend.trim_b


def _canvas(board: Board, lines: Sequence[Track], needs: Sequence[float]) -> Point:
    """The size at which most tracks have the length they need."""
    shape = cone(board.cities)
    flat = {city.name: shape.project(city.latitude, city.longitude) for city in board.cities}
    scales = sorted(need / max(_apart(flat, track), 1e-4) for track, need in zip(lines, needs, strict=True))
    scale = scales[int(0.8 * len(scales))] if scales else 1000.0
    sides = ([x for x, _ in flat.values()], [y for _, y in flat.values()])
    width, height = (min(LARGEST, max(SMALLEST, ROOM * scale * (max(s) - min(s)) + 2 * MARGIN)) for s in sides)
    return round(width), round(height)


def _apart(places: dict[str, Point], track: Track) -> float:
    (ax, ay), (bx, by) = places[track.a], places[track.b]
    return hypot(bx - ax, by - ay)


def _spread(
    board: Board, lines: Sequence[Track], needs: Sequence[float], project: Projection, size: Point
) -> dict[str, Point]:
    true = {city.name: project(city.latitude, city.longitude) for city in board.cities}
    places = {name: [x + 0.01 * i, y] for i, (name, (x, y)) in enumerate(true.items())}
    for _ in range(ROUNDS):
        for track, need in zip(lines, needs, strict=True):
            _push(places[track.a], places[track.b], need, 0.3)
        for one, other in combinations(places.values(), 2):
            _push(one, other, CITIES_APART, 0.3)
        for track in lines:
            for name, place in places.items():
                if name not in (track.a, track.b):
                    _clear(place, places[track.a], places[track.b], track.width / 2 + 14)
        for name, place in places.items():
            for axis in (0, 1):
                place[axis] += 0.02 * (true[name][axis] - place[axis])
                place[axis] = min(max(place[axis], MARGIN / 2), size[axis] - MARGIN / 2)
    return {name: (round(x, 1), round(y, 1)) for name, (x, y) in places.items()}


def _push(one: list[float], other: list[float], wanted: float, share: float) -> None:
    """Move two places apart if they are nearer than wanted."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    if abs(dx) > wanted or abs(dy) > wanted:
        return
    far = hypot(dx, dy) + 1e-6
    if far < wanted:
        move = share * (wanted - far) / 2 / far
        one[0], one[1] = one[0] - dx * move, one[1] - dy * move
        other[0], other[1] = other[0] + dx * move, other[1] + dy * move


def _clear(place: list[float], a: list[float], b: list[float], wanted: float) -> None:
    """Move a place away from the straight line between two others, and these the other way."""
    if not (min(a[0], b[0]) - wanted < place[0] < max(a[0], b[0]) + wanted):
        return
    dx, dy = b[0] - a[0], b[1] - a[1]
    chord = hypot(dx, dy) + 1e-6
    ahead = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / chord
    aside = ((place[1] - a[1]) * dx - (place[0] - a[0]) * dy) / chord
    if not 0 < ahead < chord or abs(aside) >= wanted:
        return
    move = 0.2 * (wanted - abs(aside)) * (1 if aside >= 0 else -1) / chord
    place[0], place[1] = place[0] - dy * move, place[1] + dx * move
    for end in (a, b):
        end[0], end[1] = end[0] + dy * move / 2, end[1] - dx * move / 2


def _shape(board: Board, lines: Sequence[Track], cities: dict[str, Point], until: float = inf) -> tuple[Laid, ...]:
    """Each track with the bow and ends that leave it clearest of the others, chosen twice round."""
    laid = [_lay(board, track, cities, 0.0, SPARE[0]) for track in lines]
    for _ in range(2):
        for i, track in enumerate(lines):
            if monotonic() > until:
                break
            others = [thing for j, other in enumerate(laid) if j != i for thing in other.solid()]
            others += [box(*place, 2 * CITY_RADIUS, 2 * CITY_RADIUS) for place in cities.values()]
            near = _near(cities[track.a], cities[track.b], others)
            if _crowding(laid[i], near):
                offers = (_lay(board, track, cities, share, spare) for spare in SPARE for share in BOWS)
                laid[i] = min(offers, key=lambda offer: _cost(offer, near))
    return tuple(laid)


def _lay(board: Board, track: Track, cities: dict[str, Point], share: float, spare: Point) -> Laid:
    a, b = cities[track.a], cities[track.b]
    plain = plain_bend(board, track)
    bow = round(share * hypot(b[0] - a[0], b[1] - a[1]), 1)
    bend = Bend(bow, plain.trim_a + spare[0], plain.trim_b + spare[1])
    return lay(track, a, b, bend, radius(board, track.a), radius(board, track.b))


def _cost(laid: Laid, near: list[Rect]) -> float:
    short = max(0.0, SHORTEST - 2 - 2 * laid.spaces[0].half_length) * laid.track.spaces
    return _crowding(laid, near) + short + abs(laid.bow) / 8


def _near(a: Point, b: Point, rects: list[Rect]) -> list[Rect]:
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    reach = 0.7 * hypot(b[0] - a[0], b[1] - a[1]) + 2 * LANE
    return [rect for rect in rects if hypot(rect.x - x, rect.y - y) < reach + rect.half_length]


def _crowding(laid: Laid, others: list[Rect]) -> float:
    """How deep a track lies in others, summed."""
    total = 0.0
    for space in laid.solid():
        reach = 2 * (space.half_length + space.half_width)
        for other in others:
            if abs(other.x - space.x) < reach and abs(other.y - space.y) < reach:
                total += max(0.0, 2.0 - separation(space, other))
    return total
