"""The expert: search over determinized games, guided by the planner; stops on a deadline or a number of rollouts."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from math import ceil, log2
from random import Random

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


class Search:
    """One search: the candidates, and what came of playing them on in determinized games."""

    def __init__(self, view: Position, game: Game, spaces: list[Space], seed: int) -> None:
        self.game, self.spaces = game, spaces
        question = question_about(view, seed)
        n = prepare_search(game, spaces[0], question)
        self.actions = question.candidates[:n]
        self.question = question._replace(candidates=self.actions)
        self.aims = aims_of(view, spaces[0])
        self.sums = np.zeros((n, COLUMNS))
        self.alive = np.arange(n)
        self.games = 0

    def round(self, until: float | None, rollouts: int | None) -> None:
        """Play the candidates that are left on, until time is up or so many rollouts are done."""
        step = max(1, BLOCK // len(self.alive))
        blocks: Iterator[int] = count(self.games, step)
        if rollouts is not None:
            blocks = islice(blocks, max(1, rollouts // (step * len(self.alive))))
        with ThreadPoolExecutor(len(self.spaces)) as pool:
            while wave := list(islice(blocks, len(self.spaces))):
                runs = [(space, first, first + step) for space, first in zip(self.spaces, wave, strict=False)]
                for sums in pool.map(self._explore, runs) if len(runs) > 1 else map(self._explore, runs):
                    self.sums[self.alive] += sums
                self.games = wave[-1] + step
                if until and time.perf_counter() >= until:
                    break

    def _explore(self, run: tuple[Space, int, int]) -> Array:
        space, first, last = run
        sums = np.zeros((len(self.alive), COLUMNS))
        explore(self.game, space, self.question, first, last, sums)
        return sums

    def lead(self) -> tuple[Array, Array]:
        """By how much each candidate does better than the planner's choice, and the standard error of that."""
        games = np.maximum(self.sums[:, GAMES], 1)
        mean = self.sums[:, BETTER] / games
        return mean, np.sqrt(np.maximum(self.sums[:, SQUARES] / games - mean**2, 0) / games)

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
        learned: bool = True,
    ) -> None:
        self._stream, self._learned = stream, learned
        self._seconds, self._rollouts = seconds, rollouts
        self._threads = threads
        self._game: Game | None = None

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that did best."""
        seed = self._stream.getrandbits(62)
        if len(legal) == 1:
            return legal[0]
        search = self.search(view, seed)
        return int(search.actions[search.best()])

    def search(self, view: Position, seed: int, least_rounds: int = 0) -> Search:
        """Think about a view for as long as the limit allows."""
        began = time.perf_counter()
        if self._game is None or self._game.boards is not view.board:
            prepare(kind_of(view), Part.EXPERT)
            self._game = game_of(view, {}, self._learned)
            self._spaces = [space_for(view) for _ in range(self._threads)]
        search = Search(view, self._game, self._spaces, seed)
        rounds = max(least_rounds, ceil(log2(len(search.actions))))
        for i in range(rounds):
            until = began + self._seconds * (i + 1) / rounds if self._seconds else None
            search.round(until, self._rollouts // rounds if self._rollouts else None)
            search.drop_worse()
        return search
