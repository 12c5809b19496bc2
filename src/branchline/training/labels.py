"""Described decisions, and what each of their candidates leads to, from games that planners play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from branchline import boards
from branchline.bots.thinking import space_for
from branchline.compiler.typed import Array
from branchline.engine.limits import SEATS
from branchline.kinds import kind_of, new_position
from branchline.planner.arrays import Game, Labels
from branchline.planner.labels import label
from branchline.planner.learned import with_net
from branchline.planner.policy import DECISIONS, MOVE, POSITION, RATED
from branchline.position import Position

ROOM = 4096  # decisions labelled at a time
SLIPS = 0.06  # of the moves are any candidate, so that other positions come up, too
SHARES = (0.12, 0.12, 0.6, 0.3)  # of the decisions that are labelled, by what they are about
ROLLOUTS = 8  # for each candidate


@dataclass(frozen=True)
class Task:
    """Some games to play and label: the learner's net, if it has one yet, in some seats, the planner in the others."""

    board: str
    options: tuple[tuple[str, str], ...]
    players: int
    seed: int
    net: Mapping[str, Array] | None
    against_planner: bool
    decisions: int = 500
    rollouts: int = ROLLOUTS


class Decisions(NamedTuple):
    """Labelled decisions: what each is about, how many candidates it has, and all of these one after the other."""

    decisions: Array
    sizes: Array
    positions: Array
    features: Array
    leads: Array


def game_for(start: Position, nets: list[Mapping[str, Array] | None]) -> Game:
    """What players read of a game, each with a net of its own or none."""
    planner = kind_of(start).planner
    weights = np.repeat(planner.weights(start.board), SEATS)
    for seat, net in enumerate(nets):
        if net:
            with_net(weights[seat : seat + 1], net)
    return Game(start.board, planner.atlas(start.board), weights)


def gather(task: Task) -> Decisions:
    """Play games until so many decisions are labelled."""
    start = new_position(boards.load(task.board, dict(task.options)), task.players)
    live, space = space_for(start), space_for(start)
    empty = np.zeros(1, start.engine.state)
    labels = Labels(
        np.zeros(2, np.int64),
        np.zeros(ROOM, np.int64),
        np.zeros(ROOM, np.int64),
        np.zeros((ROOM, POSITION), np.float32),
        np.zeros((ROOM * RATED // 4, MOVE), np.float32),
        np.zeros((ROOM * RATED // 4, 2), np.float32),
        np.zeros((SEATS, DECISIONS)),
        SLIPS,
        task.rollouts,
    )
    learners = [[seat] if task.against_planner else list(range(SEATS)) for seat in range(task.players)]
    games = [game_for(start, [task.net if seat in these else None for seat in range(SEATS)]) for these in learners]
    number = 0
    while labels.counts[0] < min(task.decisions, ROOM):
        table = number % task.players
        labels.shares[:] = 0
        labels.shares[learners[table]] = SHARES
        label(games[table], live, space, empty, 1_000_003 * task.seed + number, task.players, labels)
        number += 1
    n, rows = labels.counts
    return Decisions(
        labels.decisions[:n], labels.sizes[:n], labels.positions[:n], labels.features[:rows], labels.leads[:rows]
    )


def together(parts: list[Decisions]) -> Decisions:
    """Several lots of decisions as one."""
    return Decisions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
