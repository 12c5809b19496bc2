"""What the records of the map games say, in plain numbers."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from branchline.engine.limits import KINDS
from branchline.events import places
from branchline.mapgame.actions import NeutralTakes
from branchline.mapgame.rules.state import STATE
from branchline.position import Position

_HANDS = places(STATE, "hand")[0].start


def bits(mask: np.ndarray | Sequence[int]) -> list[int]:
    """The elements of a mask of two words."""
    return elements(int(mask[0]) | int(mask[1]) << 64)


def elements(mask: int) -> list[int]:
    """The elements of a mask."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def neutral_route(position: Position, action: NeutralTakes) -> int:
    """The route that an action takes for the neutral player."""
    first = int(position.record.route)
    return int(position.board["twin"][0][first]) if action.second else first


def paid(before: Position, after: Position) -> tuple[int, ...]:
    """The cards that left the player's hand."""
    begin = _HANDS + before.player * KINDS  # read off the bytes, which is twice as fast as field by field
    hand = slice(begin, begin + KINDS)
    return _difference(before.states.tobytes()[hand], after.states.tobytes()[hand])


@lru_cache(1024)  # a payment is asked for when it is read, written and told
def _difference(hand: bytes, later: bytes) -> tuple[int, ...]:
    return tuple(n - m for n, m in zip(hand, later, strict=True))
