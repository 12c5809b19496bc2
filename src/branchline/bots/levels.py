"""Bots for tables where a person should have a chance: one plays any move now and then, one builds early."""

from random import Random

from branchline.bots.planner import PlannerPlayer
from branchline.bots.simple import GreedyPlayer
from branchline.kind import Bot
from branchline.kinds import kind_of
from branchline.position import Position

FULL = 14  # cards in hand that are better spent than added to


class MuddledPlayer:
    """Plays like another bot, but lets chance choose a share of its moves."""

    def __init__(self, stream: Random, bot: Bot, share: float) -> None:
        self._stream, self._bot, self._share = stream, bot, share

    def choose(self, view: Position, legal: list[int]) -> int:
        """What the other bot would do, or any legal action."""
        if self._stream.random() < self._share:
            return self._stream.choice(legal)
        return self._bot.choose(view, legal)


class EagerPlayer:
    """Plans like the planner, but builds what it can once its hand is full: people find a bot that hoards odd."""

    def __init__(self, stream: Random) -> None:
        self._planner, self._greedy = PlannerPlayer(stream), GreedyPlayer(stream)

    def choose(self, view: Position, legal: list[int]) -> int:
        """The planner's choice, unless the hand is full and something sensible can be built."""
        chosen = self._planner.choose(view, legal)
        builds = kind_of(view).builds
        if view.record.hand_size[view.player] < FULL or builds(view, chosen):
            return chosen
        eager = self._greedy.choose(view, legal)
        return eager if builds(view, eager) else chosen
