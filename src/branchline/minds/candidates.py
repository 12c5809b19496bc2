"""The moves that are worth a search: the planner's own choice first, then what it rates next."""

import numpy as np

from branchline.minds.cards import best_draw
from branchline.minds.choose import DRAWS, choose
from branchline.minds.claims import best_way, worth_of
from branchline.minds.jit import compiled
from branchline.minds.plan import is_held, turns_to_come
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import (
    CLAIM,
    DRAW_BLIND,
    DRAW_TICKETS,
    HOWS,
    KEEP,
    KEEP_SET,
    KEEP_START,
    KINDS,
    PICK,
    ROUTES,
    SECOND,
    SURCHARGE,
    TAKE,
    TURN,
)

MOST = 64
CLAIMS = 6  # the best so many claims are looked at


@compiled
def list_candidates(
    s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, moves: np.record, out: np.ndarray
) -> int:
    """Write the moves worth a search, the planner's choice first; return how many there are."""
    m.is_made = False
    out[0] = choose(s, b, a, t, m, moves)
    n = 1
    if s.phase == KEEP or s.phase == KEEP_START:
        return _add_all(moves.keep, KEEP_SET, out, n)
    if s.phase == PICK or s.phase == SURCHARGE:
        return _add_all(moves.single, 0, out, n)
    if s.phase == TURN or s.phase == SECOND:
        n = _add_draws(s, b, t, m, moves, out, n)
    if s.phase == TURN:
        n = _add_claims(s, b, t, m, moves, out, n)
        if moves.single & bit(DRAW_TICKETS) != np.uint64(0):
            n = add(DRAW_TICKETS, out, n)
    return n


@compiled
def add(action: int, out: np.ndarray, n: int) -> int:
    for i in range(n):
        if out[i] == action:
            return n
    out[n] = action
    return n + 1


@compiled
def _add_all(mask: np.uint64, base: int, out: np.ndarray, n: int) -> int:
    rest = mask
    while rest != np.uint64(0):
        n = add(base + lowest_bit(rest), out, n)
        rest &= rest - np.uint64(1)
    return n


@compiled
def _add_draws(
    s: np.record, b: np.record, t: np.record, m: np.record, moves: np.record, out: np.ndarray, n: int
) -> int:
    """The best draw, the two most useful cards of the display, a locomotive, and the deck."""
    draw, _ = best_draw(s, b, t, m, moves.single & DRAWS, s.phase == SECOND)
    if draw >= 0:
        n = add(draw, out, n)
    seen = np.uint64(0)
    for _ in range(2):
        best = -1
        for c in range(KINDS):
            free = moves.single & bit(TAKE + c) & ~seen != np.uint64(0)
            if free and (best < 0 or m.use[c] > m.use[best]):
                best = c
        if best >= 0:
            seen |= bit(TAKE + best)
            n = add(TAKE + best, out, n)
    if moves.single & bit(DRAW_BLIND) != np.uint64(0):
        n = add(DRAW_BLIND, out, n)
    return n


@compiled
def _add_claims(
    s: np.record, b: np.record, t: np.record, m: np.record, moves: np.record, out: np.ndarray, n: int
) -> int:
    """The best claims by the planner's rating, each route paid in the best way."""
    p = np.int64(s.player)
    turns = turns_to_come(s, b, t, p)
    spare = np.int64(s.trains[p]) - m.trains
    rating = np.full(ROUTES, -1e9, np.float32)
    for r in range(b.n_routes):
        if is_held(s.open[p], r):
            how, price = best_way(b, t, m, moves, r)
            if how >= 0:
                rating[r] = worth_of(s, b, t, m, r, turns, spare) - price
    for _ in range(CLAIMS):
        best = np.int64(np.argmax(rating))
        if rating[best] <= np.float32(-1e8):
            break
        n = add(CLAIM + HOWS * best + best_way(b, t, m, moves, best)[0], out, n)
        rating[best] = np.float32(-1e9)
    return n
