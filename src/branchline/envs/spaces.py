"""The spaces of the environments: rows of whole numbers, and actions of which only legal ones are sampled."""

from typing import Any

from gymnasium.spaces import Box, Discrete

from branchline.envs.one import OneGame
from branchline.observation import NUMBER


def observations(size: int) -> Any:
    """Rows of so many whole numbers."""
    return Box(-(2**15), 2**15 - 1, (size,), NUMBER)


class Actions(Discrete):
    """The numbers of a board's actions; without a mask, what is legal now is sampled from."""

    def __init__(self, game: OneGame) -> None:
        super().__init__(game.n_actions)
        self._game = game

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random action."""
        if mask is None and probability is None and self._game.mask.any():
            mask = self._game.mask
        return super().sample(mask, probability)

    def contains(self, x: Any) -> bool:
        """Whether a number is an action, legal now or not; wrappers ask this at every step."""
        return bool(0 <= x < self.n if type(x) is int else super().contains(x))
