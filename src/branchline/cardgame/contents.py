"""What the records of the Card Game say, in plain numbers."""

from typing import Any

from branchline.boardfile.cards import CARDS, COLOURS, LOCOMOTIVE
from branchline.position import Position

Cards = dict[str, int]


def bits(mask: Any) -> list[int]:
    """The tickets in a mask."""
    word = int(mask)
    return [i for i in range(word.bit_length()) if word >> i & 1]


def laid(before: Position, after: Position) -> list[int]:
    """The cards that left the player's hand."""
    p = before.player
    return more(after.states["hand"][0, p].tolist(), before.states["hand"][0, p].tolist())


def completed(before: Position, after: Position) -> list[int]:
    """The tickets that the player has completed since, or chosen so far."""
    p = before.player
    chosen, done = int(after.states["chosen"][0, p]), int(after.states["done"][0, p])
    return bits(chosen | (done & ~int(before.states["done"][0, p])))


def more(then: list[int], now: list[int]) -> list[int]:
    """How many more cards of each kind there are now."""
    return [n - m for m, n in zip(then, now, strict=True)]


def named(counts: Any) -> Cards:
    """Counts of cards by name, without the kinds that are not there."""
    return {name: int(n) for name, n in zip(CARDS, counts, strict=True) if n}


def rows(position: Position, p: int) -> dict[str, Cards]:
    """The rows in a player's yard by their colour: the cards of each, locomotives among them."""
    s = position.states
    lying = zip(COLOURS, s["yard"][0, p].tolist(), s["on_top"][0, p].tolist(), strict=True)
    counts = {colour: {colour: n, LOCOMOTIVE: on_top} for colour, n, on_top in lying}
    return {colour: {name: n for name, n in row.items() if n} for colour, row in counts.items() if any(row.values())}
