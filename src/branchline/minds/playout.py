"""Planners playing on: one decision, a game to its end, and matches between tastes."""

import numpy as np

from branchline.minds.choose import choose
from branchline.minds.jit import compiled, thought
from branchline.minds.steps import act, begin, count_points, resolve
from branchline.rules.state import OVER


@thought
def decide(
    states: np.ndarray,
    boards: np.ndarray,
    atlases: np.ndarray,
    tastes: np.ndarray,
    minds: np.ndarray,
    moves: np.ndarray,
) -> int:
    """The planner's choice in a view."""
    return choose(states[0], boards[0], atlases[0], tastes[0], minds[0], moves[0])


@compiled
def play_on(
    s: np.record,
    b: np.record,
    a: np.record,
    tastes: np.ndarray,
    minds: np.ndarray,
    moves: np.record,
    g: np.record,
) -> int:
    """Let planners play a game to its end; return how many decisions that took."""
    decisions = 0
    for q in range(s.players):
        minds[q].is_made = False
    resolve(s, b, g)
    while s.phase != OVER:
        p = s.player
        act(s, b, choose(s, b, a, tastes[p], minds[p], moves))
        resolve(s, b, g)
        decisions += 1
    return decisions


@thought
def match(
    states: np.ndarray,
    boards: np.ndarray,
    atlases: np.ndarray,
    tastes: np.ndarray,
    minds: np.ndarray,
    moves: np.ndarray,
    results: np.ndarray,
    streams: np.ndarray,
    totals: np.ndarray,
) -> int:
    """Play a game of planners for each stream, and write scores and places; return how many decisions there were."""
    decisions = 0
    players = len(tastes)
    for i in range(len(streams)):
        states[0] = states[1]
        begin(states[0], boards[0], players)
        decisions += play_on(states[0], boards[0], atlases[0], tastes, minds, moves[0], streams[i])
        count_points(states[0], boards[0], results[0])
        for p in range(players):
            totals[i, p, 0] = results[0].total[p]
            totals[i, p, 1] = results[0].place[p]
    return decisions
