"""The kinds of game there are, by name: the only place that knows them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar
from weakref import finalize

from branchline.boardfile.board import AnyBoard
from branchline.cardgame.kind import CARD_GAME
from branchline.kind import Kind
from branchline.mapgame.board import Board
from branchline.mapgame.kind import MAP_GAME
from branchline.shown import draw_by

if TYPE_CHECKING:
    from branchline.notation import Notation
    from branchline.position import Array, Position
    from branchline.view import View

__all__ = ["CARD_GAME", "KINDS", "MAP_GAME", "board_of", "kind_of", "map_of", "new_position", "notation_of", "packed"]

T = TypeVar("T")

KINDS: dict[str, Kind] = {kind.name: kind for kind in (MAP_GAME, CARD_GAME)}


def kind_of(thing: AnyBoard | Position) -> Kind:
    """The kind of game that a board or a position is of."""
    return KINDS[thing.kind]


def map_of(board: AnyBoard) -> Board | None:
    """The board as one with a map, for what is about maps alone, such as editing one."""
    return board if isinstance(board, Board) else None


def new_position(board: AnyBoard, players: int) -> Position:
    """A game before its first card is dealt."""
    from branchline.position import Position

    return Position.start(kind_of(board).engine, packed(board), players)


_PACKED: deque[tuple[AnyBoard, Array]] = deque(maxlen=16)
_NOTATIONS: deque[tuple[AnyBoard, Notation]] = deque(maxlen=16)
_BOARDS: dict[int, AnyBoard] = {}  # by the identity of their records, as long as anything uses these


def packed(board: AnyBoard) -> Array:
    """The board's record; packing takes as long as many games, so that of boards in use is kept."""
    return _kept(_PACKED, board, _pack)


def _pack(board: AnyBoard) -> Array:
    record = kind_of(board).engine.pack(board)
    _BOARDS[id(record)] = board
    finalize(record, _BOARDS.pop, id(record))
    return record


def board_of(position: Position) -> AnyBoard:
    """The board that a position is played on, known by its record."""
    if board := _BOARDS.get(id(position.board)):
        return board
    for board, record in _PACKED:  # a position that was pickled has a record of its own
        if record.tobytes() == position.board.tobytes():
            return board
    raise LookupError("no board in use has this record; load it and call `packed` first")


def notation_of(board: AnyBoard) -> Notation:
    """Names for everything in the games on a board, kept likewise."""
    return _kept(_NOTATIONS, board, kind_of(board).notation)


def _kept(recent: deque[tuple[AnyBoard, T]], board: AnyBoard, make: Callable[[AnyBoard], T]) -> T:
    for known, made in recent:
        if known is board or known == board:
            return made
    recent.append((board, make(board)))
    return recent[-1][1]


def _draw_board(board: AnyBoard) -> str:
    return kind_of(board).pictures.position_svg(board, new_position(board, board.rules.players[0]))


def _draw_position(position: Position) -> str:
    return kind_of(position).pictures.position_svg(board_of(position), position)


def _draw_view(view: View) -> str:
    """What the view's player sees; its board is one in use."""
    import numpy as np

    from branchline.position import Position

    for board, record in reversed(_PACKED):
        if board.name == view.board:
            engine = kind_of(board).engine
            return _draw_position(Position(engine, record, np.frombuffer(view.record, engine.state)))
    raise LookupError(f"no board in use is called {view.board}; load it and call `packed` first")


draw_by("Board", _draw_board)
draw_by("CardGame", _draw_board)
draw_by("Position", _draw_position)
draw_by("View", _draw_view)
