"""Chance: what can turn up, how likely it is, and a random stream for whoever drives the game."""

import numpy as np

from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import lowest_bit, nth_bit, popcount
from branchline.compiler.typed import Row, int64
from branchline.engine.limits import KINDS
from branchline.engine.phases import TURN_TICKET
from branchline.engine.record_types import Stream
from branchline.engine.stream import draw_from_deck, random_below
from branchline.mapgame.limits import FESTIVALS
from branchline.mapgame.rules.record_types import State
from branchline.mapgame.rules.state import DEAL_CARD_TURNED, FESTIVAL_CARD


@inlined
def draw_outcome(s: State, g: Stream) -> int:
    """Draw what chance does next."""
    if s.phase < TURN_TICKET:
        return draw_from_deck(s.deck, s.deck_size, g) if s.extras == 0 else draw_with_extras(s, g)
    n = random_below(g, s.ticket_deck_size)
    low = popcount(s.ticket_deck[0])
    if n < low:
        return nth_bit(s.ticket_deck[0], n)
    return 64 + nth_bit(s.ticket_deck[1], n - low)


@compiled
def deal_card_places(s: State) -> int:
    """At how many places, the top of the deck the first, the ticket-deal card may lie; 0: it is not on top."""
    places = int64(s.deck_size) - s.deal_at + 1
    return places if s.deal_at > 0 and places <= int64(s.deal_span) + 1 else 0


@compiled
def draw_with_extras(s: State, g: Stream) -> int:
    """Draw from a deck with festival cards, in which the ticket-deal card has its place."""
    places = deal_card_places(s)
    if places == 1 or (places > 1 and random_below(g, places) == 0):
        return DEAL_CARD_TURNED
    trains = int64(s.deck_size) - s.extras
    n = random_below(g, int64(s.deck_size) - (1 if s.deal_at > 0 else 0))
    if n < trains:
        return draw_from_deck(s.deck, trains, g)
    n -= trains
    f = 0
    while n >= s.festival_deck[f]:
        n -= s.festival_deck[f]
        f += 1
    return FESTIVAL_CARD + f


@compiled
def list_outcomes(s: State, outcomes: Row[int], weights: Row[int]) -> int:
    """Write what chance may do and how often out of the sum of all weights; return how many there are."""
    n = 0
    if s.phase < TURN_TICKET:
        places = deal_card_places(s)
        if places > 0:
            outcomes[0] = DEAL_CARD_TURNED
            weights[0] = 1 if places == 1 else int64(s.deck_size) - 1
            n = 1
        if places == 1:
            return n
        share = max(1, places - 1)
        for c in range(KINDS):
            if s.deck[c] > 0:
                outcomes[n] = c
                weights[n] = s.deck[c] * share
                n += 1
        for f in range(FESTIVALS):
            if s.festival_deck[f] > 0:
                outcomes[n] = FESTIVAL_CARD + f
                weights[n] = s.festival_deck[f] * share
                n += 1
        return n
    for word in range(2):
        rest = s.ticket_deck[word]
        while rest != np.uint64(0):
            outcomes[n] = 64 * word + lowest_bit(rest)
            weights[n] = 1
            rest &= rest - np.uint64(1)
            n += 1
    return n
