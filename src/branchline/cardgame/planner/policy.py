"""The candidates that the learned policy rates in the Card Game, described."""

import numpy as np

from branchline.cardgame.planner.choose import DRAWS, look, note_rivals, propose, rate_row
from branchline.cardgame.planner.features import SETS_WIDTH, describe_keep, describe_position
from branchline.cardgame.planner.record_types import Atlas, Plan, Weights
from branchline.cardgame.planner.records import ENDLESS
from branchline.cardgame.rules.actions import LAY_ROW, LAY_THREE, ROW
from branchline.cardgame.rules.record_types import Board, Moves, State
from branchline.cardgame.rules.state import COMPLETE
from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import float32, int64
from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS, WITH
from branchline.engine.limits import LOCO
from branchline.engine.phases import KEEP, KEEP_START, LOCOMOTIVES, TURN
from branchline.planner.policy import NOT_RATED, RATING, add_move, begin_with, rank

ROWS = 4  # the best so many rows are described
TRIPLES = 2
TAKEN, LOCOMOTIVE, BLIND, LAID, THREE, TICKETS = range(6)  # what a move is, the first numbers of it
# The others, from 9 on: of a card that is drawn,
IS_LACKING, LACKING, HELD, ALIKE, RIVALS_ROW, OWN_ROW = range(9, 15)
# of a row,
CARDS, NEEDED, FITTING, TOO_LATE, ROBBED, WAITING, IDLE, LEFT, LAST_TURNS = range(9, 18)
# and of locomotives
MORE, NUMBER, LATE = 9, 10, 11
TURN_DECISION, SECOND_DECISION, KEEP_DECISION, LOCOMOTIVES_DECISION = range(4)
ROWS_WIDTH, DRAWS_WIDTH, LOCOMOTIVES_WIDTH = LAST_TURNS + 1, OWN_ROW + 1, LATE + 1


@compiled
def describe(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, m: Moves) -> int:
    """Describe the position and the moves worth a look, the planner's choice first; return how many there are."""
    first = propose(s, b, a, w, plan, m)
    plan.decision = NOT_RATED
    plan.moves[0] = first
    if s.phase == COMPLETE or m.count == 1:
        return 1
    p = int64(s.player)
    is_keeping = s.phase == KEEP or s.phase == KEEP_START
    if is_keeping:  # which looked at other sets of tickets
        look(s, b, w, plan, p, np.uint64(s.tickets[p]))
    describe_position(s, b, plan)
    note_rivals(s, plan, p)
    if is_keeping:
        plan.decision, plan.width = KEEP_DECISION, SETS_WIDTH
        n = describe_keep(s, b, plan, m)
    elif s.phase == LOCOMOTIVES:
        plan.decision, plan.width = LOCOMOTIVES_DECISION, LOCOMOTIVES_WIDTH
        n = _describe_locomotives(s, plan, m)
    else:
        plan.decision, plan.width = SECOND_DECISION, DRAWS_WIDTH
        n = _describe_draws(s, plan, m)
        if s.phase == TURN:
            plan.decision, plan.width = TURN_DECISION, ROWS_WIDTH
            n = _describe_rows(s, w, plan, m, n)
            n = _describe_triples(s, b, plan, m, n)
            if m.mask[0] & bit(DRAW_TICKETS) != np.uint64(0) and s.turn < ENDLESS:
                n = add_move(plan, n, DRAW_TICKETS)
                plan.features[n - 1, TICKETS] = float32(1)
    return begin_with(plan, n, first)


@compiled
def _describe_draws(s: State, plan: Plan, m: Moves) -> int:
    """Every card that can be drawn."""
    p = int64(s.player)
    n = 0
    rest = m.mask[0] & DRAWS
    while rest != np.uint64(0):
        c = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        n = add_move(plan, n, c)
        facts = plan.features[n - 1]
        if c == DRAW_BLIND:
            facts[BLIND] = float32(1)
        elif c == LOCO:
            facts[LOCOMOTIVE] = float32(1)
        else:
            facts[TAKEN] = float32(1)
            lacking = plan.lacks[c] - int64(s.hand[p, c])
            facts[IS_LACKING] = float32(1) if lacking > 0 else float32(0)
            facts[LACKING] = float32(max(-3, min(4, lacking))) / float32(3)
            facts[HELD] = float32(s.hand[p, c]) / float32(4)
            facts[ALIKE] = float32(s.display[c] - 1)
            facts[RIVALS_ROW] = float32(plan.longest[c]) / float32(3)
            facts[OWN_ROW] = float32(int64(s.yard[p, c]) + int64(s.on_top[p, c])) / float32(3)
    return n


@compiled
def _describe_rows(s: State, w: Weights, plan: Plan, m: Moves, n: int) -> int:
    """The best rows by the planner's rating."""
    begin = n
    for c in range(LOCO):
        numbers = (m.mask[(LAY_ROW + ROW * c) >> 6] >> np.uint64(ROW * c & 63)) & np.uint64(0xFFFF)
        if numbers == np.uint64(0):
            continue
        while numbers != np.uint64(0):
            count = lowest_bit(numbers)
            numbers &= numbers - np.uint64(1)
            rating = rate_row(w, plan, c, count, plan.longest[c], plan.robbed[c])
            n = rank(plan, begin, n, ROWS, LAY_ROW + ROW * c + count, rating, float32(0))
    for i in range(begin, n):
        rating = plan.features[i, RATING]
        add_move(plan, i, plan.moves[i])
        _describe_row(s, plan, i, rating)
    return n


@compiled
def _describe_row(s: State, plan: Plan, i: int, rating: float) -> None:
    p, facts = int64(s.player), plan.features[i]
    c, count = (plan.moves[i] - LAY_ROW) // ROW, (plan.moves[i] - LAY_ROW) % ROW
    locomotives = max(0, max(2, plan.longest[c] + 1) - count)
    facts[LAID] = float32(1)
    facts[RATING] = rating / float32(4)
    facts[CARDS] = float32(count) / float32(4)
    facts[NEEDED] = float32(locomotives) / float32(3)
    facts[FITTING] = float32(max(0, min(count, plan.lacks[c]))) / float32(4)
    facts[TOO_LATE] = max(float32(0), float32(count + locomotives) - plan.turns) / float32(4)
    facts[ROBBED] = float32(plan.robbed[c]) / float32(4)
    facts[WAITING] = float32(int64(s.yard[p, c]) + int64(s.on_top[p, c])) / float32(3)
    facts[IDLE] = float32(max(0, count - max(0, plan.lacks[c]))) / float32(3)
    facts[LEFT] = float32(int64(s.hand[p, c]) - count) / float32(4)
    facts[LAST_TURNS] = float32(1) if s.turns_left > 0 else float32(0)


@compiled
def _describe_triples(s: State, b: Board, plan: Plan, m: Moves, n: int) -> int:
    """The triples with most cards that tickets lack."""
    begin = n
    rest = m.mask[LAY_THREE >> 6]
    while rest != np.uint64(0):
        triple = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        fitting = float32(0)
        for i in range(3):
            fitting += float32(min(1, max(0, plan.lacks[b.triple[triple, i]])))
        n = rank(plan, begin, n, TRIPLES, LAY_THREE + triple, fitting, float32(0))
    for i in range(begin, n):
        fitting = plan.features[i, RATING]
        add_move(plan, i, plan.moves[i])
        plan.features[i, THREE] = float32(1)
        plan.features[i, RATING] = fitting / float32(3)
    return n


@compiled
def _describe_locomotives(s: State, plan: Plan, m: Moves) -> int:
    """Every number of locomotives that the row may be laid with."""
    n = 0
    rest = m.mask[0]
    fewest = lowest_bit(rest)
    while rest != np.uint64(0):
        action = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        n = add_move(plan, n, action)
        facts = plan.features[n - 1]
        facts[MORE] = float32(action - fewest) / float32(3)
        facts[NUMBER] = float32(action - WITH) / float32(3)
        facts[LATE] = max(float32(0), float32(action - WITH) + float32(s.yard[s.player, s.row]) - plan.turns) / float32(
            4
        )
    return n
