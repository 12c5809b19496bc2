"""The arrays that learners work on."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from branchline.compiler.typed import Array
from branchline.engine.stream import STREAM


class Table(NamedTuple):
    """What is read of a game: its board, an empty record, and who plays in each seat."""

    boards: Array
    empty: Array
    seats: Array


class Desk(NamedTuple):
    """What one thread writes to: legal moves, two views, a score."""

    moves: Array
    views: Array
    results: Array


class Mind(NamedTuple):
    """What bots that play within think with: an atlas of the board, the planner's weights and plan, greedy's paper."""

    atlases: Array
    weights: Array
    plans: Array
    papers: Array


@cache  # compiled code knows the very same type at once; to compare equal ones takes it longer than a turn
def turn_type(state: np.dtype[Any], moves: np.dtype[Any], board: np.dtype[Any]) -> np.dtype[Any]:
    """All that a turn of one game works on: the game and what the player to move sees of it, and the rest."""
    parts = [("states", state, 2), ("moves", moves), ("board", board), ("stream", STREAM)]
    return np.dtype(parts, align=True)
