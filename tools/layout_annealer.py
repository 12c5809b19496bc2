"""Simulated annealing of a board's layout, compiled; `solve_layout.py` drives it.

Everything on the board is a turned rectangle, a *thing*: each space (over all lanes and with its casing), the
bare rail at both ends of a track, a toll's coin, a city, a name. The cost is how much too near any two things
are, the length that is missing, and how far places, bows and ends are from the ideal. One move changes a
city's place, a track's shape, or where a name stands.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from branchline.drawing import geometry, labels
from branchline.drawing.geometry import Rect
from branchline.drawing.layout import COIN_RADIUS, COIN_ROOM, LONGEST, LOOSEST_GAP, SHORTEST, SPACING

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., object])

SPACE, RAIL, COIN, CITY, NAME = range(5)
TURNS, STEPS = 16, 2  # directions and distances of a name

# How far apart two things should be, and how bad it is if they are not; by kind, in the order above.
APART = np.array(
    [
        [3.0, 1.5, 2.0, 4.7, 1.2],
        [1.5, 2.0, 1.5, 3.5, 0.5],
        [2.0, 1.5, 2.5, 4.0, 1.2],
        [4.7, 3.5, 4.0, 24.0, 3.0],
        [1.2, 0.5, 1.2, 3.0, 1.0],
    ]
)
WEIGHT = np.array(
    [
        [1.0, 0.5, 1.0, 1.0, 0.9],
        [0.5, 0.5, 0.5, 1.0, 0.05],
        [1.0, 0.5, 1.0, 1.0, 0.9],
        [1.0, 1.0, 1.0, 1.0, 0.9],
        [0.9, 0.05, 0.9, 0.9, 0.9],
    ]
)
WIDEST = APART.max(axis=1)
SHARED_APART = 1.0  # a rail and a space of another track that meet in a city
FAR = 26.0  # px from its true place at which moving a city gets dear
SPAREST = 40.0  # px left free at one end of a track, at most
NAME_HEIGHT, NEAREST_NAME, NEXT_NAME = (
    labels.HEIGHT,
    labels.DISTANCES[0],
    labels.DISTANCES[1] - labels.DISTANCES[0],
)


def compiled(function: F) -> F:
    """The function as machine code."""
    return cast(F, njit(function))


along = compiled(geometry.along)
separation = compiled(geometry.separation)
offset = compiled(labels.offset)
preference = compiled(labels.preference)


class Problem(NamedTuple):
    """A board as arrays; things are numbered by track (spaces, two rails, a coin), then city, then name."""

    true: Floats  # cities: x, y
    city: Floats  # cities: radius, width of the name
    track: Ints  # tracks: city a, city b, spaces, first thing, has a coin
    shape: Floats  # tracks: width, casing along, casing across, two least trims, most bow, portal
    start: Ints  # cities: where the tracks of each begin in `of_city`
    of_city: Ints
    kind: Ints  # things
    owner: Ints  # things: track, or -1
    ends: Ints  # things: two cities
    size: Floats  # width, height


class State(NamedTuple):
    """What the solver moves, and the things that follow from it."""

    place: Floats  # cities
    bend: Floats  # tracks: bow, spare at a, spare at b, end with the coin
    name: Ints  # cities: which of TURNS * STEPS places
    things: Floats  # x, y, direction, half length, half width
    own: Floats  # what tracks, then cities cost in themselves


@compiled
def put_rail(s: State, k: int, x: float, y: float, radius: float, to_x: float, to_y: float) -> None:
    """The bare rail from the edge of a city to the spaces."""
    dx, dy = to_x - x, to_y - y
    far = np.sqrt(dx * dx + dy * dy) + 1e-9
    middle = (far + radius) / 2 / far
    s.things[k] = (x + dx * middle, y + dy * middle, dx / far, dy / far, max((far - radius) / 2, 0.1), 1.0)


@compiled
def put_track(p: Problem, s: State, t: int) -> float:
    """Fill in the things of a track; returns what its shape itself costs."""
    a, b, n, k, toll = p.track[t]
    ax, ay, bx, by = s.place[a, 0], s.place[a, 1], s.place[b, 0], s.place[b, 1]
    bow, spare_a, spare_b, end = s.bend[t]
    width, casing_along, casing_across, least_a, least_b, _, portal = p.shape[t]
    trim_a = least_a + spare_a + (COIN_ROOM if toll and end == 0 else 0.0)
    trim_b = least_b + spare_b + (COIN_ROOM if toll and end == 1 else 0.0)
    placed = along((ax, ay), (bx, by), bow, (trim_a, trim_b), n, width, SPACING)
    length = placed[0][4]
    for i in range(n):
        x, y, ux, uy, _, _ = placed[i]
        extra = portal if i in (0, n - 1) else 0.0
        half, across = max(length, 8.0) / 2 + casing_along, width / 2 + casing_across
        s.things[k + i] = (x, y, ux, uy, half + extra, across + extra)
    x, y, ux, uy, _, _ = placed[0]
    put_rail(s, k + n, ax, ay, p.city[a, 0], x - ux * length / 2, y - uy * length / 2)
    x, y, ux, uy, _, _ = placed[n - 1]
    put_rail(s, k + n + 1, bx, by, p.city[b, 0], x + ux * length / 2, y + uy * length / 2)
    if toll:
        rail = k + n + int(end)
        s.things[k + n + 2] = (s.things[rail, 0], s.things[rail, 1], 1.0, 0.0, COIN_RADIUS, COIN_RADIUS)
    chord = np.sqrt((bx - ax) ** 2 + (by - ay) ** 2) + 1e-9
    missing = max(0.0, SHORTEST + 0.2 - length) * n
    too_long = max(0.0, chord - n * (LONGEST + LOOSEST_GAP) - trim_a - trim_b)
    steep = abs(bow) / chord
    cost = missing * missing + 20 * missing + 0.02 * too_long * too_long + 900 * steep * steep
    cost += 60_000 * max(0.0, steep - p.shape[t, 5]) ** 2  # cities that came nearer leave a bow too high
    return float(cost + 0.02 * (spare_a + spare_b) + 0.012 * (spare_a - spare_b) ** 2)


@compiled
def put_city(p: Problem, s: State, i: int) -> float:
    """Fill in a city and its name; returns what their places themselves cost."""
    count = len(p.true)
    first = len(p.kind) - 2 * count
    x, y = s.place[i]
    radius, wide = p.city[i]
    s.things[first + i] = (x, y, 1.0, 0.0, radius, radius)
    direction, step = 2 * np.pi * (s.name[i] % TURNS) / TURNS, s.name[i] // TURNS
    dx, dy = offset(direction, radius + NEAREST_NAME + NEXT_NAME * step, wide, NAME_HEIGHT)
    s.things[first + count + i] = (x + dx, y + dy, 1.0, 0.0, wide / 2, NAME_HEIGHT / 2)
    off = np.sqrt((x - p.true[i, 0]) ** 2 + (y - p.true[i, 1]) ** 2)
    return float(0.02 * off * off + 4.0 * max(0.0, off - FAR) ** 2 + preference(direction, step))


@compiled
def thing(s: State, k: int) -> Rect:
    """The place that a thing takes up."""
    x, y, ux, uy, half_length, half_width = s.things[k]
    return Rect(x, y, ux, uy, half_length, half_width)


@compiled
def near(p: Problem, s: State, k: int, m: int) -> float:
    """What it costs that two things are as near to each other as they are."""
    if p.owner[k] >= 0 and p.owner[k] == p.owner[m]:
        return 0.0
    one, other = p.kind[k], p.kind[m]
    apart = APART[one, other]
    a, b, c, d = p.ends[k, 0], p.ends[k, 1], p.ends[m, 0], p.ends[m, 1]
    if a in (c, d) or b in (c, d):
        if (one == RAIL and other == RAIL) or (one == CITY) != (other == CITY):
            return 0.0
        if one + other == SPACE + RAIL:
            apart = SHARED_APART
    depth = apart - separation(thing(s, k), thing(s, m))
    return float(WEIGHT[one, other] * (depth * depth + 3 * depth)) if depth > 0 else 0.0


@compiled
def over_edge(p: Problem, s: State, k: int) -> float:
    """What it costs that a thing hangs over the edge of the board."""
    x, y, ux, uy, length, width = s.things[k]
    across, down = abs(ux) * length + abs(uy) * width, abs(uy) * length + abs(ux) * width
    out = max(0.0, across - x) + max(0.0, x + across - p.size[0])
    out += max(0.0, down - y) + max(0.0, y + down - p.size[1])
    return float(3 * out * out)


@compiled
def crowd(p: Problem, s: State, chosen: Ints, mark: NDArray[np.bool_]) -> float:
    """Cost of all nearness in which one of the chosen things has a part; `mark` is scratch."""
    cost = 0.0
    mark[chosen] = True
    for k in chosen:
        x, y, reach = s.things[k, 0], s.things[k, 1], s.things[k, 4] + s.things[k, 5] + WIDEST[p.kind[k]]
        for m in range(len(p.kind)):
            far = reach + s.things[m, 4] + s.things[m, 5]
            if abs(s.things[m, 0] - x) <= far and abs(s.things[m, 1] - y) <= far and not (mark[m] and m <= k):
                cost += near(p, s, k, m)
        cost += over_edge(p, s, k)
    mark[chosen] = False
    return cost


@compiled
def gather(p: Problem, tracks: Ints, city: int, into: Ints) -> int:
    """The numbers of the things of some tracks, and of a city unless it is -1; returns how many."""
    n = 0
    for t in tracks:
        for k in range(p.track[t, 3], p.track[t, 3] + p.track[t, 2] + 2 + p.track[t, 4]):
            into[n] = k
            n += 1
    if city >= 0:
        into[n] = len(p.kind) - 2 * len(p.true) + city
        into[n + 1] = len(p.kind) - len(p.true) + city
        n += 2
    return n


@compiled
def put(p: Problem, s: State, tracks: Ints, city: int) -> float:
    """Fill in the things of some tracks and perhaps a city; returns what they cost in themselves."""
    cost = 0.0
    for t in tracks:
        s.own[t] = put_track(p, s, t)
        cost += s.own[t]
    if city >= 0:
        s.own[len(p.track) + city] = put_city(p, s, city)
        cost += s.own[len(p.track) + city]
    return cost


@compiled
def shake(p: Problem, s: State, t: int, reach: float) -> None:
    """Change the bow or the free ends of a track."""
    a, b = p.track[t, 0], p.track[t, 1]
    most = p.shape[t, 5] * np.sqrt(((s.place[a] - s.place[b]) ** 2).sum())
    what = np.random.random()
    if what < 0.1:
        s.bend[t, 0] = (2 * np.random.random() - 1) * most
    elif what < 0.5:
        s.bend[t, 0] = min(most, max(-most, s.bend[t, 0] + np.random.normal() * reach))
    elif what < 0.93 or not p.track[t, 4]:
        side = 1 + np.random.randint(2)
        s.bend[t, side] = min(SPAREST, max(0.0, s.bend[t, side] + np.random.normal() * reach * 0.6))
    else:
        s.bend[t, 3] = 1 - s.bend[t, 3]
    if p.track[t, 4]:  # the coin's end must stay the roomier one
        coin = 1 + int(s.bend[t, 3])
        s.bend[t, 3 - coin] = min(s.bend[t, 3 - coin], s.bend[t, coin] + COIN_ROOM - 4)


@compiled
def anneal(p: Problem, s: State, steps: int, hot: float, cold: float, seed: int) -> float:
    """Move one thing at a time, uphill ever more rarely; leaves the best state found and returns its cost."""
    np.random.seed(seed)
    every_track, mark = np.arange(len(p.track)), np.zeros(len(p.kind), np.bool_)
    total = put(p, s, every_track, -1)
    for i in range(len(p.true)):
        total += put(p, s, every_track[:0], i)
    total += crowd(p, s, np.arange(len(p.kind)), mark)
    best, best_place, best_bend, best_name = total, s.place.copy(), s.bend.copy(), s.name.copy()
    room = np.zeros(len(p.kind), np.int64)
    for step in range(steps):
        heat = hot * (cold / hot) ** (step / steps)
        reach = 1.0 + 14.0 * (heat / hot) ** 0.5
        what = np.random.random()
        i, t = np.random.randint(len(p.true)), np.random.randint(len(p.track))
        if what < 0.4:
            tracks = p.of_city[p.start[i] : p.start[i + 1]]
        elif what < 0.5:
            tracks = every_track[:0]
        else:
            tracks, i = every_track[t : t + 1], -1
        chosen = room[: gather(p, tracks, i, room)]
        kept, kept_own = s.things[chosen], s.own.copy()
        old = crowd(p, s, chosen, mark) + kept_own[tracks].sum() + (kept_own[len(p.track) + i] if i >= 0 else 0.0)
        kept_bend, kept_x, kept_y, kept_name = s.bend[t].copy(), s.place[i, 0], s.place[i, 1], s.name[i]
        if what < 0.4:
            s.place[i, 0] += np.random.normal() * reach * 0.6
            s.place[i, 1] += np.random.normal() * reach * 0.6
        elif what < 0.5:
            s.name[i] = np.random.randint(TURNS * STEPS)
        else:
            shake(p, s, t, reach)
        new = put(p, s, tracks, i) + crowd(p, s, chosen, mark)
        if new <= old or np.random.random() < np.exp((old - new) / heat):
            total += new - old
            if total < best - 1e-6 and heat < hot / 20:
                best = total
                best_place[:], best_bend[:], best_name[:] = s.place, s.bend, s.name
        else:
            s.things[chosen], s.own[:] = kept, kept_own
            s.bend[t], s.name[i] = kept_bend, kept_name
            s.place[i, 0], s.place[i, 1] = kept_x, kept_y
    s.place[:], s.bend[:], s.name[:] = best_place, best_bend, best_name
    return best
