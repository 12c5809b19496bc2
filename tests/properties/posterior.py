"""What a player of a map game can infer, and small games to try that with."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from inference import Hidden, infer

from branchline.position import MAP_GAME, Position
from branchline.rules.pack import pack
from branchline.rules.state import CLAIM, KEEP_SET

from .conftest import load
from .random_play import fields


def tiny_game(name: str, players: int, cards: Sequence[int], tickets: int, **rules: Any) -> Position:
    """A game of a board with few cards and tickets, before its first card is dealt."""
    loaded = load(name, ())
    board = pack(replace(loaded, rules=replace(loaded.rules, **rules)))
    b = board[0]
    b.cards[:] = cards
    b.n_tickets = tickets
    b.all_tickets[:] = [(1 << tickets) - 1, 0]
    position = Position(board, np.zeros(1, MAP_GAME.state))
    MAP_GAME.engine.new_game(position.states, 0, board, players)
    return position


def posterior(start: Position, done: Sequence[int], viewer: int) -> dict[Hidden, float]:
    """The odds of everything hidden, for a player who saw all that was done."""
    return infer(start, done, viewer, lambda _, action: KEEP_SET <= action < CLAIM, hidden)


def hidden(position: Position) -> Hidden:
    """Everything about a position that somebody may not know, without what players remember."""
    s = fields(position)
    hands = tuple(tuple(hand) for hand in s.hand)
    return hands, tuple(s.deck), tuple(s.tickets), tuple(s.offer), s.ticket_deck, s.removed, tuple(s.under)
