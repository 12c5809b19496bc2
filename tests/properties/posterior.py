"""What a player of a map game can infer, and small games to try that with."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from inference import Hidden, infer

from branchline.engine.actions import KEEP_SET
from branchline.kinds import MAP_GAME
from branchline.mapgame.rules.actions import CLAIM
from branchline.mapgame.rules.pack import pack
from branchline.position import Position

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
    return Position.start(MAP_GAME.engine, board, players)


def posterior(start: Position, done: Sequence[int], viewer: int) -> dict[Hidden, float]:
    """The odds of everything hidden, for a player who saw all that was done."""
    return infer(start, done, viewer, lambda _, action: KEEP_SET <= action < CLAIM, hidden)


def hidden(position: Position) -> Hidden:
    """Everything about a position that somebody may not know, without what players remember."""
    s = fields(position)
    hands = tuple(tuple(hand) for hand in s.hand)
    return hands, tuple(s.deck), tuple(s.tickets), tuple(s.offer), s.ticket_deck, s.removed, tuple(s.under)
