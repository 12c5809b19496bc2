"""Where the random streams of a search begin."""

import numpy as np

from branchline.compiler.decorators import compiled

GUESSES_NUMBER = np.uint64(2**64 - 1)  # of the stream for guesses before the search


@compiled
def seed_of(seed: int, number: int | np.uint64) -> np.uint64:
    """The start of the random stream with a number of its own."""
    z = np.uint64(seed) + np.uint64(number) * np.uint64(0xD1B54A32D192ED03)
    z = (z ^ (z >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return z ^ (z >> np.uint64(32))
