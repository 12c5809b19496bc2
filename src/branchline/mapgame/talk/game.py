"""A game of this kind, as the modules beside this one see it."""

from typing import cast

from branchline.history import History
from branchline.mapgame.board import Board
from branchline.mapgame.notation import MapNotation


class MapGame(History):
    """A game with the board and words of this kind; only a name for type checkers."""

    board: Board
    notation: MapNotation


def as_map(game: History) -> MapGame:
    """The game, known to be of this kind."""
    return cast(MapGame, game)
