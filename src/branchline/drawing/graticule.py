"""Meridians and parallels, the quiet ground of a board without coasts."""

from math import ceil, floor

from branchline.drawing.layout import Layout
from branchline.drawing.marks import short
from branchline.drawing.projection import Projection, fit
from branchline.mapgame.board import Board

STEPS = (0.25, 0.5, 1, 2, 5, 10, 20, 45)  # degrees
LINES = 9  # at most, across the cities


def graticule(board: Board, layout: Layout) -> str:
    """The lines as one path; it goes a little beyond the canvas."""
    project = fit(board.cities, layout.width, layout.height)
    parallels = _degrees([city.latitude for city in board.cities], 85)
    meridians = _degrees([city.longitude for city in board.cities], 360)
    lines = [_line(project, [(parallel, meridian) for meridian in meridians]) for parallel in parallels]
    lines += [_line(project, [(parallel, meridian) for parallel in parallels]) for meridian in meridians]
    return f'<path class="grid" d="{"".join(lines)}"/>'


def _degrees(values: list[float], most: float) -> list[float]:
    span = max(max(values) - min(values), 0.5)
    step = next((step for step in STEPS if span / step <= LINES), STEPS[-1])
    first, last = floor((min(values) - span / 2) / step), ceil((max(values) + span / 2) / step)
    return [i * step for i in range(first, last + 1) if abs(i * step) <= most]


def _line(project: Projection, places: list[tuple[float, float]]) -> str:
    points = (project(latitude, longitude) for latitude, longitude in places)
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
