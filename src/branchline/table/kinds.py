"""Who tells of which kind of game."""

from branchline.boards import CardGame
from branchline.game import Game
from branchline.table.cardteller import CardTeller
from branchline.table.mapteller import MapTeller
from branchline.table.teller import Teller


def teller_of(game: Game) -> Teller:
    """The teller for a game."""
    return CardTeller(game) if isinstance(game.board, CardGame) else MapTeller(game)
