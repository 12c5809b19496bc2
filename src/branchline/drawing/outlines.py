"""Outlines on a board: simplified, clipped to a frame, and written as path data."""

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import hypot

Point = tuple[float, float]
Ring = list[Point]
Frame = tuple[float, float, float, float]  # left, top, right, bottom


def simplified(line: Ring, finest: float, beyond: float, frame: Frame) -> Ring:
    """A line without the points whose triangle with their neighbours is smallest (Visvalingam); ends stay."""
    before, after = [i - 1 for i in range(len(line))], [i + 1 for i in range(len(line))]

    def triangle(i: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = line[before[i]], line[i], line[after[i]]
        size = abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
        return size if frame[0] <= bx <= frame[2] and frame[1] <= by <= frame[3] else size * finest / beyond

    size = [0.0, *(triangle(i) for i in range(1, len(line) - 1)), 0.0]
    queue = [(size[i], i) for i in range(1, len(line) - 1)]
    heapify(queue)
    gone = set()
    while queue and queue[0][0] < finest:
        found, i = heappop(queue)
        if i in gone or found != size[i]:
            continue
        gone.add(i)
        after[before[i]], before[after[i]] = after[i], before[i]
        for j in (before[i], after[i]):
            if 0 < j < len(line) - 1:
                size[j] = max(triangle(j), found)
                heappush(queue, (size[j], j))
    return [point for i, point in enumerate(line) if i not in gone]


def clipped(ring: Ring, frame: Frame) -> Ring:
    """What of a ring lies in the frame (Sutherland and Hodgman)."""
    for axis, edge, side in ((0, frame[0], 1), (0, frame[2], -1), (1, frame[1], 1), (1, frame[3], -1)):
        kept: Ring = []
        for a, b in zip(ring[-1:] + ring[:-1], ring, strict=True):
            a_in, b_in = (a[axis] - edge) * side >= 0, (b[axis] - edge) * side >= 0
            if a_in != b_in:
                t = (edge - a[axis]) / (b[axis] - a[axis])
                kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            if b_in:
                kept.append(b)
        ring = kept
    return ring


def visible(line: Ring, frame: Frame) -> Iterator[Ring]:
    """The pieces of an open line that touch the frame."""
    piece: Ring = []
    for point in line:
        if frame[0] <= point[0] <= frame[2] and frame[1] <= point[1] <= frame[3]:
            piece.append(point)
        elif piece:
            yield piece
            piece = []
    if len(piece) > 1:
        yield piece


def area(ring: Ring) -> float:
    """Of a ring, signed."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring[-1:] + ring[:-1], ring, strict=True)) / 2


def path(line: Ring) -> str:
    """Path data in relative steps of a tenth."""
    x, y = 0, 0
    steps: list[str] = []
    for px, py in line:
        nx, ny = round(px * 10), round(py * 10)
        if not steps or hypot(nx - x, ny - y) > 0:
            steps.append(f"{_tenth(nx - x)}{_second(ny - y)}")
        x, y = nx, ny
    if not steps:
        return ""
    first = f"{_tenth(round(line[0][0] * 10))}{_second(round(line[0][1] * 10))}"
    return "M" + first + ("l" + _joined(steps[1:]) if steps[1:] else "")


def _joined(steps: Sequence[str]) -> str:
    return "".join(step if i == 0 or step.startswith("-") else f" {step}" for i, step in enumerate(steps))


def _second(tenths: int) -> str:
    text = _tenth(tenths)
    return text if text.startswith("-") else f" {text}"


def _tenth(tenths: int) -> str:
    return f"{tenths / 10:.1f}".removesuffix(".0").replace("0.", ".") if abs(tenths) < 10 else f"{tenths / 10:g}"
