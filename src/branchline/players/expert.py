"""The expert: search over imagined games, guided by the planner; stops on a deadline or a number of play-outs."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from math import ceil, log2
from random import Random

import numpy as np

from branchline.minds.candidates import MOST
from branchline.minds.search import BETTER, COLUMNS, GAMES, SQUARES
from branchline.players.desk import Desk, Subject, subject_of
from branchline.position import Array, Position
from branchline.rules.state import PLAYERS, TICKETS

SECONDS = 1.0
TRUST = 3.0  # how much rivals' claims say about their tickets
CAUTION = 1.0  # standard errors by which a move must do better than the planner's
BLOCK = 4  # play-outs between two looks at the clock


class Search:
    """One search: the candidates, and what came of playing them on in imagined games."""

    def __init__(self, view: Position, subject: Subject, desks: list[Desk], seed: int) -> None:
        self.view, self.subject, self.desks, self.seed = view, subject, desks, seed
        self.weights = np.ones((PLAYERS, TICKETS), np.float32)
        actions, desk = np.zeros(MOST, np.int64), desks[0]
        n = subject.prepare(
            view.states,
            view.board,
            subject.atlas,
            subject.tastes,
            desk.minds,
            desk.moves,
            desk.streams,
            desk.states,
            TRUST,
            seed,
            actions,
            self.weights,
        )
        self.actions = actions[:n]
        self.mind = desk.minds[:1].copy()[0]
        self.sums = np.zeros((n, COLUMNS))
        self.alive = np.arange(n)
        self.games = 0

    def round(self, until: float | None, playouts: int | None) -> None:
        """Play the candidates that are left on, until time is up or so many play-outs are done."""
        step = max(1, BLOCK // len(self.alive))
        blocks: Iterator[int] = count(self.games, step)
        if playouts is not None:
            blocks = islice(blocks, max(1, playouts // (step * len(self.alive))))
        with ThreadPoolExecutor(len(self.desks)) as pool:
            while wave := list(islice(blocks, len(self.desks))):
                runs = [(desk, first, first + step) for desk, first in zip(self.desks, wave, strict=False)]
                for sums in pool.map(self._explore, runs) if len(runs) > 1 else map(self._explore, runs):
                    self.sums[self.alive] += sums
                self.games = wave[-1] + step
                if until and time.perf_counter() >= until:
                    break

    def _explore(self, run: tuple[Desk, int, int]) -> Array:
        desk, first, last = run
        sums = np.zeros((len(self.alive), COLUMNS))
        self.subject.explore(
            self.view.states,
            self.view.board,
            self.subject.atlas,
            self.subject.tastes,
            desk.minds,
            desk.moves,
            desk.results,
            desk.streams,
            desk.states,
            self.weights,
            self.actions[self.alive],
            self.seed,
            first,
            last,
            sums,
        )
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

    def best(self) -> int:
        """The candidate that does best beyond doubt."""
        mean, error = self.lead()
        sure = (mean - CAUTION * error)[self.alive]
        return int(self.alive[np.argmax(sure)])


class ExpertPlayer:
    """Plays its best moves on in many games that agree with all it has seen, and keeps the better half each round."""

    def __init__(
        self, stream: Random, seconds: float | None = SECONDS, playouts: int | None = None, threads: int = 1
    ) -> None:
        self._stream = stream
        self._seconds, self._playouts = seconds, playouts
        self._threads = threads
        self._subject: Subject | None = None

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
        if self._subject is None or self._subject.board is not view.board:
            self._subject = subject_of(view, {})
            self._desks = [Desk(view) for _ in range(self._threads)]
        search = Search(view, self._subject, self._desks, seed)
        rounds = max(least_rounds, ceil(log2(len(search.actions))))
        for i in range(rounds):
            until = began + self._seconds * (i + 1) / rounds if self._seconds else None
            search.round(until, self._playouts // rounds if self._playouts else None)
            search.drop_worse()
        return search
