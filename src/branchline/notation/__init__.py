"""Moves, events and whole games as text."""

from branchline.boards import AnyBoard, CardGame
from branchline.notation.cardmoves import CardNotation
from branchline.notation.moves import MapNotation
from branchline.notation.protocol import Notation

__all__ = ["CardNotation", "MapNotation", "Notation", "notation_of"]


def notation_of(board: AnyBoard) -> Notation:
    """The words for the kind of game that is played on a board."""
    return CardNotation(board) if isinstance(board, CardGame) else MapNotation(board)
