"""Chance: what can turn up, how likely it is, and a random stream for whoever drives the game."""

import numpy as np

from branchline.rules.jit import compiled, inlined, lowest_bit, nth_bit, popcount
from branchline.rules.state import DEAL_CARD_TURNED, FESTIVAL_CARD, FESTIVALS, KINDS, TURN_TICKET, record

STREAM = record([("word", np.uint64)])


@inlined
def random_word(g: np.record) -> np.uint64:
    """The next 64 random bits of a stream (SplitMix64)."""
    g.word += np.uint64(0x9E3779B97F4A7C15)
    z = g.word
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def random_below(g: np.record, n: int) -> int:
    """A random number from 0 to n - 1."""
    return np.int64(((random_word(g) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@inlined
def draw_kind(counts: np.ndarray, total: int, g: np.record) -> int:
    """A kind of card, drawn from counts of each."""
    n = random_below(g, total)
    kind = 0
    below = 0
    for c in range(KINDS - 1):  # no early exit: a branch that cannot be foreseen costs more than the additions
        below += counts[c]
        kind += n >= below
    return kind


@inlined
def draw_outcome(s: np.record, g: np.record) -> int:
    """Draw what chance does next."""
    if s.phase < TURN_TICKET:
        return draw_kind(s.deck, s.deck_size, g) if s.extras == 0 else draw_with_extras(s, g)
    n = random_below(g, s.ticket_deck_size)
    low = popcount(s.ticket_deck[0])
    if n < low:
        return nth_bit(s.ticket_deck[0], n)
    return 64 + nth_bit(s.ticket_deck[1], n - low)


@compiled
def deal_card_places(s: np.record) -> int:
    """At how many places, the top of the deck the first, the ticket-deal card may lie; 0: it is not on top."""
    places = np.int64(s.deck_size) - s.deal_at + 1
    return places if s.deal_at > 0 and places <= np.int64(s.deal_span) + 1 else 0


@compiled
def draw_with_extras(s: np.record, g: np.record) -> int:
    """Draw from a deck with festival cards, in which the ticket-deal card has its place."""
    places = deal_card_places(s)
    if places == 1 or (places > 1 and random_below(g, places) == 0):
        return DEAL_CARD_TURNED
    trains = np.int64(s.deck_size) - s.extras
    n = random_below(g, np.int64(s.deck_size) - (1 if s.deal_at > 0 else 0))
    if n < trains:
        return draw_kind(s.deck, trains, g)
    n -= trains
    f = 0
    while n >= s.festival_deck[f]:
        n -= s.festival_deck[f]
        f += 1
    return FESTIVAL_CARD + f


@compiled
def list_outcomes(s: np.record, outcomes: np.ndarray, weights: np.ndarray) -> int:
    """Write what chance may do and how often out of the sum of all weights; return how many there are."""
    n = 0
    if s.phase < TURN_TICKET:
        places = deal_card_places(s)
        if places > 0:
            outcomes[0] = DEAL_CARD_TURNED
            weights[0] = 1 if places == 1 else np.int64(s.deck_size) - 1
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
