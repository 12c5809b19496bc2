"""A game on a map, as those modules of the table see it that tell of maps."""

from typing import cast

from branchline.boards import Board
from branchline.game import Game
from branchline.notation import MapNotation


class MapGame(Game):
    """A game whose board has a map; only a name for type checkers."""

    board: Board
    notation: MapNotation


def as_map(game: Game) -> MapGame:
    """The game, known to be played on a map."""
    assert isinstance(game.board, Board)
    return cast(MapGame, game)
