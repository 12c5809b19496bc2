"""What thinking about a game needs: the arrays of its board, and arrays to work in."""

from collections.abc import Mapping

import numpy as np

from branchline.bots.learned import take_in
from branchline.engine.limits import SEATS
from branchline.engine.records import aligned
from branchline.engine.stream import STREAM
from branchline.kinds import kind_of
from branchline.planner.arrays import Game, Question, Space
from branchline.planner.candidates import MOST
from branchline.planner.kind import Aims
from branchline.planner.rollout import decide, match
from branchline.planner.sampling import STREAMS
from branchline.position import Array, Position


def game_of(view: Position, changes: Mapping[str, float], learned: bool = False) -> Game:
    """What planners read of a view's game, all players having the same weights: the usual ones, changed, or learned."""
    planner, weights = kind_of(view).planner, weights_of(view, changes)
    if learned:
        take_in(weights, view.board, planner.akin(view.board))
    return Game(view.board, planner.atlas(view.board), weights)


def weights_of(view: Position, changes: Mapping[str, float]) -> Array:
    """The usual weights of all players, changed."""
    usual = kind_of(view).planner.weights(view.board, **changes)
    weights = aligned(SEATS, usual.dtype)
    weights[:] = usual
    return weights


def space_for(view: Position) -> Space:
    """The arrays for one thread that thinks about a view's kind of game."""
    engine = view.engine
    return Space(
        aligned(SEATS, kind_of(view).planner.plan),
        np.zeros(1, engine.moves),
        np.zeros(1, engine.result),
        np.zeros(STREAMS, STREAM),
        np.zeros(2, engine.state),
    )


def question_about(view: Position, seed: int) -> Question:
    """A search about a view, not yet prepared."""
    belief = np.ones(kind_of(view).planner.belief, np.float32)
    return Question(view.states, np.zeros(MOST, np.int64), belief, seed)


def aims_of(view: Position, space: Space) -> Aims:
    """What the plan last made for the player to move is after."""
    return kind_of(view).planner.aims(view.states, space.plans)


def planned(view: Position, game: Game, space: Space) -> int:
    """The planner's choice."""
    return decide(view.states, *thinking_arrays(game, space))


def thinking_arrays(game: Game, space: Space) -> tuple[Array, ...]:
    """What one decision needs besides the view."""
    return (*game, space.plans, space.moves)


def play(start: Position, game: Game, space: Space, streams: Array) -> Array:
    """Let planners play a game for each stream; the scores and places of all players."""
    totals = np.zeros((len(streams), start.players, 2), np.int64)
    match(game, space, np.zeros(1, start.engine.state), streams, totals)
    return totals
