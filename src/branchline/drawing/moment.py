"""A moment of a game over the picture of its board: claimed routes, what was done, and what was better."""

from collections.abc import Mapping

from branchline.drawing.autolayout import layout
from branchline.drawing.geometry import Rect
from branchline.drawing.marks import short
from branchline.mapgame.board import Board

MARGIN = 7.0


def overlay(board: Board, owners: Mapping[int, int], played: int | None, better: int | None) -> str:
    """SVG to lie over a board's picture; classes say what is what: `owner-0`, `played`, `better`."""
    lanes = {route: laid.lane(lane) for laid in layout(board).laid for lane, route in enumerate(laid.track.routes)}
    parts = [_spaces(lanes[route], f"owner-{owner}") for route, owner in sorted(owners.items())]
    for route, name in ((played, "played"), (better, "better")):
        if route is not None:
            parts.append(_outline(lanes[route], name))
    return "".join(parts)


def _spaces(spaces: tuple[Rect, ...], name: str) -> str:
    return f'<g class="{name}">{"".join(_rect(space, 0) for space in spaces)}</g>'


def _outline(spaces: tuple[Rect, ...], name: str) -> str:
    """A line around a whole route: its spaces grown, one path below, so that they run together."""
    points = " ".join(f"{short(space.x)},{short(space.y)}" for space in spaces)
    if len(spaces) == 1:
        return f'<g class="{name}">{_rect(spaces[0], MARGIN)}</g>'
    return f'<polyline class="{name} wide" points="{points}"/><g class="{name}">' + (
        "".join(_rect(space, MARGIN / 2) for space in spaces) + "</g>"
    )


def _rect(space: Rect, more: float) -> str:
    x, y = space.half_length + more, space.half_width + more
    place = f"translate({short(space.x)} {short(space.y)}) rotate({short(space.angle)})"
    size = f'x="{short(-x)}" y="{short(-y)}" width="{short(2 * x)}" height="{short(2 * y)}" rx="3"'
    return f'<rect transform="{place}" {size}/>'
