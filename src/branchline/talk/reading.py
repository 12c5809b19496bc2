"""Reading what a person types, whatever is played."""

import re

from branchline.errors import MoveError
from branchline.history import History
from branchline.position import deck_of

SHORT = {
    "draw ticket": "draw tickets",
    "take tickets": "draw tickets",
    "deck": "draw deck",
    "blind": "draw deck",
    "draw blind": "draw deck",
    "take deck": "draw deck",
    "draw card": "draw deck",
}


def check_numbers(game: History, text: str) -> None:
    """Refuse numbers that no move can have."""
    most = sum(deck_of(game.position))
    if any(len(digits) > 3 or int(digits) > most for digits in re.findall(r"\d+", text)):
        raise MoveError(f"that number is too high; the game has {most} train cards")
