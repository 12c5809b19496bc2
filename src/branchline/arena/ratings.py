"""How strong the players are: Bradley–Terry ratings, with intervals by bootstrap over deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from branchline.arena.schedule import Outcome
from branchline.position import Array

SAMPLES = 1000
ROUNDS = 60
SCALE = 400 / np.log(10)


@dataclass(frozen=True)
class Standing:
    """One row of the table."""

    player: str
    games: int
    wins: float
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    mean_score: float
    mean_margin: float  # over the best of the others
    elo: float
    elo_low: float
    elo_high: float
    microseconds_per_decision: float


def standings(entrants: Sequence[str], games: Sequence[Outcome], seed: int = 0) -> list[Standing]:
    """The table, in the order in which the players were named; repeated names share a row."""
    names = list(dict.fromkeys(entrants))
    rows = [names.index(name) for name in entrants]
    tally = _Tally(len(names), rows, games)
    weights = _resamples(tally.played.shape[0], seed)
    rates, elos = tally.win_rates(weights), tally.elos(weights)
    low, high = np.percentile(rates[1:], [2.5, 97.5], axis=0)
    elo_low, elo_high = np.percentile(elos[1:], [2.5, 97.5], axis=0)
    return [
        Standing(
            name,
            int(tally.played[:, i].sum()),
            round(float(tally.shares[:, i].sum()), 3),
            round(float(rates[0, i]), 4),
            round(float(low[i]), 4),
            round(float(high[i]), 4),
            round(float(np.mean(tally.scores[i])), 2),
            round(float(np.mean(tally.margins[i])), 2),
            round(float(elos[0, i]), 1),
            round(float(elo_low[i]), 1),
            round(float(elo_high[i]), 1),
            round(float(np.median(tally.times[i])), 1),
        )
        for i, name in enumerate(names)
    ]


def _resamples(deals: int, seed: int) -> Array:
    """How often each deal counts: once in the first row, as drawn with replacement in the others."""
    counts = np.random.default_rng(seed).multinomial(deals, np.full(deals, 1 / deals), SAMPLES)
    return np.vstack([np.ones(deals, np.int64), counts])


class _Tally:
    """The games, added up by deal."""

    def __init__(self, players: int, rows: Sequence[int], games: Sequence[Outcome]) -> None:
        numbers = {deal: i for i, deal in enumerate(sorted({game.deal for game in games}))}
        self.played = np.zeros((len(numbers), players))
        self.shares = np.zeros((len(numbers), players))
        self.beaten = np.zeros((len(numbers), players, players))
        self.scores: list[list[int]] = [[] for _ in range(players)]
        self.margins: list[list[int]] = [[] for _ in range(players)]
        self.times: list[list[float]] = [[] for _ in range(players)]
        for game in games:
            self._add(numbers[game.deal], [rows[entrant] for entrant in game.seating], game)

    def _add(self, deal: int, seating: Sequence[int], game: Outcome) -> None:
        for seat, player in enumerate(seating):
            self.played[deal, player] += 1
            self.shares[deal, player] += game.shares[seat]
            self.scores[player].append(game.scores[seat])
            best = max(score for other, score in enumerate(game.scores) if other != seat)
            self.margins[player].append(game.scores[seat] - best)
            self.times[player].append(game.microseconds[seat])
        for one, other in combinations(range(len(seating)), 2):
            if seating[one] != seating[other]:
                gap = game.places[other] - game.places[one]
                self.beaten[deal, seating[one], seating[other]] += 1 if gap > 0 else 0.5 if gap == 0 else 0
                self.beaten[deal, seating[other], seating[one]] += 1 if gap < 0 else 0.5 if gap == 0 else 0

    def win_rates(self, weights: Array) -> Array:
        """Win rates, a row for each row of weights."""
        rates: Array = weights @ self.shares / np.maximum(weights @ self.played, 1e-9)
        return rates

    def elos(self, weights: Array) -> Array:
        """Bradley–Terry ratings around 0, a row for each row of weights; half a win each way keeps them finite."""
        beaten = np.tensordot(weights, self.beaten, 1)
        if beaten.shape[1] == 1:  # all have the same name
            return np.zeros(beaten.shape[:2])
        met = self.beaten.sum(0) + self.beaten.sum(0).T > 0
        beaten += 0.5 * met
        strength = np.ones(beaten.shape[:2])
        for _ in range(ROUNDS * beaten.shape[1]):
            pairs = (beaten + beaten.transpose(0, 2, 1)) / (strength[:, :, None] + strength[:, None, :])
            strength = beaten.sum(2) / np.maximum(pairs.sum(2), 1e-12)
            strength /= np.exp(np.log(strength).mean(1, keepdims=True))
        return np.asarray(SCALE * np.log(strength))


class Advantage(NamedTuple):
    """By how much the first seat wins more often than a fair share, with its interval."""

    mean: float
    low: float
    high: float

    def in_words(self) -> str:
        """The same as a sentence."""
        more = "more" if self.mean >= 0 else "less"
        return (
            f"the first seat wins {100 * abs(self.mean):.1f} percentage points {more} often than a fair share "
            f"(95 %: {100 * self.low:+.1f} to {100 * self.high:+.1f})."
        )


def first_seat_advantage(games: Sequence[Outcome], seed: int = 0) -> Advantage:
    """The advantage of the first seat, with an interval by bootstrap over deals."""
    by_deal: dict[int, list[float]] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(game.shares[0] - 1 / len(game.shares))
    means = np.array([np.mean(gains) for gains in by_deal.values()])
    samples = _resamples(len(means), seed) @ means / len(means)
    low, high = np.percentile(samples[1:], [2.5, 97.5])
    return Advantage(float(samples[0]), float(low), float(high))
