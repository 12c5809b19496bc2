"""Two simple bots: one plays anything, one plays a beginner's sensible game."""

from random import Random

from branchline.kind import Bot
from branchline.kinds import kind_of
from branchline.position import Position


class RandomPlayer:
    """Chooses any legal action, each as likely as the others."""

    def __init__(self, stream: Random) -> None:
        self._stream = stream

    def choose(self, view: Position, legal: list[int]) -> int:
        """One of the legal actions."""
        return self._stream.choice(legal)


class GreedyPlayer:
    """Takes the best it can get now, as its kind of game has it."""

    def __init__(self, stream: Random) -> None:
        self._stream = stream
        self._bots: dict[str, Bot] = {}

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that looks best at this moment."""
        if len(legal) == 1:
            return legal[0]
        if view.kind not in self._bots:
            self._bots[view.kind] = kind_of(view).greedy(self._stream)
        return self._bots[view.kind].choose(view, legal)
