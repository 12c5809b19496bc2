"""Chance: what can turn up, how likely it is, and a random stream for whoever drives the game."""

import numpy as np

from branchline.rules.jit import compiled, first_bytes, inlined, lowest_bit, nth_bit, popcount
from branchline.rules.state import DEAL_CARD_TURNED, FESTIVAL_CARD, FESTIVALS, KINDS, LOCO, TURN_TICKET, record

STREAM = record([("word", np.uint64)])
EACH_BYTE = np.uint64(0x0101010101010101)
TOP_BITS = np.uint64(0x8080808080808080)


@inlined
def random_bits(g: np.record) -> np.uint64:
    """The next 32 random bits of a stream (PCG32): they are ready at once, the step to the next can go on meanwhile."""
    z = g.word
    g.word = z * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
    mixed = ((z ^ (z >> np.uint64(18))) >> np.uint64(27)) & np.uint64(0xFFFFFFFF)
    turn = z >> np.uint64(59)
    return ((mixed << np.uint64(32) | mixed) >> turn) & np.uint64(0xFFFFFFFF)


@inlined
def random_word(g: np.record) -> np.uint64:
    """The next 64 random bits of a stream."""
    high = random_bits(g)
    return high << np.uint64(32) | random_bits(g)


@inlined
def random_below(g: np.record, n: int) -> int:
    """A random number from 0 to n - 1."""
    return np.int64((random_bits(g) * np.uint64(n)) >> np.uint64(32))


@compiled
def draw_kind(counts: np.ndarray, total: int, g: np.record) -> int:
    """A kind of card, drawn from counts of each."""
    n = random_below(g, total)
    kind = 0
    while n >= counts[kind]:
        n -= counts[kind]
        kind += 1
    return kind


@inlined
def draw_from_deck(deck: np.ndarray, total: int, g: np.record) -> int:
    """A kind of card from a deck of at most 127.

    The eight colours are bytes of one word. A multiplication adds up all before each; the sums above the number drawn
    have their top bit set once 127 less that number is added. The first of them is the kind; none: a locomotive.
    """
    sums = first_bytes(deck) * EACH_BYTE
    above = (sums + np.uint64(127 - random_below(g, total)) * EACH_BYTE) & TOP_BITS
    return LOCO - popcount(above)


@inlined
def draw_outcome(s: np.record, g: np.record) -> int:
    """Draw what chance does next."""
    if s.phase < TURN_TICKET:
        return draw_from_deck(s.deck, s.deck_size, g) if s.extras == 0 else draw_with_extras(s, g)
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
        return draw_from_deck(s.deck, trains, g)
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
