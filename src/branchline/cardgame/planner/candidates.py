"""The moves of the Card Game that are worth a search."""

import numpy as np

from branchline.cardgame.planner.choose import DRAWS, look, rate_row, rivals_rows
from branchline.cardgame.planner.record_types import Plan, Weights
from branchline.cardgame.rules.actions import LAY_ROW, LAY_THREE, ROW
from branchline.cardgame.rules.record_types import Board, Moves, State
from branchline.cardgame.rules.state import COMPLETE
from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import Row, Table, float32, int64
from branchline.engine.actions import DRAW_TICKETS, KEEP_SET
from branchline.engine.limits import LOCO
from branchline.engine.phases import KEEP, KEEP_START, LOCOMOTIVES, TURN
from branchline.engine.record_types import Stream
from branchline.planner.arrays import Game, Question, Space
from branchline.planner.candidates import add_all, add_best
from branchline.planner.policy import choose

ROWS = 5  # the best so many rows are looked at
TRIPLES = 3


@compiled
def list_candidates(view: State, game: Game, space: Space, question: Question) -> int:
    """Write the moves worth a search, the planner's choice first; return how many there are."""
    b, w, plan, m, out = game.boards[0], game.weights[0], space.plans[0], space.moves[0], question.candidates
    out[0] = choose(view, b, game.atlases[0], w, plan, m)
    if view.phase == COMPLETE:
        return 1
    if view.phase == KEEP or view.phase == KEEP_START:
        return add_all(m.mask[KEEP_SET >> 6], KEEP_SET, out, 1)
    if view.phase == LOCOMOTIVES:
        return add_all(m.mask[0], 0, out, 1)
    p = int64(view.player)
    look(view, b, w, plan, p, np.uint64(view.tickets[p]))
    n = add_all(m.mask[0] & DRAWS, 0, out, 1)
    if view.phase == TURN:
        n = add_all(m.mask[0] & bit(DRAW_TICKETS), 0, out, n)
        n = _add_rows(view, w, plan, m, out, n)
        n = _add_triples(b, plan, m, out, n)
    return n


@compiled
def _add_rows(s: State, w: Weights, plan: Plan, m: Moves, out: Row[int], n: int) -> int:
    """The best rows by the planner's rating."""
    ratings = np.full(ROW * LOCO, -1e9, np.float32)
    for i in range(ROW * LOCO):
        if m.mask[(LAY_ROW + i) >> 6] & bit(LAY_ROW + i) != np.uint64(0):
            longest, robbed = rivals_rows(s, int64(s.player), i // ROW)
            ratings[i] = rate_row(w, plan, i // ROW, i % ROW, longest, robbed)
    return add_best(ratings, LAY_ROW, ROWS, out, n)


@compiled
def _add_triples(b: Board, plan: Plan, m: Moves, out: Row[int], n: int) -> int:
    """The triples with most cards that tickets lack."""
    ratings = np.full(64, -1e9, np.float32)
    rest = m.mask[LAY_THREE >> 6]
    while rest != np.uint64(0):
        triple = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        ratings[triple] = 0
        for i in range(3):
            ratings[triple] += float32(min(1, plan.lacks[b.triple[triple, i]]))
    return add_best(ratings, LAY_THREE, TRIPLES, out, n)


@compiled
def believe(s: State, b: Board, view: State, belief: Table[float], g: Stream) -> None:
    """What rivals lay says little about their tickets: none is likelier than another."""
