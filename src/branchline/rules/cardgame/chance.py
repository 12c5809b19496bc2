"""Chance: what can turn up and how likely it is."""

import numpy as np

from branchline.rules.chance import draw_from_deck, random_below
from branchline.rules.jit import compiled, inlined, lowest_bit, nth_bit
from branchline.rules.state import DEAL_TICKET, KINDS


@inlined
def draw_outcome(s: np.record, g: np.record) -> int:
    """Draw what chance does next."""
    if s.phase != DEAL_TICKET:
        return draw_from_deck(s.deck, s.deck_size, g)
    return nth_bit(s.ticket_deck, random_below(g, s.ticket_deck_size))


@compiled
def list_outcomes(s: np.record, outcomes: np.ndarray, weights: np.ndarray) -> int:
    """Write what chance may do and how often out of the sum of all weights; return how many there are."""
    n = 0
    if s.phase != DEAL_TICKET:
        for c in range(KINDS):
            if s.deck[c] > 0:
                outcomes[n] = c
                weights[n] = s.deck[c]
                n += 1
        return n
    rest = s.ticket_deck
    while rest != np.uint64(0):
        outcomes[n] = lowest_bit(rest)
        weights[n] = 1
        rest &= rest - np.uint64(1)
        n += 1
    return n
