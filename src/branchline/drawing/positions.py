"""A position on a map as a picture that any program can read: without variables, in one theme."""

import re

from branchline.drawing.autolayout import layout
from branchline.drawing.picture import svg
from branchline.drawing.symbols import LIGHT_THEME
from branchline.kind import Line
from branchline.mapgame.board import Board
from branchline.mapgame.contents import bits
from branchline.position import Position

TRAINS = ("#1b6ca8", "#c8553d", "#3c7a3a", "#8a5a9e", "#a07a12")  # of the players, by seat


def plain_svg(board: Board) -> str:
    """The empty board, its variables written out."""
    return _written_out(svg(board, "light"))


def position_svg(board: Board, position: Position) -> str:
    """The board with everybody's trains on it."""
    rules = "".join(
        f"#route-{route} rect{{fill:{TRAINS[seat]};stroke:#14212b;stroke-width:2.4}}"
        for route, seat in sorted(owners(position).items())
    )
    return plain_svg(board).replace("</style>", f"{rules}</style>", 1)


def lines(board: Board, position: Position) -> list[Line]:
    """The routes as lines between their cities."""
    laid_out = layout(board)
    side = max(laid_out.width, laid_out.height)
    place = {city: (x / side, y / side) for city, (x, y) in laid_out.cities.items()}
    whose = owners(position)
    return [Line(place[route.a], place[route.b], whose.get(i, -1)) for i, route in enumerate(board.routes)]


def owners(position: Position) -> dict[int, int]:
    """Who has claimed each route."""
    owned = position.plain.owned
    return {route: seat for seat in range(position.players) for route in bits(owned[seat])}


def _written_out(text: str) -> str:
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: LIGHT_THEME[found[1]], text)
