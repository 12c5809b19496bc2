"""What the records of the map games say, in plain numbers."""

from collections.abc import Sequence

import numpy as np

from branchline.mapgame.actions import NeutralTakes
from branchline.position import Position


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


def paid(before: Position, after: Position) -> list[int]:
    """The cards that left the player's hand."""
    p = before.player
    hands = before.states["hand"][0, p].tolist(), after.states["hand"][0, p].tolist()
    return [n - m for n, m in zip(*hands, strict=True)]
