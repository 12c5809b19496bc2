"""The sets of tickets that may be kept, and the tickets that may be picked, described."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import Row, float32, int64
from branchline.engine.actions import KEEP_SET
from branchline.mapgame.planner.features import describe_position
from branchline.mapgame.planner.plan import bring_back, lay, make_plan, noted, turns_for, turns_to_come, weigh_needs
from branchline.mapgame.planner.record_types import Atlas, Plan, Weights
from branchline.mapgame.planner.tickets import HOPELESS, MOST_OFFERED, best_of, offered, take_in_picked
from branchline.mapgame.rules.actions import PICK_TICKET
from branchline.mapgame.rules.record_types import Board, Moves, State
from branchline.planner.policy import FIRST, RATED, RATING, add_move, put_first

# What each number of a set of tickets is
KEPT, POINTS, LOST, TRAINS, CLAIMS, TURNS_LEFT, KEPT_SQUARED = range(7)
MOST_POINTS, COST, NUMBER_LOST, TRAINS_LACKING, LONG = 9, 11, 16, 17, 18
SETS_WIDTH = LONG + 1


@compiled
def describe_sets(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, m: Moves) -> int:
    """Describe every set of tickets that may be kept, the one that the planner would keep first."""
    out = np.empty(MOST_OFFERED, np.int64)
    _begin(s, b, a, w, plan)
    count = offered(s, plan.player, out, False)
    rest = m.keep
    n = 0
    while rest != np.uint64(0) and n < RATED:
        n = add_move(plan, n, KEEP_SET + lowest_bit(rest))
        rest &= rest - np.uint64(1)
    return _describe_all(s, b, a, w, plan, out[:count], n, KEEP_SET)


@compiled
def describe_picks(s: State, b: Board, a: Atlas, w: Weights, plan: Plan) -> int:
    """Describe every ticket that may be picked, beside those picked before, the planner's choice first."""
    out = np.empty(MOST_OFFERED, np.int64)
    _begin(s, b, a, w, plan)
    count = take_in_picked(s, b, a, w, plan, out)
    n = 0
    for i in range(count):
        n = add_move(plan, n, PICK_TICKET + i)
    return _describe_all(s, b, a, w, plan, out[:count], n, PICK_TICKET)


@compiled
def _begin(s: State, b: Board, a: Atlas, w: Weights, plan: Plan) -> None:
    """Plan for the tickets held, and describe the position."""
    plan.player = int64(s.player)
    make_plan(s, b, a, w, plan)
    trains = plan.trains
    weigh_needs(s, b, plan)
    describe_position(s, b, w, plan)
    plan.trains = trains


@compiled
def _describe_all(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, out: Row[int], n: int, base: int) -> int:
    """Describe the sets or tickets listed, each with the plan as it would be; the planner's choice comes first."""
    before = noted(b, plan)
    best = 0
    most = float32(-1e9)
    for k in range(n):
        number = plan.moves[k] - base
        gain = _describe_set(s, b, a, w, plan, out, np.uint64(number) if base == KEEP_SET else bit(number), k)
        if gain > most:
            most = gain
            best = k
        bring_back(plan, before)
    plan.is_made = False
    plan.features[best, FIRST] = float32(1)
    put_first(plan, n, plan.moves[best])
    return n


@compiled
def _describe_set(
    s: State, b: Board, a: Atlas, w: Weights, plan: Plan, out: Row[int], kept: np.uint64, k: int
) -> float:
    """Describe one set of the tickets offered by the plan with all of it; return the planner's rating of it."""
    p, facts = plan.player, plan.features[k]
    total = float32(0)
    while kept != np.uint64(0):
        best, best_gain = best_of(s, b, a, w, plan, out, kept)
        kept &= ~bit(best)
        t = out[best]
        total += best_gain
        points = float32(b.ticket_value[t]) / float32(20)
        facts[KEPT] += float32(1) / float32(3)
        facts[POINTS] += points
        facts[MOST_POINTS] = max(facts[MOST_POINTS], points)
        if best_gain <= -points * float32(20):
            facts[LOST] += points
            facts[NUMBER_LOST] += float32(0.5)
        if best_gain > -HOPELESS:
            facts[COST] += plan.distances[b.ticket_a[t], b.ticket_b[t]] / float32(30)
            lay(s, b, a, plan, t)
        if b.long_tickets[t >> 6] & bit(t) != np.uint64(0):
            facts[LONG] = float32(1)
    facts[RATING] = max(float32(-2), min(float32(2), total / float32(20)))
    facts[TRAINS] = float32(plan.trains) / float32(b.trains)
    facts[CLAIMS] = float32(plan.claims) / float32(8)
    facts[TURNS_LEFT] = (turns_to_come(s, b, w, p) - turns_for(w, plan)) / float32(16)
    facts[KEPT_SQUARED] = facts[KEPT] * facts[KEPT]
    facts[TRAINS_LACKING] = float32(max(0, plan.trains - int64(s.trains[p]))) / float32(10)
    return total
