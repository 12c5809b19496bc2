"""What tests of several folders share."""

import numpy as np
import pytest

from branchline.position import Array, Position

WORD = 2**64 - 1


def pinned_draw(position: Position, stream: Array) -> int:
    """Draw by a generator of the tests' own (SplitMix64): the deals that they tell of outlive any other stream."""
    word = (int(stream["word"][0]) + 0x9E3779B97F4A7C15) & WORD
    stream["word"] = np.uint64(word)
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    word ^= word >> 31
    outcomes = position.outcomes()
    n = (word >> 32) * sum(weight for _, weight in outcomes) >> 32
    for outcome, weight in outcomes:
        if n < weight:
            return outcome
        n -= weight
    raise AssertionError("chance has something to do")


@pytest.fixture
def pinned_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game of a test be dealt by `pinned_draw`."""
    monkeypatch.setattr(Position, "draw", pinned_draw)
