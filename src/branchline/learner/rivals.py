"""Bots that play within: each plays in games where it is its move, and says what it would do in any.

Every bot has entry points of its own, so that nothing is compiled that nobody plays against.
"""

from branchline.compiler.decorators import compiled, entry
from branchline.compiler.typed import Array
from branchline.engine import rules, steps
from branchline.engine.phases import OVER
from branchline.engine.record_types import State, Stream
from branchline.engine.stream import random_below
from branchline.learner.arrays import Desk, Mind, Table
from branchline.learner.kind import greedy
from branchline.planner.kind import forget
from branchline.planner.policy import choose

RANDOM, GREEDY, PLANNER = range(1, 4)  # who plays in a seat; LEARNER is 0


@compiled
def _sees(s: State, table: Table, desk: Desk) -> None:
    """Write what the player to move sees, and what is legal."""
    desk.views[0] = s
    rules.hide(desk.views[0], table.boards[0], s.player)
    steps.legal(desk.views[0], table.boards[0], desk.moves[0])


@compiled
def _go_on(s: State, table: Table, action: int, g: Stream) -> None:
    steps.apply(s, table.boards[0], action)
    steps.resolve(s, table.boards[0], g)


@compiled
def _is_turn_of(s: State, table: Table, bot: int) -> bool:
    return bool(s.phase != OVER and table.seats[s.player] == bot)


@entry
def random_plays(
    states: Array, table: Table, desk: Desk, mind: Mind, memories: Array, streams: Array, picks: Array
) -> None:
    """Let random make its moves in every game, until it is somebody else's."""
    for i in range(len(states)):
        while _is_turn_of(states[i], table, RANDOM):
            n = steps.legal(states[i], table.boards[0], desk.moves[0])
            _go_on(states[i], table, rules.nth_move(desk.moves[0], random_below(picks[i], n)), streams[i])


@entry
def greedy_plays(
    states: Array, table: Table, desk: Desk, mind: Mind, memories: Array, streams: Array, picks: Array
) -> None:
    """Let greedy make its moves in every game, until it is somebody else's."""
    for i in range(len(states)):
        while _is_turn_of(states[i], table, GREEDY):
            s = states[i]
            _sees(s, table, desk)
            memory = memories[i, s.player]
            _go_on(s, table, greedy(desk.views[0], table.boards[0], desk, mind, memory, picks[i]), streams[i])


@entry
def planner_plays(
    states: Array, table: Table, desk: Desk, mind: Mind, memories: Array, streams: Array, picks: Array
) -> None:
    """Let the planner make its moves in every game, until it is somebody else's."""
    for i in range(len(states)):
        while _is_turn_of(states[i], table, PLANNER):
            _sees(states[i], table, desk)
            _go_on(states[i], table, _planned(table, desk, mind), streams[i])


@compiled
def _planned(table: Table, desk: Desk, mind: Mind) -> int:
    """The planner's choice in the view on the desk, by nothing but that view."""
    forget(mind.plans[0])
    return choose(desk.views[0], table.boards[0], mind.atlases[0], mind.weights[0], mind.plans[0], desk.moves[0])


@entry
def random_says(states: Array, table: Table, desk: Desk, mind: Mind, memories: Array, picks: Array, out: Array) -> None:
    """Write a legal action of every game, each as likely as the others; -1 where the game is over."""
    for i in range(len(states)):
        out[i] = -1
        if states[i].phase != OVER:
            n = steps.legal(states[i], table.boards[0], desk.moves[0])
            out[i] = rules.nth_move(desk.moves[0], random_below(picks[i], n))


@entry
def greedy_says(states: Array, table: Table, desk: Desk, mind: Mind, memories: Array, picks: Array, out: Array) -> None:
    """Write what greedy would do for whoever is to move in every game; -1 where the game is over."""
    for i in range(len(states)):
        out[i] = -1
        if states[i].phase != OVER:
            _sees(states[i], table, desk)
            out[i] = greedy(desk.views[0], table.boards[0], desk, mind, memories[i, states[i].player], picks[i])


@entry
def planner_says(
    states: Array, table: Table, desk: Desk, mind: Mind, memories: Array, picks: Array, out: Array
) -> None:
    """Write what the planner would do for whoever is to move in every game; -1 where the game is over."""
    for i in range(len(states)):
        out[i] = -1
        if states[i].phase != OVER:
            _sees(states[i], table, desk)
            out[i] = _planned(table, desk, mind)
