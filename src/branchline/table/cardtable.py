"""The Card Game, as those modules of the table see it that tell of it."""

from typing import cast

from branchline.boards import CardGame
from branchline.game import Game
from branchline.notation import CardNotation


class CardTable(Game):
    """A game without a map; only a name for type checkers."""

    board: CardGame
    notation: CardNotation


def as_cards(game: Game) -> CardTable:
    """The game, known to be the Card Game."""
    assert isinstance(game.board, CardGame)
    return cast(CardTable, game)
