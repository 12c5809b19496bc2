"""Learning from games played: moves that turned out better than expected become likelier (PPO), step by step.

What was expected is the business of a second small network, which learns how games end from what a position is like.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from branchline.compiler.typed import Array
from branchline.planner.policy import DECISIONS, HIDDEN, MOVE, POSITION
from branchline.training.lessons import Played

FIRST = 7  # the number of a candidate that says that it is the planner's choice
TRUST = 4.0  # its rating before anything is learned
PACE = 4e-3
BATCH = 4096  # decisions
EPOCHS = 2
CLIP = 0.2  # a move becomes no more than so much likelier at once
LOOK_AHEAD = 0.95  # how far what came of a move is looked for, before expectations stand in for it
UNITS = 32  # of what expects


class Lot(NamedTuple):
    """Decisions of one sort, their candidates filled up to the same number."""

    positions: Array
    features: Array
    exists: Array
    chosen: Array
    chances: Array
    better: Array  # than expected


def fresh(seed: int) -> dict[str, Array]:
    """A net that plays as the planner does."""
    chance = np.random.default_rng(seed)
    net = {
        "caution": np.zeros(DECISIONS, np.float32),
        "by_position": chance.normal(0, 0.3, (DECISIONS, POSITION, HIDDEN)).astype(np.float32),
        "by_move": chance.normal(0, 0.3, (DECISIONS, MOVE, HIDDEN)).astype(np.float32),
        "straight": np.zeros((DECISIONS, MOVE), np.float32),
        "out": np.zeros((DECISIONS, HIDDEN), np.float32),
    }
    net["straight"][:, FIRST] = TRUST
    return net


class Adam:
    """Steps along a noisy gradient, for arrays by name."""

    def __init__(self) -> None:
        self._mean: dict[str, Array] = {}
        self._square: dict[str, Array] = {}
        self._steps: dict[str, int] = {}

    def step(self, name: str, weights: Array, up: Array, pace: float) -> None:
        """Change weights along their gradient."""
        steps = self._steps[name] = self._steps.get(name, 0) + 1
        mean = self._mean[name] = 0.9 * self._mean.get(name, np.zeros_like(up)) + 0.1 * up
        square = self._square[name] = 0.999 * self._square.get(name, np.zeros_like(up)) + 0.001 * up**2
        weights += pace * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)


class Learner:
    """A net that learns, and what it expects of positions."""

    def __init__(self, net: Mapping[str, Array] | None = None, seed: int = 1) -> None:
        self.net = {field: weights.copy() for field, weights in (net or fresh(seed)).items()}
        self._chance = np.random.default_rng(seed)
        self._adam = Adam()
        self._into = self._chance.normal(0, 0.3, (POSITION, UNITS)).astype(np.float32)
        self._out = np.zeros(UNITS, np.float32)
        self._mean = np.zeros(1, np.float32)

    def expect(self, positions: Array) -> Array:
        """How games are expected to end."""
        expected: Array = np.maximum(positions @ self._into, 0) @ self._out + self._mean
        return expected

    def learn(self, played: Played, pace: float = PACE) -> float:
        """Learn from games; return how much of what came of them had been expected (1: all, 0: nothing)."""
        surprise = played.outcomes - self.expect(played.positions)
        known = 1 - float(surprise.var() / played.outcomes.var())
        better = self._better(played)
        better /= better.std() + 1e-6
        for lot, decision in self._lots(played, better):
            for _ in range(EPOCHS):
                for batch in self._batches(lot):
                    self._improve(batch, decision, pace)
        self.learn_to_expect(played)
        return known

    def _better(self, played: Played) -> Array:
        """By how much it went better than expected after each decision, what comes soon counting most."""
        order = np.argsort(played.owners, kind="stable")
        owners, expected = played.owners[order], self.expect(played.positions[order])
        last = np.append(owners[1:] != owners[:-1], True)
        after = np.where(last, played.outcomes[order], np.append(expected[1:], 0))
        change = after - expected
        found = np.zeros(len(order), np.float32)
        running = 0.0
        for i in range(len(order) - 1, -1, -1):
            running = change[i] + (0.0 if last[i] else LOOK_AHEAD * running)
            found[i] = running
        better = np.zeros_like(found)
        better[order] = found
        return better

    def _lots(self, played: Played, better: Array) -> Iterator[tuple[Lot, int]]:
        begins = np.cumsum(played.sizes) - played.sizes
        for decision in range(DECISIONS):
            for low, high in ((2, 12), (13, 10_000)):
                which = (played.decisions == decision) & (played.sizes >= low) & (played.sizes <= high)
                chosen = np.flatnonzero(which)
                if len(chosen) < 20:
                    continue
                slots = np.arange(int(played.sizes[chosen].max()))
                exists = slots < played.sizes[chosen, None]
                features = played.features[np.where(exists, begins[chosen, None] + slots, 0)]
                yield (
                    Lot(
                        played.positions[chosen],
                        features,
                        exists,
                        played.chosen[chosen],
                        played.chances[chosen],
                        better[chosen],
                    ),
                    decision,
                )

    def _batches(self, lot: Lot) -> Iterator[Lot]:
        order = self._chance.permutation(len(lot.positions))
        for part in np.array_split(order, max(1, round(len(order) / BATCH))):
            yield Lot(*(column[part] for column in lot))

    def _improve(self, lot: Lot, decision: int, pace: float) -> None:
        """Make moves likelier that were better than expected."""
        part = {field: weights[decision] for field, weights in self.net.items()}
        units = lot.features @ part["by_move"] + (lot.positions @ part["by_position"])[:, None]
        active = np.maximum(units, 0)
        ratings = np.where(lot.exists, lot.features @ part["straight"] + active @ part["out"], -1e9)
        chances = np.exp(ratings - ratings.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        rows = np.arange(len(ratings))
        ratio = chances[rows, lot.chosen] / np.maximum(lot.chances, 1e-9)
        counts = np.where(lot.better > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        push = np.where(counts, ratio * lot.better, 0)[:, None]
        up = -push * chances
        up[rows, lot.chosen] += push[:, 0]
        up = (up / len(rows)).astype(np.float32)
        inside = up[..., None] * part["out"] * (units > 0)
        flat = lot.features.reshape(-1, MOVE)
        slopes = {
            "by_position": lot.positions.T @ inside.sum(1),
            "by_move": flat.T @ inside.reshape(-1, HIDDEN),
            "straight": flat.T @ up.ravel(),
            "out": active.reshape(-1, HIDDEN).T @ up.ravel(),
        }
        for field, slope in slopes.items():
            self._adam.step(f"{field} {decision}", part[field], slope, pace)

    def learn_to_expect(self, played: Played) -> None:
        """Learn how games end, without playing otherwise for it."""
        order = self._chance.permutation(len(played.positions))
        for part in np.array_split(order, max(1, len(order) // 1024)):
            positions, outcomes = played.positions[part], played.outcomes[part]
            units = positions @ self._into
            active = np.maximum(units, 0)
            up = (outcomes - active @ self._out - self._mean) / len(part)
            inside = up[:, None] * self._out * (units > 0)
            self._adam.step("into", self._into, positions.T @ inside, 3e-3)
            self._adam.step("expected out", self._out, active.T @ up, 3e-3)
            self._adam.step("mean", self._mean, up.sum(keepdims=True), 3e-3)
