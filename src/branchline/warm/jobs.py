"""What there is to compile: the entry points that playing, each bot and batches need, and about how long each takes."""

import os
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from branchline import boards
from branchline.compiler.cache import LEARNER_CACHE, PLANNER_CACHE, RULES_CACHE
from branchline.compiler.decorators import compile_for
from branchline.engine import entries
from branchline.engine.limits import SEATS
from branchline.kind import Kind
from branchline.kinds import KINDS
from branchline.learner import entries as learning
from branchline.learner import rivals
from branchline.learner.arrays import Desk, Mind, Table, turn_type
from branchline.planner.arrays import Game, Question, Space
from branchline.planner.candidates import MOST
from branchline.planner.rollout import decide, match
from branchline.planner.sampling import sample
from branchline.planner.search import COLUMNS, explore, prepare_search
from branchline.position import Array, stream

Call = tuple[Callable[..., Any], tuple[Any, ...]]  # an entry point, and arguments of the types it is used with


class Part(StrEnum):
    """What can be got ready by itself."""

    RULES = "rules"  # a game, and bots that do not plan
    PLANNER = "planner"
    EXPERT = "expert"
    BATCH = "batch"  # thousands of games, and what is measured
    LEARNER = "learner"  # what programs that learn see, may do and play against


TABLE = (Part.RULES, Part.PLANNER, Part.EXPERT)  # what tables need


SECONDS: dict[Part, dict[str, float]] = {  # of a processor, for the map games: `branchline bench --cold`
    Part.RULES: {"play": 12.0, "apply": 9.5, "score": 4.5, "legal": 4.0, "view": 2.5},
    Part.PLANNER: {"decide": 14.0},
    Part.EXPERT: {"search": 30.0, "sample": 20.0},
    Part.BATCH: {"random": 14.0, "batch": 10.0, "match": 20.0, "advance": 6.0, "determinize": 4.0},
    Part.LEARNER: {"planner": 33.0, "vector": 11.5, "greedy": 11.0, "turn": 7.5, "dice": 6.5},
}


class Job(NamedTuple):
    """Some entry points for one kind of game."""

    kind: str
    part: Part
    name: str

    @property
    def seconds(self) -> float:
        """About how long it takes on one core."""
        return SECONDS[self.part][self.name]

    @property
    def mark(self) -> Path:
        """The file that says that it is done."""
        folder = {Part.RULES: RULES_CACHE, Part.LEARNER: LEARNER_CACHE}.get(self.part, PLANNER_CACHE)
        return folder / f"ready-{self.kind}-{self.name}"

    def is_done(self) -> bool:
        """Whether there is nothing left to compile."""
        if self not in _DONE and (os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" or self.mark.exists()):
            _DONE.add(self)
        return self in _DONE

    def disturbs(self, other: "Job") -> bool:
        """Whether two processes would write to the same file of the cache: an entry point has one for all kinds."""
        both_plan = Part.RULES not in (self.part, other.part)  # and so both compile what is in engine/steps.py
        return self.kind != other.kind and (self.name == other.name or both_plan)

    def do(self) -> None:
        """Compile, here and now, and say so on the disk."""
        for function, arguments in getattr(_Calls(KINDS[self.kind]), self.name)():
            compile_for(function, *arguments)
        self.mark.parent.mkdir(parents=True, exist_ok=True)
        self.mark.touch()


_DONE: set[Job] = set()


def jobs(kind: Kind, *parts: Part) -> list[Job]:
    """What these parts of a kind of game need, in the order in which it is best done."""
    return [Job(kind.name, part, name) for part in parts for name in SECONDS[part]]


class _Calls:
    """Calls of entry points with arguments as they are used, by the name of the job."""

    def __init__(self, kind: Kind) -> None:
        engine = kind.engine
        self.kind = kind
        self.board = engine.pack(boards.load(kind.example))
        self.states, self.results = np.zeros(2, engine.state), np.zeros(1, engine.result)
        self.moves, self.streams = np.zeros(1, engine.moves), stream(1)
        self.ids = np.zeros(2048, np.int32)

    def apply(self) -> Iterator[Call]:
        yield entries.apply, (self.states, 0, self.board, 0)

    def play(self) -> Iterator[Call]:
        yield entries.play, (self.states, self.board, 0, self.states, self.moves)
        yield entries.play_chance, (self.states, self.board, 0, self.states, self.ids, self.ids)

    def score(self) -> Iterator[Call]:
        yield entries.score, (self.states, 0, self.board, self.results)

    def legal(self) -> Iterator[Call]:
        yield entries.legal_moves, (self.states, 0, self.board, self.moves, self.ids)
        yield entries.is_legal, (self.states, 0, self.board, self.moves, 0)

    def view(self) -> Iterator[Call]:
        yield entries.new_game, (self.states, 0, self.board, 2)
        yield entries.view, (self.states, 0, self.board, self.states, 0)
        yield entries.chance_draw, (self.states, 0, self.streams)
        yield entries.chance_outcomes, (self.states, 0, self.ids, self.ids)

    def decide(self) -> Iterator[Call]:
        game, space = self._game(), self._space()
        yield decide, (self.states, game.boards, game.atlases, game.weights, space.plans, space.moves)

    def search(self) -> Iterator[Call]:
        question = self._question()
        yield prepare_search, (self._game(), self._space(), question)
        yield explore, (self._game(), self._space(), question, 0, 1, np.zeros((1, COLUMNS)))

    def sample(self) -> Iterator[Call]:
        yield sample, (self._game(), self._space(), self._question(), True, 0, np.zeros((1, 1, 2)), np.zeros((1, 1, 2)))

    def random(self) -> Iterator[Call]:
        totals = np.zeros(8, np.int64)
        yield (
            entries.random_games,
            (self.states, self.board, 2, self.moves, self.results, self.streams, 1, totals),
        )

    def batch(self) -> Iterator[Call]:
        yield entries.reset_games, (self.states, self.states, self.board, 2, self.streams)
        yield entries.step_games, (self.states, self.board, np.zeros(2, np.int64), self.moves, self.streams)
        yield entries.mask_games, (self.states, self.board, self.moves, np.zeros((2, 2), np.bool_))

    def match(self) -> Iterator[Call]:
        yield match, (self._game(), self._space(), self.states, self.streams, np.zeros((1, 2, 2), np.int64))

    def advance(self) -> Iterator[Call]:
        yield entries.advance, (self.states, 0, self.board, 0, self.streams)

    def determinize(self) -> Iterator[Call]:
        yield entries.determinize, (self.states, self.board, 0, self.streams)

    def vector(self) -> Iterator[Call]:
        states, board, table, streams = self.states, self.board, self._table(), self.streams
        seats, which, rewards = np.zeros(2, np.int64), np.zeros(2, np.bool_), np.zeros((2, 2), np.float32)
        yield learning.observe_games, (states, board, states, seats, self._seen())
        yield learning.first_illegal, (states, board, self.moves, seats)
        yield learning.deal_games, (states, which, 2, table, streams)
        yield learning.play_games, (states, seats, table, streams)
        yield learning.is_rivals_turn, (states, table)
        yield learning.reward_games, (states, which, board, self.results, 0, rewards)

    def turn(self) -> Iterator[Call]:
        turn = turn_type(self.states.dtype, self.moves.dtype, self.board.dtype)
        yield learning.take_turn, (np.zeros(1, turn), 0, self._seen()[0], np.zeros(2, np.int8))

    def dice(self) -> Iterator[Call]:
        yield from self._rival(rivals.random_plays, rivals.random_says)

    def greedy(self) -> Iterator[Call]:
        yield from self._rival(rivals.greedy_plays, rivals.greedy_says)

    def planner(self) -> Iterator[Call]:
        yield from self._rival(rivals.planner_plays, rivals.planner_says)

    def _rival(self, plays: Callable[..., Any], says: Callable[..., Any]) -> Iterator[Call]:
        """What one bot that plays within needs."""
        learner, game, space = self.kind.learner, self._game(), self._space()
        desk = Desk(self.moves, self.states, self.results)
        mind = Mind(game.atlases, game.weights, space.plans, np.zeros(1, learner.paper))
        known = self.states, self._table(), desk, mind, np.zeros((2, 2), learner.memory)
        yield plays, (*known, self.streams, self.streams)
        yield says, (*known, self.streams, np.zeros(2, np.int64))

    def _seen(self) -> Array:
        return np.zeros((2, len(self.kind.learner.layout(self.board, 2))), np.int16)

    def _table(self) -> Table:
        return Table(self.board, self.states, np.zeros(2, np.int64))

    def _game(self) -> Game:
        planner = self.kind.planner
        return Game(self.board, planner.atlas(self.board), np.repeat(planner.weights(self.board), SEATS))

    def _question(self) -> Question:
        belief = np.ones(self.kind.planner.belief, np.float32)
        return Question(self.states, np.zeros(MOST, np.int64), belief, 0)

    def _space(self) -> Space:
        plans = np.zeros(SEATS, self.kind.planner.plan)
        return Space(plans, self.moves, self.results, self.streams, self.states)
