"""Stopping a match early: a sequential test of which of two players is the stronger (Wald's, on pairs of games)."""

from collections import defaultdict
from collections.abc import Sequence
from math import log

import numpy as np

from branchline.arena.schedule import Outcome

ELO = 10.0  # the difference that the test tells apart, either way
ERROR = 0.05
BOUND = log((1 - ERROR) / ERROR)
FEWEST_DEALS = 20


def evidence(games: Sequence[Outcome]) -> float:
    """The logarithm of how much better `ELO` more fits the first player's results than `ELO` less."""
    by_deal: defaultdict[int, list[float]] = defaultdict(list)
    for game in games:
        by_deal[game.deal].append(game.shares[game.seating.index(0)])
    results = np.array([np.mean(shares) for shares in by_deal.values()])
    if len(results) < FEWEST_DEALS:
        return 0.0
    spread = max(float(results.var()), 1e-3)
    better, worse = 1 / (1 + 10 ** (-ELO / 400)), 1 / (1 + 10 ** (ELO / 400))
    return float(len(results) * (better - worse) * (2 * results.mean() - better - worse) / (2 * spread))


def is_decided(games: Sequence[Outcome]) -> bool:
    """Whether the match between two players can stop."""
    return abs(evidence(games)) >= BOUND
