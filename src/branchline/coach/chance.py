"""What chance did, against all it could have done, by the exact odds."""

import numpy as np

from branchline.coach.contrast import Contrast, Games
from branchline.coach.line import Link
from branchline.coach.sampler import Sampler
from branchline.position import Array

GAMES = 4  # at a time, from each outcome
FIRST_SEED = 3_000_017  # of the random streams of the first node


class ChanceNode:
    """One thing that chance did, with all that could have come."""

    def __init__(self, index: int, link: Link) -> None:
        self.index = index
        outcomes = link.before.outcomes()
        self._starts = [link.before.copy() for _ in outcomes]
        for start, (outcome, _) in zip(self._starts, outcomes, strict=True):
            start.apply(outcome)
        weights = np.array([weight for _, weight in outcomes], float)
        self._weights: Array = -weights / weights.sum()
        self._weights[[outcome for outcome, _ in outcomes].index(link.action)] += 1
        self.games = Games(len(outcomes), link.before.players)

    @property
    def is_open(self) -> bool:
        """Whether something else could have come."""
        return len(self._starts) > 1

    @property
    def luck(self) -> Contrast:
        """What it brought everybody."""
        return self.games.contrast(self._weights)

    @property
    def price(self) -> int:
        """How many games a look takes."""
        return GAMES * len(self._starts)

    def look(self, sampler: Sampler) -> None:
        """Play on a few more times from each outcome, with the same random streams."""
        self.games.add(sampler.from_positions(self._starts, FIRST_SEED + self.index, len(self.games), GAMES))
