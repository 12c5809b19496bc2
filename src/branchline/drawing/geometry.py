"""Plane geometry of a board picture: turned rectangles, and spaces along a curve.

`separation` and `along` call nothing but `math`, so that the layout solver can compile the very same lines.
"""

from math import atan2, degrees, hypot, sqrt, tan
from typing import NamedTuple


class Rect(NamedTuple):
    """A rectangle turned so that its long side runs along the unit vector (ux, uy)."""

    x: float
    y: float
    ux: float
    uy: float
    half_length: float
    half_width: float

    @property
    def angle(self) -> float:
        """Degrees from the x axis, in (-90, 90]: the same rectangle, read from left to right."""
        angle = degrees(atan2(self.uy, self.ux))
        return angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle

    def grown(self, length: float, width: float) -> "Rect":
        """The rectangle with so much more on each end and each side."""
        return self._replace(half_length=self.half_length + length, half_width=self.half_width + width)

    def shifted(self, aside: float) -> "Rect":
        """The rectangle moved sideways, to the right of its direction on screen."""
        return self._replace(x=self.x - self.uy * aside, y=self.y + self.ux * aside)

    def corners(self) -> list[tuple[float, float]]:
        """The four corners, in order around."""
        lx, ly = self.ux * self.half_length, self.uy * self.half_length
        wx, wy = -self.uy * self.half_width, self.ux * self.half_width
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return [(self.x + s * lx + t * wx, self.y + s * ly + t * wy) for s, t in signs]


def box(x: float, y: float, width: float, height: float) -> Rect:
    """An upright rectangle around a centre."""
    return Rect(x, y, 1.0, 0.0, width / 2, height / 2)


def separation(a: Rect, b: Rect) -> float:
    """Widest gap between two turned rectangles, along any of their sides; negative if they overlap."""
    dx, dy = b.x - a.x, b.y - a.y
    cos, sin = abs(a.ux * b.ux + a.uy * b.uy), abs(a.ux * b.uy - a.uy * b.ux)
    gap = abs(dx * a.ux + dy * a.uy) - a.half_length - (b.half_length * cos + b.half_width * sin)
    gap = max(gap, abs(dy * a.ux - dx * a.uy) - a.half_width - (b.half_length * sin + b.half_width * cos))
    gap = max(gap, abs(dx * b.ux + dy * b.uy) - b.half_length - (a.half_length * cos + a.half_width * sin))
    return max(gap, abs(dy * b.ux - dx * b.uy) - b.half_width - (a.half_length * sin + a.half_width * cos))


class Spacing(NamedTuple):
    """How spaces follow each other: the length of one and the gap between two at most, and the gap at least."""

    longest: float
    gap: float
    loosest: float


def along(
    a: tuple[float, float],
    b: tuple[float, float],
    bow: float,
    trims: tuple[float, float],
    spaces: int,
    width: float,
    spacing: Spacing,
) -> list[tuple[float, float, float, float, float, float]]:
    """Centre, direction, length and t of each space on the curve from a to b, trimmed at both ends.

    The curve is quadratic and `bow` its height at the middle. Spaces are equal; between them lies the gap and
    what the bend takes so that inner corners of a strip `width` wide don't touch. Spare length first widens
    the gaps (up to the loosest), then stays at the ends.
    """
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    chord = sqrt(dx * dx + dy * dy) + 1e-9
    kx, ky = -dy / chord * 2 * bow, dx / chord * 2 * bow
    steps = 24
    distances = [0.0]
    px, py = ax, ay
    for i in range(1, steps + 1):
        t = i / steps
        x, y = ax + dx * t + kx * 2 * t * (1 - t), ay + dy * t + ky * 2 * t * (1 - t)
        distances.append(distances[-1] + sqrt((x - px) ** 2 + (y - py) ** 2))
        px, py = x, y
    free = distances[-1] - trims[0] - trims[1]
    bend = min(4 * abs(bow) * free / spaces / (chord * chord), 1.2)
    between = spacing.gap + width * tan(bend)
    length = min((free - (spaces - 1) * between) / spaces, spacing.longest)
    if spaces > 1:
        between = min(max((free - spaces * length) / (spaces - 1), between), max(between, spacing.loosest))
    first = trims[0] + (free - spaces * length - (spaces - 1) * between) / 2 + length / 2
    placed = []
    i = 1
    for k in range(spaces):
        distance = first + k * (length + between)
        while i < steps and distances[i] < distance:
            i += 1
        t = (i - 1 + (distance - distances[i - 1]) / (distances[i] - distances[i - 1] + 1e-9)) / steps
        ux, uy = dx + kx * 2 * (1 - 2 * t), dy + ky * 2 * (1 - 2 * t)
        norm = sqrt(ux * ux + uy * uy) + 1e-9
        x, y = ax + dx * t + kx * 2 * t * (1 - t), ay + dy * t + ky * 2 * t * (1 - t)
        placed.append((x, y, ux / norm, uy / norm, length, t))
    return placed


class Curve(NamedTuple):
    """A quadratic curve from a to b, pulled towards c."""

    ax: float
    ay: float
    cx: float
    cy: float
    bx: float
    by: float

    def blossom(self, t: float, u: float) -> tuple[float, float]:
        """The point of the curve at t if u is t too, else the middle point of the piece from t to u."""
        a, c, b = (1 - t) * (1 - u), t * (1 - u) + u * (1 - t), t * u
        return a * self.ax + c * self.cx + b * self.bx, a * self.ay + c * self.cy + b * self.by

    def velocity(self, t: float) -> tuple[float, float]:
        """Change of place with t."""
        s = 1 - t
        return (
            2 * (s * (self.cx - self.ax) + t * (self.bx - self.cx)),
            2 * (s * (self.cy - self.ay) + t * (self.by - self.cy)),
        )

    def beside(self, t: float, aside: float) -> tuple[float, float]:
        """The point at t, moved to the right of the curve's direction on screen."""
        x, y = self.blossom(t, t)
        vx, vy = self.velocity(t)
        speed = hypot(vx, vy) + 1e-9
        return x - vy / speed * aside, y + vx / speed * aside

    def step(self, t: float, distance: float) -> float:
        """The t that lies a small distance further along (negative: back)."""
        return t + distance / (hypot(*self.velocity(t)) + 1e-9)

    def piece(self, t: float, u: float) -> "Curve":
        """The curve from t to u alone."""
        return Curve(*self.blossom(t, t), *self.blossom(t, u), *self.blossom(u, u))


def bowed(ax: float, ay: float, bx: float, by: float, bow: float) -> Curve:
    """The curve from a to b that is `bow` high at its middle, to the right of its direction on screen."""
    dx, dy = bx - ax, by - ay
    chord = hypot(dx, dy) + 1e-9
    return Curve(ax, ay, (ax + bx) / 2 - dy / chord * 2 * bow, (ay + by) / 2 + dx / chord * 2 * bow, bx, by)
