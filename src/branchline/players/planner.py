"""The planner: joint networks for its tickets, cards and claims by what they bring, compiled."""

from random import Random

from branchline.players.desk import Desk, Subject, subject_of
from branchline.position import Position


class PlannerPlayer:
    """Plans the cheapest joint network of its tickets and does what brings it nearest, minding points and the end."""

    def __init__(self, stream: Random | None = None, **likes: float) -> None:
        self._likes = likes
        self._subject: Subject | None = None

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that serves the plan best."""
        if len(legal) == 1:
            return legal[0]
        if self._subject is None or self._subject.board is not view.board:
            self._subject, self._desk = subject_of(view, self._likes), Desk(view)
        return self._desk.decide(view, self._subject)
