"""A game of this kind, as the modules beside this one see it."""

from typing import cast

from branchline.cardgame.board import CardGame
from branchline.cardgame.notation import CardNotation
from branchline.history import History


class CardTable(History):
    """A game with the board and words of this kind; only a name for type checkers."""

    board: CardGame
    notation: CardNotation


def as_cards(game: History) -> CardTable:
    """The game, known to be of this kind."""
    return cast(CardTable, game)
