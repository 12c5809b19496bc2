"""Games that are played to learn from, as arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from branchline import boards
from branchline.bots.learned import with_net
from branchline.bots.thinking import space_for, weights_of
from branchline.compiler.typed import Array
from branchline.engine.limits import SEATS
from branchline.kinds import kind_of, new_position
from branchline.planner.arrays import Game, Lessons
from branchline.planner.lessons import play_lessons
from branchline.planner.policy import MOVE, POSITION
from branchline.position import Position

Net = Mapping[str, Array]
LONGEST = 1200  # decisions of a game
CANDIDATES = 14  # of a decision, on average, at most


class Blame(NamedTuple):
    """What takes off what a game is worth to a learner, whoever won."""

    unfinished: float = 0.0  # each ticket that is not completed
    left: float = 0.0  # each card left in hand
    lost_end: float = 0.0  # to have brought about the end of a game that was not won


NO_BLAME = Blame()


@dataclass(frozen=True)
class Task:
    """Some games to play: who learns, and which net the others have, if any."""

    board: str
    options: tuple[tuple[str, str], ...]
    players: int
    seed: int
    net: Net
    rival: Net | None
    learners: tuple[int, ...]
    decisions: int
    blame: Blame = NO_BLAME


class Played(NamedTuple):
    """Decisions of games, with their candidates one after the other, and what came of them."""

    decisions: Array
    sizes: Array
    chosen: Array
    chances: Array
    owners: Array
    positions: Array
    features: Array
    outcomes: Array  # of each decision's player


def game_for(start: Position, nets: Sequence[Net | None]) -> Game:
    """What players read of a game, each with a net of its own or none."""
    weights = weights_of(start, {})
    for seat, net in enumerate(nets):
        if net:
            with_net(weights[seat : seat + 1], net)
    return Game(start.board, kind_of(start).planner.atlas(start.board), weights)


def play_task(task: Task) -> Played:
    """Play until so many decisions are noted."""
    start = new_position(boards.load(task.board, dict(task.options)), task.players)
    game = game_for(start, [task.net if seat in task.learners else task.rival for seat in range(SEATS)])
    room = task.decisions + LONGEST
    lessons = Lessons(
        np.zeros(2, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.float32),
        np.zeros(room, np.int64),
        np.zeros((room, POSITION), np.float32),
        np.zeros((room * CANDIDATES, MOVE), np.float32),
        np.zeros((room, SEATS), np.float32),
        np.array(task.blame),
        np.isin(np.arange(SEATS), task.learners),
        LONGEST,
    )
    play_lessons(game, space_for(start), lessons, task.seed, task.players)
    n, rows = lessons.counts
    owners = lessons.owners[:n]
    return Played(
        lessons.decisions[:n],
        lessons.sizes[:n],
        lessons.chosen[:n],
        lessons.chances[:n],
        owners,
        lessons.positions[:n],
        lessons.features[:rows],
        lessons.outcomes[owners // 8, owners % 8],
    )
