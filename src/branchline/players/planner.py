"""The planner: joint networks for its tickets, cards and claims by what they bring, compiled."""

from random import Random

import numpy as np

from branchline.minds.mind import MIND, atlas
from branchline.minds.playout import decide
from branchline.minds.tastes import taste
from branchline.position import Array, Position
from branchline.rules.state import CITIES, MOVES


class PlannerPlayer:
    """Plans the shortest joint network of its tickets and does what brings it nearest, minding points and the end."""

    def __init__(self, stream: Random, **likes: float) -> None:
        self._likes = likes
        self._board: Array | None = None
        self._minds = np.zeros(1, MIND)
        self._distances = np.zeros((CITIES, CITIES), np.float32)
        self._moves = np.zeros(1, MOVES)

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that serves the plan best."""
        if len(legal) == 1:
            return legal[0]
        if self._board is not view.board:
            self._board, self._atlas = view.board, atlas(view.board)
            self._taste = taste(view.board, **self._likes)
        self._minds["is_made"] = False
        return int(
            decide(view.states, view.board, self._atlas, self._taste, self._minds, self._distances, self._moves)
        )
