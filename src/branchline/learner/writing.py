"""Writing numbers, counts and masks one after the other into an observation; each returns where the next begins."""

from typing import Any

import numpy as np

from branchline.compiler.decorators import inlined
from branchline.compiler.typed import Row, int64

PHASES = 19  # all phases of a map game, and one more for those that only another kind has


@inlined
def put(out: Row[int], at: int, value: int) -> int:
    """One number."""
    out[at] = value
    return at + 1


@inlined
def put_counts(out: Row[int], at: int, counts: Any, n: int) -> int:
    """A row of numbers."""
    for i in range(n):
        out[at + i] = counts[i]
    return at + n


@inlined
def put_one(out: Row[int], at: int, which: int, n: int) -> int:
    """A 1 at one of n places; nowhere if there is no such place."""
    if 0 <= which < n:
        out[at + which] = 1
    return at + n


@inlined
def put_mask(out: Row[int], at: int, word: np.uint64, n: int) -> int:
    """The first n elements of a mask of one word."""
    for i in range(n):
        out[at + i] = int64((word >> np.uint64(i)) & np.uint64(1))
    return at + n


@inlined
def put_masks(out: Row[int], at: int, words: Row[np.uint64], n: int) -> int:
    """The first n elements of a mask of two words."""
    at = put_mask(out, at, words[0], min(n, 64))
    return put_mask(out, at, words[1], max(n - 64, 0))
