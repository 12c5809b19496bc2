"""A random stream for whoever drives a game, and cards drawn by it."""

import numpy as np

from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import first_bytes, popcount
from branchline.compiler.typed import Row, int64
from branchline.engine.limits import LOCO
from branchline.engine.record_types import Stream
from branchline.engine.records import record

STREAM = record([("word", np.uint64)])
EACH_BYTE = np.uint64(0x0101010101010101)
TOP_BITS = np.uint64(0x8080808080808080)


@inlined
def random_bits(g: Stream) -> np.uint64:
    """The next 32 random bits of a stream (PCG32): they are ready at once, the step to the next can go on meanwhile."""
    z = g.word
    g.word = z * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
    mixed = ((z ^ (z >> np.uint64(18))) >> np.uint64(27)) & np.uint64(0xFFFFFFFF)
    turn = z >> np.uint64(59)
    return ((mixed << np.uint64(32) | mixed) >> turn) & np.uint64(0xFFFFFFFF)


@inlined
def random_word(g: Stream) -> np.uint64:
    """The next 64 random bits of a stream."""
    high = random_bits(g)
    return high << np.uint64(32) | random_bits(g)


@inlined
def random_below(g: Stream, n: int) -> int:
    """A random number from 0 to n - 1."""
    return int64((random_bits(g) * np.uint64(n)) >> np.uint64(32))


@inlined
def better(g: Stream, best: int, most: float, equal: int, action: int, worth: float) -> tuple[int, float, int]:
    """The better of the best so far, of which so many are equal, and one more; equal ones by lot."""
    if worth > most:
        most, equal = worth, 0
    if worth == most:
        equal += 1
        if random_below(g, equal) == 0:
            best = action
    return best, most, equal


@compiled
def draw_kind(counts: Row[int], total: int, g: Stream) -> int:
    """A kind of card, drawn from counts of each."""
    n = random_below(g, total)
    kind = 0
    while n >= counts[kind]:
        n -= counts[kind]
        kind += 1
    return kind


@inlined
def draw_from_deck(deck: Row[int], total: int, g: Stream) -> int:
    """A kind of card from a deck of at most 127.

    The eight colours are bytes of one word. A multiplication adds up all before each; the sums above the number drawn
    have their top bit set once 127 less that number is added. The first of them is the kind; none: a locomotive.
    """
    sums = first_bytes(deck) * EACH_BYTE
    above = (sums + np.uint64(127 - random_below(g, total)) * EACH_BYTE) & TOP_BITS
    return LOCO - popcount(above)
