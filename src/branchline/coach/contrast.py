"""Games played on from several starts with the same random streams, and sharp differences between the starts.

Whether a game is won is a coarse figure; by how much tells more. If one start leads to a mean lead of some points more
than another, the chance to win is higher by about that many points times the density of leads around zero. That
estimate varies far less than counted wins, but rests on leads being shifted as a whole; so counted wins correct it, the
more the more games there are.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from branchline.position import Array

WINDOW = 0.4  # of the spread of leads: how near zero a lead is taken for one around zero
BIAS, LEAST_BIAS = 0.3, 0.002  # by how much of itself, and at least, the estimate by leads may be wrong
DOUBT = 0.01  # the variance of a difference between two games that is always possible


class Contrast(NamedTuple):
    """By how much some starts are better than others, for every player, and the variances of that."""

    value: Array
    variance: Array


class Outcomes(NamedTuple):
    """Shares of the win and leads before the best of the others: by game, by start, by player."""

    shares: Array
    leads: Array


class Games:
    """Games played on from some starts."""

    def __init__(self, starts: int, players: int) -> None:
        self._parts = [Outcomes(np.zeros((0, starts, players)), np.zeros((0, starts, players)))]

    def __len__(self) -> int:
        return sum(len(part.shares) for part in self._parts)

    def add(self, outcomes: Outcomes) -> None:
        """Add games."""
        self._parts.append(outcomes)
        self.__dict__.pop("all", None)
        self.__dict__.pop("_found", None)

    def only(self, starts: Array) -> "Games":
        """The same games, with some of the starts."""
        some = Games(len(starts), self.all.shares.shape[2])
        some.add(Outcomes(self.all.shares[:, starts], self.all.leads[:, starts]))
        return some

    @cached_property
    def all(self) -> Outcomes:
        """All games."""
        return Outcomes(*map(np.concatenate, zip(*self._parts, strict=True)))

    @cached_property
    def _found(self) -> dict[bytes, Contrast]:
        return {}

    def chances(self, player: int) -> Array:
        """The chance to win by start, as counted."""
        found: Array = self.all.shares[:, :, player].sum(axis=0) / max(1, len(self))
        return found

    def ranks(self, player: int) -> Array:
        """The starts, the best for a player first; by leads too, since wins alone are coarse."""
        leads = self.all.leads[:, :, player]
        worth = (density(leads.reshape(-1, 1))[0] * leads + self.all.shares[:, :, player]).sum(axis=0)
        found: Array = np.argsort(-worth, kind="stable")
        return found

    def difference(self, a: int, b: int) -> Array:
        """By how much one start is better than another, for every player."""
        return self.between(a, b).value

    def variance(self, a: int, b: int, player: int) -> float:
        """The variance of that estimate; never quite zero, however alike the games were."""
        return float(self.between(a, b).variance[player])

    def between(self, a: int, b: int) -> Contrast:
        """By how much one start is better than another."""
        weights = np.zeros(self.all.shares.shape[1])
        weights[a] += 1
        weights[b] -= 1
        return self.contrast(weights)

    def contrast(self, weights: Array) -> Contrast:
        """By how much the starts are better, each counted by its weight; the weights add up to zero."""
        key = weights.tobytes()
        if key not in self._found:
            self._found[key] = _contrast(self.all, weights)
        return self._found[key]


def density(leads: Array) -> Array:
    """How many of the leads lie around zero, by point and player: by how much the chance to win grows with a point."""
    window = np.maximum(WINDOW * leads.std(axis=0), 1.0)
    found: Array = np.exp(-0.5 * (leads / window) ** 2).mean(axis=0) / (window * np.sqrt(2 * np.pi))
    return found


def _contrast(games: Outcomes, weights: Array) -> Contrast:
    n, _, players = games.shares.shape
    if n == 0 or not weights.any():
        return Contrast(np.zeros(players), np.full(players, 1.0 if weights.any() else 0.0))
    pooled = games.leads[:, weights != 0].reshape(-1, players)
    slope = density(pooled)
    won = np.einsum("gsp,s->gp", games.shares, weights)
    led = np.einsum("gsp,s->gp", games.leads, weights) * slope
    possible = ((slope * pooled.std(axis=0)) ** 2 + DOUBT) * float((weights**2).sum())
    bias = (BIAS * led.mean(axis=0)) ** 2 + LEAST_BIAS**2
    gap = _variance(won - led, possible)
    trust = bias / (bias + gap)
    both = led + trust * (won - led)
    value = both.mean(axis=0)
    return Contrast(value - value.mean(), _variance(both, possible) + (1 - trust) ** 2 * bias)


def _variance(values: Array, possible: Array) -> Array:
    """The variance of a mean, one more value of a possible size taken into account."""
    n = len(values)
    found: Array = (((values - values.mean(axis=0)) ** 2).sum(axis=0) + possible) / (n * (n + 1))
    return found
