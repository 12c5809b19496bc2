"""Whether frequencies agree with odds."""

from collections.abc import Mapping
from math import erfc, sqrt
from typing import TypeVar

T = TypeVar("T")


def fit(counts: Mapping[T, int], odds: Mapping[T, float]) -> float:
    """How likely frequencies are to be this far off the odds, or farther; 0 if the impossible came up."""
    if not set(counts) <= set(odds):
        return 0.0
    n, whole = sum(counts.values()), sum(odds.values())
    cells = [(counts.get(key, 0), n * weight / whole) for key, weight in odds.items()]
    cells = _merge_rare(cells)
    if len(cells) == 1:
        return 1.0
    distance = sum((found - expected) ** 2 / expected for found, expected in cells)
    return _tail(distance, len(cells) - 1)


def _merge_rare(cells: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Put together cells in which fewer than five would be expected."""
    merged: list[tuple[int, float]] = []
    found, expected = 0, 0.0
    for cell in sorted(cells, key=lambda cell: cell[1]):
        found, expected = found + cell[0], expected + cell[1]
        if expected >= 5:
            merged.append((found, expected))
            found, expected = 0, 0.0
    if expected and merged:
        last = merged.pop()
        found, expected = found + last[0], expected + last[1]
    return [*merged, (found, expected)] if expected else merged


def _tail(distance: float, freedom: int) -> float:
    """The chance of a greater distance, by Wilson and Hilferty's cube root."""
    spread = 2 / (9 * freedom)
    z = ((distance / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2
