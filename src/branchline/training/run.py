"""Rounds of learning: games on all cores, a step of learning, and in the end a contest against the planner."""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count

from branchline import boards
from branchline.kinds import kind_of
from branchline.training.contest import Outcome, contest
from branchline.training.learner import PACE, Learner
from branchline.training.lessons import NO_BLAME, Blame, Net, Played, Task, play_task
from branchline.warm import Part, prepare

OTHERS = 3  # one lot in so many is of another number of players than the least
ONWARD = 0.4  # of the pace, where something has been learned before
LOOKING_ON = 4  # lots from which it only learns what to expect, before it changes what was learned before
SLOWER = 0.85  # by which the pace has fallen at the end
SELDOM = 20  # rounds between two looks at how well it plays
DEALS = 500  # of such a look; in the end it is four times as many


@dataclass(frozen=True)
class Course:
    """What is learned: for which board, for how long, from how many decisions at a time, on how many cores."""

    board: str
    options: tuple[tuple[str, str], ...] = ()
    seconds: float = 300.0
    decisions: int = 40_000
    cores: int | None = None
    seed: int = 1
    blame: Blame = NO_BLAME


def train(
    course: Course,
    begin: Net | None = None,
    told: Callable[[str], None] = print,
    on_progress: Callable[[float], None] = lambda _: None,
) -> tuple[Net, Outcome]:
    """Learn for some time; return the net, and how it did against the planner."""
    prepare(kind_of(boards.load(course.board, dict(course.options))), Part.RULES, Part.BATCH)
    learner = Learner(begin, course.seed)
    pace, lots_to_watch = (ONWARD * PACE, LOOKING_ON) if begin else (PACE, 0)
    games, began = 0, time.monotonic()
    with _playing(course.cores or os.cpu_count() or 1) as (play, lots):
        for number in count():
            for played in play([task_of(course, number * lots + lot, learner.net) for lot in range(lots)]):
                part = min(1.0, (time.monotonic() - began) / course.seconds)
                if lots_to_watch:
                    learner.learn_to_expect(played)
                    lots_to_watch -= 1
                else:
                    learner.learn(played, pace * (1 - SLOWER * part))
                games += len(set(played.owners // 8))
            on_progress(part)
            if part == 1.0:
                break
            if number % SELDOM == SELDOM - 1:
                told(f"after {games} games {in_words(against_planner(course, learner.net, DEALS))}")
    outcome = against_planner(course, learner.net, 4 * DEALS)
    told(f"after {games} games {in_words(outcome)}")
    return learner.net, outcome


@contextmanager
def _playing(cores: int) -> Iterator[tuple[Callable[[list[Task]], Iterator[Played]], int]]:
    """What plays a list of tasks, and how many at a time."""
    if cores == 1:
        yield lambda tasks: map(play_task, tasks), 1
        return
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        yield lambda tasks: pool.map(play_task, tasks), cores


def task_of(course: Course, number: int, net: Net) -> Task:
    """One lot of games: in turn all players learn, or one does against planners.

    Blame is for games of as few players as there can be: where more share the wins it would weigh too much.
    """
    least, most = boards.load(course.board, dict(course.options)).rules.players
    other = number % OTHERS == 0 and most > least
    players = least + 1 + number // OTHERS % (most - least) if other else least
    learners = tuple(range(players)) if number % 2 == 0 else (number // 2 % players,)
    return Task(
        course.board,
        course.options,
        players,
        course.seed * 10**6 + number,
        net,
        None,
        learners,
        course.decisions,
        NO_BLAME if other else course.blame,
    )


def against_planner(course: Course, net: Net, deals: int) -> Outcome:
    """How a net does against the planner without one, with as few players as the board is for."""
    least = boards.load(course.board, dict(course.options)).rules.players[0]
    return contest(course.board, dict(course.options), least, net, None, deals, course.seed + 1000)


def in_words(outcome: Outcome) -> str:
    """A contest's result."""
    low, high = outcome.share - 1.96 * outcome.error, outcome.share + 1.96 * outcome.error
    return (
        f"it wins {100 * outcome.share:.1f} % ({100 * low:.1f}–{100 * high:.1f}) of {outcome.games} games against the "
        f"planner, {outcome.score:.1f} to {outcome.rivals_score:.1f} points"
    )
