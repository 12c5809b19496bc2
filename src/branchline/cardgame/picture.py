"""A position of the Card Game as a picture: how many cards of each kind lie before every player."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from branchline.boardfile.cards import CARDS
from branchline.cardgame.board import CardGame
from branchline.drawing.films import closing, shown_from
from branchline.drawing.positions import TRAINS
from branchline.kind import Line
from branchline.position import Position

ROW, MOST = 18, 30  # height of a row in the picture; cards that fill it


def _bars(position: Position) -> list[tuple[int, int, int]]:
    """Seat, kind of card and number, for everybody's yard and platform together."""
    s = position.plain
    return [
        (seat, kind, s.platform[seat][kind] + (s.yard[seat][kind] if kind < len(s.yard[seat]) else sum(s.on_top[seat])))
        for seat in range(position.players)
        for kind in range(len(CARDS))
    ]


def position_svg(board: CardGame, position: Position) -> str:
    """A bar for every kind of card before every player."""
    return _sheet(board, position.players, _marks(position))


def film(board: CardGame, frames: Sequence[tuple[Position, str]], seconds: float) -> str:
    """A game that moves: the bars of every moment, one after the other."""
    marks = []
    for number, (position, words) in enumerate(frames):
        is_last = number == len(frames) - 1
        said = f'<text x="120" y="{ROW}" font-size="12">{escape(words)}</text>'
        marks.append(
            shown_from(_marks(position) + said, number * seconds or 0.001, None if is_last else (number + 1) * seconds)
        )
    return closing(_sheet(board, frames[0][0].players, "".join(marks)), len(frames) * seconds)


def _marks(position: Position) -> str:
    marks = []
    for i, (seat, kind, n) in enumerate(_bars(position)):
        y = ROW * (i + 2)
        marks.append(f'<text x="4" y="{y}" font-size="12">{escape(CARDS[kind])}</text>')
        marks.append(f'<rect x="90" y="{y - 11}" width="{10 * n}" height="12" fill="{TRAINS[seat]}"/>')
    return "".join(marks)


def _sheet(board: CardGame, players: int, marks: str) -> str:
    height = ROW * (players * len(CARDS) + 3)
    title = f'<text x="4" y="{ROW}" font-size="14" font-weight="700">{escape(board.title)}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="420" height="{height}" viewBox="0 0 420 {height}">'
        f'<rect width="420" height="{height}" fill="#f4f1e8"/>{title}{marks}</svg>\n'
    )


def lines(board: CardGame, position: Position) -> list[Line]:
    """The same bars as lines."""
    bars = _bars(position)
    return [
        Line((0.0, i / len(bars)), (min(1.0, n / MOST), i / len(bars)), seat) for i, (seat, _, n) in enumerate(bars)
    ]
