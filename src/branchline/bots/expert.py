"""The expert: search over determinized games, guided by the planner; stops at a limit, or where little is at stake."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from math import ceil, inf, log2
from random import Random
from statistics import NormalDist

import numpy as np

from branchline.bots.thinking import aims_of, game_of, question_about, space_for
from branchline.kinds import kind_of
from branchline.planner.arrays import Game, Space
from branchline.planner.search import BETTER, COLUMNS, GAMES, SQUARES, explore, prepare_search
from branchline.position import Array, Position
from branchline.warm import Part, prepare

SECONDS = 1.0
CAUTION = 1.0  # standard errors by which a move must do better than the planner's
BLOCK = 4  # rollouts between two looks at the clock
STRETCH = 16  # determinized games between two looks at what is at stake
NORMAL = NormalDist()


@dataclass(frozen=True)
class Manner:
    """How an expert searches, whatever its limit."""

    sharpness: float = 4 / 3  # the power of the planner's belief about rivals' tickets
    stake: float = 0.0  # what going on must be expected to bring, in games won; 0: it goes on to its limit


USUAL = Manner()
FIRST = Manner(sharpness=1.0)  # that of the first expert


@dataclass(frozen=True)
class Limit:
    """When a search or a part of it ends: at a time of the clock, or after so many rollouts."""

    began: float
    ends: float | None
    rollouts: int | None

    def left(self, done: float) -> float:
        """About how many rollouts are to come after so many."""
        left = inf if self.rollouts is None else max(0.0, self.rollouts - done)
        if self.ends is not None:
            now = time.perf_counter()
            left = min(left, done * max(0.0, self.ends - now) / (now - self.began))
        return left


class Search:
    """One search: the candidates, and what came of playing them on in determinized games."""

    def __init__(self, view: Position, game: Game, spaces: list[Space], seed: int, manner: Manner = USUAL) -> None:
        self.game, self.spaces, self.manner = game, spaces, manner
        question = question_about(view, seed)
        n = prepare_search(game, spaces[0], question)
        self.actions = question.candidates[:n]
        belief = question.belief ** np.float32(manner.sharpness)
        self.question = question._replace(candidates=self.actions, belief=belief)
        self.aims = aims_of(view, spaces[0])
        self.sums = np.zeros((n, COLUMNS))
        self.alive = np.arange(n)
        self.games = 0

    def round(self, until: float | None, rollouts: int | None, whole: Limit) -> bool:
        """Play the candidates that are left on, until time is up or so many rollouts are done.

        Returns whether to go on: not if little is at stake in what is left of the whole search.
        """
        step = max(1, BLOCK // len(self.alive))
        blocks: Iterator[int] = count(self.games, step)
        if rollouts is not None:
            blocks = islice(blocks, max(1, rollouts // (step * len(self.alive))))
        while stretch := list(islice(blocks, STRETCH // step)):
            self._play(stretch, step, until or inf)
            if self.manner.stake and self.at_stake(whole.left(self.sums[:, GAMES].sum())) < self.manner.stake:
                return False
            if until and time.perf_counter() >= until:
                break
        return True

    def _play(self, stretch: list[int], step: int, until: float) -> None:
        """Play blocks of games in all threads, and add up what came of them in their order, whoever played them."""

        def work(thread: int) -> list[tuple[int, Array]]:
            done = []
            for first in stretch[thread :: len(self.spaces)]:
                sums = np.zeros((len(self.alive), COLUMNS))
                explore(self.game, self.spaces[thread], self.question, first, first + step, sums)
                done.append((first, sums))
                if time.perf_counter() >= until:
                    break
            return done

        if len(self.spaces) == 1:
            found = work(0)
        else:
            with ThreadPoolExecutor(len(self.spaces)) as pool:
                found = [block for blocks in pool.map(work, range(len(self.spaces))) for block in blocks]
        for _, sums in sorted(found, key=lambda block: block[0]):
            self.sums[self.alive] += sums
        self.games = stretch[-1] + step

    def lead(self) -> tuple[Array, Array]:
        """By how much each candidate does better than the planner's choice, and the standard error of that."""
        games = np.maximum(self.sums[:, GAMES], 1)
        mean = self.sums[:, BETTER] / games
        return mean, np.sqrt(np.maximum(self.sums[:, SQUARES] / games - mean**2, 0) / games)

    def at_stake(self, left: float) -> float:
        """What so many rollouts more may be expected to bring: how much a move that overtakes the best does better."""
        mean, error = self.lead()
        best = self.best()
        games = float(self.sums[best, GAMES])
        share = 1 - games / (games + left / 2)  # of what there will be to know of a move, if two are left to the end
        most = 0.0
        for i in self.alive:
            spread = float(np.hypot(error[i], error[best])) * share**0.5
            if i != best and spread > 0:
                behind = float(mean[best] - mean[i]) / spread
                most = max(most, spread * (NORMAL.pdf(behind) - behind * NORMAL.cdf(-behind)))
        return most

    def drop_worse(self) -> None:
        """Keep the planner's choice and the better half of the others."""
        mean, _ = self.lead()
        others = self.alive[1:]
        better = others[np.argsort(-mean[others], kind="stable")][: len(self.alive) // 2]
        self.alive = np.concatenate([self.alive[:1], np.sort(better)])
        self.question = self.question._replace(candidates=self.actions[self.alive])

    def best(self) -> int:
        """The candidate that does best beyond doubt."""
        mean, error = self.lead()
        sure = (mean - CAUTION * error)[self.alive]
        return int(self.alive[np.argmax(sure)])


class ExpertPlayer:
    """Plays its best moves on in many games that agree with all it has seen, and keeps the better half each round."""

    def __init__(
        self,
        stream: Random,
        seconds: float | None = SECONDS,
        rollouts: int | None = None,
        threads: int = 1,
        manner: Manner = USUAL,
        learned: bool = True,
    ) -> None:
        self._stream, self._learned = stream, learned
        self._seconds, self._rollouts = seconds, rollouts
        self._threads, self._manner = threads, manner
        self._game: Game | None = None

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that did best."""
        seed = self._stream.getrandbits(62)
        if len(legal) == 1:
            return legal[0]
        search = self.search(view, seed)
        return int(search.actions[search.best()])

    def search(self, view: Position, seed: int, least_rounds: int = 0) -> Search:
        """Think about a view for as long as the limit allows, or until little is at stake."""
        began = time.perf_counter()
        if self._game is None or self._game.boards is not view.board:
            prepare(kind_of(view), Part.EXPERT)
            self._game = game_of(view, {}, self._learned)
            self._spaces = [space_for(view) for _ in range(self._threads)]
        search = Search(view, self._game, self._spaces, seed, self._manner)
        rounds = max(least_rounds, ceil(log2(len(search.actions))))
        whole = Limit(began, began + self._seconds if self._seconds else None, self._rollouts)
        for i in range(rounds):
            until = began + self._seconds * (i + 1) / rounds if self._seconds else None
            if not search.round(until, self._rollouts // rounds if self._rollouts else None, whole):
                break
            search.drop_worse()
        return search


def every_core() -> int:
    """How many threads there is room for, where nothing else is to be done."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
