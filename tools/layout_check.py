"""The exact check of a layout: what is too short, what touches what, what hangs over the edge."""

from collections.abc import Iterable
from itertools import combinations, product
from math import hypot

from branchline.drawing.geometry import Rect, separation
from branchline.drawing.labels import outside
from branchline.drawing.layout import SHORTEST, Laid, Layout, radius
from branchline.mapgame.board import Board

FAR = 99.0
STEEPEST = 0.32  # bow of a track, against the way from city to city
FROM_CITY = 3.0  # a space from the edge of a city it does not belong to


def faults(board: Board, layout: Layout) -> list[str]:
    """What is wrong with a layout, a line each; none in a good one."""
    return [
        *_short(layout),
        *_steep(layout),
        *_touching(layout),
        *_near_cities(board, layout),
        *_names(layout),
        *_over_edge(layout),
    ]


def title(laid: Laid) -> str:
    """A track in words."""
    return f"{laid.track.a}–{laid.track.b} ({laid.track.kind} of {laid.track.spaces})"


def _short(layout: Layout) -> list[str]:
    return [
        f"{title(laid)}: spaces are {2 * laid.spaces[0].half_length:.1f} long, {SHORTEST - 0.2} wanted"
        for laid in layout.laid
        if 2 * laid.spaces[0].half_length < SHORTEST - 0.2
    ]


def _steep(layout: Layout) -> list[str]:
    found = []
    for laid in layout.laid:
        (ax, ay), (bx, by) = layout.cities[laid.track.a], layout.cities[laid.track.b]
        share = abs(laid.bow) / hypot(bx - ax, by - ay)
        if share > STEEPEST:
            found.append(f"{title(laid)}: its bow is {share:.2f} of its length, at most {STEEPEST} wanted")
    return found


def _touching(layout: Layout) -> list[str]:
    found = []
    for one, other in combinations(layout.laid, 2):
        gap = _gap(product(one.solid(), other.solid()))
        if gap < 0:
            found.append(f"{title(one)} and {title(other)} overlap by {-gap:.1f}")
    for laid in layout.laid:
        gap = _gap(combinations(laid.spaces, 2))
        if gap < 0.5:
            found.append(f"{title(laid)}: its own spaces are {gap:.1f} apart, 0.5 wanted")
    return found


def _gap(pairs: Iterable[tuple[Rect, Rect]]) -> float:
    """The narrowest gap between two of a pair; pairs that are far from each other are passed over."""
    narrowest = FAR
    for p, q in pairs:
        reach = p.half_length + p.half_width + q.half_length + q.half_width
        if abs(p.x - q.x) < reach and abs(p.y - q.y) < reach:
            narrowest = min(narrowest, separation(p, q))
    return narrowest


def _near_cities(board: Board, layout: Layout) -> list[str]:
    found = []
    for city, (x, y) in layout.cities.items():
        for laid in layout.laid:
            wanted = 0.0 if city in (laid.track.a, laid.track.b) else FROM_CITY
            gap = min(_distance(space, x, y) for space in laid.solid()) - radius(board, city)
            if gap < wanted:
                found.append(f"{title(laid)} is {gap:.1f} from {city}, {wanted} wanted")
    return found


def _distance(rect: Rect, x: float, y: float) -> float:
    dx, dy = x - rect.x, y - rect.y
    ahead = max(0.0, abs(dx * rect.ux + dy * rect.uy) - rect.half_length)
    aside = max(0.0, abs(dy * rect.ux - dx * rect.uy) - rect.half_width)
    return hypot(ahead, aside)


def _names(layout: Layout) -> list[str]:
    found = []
    for (city, name), (neighbour, other) in combinations(layout.names.items(), 2):
        if separation(name, other) < 0:
            found.append(f"the names of {city} and {neighbour} overlap")
    for city, name in layout.names.items():
        for laid in layout.laid:
            gap = _gap((name, thing) for thing in laid.solid())
            if gap < 0:
                found.append(f"the name of {city} overlaps {title(laid)} by {-gap:.1f}")
        for neighbour, (x, y) in layout.cities.items():
            if _distance(name, x, y) < 6.5:
                found.append(f"the name of {city} covers {neighbour}")
    return found


def _over_edge(layout: Layout) -> list[str]:
    found = [
        f"{title(laid)} hangs over the edge"
        for laid in layout.laid
        if any(outside(space, layout.width, layout.height) for space in laid.solid())
    ]
    return found + [
        f"the name of {city} hangs over the edge"
        for city, name in layout.names.items()
        if outside(name, layout.width, layout.height)
    ]
