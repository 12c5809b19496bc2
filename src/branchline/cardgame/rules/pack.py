"""From the Card Game's plain data to the record that the compiled rules read."""

from itertools import combinations
from typing import Any

import numpy as np

from branchline.boardfile.cards import COLOURS
from branchline.cardgame.board import CardGame
from branchline.cardgame.rules.record_types import Board
from branchline.cardgame.rules.state import BOARD
from branchline.engine.limits import LOCO

NUMBERS = (
    "start_locomotives",
    "start_hand",
    "start_tickets",
    "start_keep",
    "draw_tickets",
    "second_half_from",
    "second_half_hand",
    "open_platform",
)


def pack_cardgame(game: CardGame) -> np.ndarray[Any, Any]:
    """The game's facts as an array of one record."""
    packed = np.zeros(1, BOARD)
    b = packed[0]
    b.cards[:LOCO] = game.rules.colour_cards
    b.cards[LOCO] = game.rules.locomotives
    for name in NUMBERS:
        setattr(b, name, getattr(game.rules, name))
    _pack_tickets(b, game)
    _pack_triples(b)
    return packed


def _pack_tickets(b: Board, game: CardGame) -> None:
    b.n_tickets, b.n_bonuses = len(game.tickets), len(game.bonuses)
    for i, ticket in enumerate(game.tickets):
        b.all_tickets |= np.uint64(1 << i)
        b.ticket_value[i] = ticket.points
        b.need[i] = np.uint64(sum(n << 8 * COLOURS.index(colour) for colour, n in ticket.cards.items()))
        b.to_city[i] = sum(1 << k for k, bonus in enumerate(game.bonuses) if bonus.city in (ticket.a, ticket.b))
    b.bonus[: len(game.bonuses)] = [bonus.points for bonus in game.bonuses]


def _pack_triples(b: Board) -> None:
    for i, triple in enumerate(combinations(range(LOCO), 3)):
        b.triple[i] = triple
        for c in triple:
            b.triples_with[c] |= np.uint64(1 << i)
