"""A whole game, analysed: the curve first, then the decisions, then what chance did."""

import time
from collections.abc import Callable
from itertools import pairwise
from math import sqrt

import numpy as np

from branchline.coach.analysis import MOST, Analysis, Balance, Point, Sure
from branchline.coach.chance import ChanceNode
from branchline.coach.decisions import UNKNOWN, Decision, decisions_of, weigh
from branchline.coach.guesses import guesses_of
from branchline.coach.line import Link, line_of, shares
from branchline.coach.moments import costliest, costly_at, offers_of, strokes_of
from branchline.coach.places import Places
from branchline.coach.sampler import Budget, Progress, Sampler
from branchline.coach.smoothing import SURE, Curve, Levels, Steps, smooth
from branchline.game import Game
from branchline.log import Move
from branchline.position import Array, Position

OnCurve = Callable[[tuple[Point, ...]], None]

SECONDS = 60.0
CURVE, SCREENED, WEIGHED, CHANCE, BEGUN = 0.07, 0.28, 0.80, 0.92, 0.97  # the parts of the budget after each stage
SEATS_DIFFER = 0.04  # by how much, about, the chances of seats differ before anything is dealt
START_GAMES = 16  # from the start, at a time
LEAST_LEVELS = 2  # games at each point, however small the budget


class Study:
    """One game under analysis."""

    def __init__(self, game: Game, sampler: Sampler) -> None:
        self.game, self.sampler = game, sampler
        self.line = line_of(game, sampler.choose)
        self.places = Places(game, self.line)
        self._players = len(game.names)
        self.point_of = _points(self.line)  # of the position before each link, and of the last one
        n = self.point_of[-1] + 1
        self._games, self._wins = np.zeros(n), np.zeros((n, self._players))
        self._starts: list[Position] = [game.start] * n
        for link, (before, after) in zip(self.line, pairwise(self.point_of), strict=True):
            if after != before:
                self._starts[after] = link.after
        self.decisions: list[Decision] = []
        self._chance: dict[int, ChanceNode] = {}  # by its place in the line

    def work(self, on_curve: OnCurve = lambda _: None) -> None:
        """Spend the budget: on a rough curve, on decisions, on chance, and on the curve again."""
        self.draw_curve(CURVE)
        on_curve(points_of(self, self.curve()))
        self.weigh_decisions()
        self.weigh_chance(CHANCE)
        self.weigh_start(BEGUN)
        self.draw_curve(1.0)

    def draw_curve(self, part: float) -> None:
        """Play on from everywhere, about equally often."""
        rounds = 0
        while rounds < LEAST_LEVELS or self.sampler.budget.spent() < part:
            for point, start in enumerate(self._starts):
                if not start.is_over:
                    self._play_on(point, 1)
            rounds += 1

    def weigh_start(self, part: float) -> None:
        """Play whole games: from the chance before the deal all luck is counted."""
        while self.sampler.budget.spent() < part:
            self._play_on(0, START_GAMES)

    def _play_on(self, point: int, games: int) -> None:
        played = self.sampler.from_positions([self._starts[point]], point, int(self._games[point]), games)
        self._games[point] += games
        self._wins[point] += played.shares[:, 0].sum(axis=0)

    def weigh_decisions(self) -> None:
        """Compare what was done with what could have been done."""
        self.decisions = decisions_of(self.line, self.sampler)
        weigh(self.decisions, self.sampler, SCREENED, WEIGHED)

    def weigh_chance(self, part: float) -> None:
        """At chance nodes, those first that seem to matter most, sum over all that could have come; then again."""
        spent = self.sampler.budget.spent
        chances = self.curve().chances
        size = {i: float(np.abs(chances[b] - chances[a]).max()) for i, (a, b) in enumerate(pairwise(self.point_of))}
        nodes = [ChanceNode(i, link) for i, link in enumerate(self.line) if link.is_chance]
        self._chance = {node.index: node for node in nodes if not node.is_open}
        waiting = sorted((node for node in nodes if node.is_open), key=lambda node: -size[node.index])
        for node in waiting:
            if spent() >= part:
                break
            node.look(self.sampler)
            self._chance[node.index] = node
        open_nodes = [node for node in self._chance.values() if node.is_open]
        while open_nodes and spent() < part:
            max(open_nodes, key=_promise).look(self.sampler)

    def costly(self) -> list[Decision]:
        """The costliest decisions of every player."""
        return costliest(self.decisions)

    def curve(self) -> Curve:
        """The curve, from all that is known so far."""
        return smooth(self._levels(), self._steps())

    def _levels(self) -> Levels:
        games = np.maximum(self._games, 1)[:, None]
        means = self._wins / games
        even = (self._wins + 1 / self._players) / (games + 1)  # so that no few games look certain
        variances = (even * (1 - even) / games).mean(axis=1)
        means[0], variances[0] = _joined(means[0], variances[0], 1 / self._players, SEATS_DIFFER**2)
        if self.game.is_over:
            means[-1], variances[-1] = shares(self.game.position), SURE
        return Levels(means, np.maximum(variances, SURE))

    def _steps(self) -> Steps:
        n = self.point_of[-1]
        means, variances, is_chance = np.zeros((n, self._players)), np.full(n, np.inf), np.zeros(n, bool)
        decided = {decision.index: decision for decision in self.decisions}
        for i, (link, (before, after)) in enumerate(zip(self.line, pairwise(self.point_of), strict=True)):
            if before == after:
                continue
            is_chance[before] = link.is_chance
            if not link.is_chance:
                variances[before] = UNKNOWN
            if i in self._chance:
                luck = self._chance[i].luck
                means[before], variances[before] = luck.value, max(float(luck.variance.mean()), SURE)
            elif (decision := decided.get(i)) and len(decision.true):
                means[before] = decision.true.difference(0, 1)
                variances[before] = decision.true.variance(0, 1, decision.player)
        return Steps(means, variances, is_chance)

    def balances(self, curve: Curve) -> tuple[Balance, ...]:
        """Luck, skill and the rest of every player."""
        return tuple(self._balance(curve, player) for player in range(self._players))

    def _balance(self, curve: Curve, player: int) -> Balance:
        parts = {"luck": np.zeros(len(curve.chances)), "own": np.zeros(len(curve.chances))}
        parts["rivals"] = np.zeros(len(curve.chances))
        for link, (before, after) in zip(self.line, pairwise(self.point_of), strict=True):
            name = "luck" if link.is_chance else "own" if link.before.player == player else "rivals"
            parts[name][after] += 1
            parts[name][before] -= 1
        value = {name: float(part @ curve.chances[:, player]) for name, part in parts.items()}
        variance = {name: float(part @ curve.covariance @ part) for name, part in parts.items()}
        own = [decision.skill for decision in self.decisions if decision.player == player]
        skill, doubt = sum(float(s[player]) for s, _ in own), sum(v for _, v in own)
        skill = float(np.clip(skill, -MOST, MOST))  # who sees a lost game as open may throw it away many times over
        return Balance(
            player,
            Sure(float(curve.chances[0, player]), float(curve.covariance[0, 0]) ** 0.5),
            _sure(value["luck"], variance["luck"]),
            _sure(skill, doubt),
            _sure(value["own"] - skill, variance["own"] + doubt),
            _sure(value["rivals"], variance["rivals"]),
            float(curve.chances[-1, player]),
        )


def _joined(mean: Array, variance: float, other: float, its_variance: float) -> tuple[Array, float]:
    """Two estimates of the same as one."""
    weight = its_variance / (variance + its_variance)
    return weight * mean + (1 - weight) * other, weight * variance


def _promise(node: ChanceNode) -> float:
    """How much more a look at a chance node may tell: much where chance may have done much, and that is uncertain."""
    luck = node.luck
    largest, variance = float(np.abs(luck.value).max()), float(luck.variance.mean())
    return (largest + sqrt(variance)) * variance / len(node.games) / node.price


def _sure(value: float, variance: float) -> Sure:
    return Sure(value, max(variance, 0.0) ** 0.5)


def _points(line: list[Link]) -> list[int]:
    """The number of the point before each link and after the last: a planned move leads to no new point."""
    points = [0]
    for link in line:
        points.append(points[-1] + (not link.is_planned))
    return points


def analyse(
    game: Game,
    seconds: float | None = None,
    playouts: int | None = None,
    threads: int = 1,
    seed: int = 1,
    on_progress: Progress = lambda _: None,
    on_curve: OnCurve = lambda _: None,
) -> Analysis:
    """Say where a game was won and lost; spends some seconds (60 if nothing is said), or plays so many games on."""
    if seconds is None and playouts is None:
        seconds = SECONDS
    began = time.perf_counter()
    budget = Budget(seconds, playouts, on_progress=on_progress)
    study = Study(game, Sampler(game.start, budget, threads, seed))
    study.work(on_curve)
    curve = study.curve()
    advising = study.places.advising
    return Analysis(
        game.board.name,
        game.names,
        tuple(game.notation.tickets),
        game.is_over,
        points_of(study, curve),
        study.balances(curve),
        tuple(costly_at(decision, study.places, study.sampler) for decision in study.costly()),
        strokes_of(study.line, study.point_of, curve, study.places),
        offers_of(study.decisions, study.places),
        guesses_of(study.decisions, study.places, advising),
        budget.used,
        time.perf_counter() - began,
    )


def points_of(study: Study, curve: Curve) -> tuple[Point, ...]:
    """The curve after every entry of the log."""
    found = [_point(curve, 0, -1, 0, 0)]
    for i, link in enumerate(study.line):
        is_last = i + 1 == len(study.line) or study.line[i + 1].entry != link.entry
        if is_last:
            move = study.places.move(link.entry) + isinstance(study.game.steps[link.entry].entry, Move)
            found.append(_point(curve, study.point_of[i + 1], link.entry, move, link.after.turn))
    return tuple(found)


def _point(curve: Curve, point: int, entry: int, move: int, turn: int) -> Point:
    chances = tuple(float(c) for c in np.clip(curve.chances[point], 0, 1))
    return Point(entry, move, max(turn, 0), chances, float(max(curve.covariance[point, point], 0)) ** 0.5)
