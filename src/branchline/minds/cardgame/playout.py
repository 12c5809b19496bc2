"""Planners playing the Card Game on: one decision, a game to its end, matches between tastes, and the search."""

import numpy as np

from branchline.minds.cardgame.choose import DRAWS, choose, look, rate_row
from branchline.minds.cardgame.steps import act, begin, count_points, fill_in, resolve
from branchline.minds.jit import compiled, thought
from branchline.minds.search import BETTER, SQUARES, add_up, seed_of
from branchline.rules.cardgame.state import COMPLETE, LAY_ROW, LAY_THREE, ROW
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import DRAW_TICKETS, KEEP, KEEP_SET, KEEP_START, LOCO, LOCOMOTIVES, OVER, TURN

ROWS = 5  # the best so many rows are looked at
TRIPLES = 3


@thought
def decide(states: np.ndarray, boards: np.ndarray, tastes: np.ndarray, minds: np.ndarray, moves: np.ndarray) -> int:
    """The planner's choice in a view."""
    return choose(states[0], boards[0], tastes[0], minds[0], moves[0])


@compiled
def play_on(s: np.record, b: np.record, tastes: np.ndarray, minds: np.ndarray, moves: np.record, g: np.record) -> int:
    """Let planners play a game to its end; return how many decisions that took."""
    decisions = 0
    resolve(s, b, g)
    while s.phase != OVER:
        act(s, b, choose(s, b, tastes[s.player], minds[0], moves))
        resolve(s, b, g)
        decisions += 1
    return decisions


@thought
def match(
    states: np.ndarray,
    boards: np.ndarray,
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
        decisions += play_on(states[0], boards[0], tastes, minds, moves[0], streams[i])
        count_points(states[0], boards[0], results[0])
        for p in range(players):
            totals[i, p, 0] = results[0].total[p]
            totals[i, p, 1] = results[0].place[p]
    return decisions


@compiled
def _add(action: int, out: np.ndarray, n: int) -> int:
    for i in range(n):
        if out[i] == action:
            return n
    out[n] = action
    return n + 1


@compiled
def _add_best(ratings: np.ndarray, base: int, most: int, out: np.ndarray, n: int) -> int:
    """Add the best rated actions from a base on."""
    for _ in range(most):
        best = np.int64(np.argmax(ratings))
        if ratings[best] <= np.float32(-1e8):
            break
        n = _add(base + best, out, n)
        ratings[best] = np.float32(-1e9)
    return n


@thought
def prepare_search(
    views: np.ndarray,
    boards: np.ndarray,
    atlases: np.ndarray,
    tastes: np.ndarray,
    minds: np.ndarray,
    moves: np.ndarray,
    streams: np.ndarray,
    states: np.ndarray,
    trust: float,
    seed: int,
    out: np.ndarray,
    weights: np.ndarray,
) -> int:
    """Write the moves to look at, the planner's choice first; return how many there are."""
    s, b, t, m, mask = views[0], boards[0], tastes[0], minds[0], moves[0].mask
    out[0] = choose(s, b, t, m, moves[0])
    n = 1
    p = np.int64(s.player)
    if s.phase == KEEP or s.phase == KEEP_START:
        rest = mask[KEEP_SET >> 6]
        while rest != np.uint64(0):
            n = _add(KEEP_SET + lowest_bit(rest), out, n)
            rest &= rest - np.uint64(1)
        return n
    if s.phase == COMPLETE:
        return n
    rest = mask[0]
    if s.phase != LOCOMOTIVES:
        look(s, b, t, m, p, np.uint64(s.tickets[p]))
        rest &= DRAWS
        if s.phase == TURN:
            rest |= mask[0] & bit(DRAW_TICKETS)
    while rest != np.uint64(0):
        n = _add(lowest_bit(rest), out, n)
        rest &= rest - np.uint64(1)
    if s.phase == TURN:
        ratings = np.full(ROW * LOCO, -1e9, np.float32)
        for i in range(ROW * LOCO):
            if mask[(LAY_ROW + i) >> 6] & bit(LAY_ROW + i) != np.uint64(0):
                ratings[i] = rate_row(s, t, m, p, i // ROW, i % ROW)
        n = _add_best(ratings, LAY_ROW, ROWS, out, n)
        ratings = np.full(64, -1e9, np.float32)
        rest = mask[LAY_THREE >> 6]
        while rest != np.uint64(0):
            triple = lowest_bit(rest)
            rest &= rest - np.uint64(1)
            ratings[triple] = 0
            for i in range(3):
                ratings[triple] += np.float32(min(1, m.lacks[b.triple[triple, i]]))
        n = _add_best(ratings, LAY_THREE, TRIPLES, out, n)
    return n


@thought
def explore(
    views: np.ndarray,
    boards: np.ndarray,
    atlases: np.ndarray,
    tastes: np.ndarray,
    minds: np.ndarray,
    moves: np.ndarray,
    results: np.ndarray,
    streams: np.ndarray,
    states: np.ndarray,
    weights: np.ndarray,
    candidates: np.ndarray,
    seed: int,
    first: int,
    last: int,
    sums: np.ndarray,
) -> None:
    """Play every candidate on in the imagined games from one number to another, and add up what came of it."""
    b, g = boards[0], streams[0]
    me = np.int64(views[0].player)
    for number in range(first, last):
        states[0] = views[0]
        g.word = seed_of(np.uint64(seed), 2 * number)
        fill_in(states[0], b, me, g)
        first_worth = 0.0
        for i in range(len(candidates)):
            g.word = seed_of(np.uint64(seed), 2 * number + 1)
            states[1] = states[0]
            act(states[1], b, candidates[i])
            play_on(states[1], b, tastes, minds, moves[0], g)
            count_points(states[1], b, results[0])
            worth = add_up(results[0], np.int64(views[0].players), me, sums[i])
            if i == 0:
                first_worth = worth
            sums[i, BETTER] += worth - first_worth
            sums[i, SQUARES] += (worth - first_worth) ** 2
