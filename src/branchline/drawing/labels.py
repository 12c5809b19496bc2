"""Names of cities on a board: how wide they are, and where they fit."""

from collections.abc import Iterable, Mapping
from math import cos, hypot, pi, sin
from unicodedata import normalize

from branchline.drawing.geometry import Rect, box, separation

SIZE = 14.5
PADDING, HEIGHT = 3.6, 18.1  # a name takes the room of the chip behind it, for when it is lit up
BASELINE = 5.0  # from the middle of the chip down to the foot of the letters
DIRECTIONS = 32
DISTANCES = (1.5, 5.0, 9.0)  # from the edge of the city to its name
BETWEEN = 2.0  # two names
FOREIGN = 4.0  # a name and a city it does not belong to

# Widths of bold Figtree's letters in thousandths of the size; a name is drawn to this width in any font.
_WIDTHS = {
    240: "'’l. ",
    260: "i,|",
    300: "Ij:;!",
    400: "rft()-1",
    450: "sz/",
    550: "acehknuvxLFJ37–",
    580: "oyET2569",
    610: "bdgpqBPS8",
    650: "KRYZ04",
    710: "ACDUVX",
    760: "GHNOQ",
    850: "wM",
    880: "m",
    980: "W",
}
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_PLAIN = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "b", "æ": "m", "Æ": "W", "đ": "d", "ı": "i"})


def text_width(text: str, size: float = SIZE) -> float:
    """Width of a text in bold letters."""
    letters = (letter for letter in normalize("NFD", text.translate(_PLAIN)) if not 0x300 <= ord(letter) < 0x370)
    return sum(_WIDTH.get(letter, 620) for letter in letters) * size / 1000


def name_width(name: str) -> float:
    """Width of the chip of a city's name."""
    return text_width(name) + 2 * PADDING


def offset(direction: float, distance: float, width: float, height: float) -> tuple[float, float]:
    """Middle of a box that lies in a direction (radians) with its nearest part so far away."""
    x, y = cos(direction), sin(direction)
    aside, below = max(-1.0, min(1.0, 1.5 * x)), max(-1.0, min(1.0, 1.5 * y))
    return x * distance + aside * width / 2, y * distance + below * height / 2


def preference(direction: float, step: int) -> float:
    """What a place costs in itself: right is best, then left, then the rest, the nearer the better."""
    return 1.5 * (1 - cos(2 * direction)) + 0.8 * (1 - cos(direction)) + 1.5 * step


def fits(label: Rect, obstacle: Rect, margin: float) -> float:
    """How much too near a name is to something, in px; 0 if it is clear."""
    reach = label.half_length + obstacle.half_length + obstacle.half_width + margin + label.half_width
    if abs(label.x - obstacle.x) > reach or abs(label.y - obstacle.y) > reach:
        return 0.0
    return max(0.0, margin - separation(label, obstacle))


def place(
    cities: Mapping[str, tuple[float, float, float]],
    obstacles: Iterable[tuple[Rect, float, float]],
    width: float,
    height: float,
) -> dict[str, Rect]:
    """A box for the name of each city (x, y, radius), clear of obstacles (what, margin, weight) if it can."""
    things = list(obstacles)
    offers = {}
    for name, (x, y, radius) in cities.items():
        reach = radius + name_width(name) + 40
        discs = [(box(*cities[other][:2], 13, 13), FOREIGN, 0.3) for other in cities if other != name]
        near = [thing for thing in things + discs if hypot(thing[0].x - x, thing[0].y - y) < reach]
        offers[name] = _offers(name, (x, y, radius), near, width, height)
    chosen = {name: offer[0][1] for name, offer in offers.items()}
    for _ in range(12):
        before = dict(chosen)
        for name, offer in offers.items():
            others = [chosen[other] for other in cities if other != name]
            chosen[name] = _best(offer, others)
        if chosen == before:
            break
    return chosen


def _offers(
    name: str, city: tuple[float, float, float], near: list[tuple[Rect, float, float]], width: float, height: float
) -> list[tuple[float, Rect]]:
    x, y, radius = city
    wide = name_width(name)
    offers = []
    for step, distance in enumerate(DISTANCES):
        for turn in range(DIRECTIONS):
            direction = 2 * pi * turn / DIRECTIONS
            dx, dy = offset(direction, radius + distance, wide, HEIGHT)
            label = box(x + dx, y + dy, wide, HEIGHT)
            cost = preference(direction, step)
            cost += sum(weight * _penalty(fits(label, thing, margin)) for thing, margin, weight in near)
            cost += 3 * _penalty(outside(label, width, height))
            offers.append((cost, label))
    return sorted(offers)


def _best(offers: list[tuple[float, Rect]], others: list[Rect]) -> Rect:
    best, least = offers[0][1], float("inf")
    for cost, label in offers:
        if cost >= least:
            break
        cost += sum(3 * _penalty(fits(label, other, BETWEEN)) for other in others)
        if cost < least:
            best, least = label, cost
    return best


def _penalty(depth: float) -> float:
    return depth * depth + 4 * depth


def outside(rect: Rect, width: float, height: float) -> float:
    """How far a rectangle reaches over the edge of the board."""
    return max(0.0, *(max(-x, x - width, -y, y - height) for x, y in rect.corners()))
