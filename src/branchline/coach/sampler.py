"""Games played on from positions and from views, in as many threads as asked, within a budget of time or of games."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from branchline.bots.thinking import aims_of, game_of, planned, question_about, space_for
from branchline.coach.contrast import Outcomes
from branchline.kinds import kind_of
from branchline.planner.arrays import Question, Space
from branchline.planner.kind import Aims
from branchline.planner.sampling import sample
from branchline.planner.search import prepare_search
from branchline.position import Position

Progress = Callable[[float], None]

LEARNED = (
    "nederland",
)  # boards on which only a planner that has learned tells who wins; it takes some four times as long
SHARPER = np.float32(3)  # the power of the planner's belief by which what is seen comes nearest to what is


@dataclass
class Budget:
    """How much may be spent: seconds, or a number of games played on."""

    seconds: float | None = None
    playouts: int | None = None
    used: int = 0
    began: float = field(default_factory=time.perf_counter)
    on_progress: Progress = lambda _: None

    def spent(self) -> float:
        """The part of it that is gone."""
        if self.playouts is not None:
            part = self.used / self.playouts
        else:
            part = (time.perf_counter() - self.began) / (self.seconds or 1e-9)
        self.on_progress(min(1.0, part))
        return part


class Sampler:
    """Plays games on by the planner's policy, everybody seeing only their own view."""

    def __init__(self, start: Position, budget: Budget, threads: int = 1, seed: int = 1) -> None:
        self.budget, self._seed = budget, seed
        self._game = game_of(start, {}, learned=kind_of(start).planner.akin(start.board) in LEARNED)
        self._spaces = [space_for(start) for _ in range(threads)]
        self._players = start.players

    def choose(self, view: Position) -> int:
        """What the planner does in a view."""
        return planned(view, self._game, self._spaces[0])

    def aims(self, view: Position) -> Aims:
        """What the planner is after in a view."""
        planned(view, self._game, self._spaces[0])
        return aims_of(view, self._spaces[0])

    def question(self, view: Position, number: int) -> Question:
        """A view with the moves worth comparing, the planner's first, and with what to believe of rivals."""
        question = question_about(view, self._seed + number)
        n = prepare_search(self._game, self._spaces[0], question)
        return question._replace(candidates=question.candidates[:n], belief=question.belief**SHARPER)

    def from_positions(self, positions: Sequence[Position], number: int, first: int, games: int) -> Outcomes:
        """What came of each position in some games; the same numbers mean the same random streams."""
        states = np.concatenate([position.states for position in positions])
        question = Question(states, np.zeros(1, np.int64), np.ones((1, 1), np.float32), self._seed + number)
        return self._sample(question, False, first, (games, len(positions), self._players))

    def from_view(self, question: Question, first: int, games: int) -> Outcomes:
        """What came of each candidate in some determinized games."""
        return self._sample(question, True, first, (games, len(question.candidates), self._players))

    def _sample(self, question: Question, is_view: bool, first: int, shape: tuple[int, int, int]) -> Outcomes:
        games, starts, _ = shape
        self.budget.used += games * starts
        out = Outcomes(np.zeros(shape), np.zeros(shape))
        if len(self._spaces) == 1 or games == 1:
            sample(self._game, self._spaces[0], question, is_view, first, out.shares, out.leads)
            return out
        cuts = np.linspace(0, games, len(self._spaces) + 1).astype(int)

        def part(space: Space, low: int, high: int) -> None:
            sample(self._game, space, question, is_view, first + low, out.shares[low:high], out.leads[low:high])

        with ThreadPoolExecutor(len(self._spaces)) as pool:
            list(pool.map(part, self._spaces, cuts[:-1].tolist(), cuts[1:].tolist()))
        return out
