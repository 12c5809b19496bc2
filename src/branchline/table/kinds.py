"""Who tells of which kind of game."""

from branchline.game import Game
from branchline.table.mapteller import MapTeller
from branchline.table.teller import Teller


def teller_of(game: Game) -> Teller:
    """The teller for a game."""
    return MapTeller(game)
