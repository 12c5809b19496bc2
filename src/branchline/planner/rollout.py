"""Planners playing on: one decision, a game to its end, and matches."""

from branchline.compiler.decorators import compiled, entry
from branchline.compiler.typed import Array
from branchline.engine import steps
from branchline.engine.phases import OVER
from branchline.engine.record_types import State
from branchline.planner.arrays import Game, Space
from branchline.planner.kind import forget
from branchline.planner.policy import choose


@entry
def decide(views: Array, boards: Array, atlases: Array, weights: Array, plans: Array, moves: Array) -> int:
    """The planner's choice in a view."""
    forget(plans[0])
    return choose(views[0], boards[0], atlases[0], weights[0], plans[0], moves[0])


@compiled
def play_on(s: State, game: Game, space: Space) -> int:
    """Let planners play a game to its end; return how many decisions that took."""
    b, a, m, g = game.boards[0], game.atlases[0], space.moves[0], space.streams[0]
    decisions = 0
    for p in range(s.players):
        forget(space.plans[p])
    steps.resolve(s, b, g)
    while s.phase != OVER:
        p = s.player
        steps.apply(s, b, choose(s, b, a, game.weights[p], space.plans[p], m))
        steps.resolve(s, b, g)
        decisions += 1
    return decisions


@entry
def match(game: Game, space: Space, empty: Array, streams: Array, totals: Array) -> int:
    """Play a game of planners for each stream, and write scores and places; return how many decisions there were."""
    s, b, result = space.states[0], game.boards[0], space.results[0]
    decisions = 0
    players = totals.shape[1]
    for i in range(len(streams)):
        space.states[0] = empty[0]
        space.streams[0] = streams[i]
        steps.start(s, b, players)
        decisions += play_on(s, game, space)
        steps.score(s, b, result)
        for p in range(players):
            totals[i, p, 0] = result.total[p]
            totals[i, p, 1] = result.place[p]
    return decisions
