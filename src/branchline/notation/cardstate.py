"""What the records of the Card Game say, in plain numbers."""

from collections.abc import Sequence
from typing import Any

from branchline.boards.board import CARDS, COLOURS, LOCOMOTIVE
from branchline.position import Position
from branchline.rules.state import KINDS

Cards = dict[str, int]


def bits(mask: Any) -> list[int]:
    """The tickets in a mask."""
    word = int(mask)
    return [i for i in range(word.bit_length()) if word >> i & 1]


def after(before: Position, actions: Sequence[int]) -> Position:
    """The position that some actions lead to."""
    position = before.copy()
    for action in actions:
        position.apply(action)
    return position


def laid(before: Position, actions: Sequence[int]) -> list[int]:
    """The cards that leave the player's hand by these actions."""
    p = before.player
    left = after(before, actions).record.hand[p]
    return [int(before.record.hand[p, kind] - left[kind]) for kind in range(KINDS)]


def completes(before: Position, actions: Sequence[int]) -> list[int]:
    """The tickets that the player completes, or has chosen so far, by these actions."""
    p = before.player
    end = after(before, actions).record
    return bits(end.chosen[p] | (end.done[p] & ~before.record.done[p]))


def named(counts: Any) -> Cards:
    """Counts of cards by name, without the kinds that are not there."""
    return {name: int(n) for name, n in zip(CARDS, counts, strict=True) if n}


def rows(record: Any, p: int) -> dict[str, Cards]:
    """The rows in a player's yard by their colour: the cards of each, locomotives among them."""
    lying = zip(COLOURS, record.yard[p].tolist(), record.on_top[p].tolist(), strict=True)
    counts = {colour: {colour: n, LOCOMOTIVE: on_top} for colour, n, on_top in lying}
    return {colour: {name: n for name, n in row.items() if n} for colour, row in counts.items() if any(row.values())}
