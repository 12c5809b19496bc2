"""The planner: joint networks for its tickets, cards and claims by what they bring, compiled."""

from random import Random

from branchline.bots.thinking import game_of, space_for, thinking_arrays
from branchline.kinds import kind_of
from branchline.planner.rollout import decide
from branchline.position import Array, Position
from branchline.warm import Part, prepare


class PlannerPlayer:
    """Plans the cheapest joint network of its tickets and does what brings it nearest, minding points and the end.

    What it has learned of its own games may tell it to do something else.
    """

    def __init__(self, stream: Random | None = None, learned: bool = False, **weights: float) -> None:
        self._weights, self._learned = weights, learned
        self._board: Array | None = None
        self._arrays: tuple[Array, ...] = ()

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that serves the plan best."""
        if len(legal) == 1:
            return legal[0]
        if self._board is not view.board:
            prepare(kind_of(view), Part.PLANNER)
            game = game_of(view, self._weights, self._learned)
            self._board, self._arrays = view.board, thinking_arrays(game, space_for(view))
        boards, atlases, weights, plans, moves = self._arrays  # for a call with these by name takes less time
        return decide(view.states, boards, atlases, weights, plans, moves)
