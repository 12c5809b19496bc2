"""Which tickets to keep, to pick and to draw."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import Row, float32, int64
from branchline.engine.actions import KEEP_SET
from branchline.mapgame.limits import OFFER, TICKETS
from branchline.mapgame.planner.plan import bring_back, lay, make_plan, noted, suffices, turns_to_come
from branchline.mapgame.planner.record_types import Atlas, Plan, Weights
from branchline.mapgame.planner.records import FAR
from branchline.mapgame.rules.actions import PICK_TICKET
from branchline.mapgame.rules.record_types import Board, State

MOST_OFFERED = 12
HOPELESS = float32(1000)


@compiled
def gain_of(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, ticket: int) -> float:
    """What keeping a ticket is expected to bring, beyond the plan as it stands."""
    p = plan.player
    budget = int64(w.share * float32(s.trains[p]))
    d = plan.distances
    points = float32(b.ticket_value[ticket])
    cost = d[b.ticket_a[ticket], b.ticket_b[ticket]]
    if cost >= FAR:
        return -HOPELESS - points
    if suffices(s, b, a, w, plan, ticket, budget, w.hope * turns_to_come(s, b, w, p)):
        return w.completed * points - cost
    return -points - float32(5)


@compiled
def offered(s: State, p: int, out: Row[int], drafted: bool) -> int:
    """Write the tickets offered to a player, or those drafted so far; return how many there are."""
    n = 0
    for word in range(2):
        rest = s.drafted[p, word] if drafted else s.offer[p, word]
        while rest != np.uint64(0) and n < MOST_OFFERED:
            out[n] = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            n += 1
    return n


@compiled
def best_of(
    s: State, b: Board, a: Atlas, w: Weights, plan: Plan, out: Row[int], places: np.uint64
) -> tuple[int, float]:
    """The place of the ticket that is expected to bring most of those listed at some places, and what it brings."""
    best = -1
    best_gain = float32(-1e9)
    for i in range(len(out)):
        if places & bit(i) != np.uint64(0):
            gain = gain_of(s, b, a, w, plan, out[i])
            if gain > best_gain:
                best_gain = gain
                best = i
    return best, best_gain


@compiled
def _gain_of_set(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, out: Row[int], kept: np.uint64) -> float:
    """What keeping some of the tickets offered is expected to bring; the plan is left with ways of them in it."""
    total = float32(0)
    while kept != np.uint64(0):
        best, best_gain = best_of(s, b, a, w, plan, out, kept)
        kept &= ~bit(best)
        total += best_gain
        if kept != np.uint64(0) and best_gain > -HOPELESS:
            lay(s, b, a, plan, out[best])
    return total


@compiled
def keep(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, subsets: np.uint64) -> int:
    """Keep the tickets that together bring most beyond what their joint ways cost."""
    make_plan(s, b, a, w, plan)
    out = np.empty(MOST_OFFERED, np.int64)
    n = offered(s, plan.player, out, False)
    before = noted(b, plan)
    best = np.uint64(0)
    most = float32(-1e9)
    rest = subsets
    while rest != np.uint64(0):
        kept = np.uint64(lowest_bit(rest))
        rest &= rest - np.uint64(1)
        gain = _gain_of_set(s, b, a, w, plan, out[:n], kept)
        if gain > most:
            most = gain
            best = kept
        bring_back(plan, before)
    plan.is_made = False
    return KEEP_SET + int64(best)


@compiled
def pick(s: State, b: Board, a: Atlas, w: Weights, plan: Plan) -> int:
    """Pick the ticket of the pack that goes best with those held and picked."""
    make_plan(s, b, a, w, plan)
    out = np.empty(MOST_OFFERED, np.int64)
    n = take_in_picked(s, b, a, w, plan, out)
    best, _ = best_of(s, b, a, w, plan, out[:n], ~np.uint64(0))
    plan.is_made = False
    return PICK_TICKET + best


@compiled
def take_in_picked(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, out: Row[int]) -> int:
    """Plan for the tickets picked before; write those that may be picked now, and return how many there are."""
    for i in range(offered(s, plan.player, out, True)):
        if gain_of(s, b, a, w, plan, out[i]) > float32(0):
            lay(s, b, a, plan, out[i])
    return offered(s, plan.player, out, False)


@compiled
def draw_value(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, at_most: bool, turns: float) -> float:
    """What new tickets are expected to bring in so many turns: of those unseen, the best of as many as are drawn.

    Or what they bring at most, as if trains and turns sufficed for any: that is quickly worked out.
    """
    p = plan.player
    d = plan.distances
    gains = np.empty(TICKETS, np.float32)
    n = 0
    for ticket in range(b.n_tickets):
        word = ticket >> 6
        mine = s.tickets[p, word] | s.placed[p, word] | s.ticket_discards[word] | b.long_tickets[word]
        if mine & bit(ticket) != np.uint64(0):
            continue
        points = float32(b.ticket_value[ticket])
        gain = w.completed * points - d[b.ticket_a[ticket], b.ticket_b[ticket]]
        if gain < -points or not (at_most or suffices(s, b, a, w, plan, ticket, int64(s.trains[p]), turns)):
            gain = -points
        i = n
        n += 1
        while i > 0 and gains[i - 1] < gain:
            gains[i] = gains[i - 1]
            i -= 1
        gains[i] = gain
    drawn = min(int64(b.draw_tickets), n)
    if drawn == 0:
        return -HOPELESS
    return expected_gain(gains[:n], drawn, a.least_kept[drawn])


@compiled
def expected_gain(gains: Row[float], drawn: int, least: int) -> float:
    """What drawing some of these tickets brings, the best first: those that gain are kept, and the best that must be.

    `fewer[k]` is the chance that just k of the better ones are among those drawn.
    """
    expected = float32(0)
    fewer = np.zeros(OFFER + 1, np.float32)
    fewer[0] = float32(1)
    n = len(gains)
    for i in range(n):
        if gains[i] > float32(0):
            expected += gains[i] * float32(drawn) / float32(n)
        for k in range(least - 1, -1, -1):
            among = min(float32(1), float32(drawn - k) / float32(n - i))
            if gains[i] <= float32(0):
                expected += gains[i] * fewer[k] * among
            fewer[k + 1] += fewer[k] * among
            fewer[k] *= float32(1) - among
    return expected
