"""Chance: what can turn up and how likely it is."""

import numpy as np

from branchline.cardgame.rules.record_types import State
from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import lowest_bit, nth_bit
from branchline.compiler.typed import Row
from branchline.engine.limits import KINDS
from branchline.engine.phases import DEAL_TICKET
from branchline.engine.record_types import Stream
from branchline.engine.stream import draw_from_deck, random_below


@inlined
def draw_outcome(s: State, g: Stream) -> int:
    """Draw what chance does next."""
    if s.phase != DEAL_TICKET:
        return draw_from_deck(s.deck, s.deck_size, g)
    return nth_bit(s.ticket_deck, random_below(g, s.ticket_deck_size))


@compiled
def list_outcomes(s: State, outcomes: Row[int], weights: Row[int]) -> int:
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
