"""Lists of moves that are worth a search."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import lowest_bit
from branchline.compiler.typed import Array, Row, float32, int64

MOST = 64


@compiled
def add(action: int, out: Row[int], n: int) -> int:
    """Add a move to a list of n, unless it is there; return how many there are."""
    for i in range(n):
        if out[i] == action:
            return n
    out[n] = action
    return n + 1


@compiled
def add_all(mask: np.uint64, base: int, out: Row[int], n: int) -> int:
    """Add the moves of a mask, numbered from a base on."""
    rest = mask
    while rest != np.uint64(0):
        n = add(base + lowest_bit(rest), out, n)
        rest &= rest - np.uint64(1)
    return n


@compiled
def add_best(ratings: Array, base: int, most: int, out: Row[int], n: int) -> int:
    """Add the best rated moves, numbered from a base on; the ratings are used up."""
    for _ in range(most):
        best = int64(np.argmax(ratings))
        if ratings[best] <= float32(-1e8):
            break
        n = add(base + best, out, n)
        ratings[best] = float32(-1e9)
    return n
