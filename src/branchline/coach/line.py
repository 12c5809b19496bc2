"""The line of a game: every single action and everything that chance did, without what was taken back."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from branchline.history import History, Step
from branchline.log import Chance, Move, Undo
from branchline.position import Array, Position


@dataclass(frozen=True)
class Link:
    """One thing that happened, between two positions."""

    entry: int  # the number of its entry in the log
    before: Position
    after: Position
    action: int  # of the player, or what chance did
    planned: int | None  # the planner's choice; None where chance moved, or nothing could be chosen

    @property
    def is_chance(self) -> bool:
        """Whether chance did it."""
        return self.before.is_chance

    @property
    def is_decision(self) -> bool:
        """Whether a player could have done something else."""
        return self.planned is not None

    @property
    def is_planned(self) -> bool:
        """Whether it is just what the planner would have done, so that nothing changes by it."""
        return not self.is_chance and self.planned in (None, self.action)


def line_of(game: History, choose: Callable[[Position], int]) -> list[Link]:
    """Everything that stands in a game; `choose` is the planner, and gets what the player saw."""
    return [link for number, step in _standing(game) for link in _links(number, step, choose)]


def _standing(game: History) -> list[tuple[int, Step]]:
    """The steps that were not taken back, with their numbers."""
    found: list[tuple[int, Step]] = []
    for number, step in enumerate(game.steps):
        if isinstance(step.entry, Undo):
            while not isinstance(found.pop()[1].entry, Move):
                pass
        else:
            found.append((number, step))
    return found


def _links(number: int, step: Step, choose: Callable[[Position], int]) -> Iterator[Link]:
    if isinstance(step.entry, Chance):
        yield Link(number, step.before, step.after, step.entry.outcome, None)
        return
    assert isinstance(step.entry, Move)
    before = step.before
    for action in step.entry.actions:
        after = before.copy()
        after.apply(action)
        planned = choose(before.seen_by(before.player)) if len(before.legal()) > 1 else None
        yield Link(number, before, after, action, planned)
        before = after


def shares(end: Position) -> Array:
    """How the win is shared in a game that is over."""
    places = end.score().place[: end.players]
    found: Array = np.asarray(places == 1, float) / (places == 1).sum()
    return found
