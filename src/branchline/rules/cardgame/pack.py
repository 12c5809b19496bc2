"""From the Card Game's plain data to the record that the compiled rules read."""

from itertools import combinations
from typing import Any

import numpy as np

from branchline.boards import cardgame as limits
from branchline.boards.board import COLOURS
from branchline.boards.cardgame import CardGame
from branchline.rules.cardgame.state import BOARD, BONUSES, MOST_CARDS, MOST_LOCOMOTIVES, TICKETS
from branchline.rules.state import LOCO

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
        b[name] = getattr(game.rules, name)
    _pack_tickets(b, game)
    _pack_triples(b)
    return packed


def _pack_tickets(b: np.record, game: CardGame) -> None:
    b.n_tickets, b.n_bonuses = len(game.tickets), len(game.bonuses)
    for i, ticket in enumerate(game.tickets):
        b.all_tickets |= np.uint64(1 << i)
        b.ticket_value[i] = ticket.points
        b.need[i] = sum(n << 8 * COLOURS.index(colour) for colour, n in ticket.cards.items())
        b.to_city[i] = sum(1 << k for k, bonus in enumerate(game.bonuses) if bonus.city in (ticket.a, ticket.b))
    b.bonus[: len(game.bonuses)] = [bonus.points for bonus in game.bonuses]


def _pack_triples(b: np.record) -> None:
    for i, triple in enumerate(combinations(range(LOCO), 3)):
        b.triple[i] = triple
        for c in triple:
            b.triples_with[c] |= np.uint64(1 << i)


assert (TICKETS, BONUSES) == (limits.TICKETS, limits.BONUSES)
assert (limits.RANGES["colour_cards"][1], limits.RANGES["locomotives"][1]) == (MOST_CARDS, MOST_LOCOMOTIVES)
