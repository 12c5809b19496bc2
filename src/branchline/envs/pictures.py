"""A position as a picture, by nothing but NumPy: routes in the colours of who claimed them."""

import numpy as np

from branchline.boards import AnyBoard
from branchline.kinds import kind_of
from branchline.position import Array, Position

SIDE = 400
PAPER, INK, OPEN = (244, 241, 232), (20, 33, 43), (196, 190, 176)
PLAYERS = ((27, 108, 168), (200, 85, 61), (60, 122, 58), (138, 90, 158), (160, 122, 18))


def raster(board: AnyBoard, position: Position) -> Array:
    """The position as rows of red, green and blue."""
    canvas = np.empty((SIDE, SIDE, 3), np.uint8)
    canvas[:] = PAPER
    for line in kind_of(board).pictures.lines(board, position):
        _draw(canvas, line.begin, line.end, OPEN if line.seat < 0 else PLAYERS[line.seat], 2 if line.seat < 0 else 4)
        for x, y in (line.begin, line.end):
            _draw(canvas, (x, y), (x, y), INK, 4)
    return canvas


def _draw(
    canvas: Array, begin: tuple[float, float], end: tuple[float, float], colour: tuple[int, ...], radius: int
) -> None:
    """A thick line between two places of the unit square."""
    ends = np.array([begin, end]) * (SIDE - 40) + 20
    places = np.linspace(ends[0], ends[1], int(abs(ends[1] - ends[0]).max()) + 1).round().astype(int)
    for x, y in places:
        canvas[max(0, y - radius) : y + radius, max(0, x - radius) : x + radius] = colour
