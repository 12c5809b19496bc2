"""Rounds of learning: planners play and label, a net is fitted to that, and plays for the next round if it wins."""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from branchline import boards
from branchline.compiler.typed import Array
from branchline.kinds import kind_of
from branchline.training.contest import Outcome, contest
from branchline.training.fit import fit, fresh
from branchline.training.labels import ROLLOUTS, Decisions, Task, gather, together
from branchline.warm import Part, prepare

Net = Mapping[str, Array]
AT_A_TIME = 500  # decisions that one process labels
TWO = 4  # so many lots of two players, for one with each other number
DEALS = 1500  # of a contest


@dataclass(frozen=True)
class Course:
    """What is learned: for which board, from how many decisions in each round, on how many cores."""

    board: str
    options: tuple[tuple[str, str], ...] = ()
    decisions: int = 20_000
    rounds: int = 3
    cores: int | None = None
    seed: int = 1
    rollouts: int = ROLLOUTS


def train(
    course: Course,
    begin: Net | None = None,
    told: Callable[[str], None] = print,
    on_progress: Callable[[float], None] = lambda _: None,
) -> Net | None:
    """Learn for some rounds, and return the best net, if any beats the planner."""
    board = boards.load(course.board, dict(course.options))
    prepare(kind_of(board), Part.BATCH, Part.RULES)
    least, most = board.rules.players
    best, best_share = begin, 0.5
    for number in range(course.rounds):
        data = label_all(course, number, best, on_progress)
        net = fit(data, course.rollouts, best or fresh(course.seed + number), course.seed, told)
        outcome = contest(course.board, dict(course.options), least, net, None, DEALS, course.seed + 100 + number)
        told(f"round {number + 1}: {in_words(outcome)} against the planner")
        if outcome.share > best_share:
            best, best_share = net, outcome.share
    return best


def label_all(course: Course, number: int, net: Net | None, on_progress: Callable[[float], None]) -> Decisions:
    """Label the decisions of one round on all cores."""
    todo = list(tasks(course, number, net))
    found = []
    cores = min(len(todo), course.cores or os.cpu_count() or 1)
    if cores == 1:
        for task in todo:
            found.append(gather(task))
            on_progress(len(found) / len(todo))
        return together(found)
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        for part in pool.map(gather, todo):
            found.append(part)
            on_progress(len(found) / len(todo))
    return together(found)


def tasks(course: Course, number: int, net: Net | None) -> Iterator[Task]:
    """The lots of a round: mostly of two players, half of them against the planner once there is a net."""
    least, most = boards.load(course.board, dict(course.options)).rules.players
    tables = [least] * TWO + list(range(least + 1, most + 1))
    for i in range(max(1, course.decisions // AT_A_TIME)):
        seed = (course.seed * 1000 + number) * 100_000 + i
        yield Task(
            course.board,
            course.options,
            tables[i % len(tables)],
            seed,
            net,
            net is not None and (i // len(tables)) % 2 == 1,
            AT_A_TIME,
            course.rollouts,
        )


def in_words(outcome: Outcome) -> str:
    """A contest's result."""
    low, high = outcome.share - 1.96 * outcome.error, outcome.share + 1.96 * outcome.error
    return (
        f"wins {100 * outcome.share:.1f} % ({100 * low:.1f}–{100 * high:.1f}) of {outcome.games} games, "
        f"{outcome.score:.1f} to {outcome.rivals_score:.1f} points"
    )
