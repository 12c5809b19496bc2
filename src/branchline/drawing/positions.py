"""A position on a map as a picture that any program can read, without variables; and a game that moves."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from branchline.drawing.autolayout import layout
from branchline.drawing.films import caption, closing, shown_from
from branchline.drawing.moment import overlay
from branchline.drawing.picture import svg
from branchline.drawing.symbols import LIGHT_THEME
from branchline.kind import Line
from branchline.mapgame.board import Board
from branchline.mapgame.contents import bits, elements
from branchline.position import Position

TRAINS = ("#1b6ca8", "#c8553d", "#3c7a3a", "#8a5a9e", "#a07a12")  # of the players, by seat
NEUTRAL = "#5b6670"
EDGE = "#14212b"
RING = 12.0  # radius of a station
ROUTE, STATION = range(2)


class Piece(NamedTuple):
    """Something that lies on a board: trains on a route, or a station in a city; seat -1 is the neutral player."""

    kind: int
    place: int
    seat: int


def plain_svg(board: Board) -> str:
    """The empty board, its variables written out."""
    return _written_out(svg(board, "light"))


def position_svg(board: Board, position: Position) -> str:
    """The board with everybody's trains and stations on it."""
    return _with_marks(board, "".join(_drawn(board, piece) for piece in _pieces(position)))


def film(board: Board, frames: Sequence[tuple[Position, str]], seconds: float) -> str:
    """A game that moves: trains and stations appear when they are placed; what is taken back goes."""
    marks: list[str] = []
    since: dict[Piece, int] = {}
    for number, (position, words) in enumerate(frames):
        there = set(_pieces(position))
        for piece in sorted(set(since) - there):
            marks.append(shown_from(_drawn(board, piece), since.pop(piece) * seconds, number * seconds))
        since |= dict.fromkeys(there - set(since), number)
        is_last = number == len(frames) - 1
        marks.append(caption(escape(words), number * seconds, None if is_last else seconds))
    marks += [shown_from(_drawn(board, piece), begin * seconds, None) for piece, begin in sorted(since.items())]
    return closing(_with_marks(board, "".join(marks)), len(frames) * seconds)


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


def _pieces(position: Position) -> Iterator[Piece]:
    """Everything that lies on the board."""
    fields = position.plain
    yield from (Piece(ROUTE, route, seat) for route, seat in owners(position).items())
    yield from (Piece(ROUTE, route, -1) for route in bits(fields.neutral))
    for seat in range(position.players):
        yield from (Piece(STATION, city, seat) for city in elements(fields.stations[seat]))


def _drawn(board: Board, piece: Piece) -> str:
    """A piece; its colour stands at it, so that several pictures on one page leave each other alone."""
    colour = TRAINS[piece.seat] if piece.seat >= 0 else NEUTRAL
    if piece.kind == ROUTE:
        trains = overlay(board, {piece.place: 0}, None, None)
        return trains.replace('class="owner-0"', f'fill="{colour}" stroke="{EDGE}" stroke-width="2.4"')
    x, y = layout(board).cities[board.cities[piece.place].name]
    return f'<circle cx="{x:g}" cy="{y:g}" r="{RING}" fill="none" stroke="{colour}" stroke-width="5"/>'


def _with_marks(board: Board, marks: str) -> str:
    """The empty board with marks over its routes, under its names."""
    head, names, rest = plain_svg(board).partition('<g class="cities">')
    return f'{head}<g class="trains">{marks}</g>\n{names}{rest}'


def _written_out(text: str) -> str:
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: LIGHT_THEME[found[1]], text)
