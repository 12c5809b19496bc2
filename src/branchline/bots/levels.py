"""Levels for people: bots that overlook what people overlook, the weaker the more of it; none plays at random."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol

from branchline.bots.thinking import aims_of, game_of, planned, space_for
from branchline.kind import Greedy, Oversight
from branchline.kinds import kind_of
from branchline.planner.arrays import Game, Space
from branchline.planner.kind import Aims
from branchline.position import Array, Position
from branchline.warm import Part, prepare

Overlooked = frozenset[Oversight]


class Decision(NamedTuple):
    """What a player chose, what it was after, and what it overlooked: nothing else decided."""

    action: int
    aims: Aims
    overlooked: Overlooked


class Thinker(Protocol):
    """Chooses by what is left of a view."""

    def think(self, seen: Position, legal: list[int], overlooked: Overlooked) -> tuple[int, Aims]:
        """An action, and what it is for."""


@dataclass(frozen=True)
class Level:
    """How a player of a level thinks, what it always overlooks, and how many cards are a full hand to it."""

    thinker: Callable[[Random, int], Thinker]
    overlooks: Overlooked
    full: int


class LevelPlayer:
    """Plays by what it sees, without what its level overlooks; with a full hand it builds what it can."""

    def __init__(self, stream: Random, level: Level) -> None:
        self._level, self._thinker = level, level.thinker(stream, level.full)

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that looks best to somebody of this level."""
        return legal[0] if len(legal) == 1 else self.decide(view, legal).action

    def decide(self, view: Position, legal: list[int]) -> Decision:
        """The choice in a view, and what it came from."""
        overlooked, kind = self._level.overlooks, kind_of(view)
        if view.states["hand_size"][0, view.player] >= self._level.full:
            overlooked |= {Oversight.ROOM}
        action, aims = self._thinker.think(kind.oversights.overlook(view, overlooked), legal, overlooked)
        if Oversight.WORTH in overlooked:
            kept = kind.oversights.fewest_and_shortest(view, legal)
            action = action if kept is None else kept
        elif action not in legal:  # with new tickets out of sight nothing may be left but to pass
            action, aims = self._thinker.think(view, legal, overlooked)
        return Decision(action, aims, overlooked)


class GreedyThinker:
    """Takes the best it can get now; neither looks at rivals nor counts cards, and never waits."""

    def __init__(self, stream: Random, full: int) -> None:
        self._stream, self._full = stream, full
        self._bots: dict[str, Greedy] = {}

    def think(self, seen: Position, legal: list[int], overlooked: Overlooked) -> tuple[int, Aims]:
        """The action that looks best at this moment, and the tickets and routes in sight."""
        if seen.kind not in self._bots:
            self._bots[seen.kind] = kind_of(seen).greedy(self._stream, self._full)
        bot = self._bots[seen.kind]
        in_sight = set(seen.legal())
        return bot.choose(seen, [action for action in legal if action in in_sight] or legal), bot.aims(seen)


class PlanningThinker:
    """Plans for what it sees, and weighs what it overlooks as nothing."""

    def __init__(self, stream: Random, full: int) -> None:
        self._board: Array | None = None
        self._games: dict[Overlooked, Game] = {}
        self._spaces: list[Space] = []

    def think(self, seen: Position, legal: list[int], overlooked: Overlooked) -> tuple[int, Aims]:
        """The action that serves the plan best, and the plan."""
        if self._board is not seen.board:
            prepare(kind_of(seen), Part.PLANNER)
            self._board, self._games, self._spaces = seen.board, {}, [space_for(seen)]
        if overlooked not in self._games:
            self._games[overlooked] = game_of(seen, kind_of(seen).weights_without(overlooked))
        action = planned(seen, self._games[overlooked], self._spaces[0])
        return action, aims_of(seen, self._spaces[0])


BY_NAME = {
    "beginner": Level(GreedyThinker, frozenset({Oversight.TICKETS, Oversight.END, Oversight.WORTH}), 6),
    "casual": Level(
        PlanningThinker, frozenset({Oversight.TICKETS, Oversight.CARDS, Oversight.RIVALS, Oversight.WAITING}), 13
    ),
}


def of_level(name: str) -> Callable[[Random], LevelPlayer]:
    """Makes players of a level."""
    return lambda stream: LevelPlayer(stream, BY_NAME[name])
