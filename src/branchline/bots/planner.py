"""The planner: joint networks for its tickets, cards and claims by what they bring, compiled."""

from random import Random

from branchline.bots.thinking import game_of, planned, space_for
from branchline.kinds import kind_of
from branchline.planner.arrays import Game
from branchline.position import Position
from branchline.warm import Part, prepare


class PlannerPlayer:
    """Plans the cheapest joint network of its tickets and does what brings it nearest, minding points and the end."""

    def __init__(self, stream: Random | None = None, **weights: float) -> None:
        self._weights = weights
        self._game: Game | None = None

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that serves the plan best."""
        if len(legal) == 1:
            return legal[0]
        if self._game is None or self._game.boards is not view.board:
            prepare(kind_of(view), Part.PLANNER)
            self._game, self._space = game_of(view, self._weights), space_for(view)
        return planned(view, self._game, self._space)
