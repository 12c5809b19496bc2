"""Which tickets to keep, to pick and to draw."""

import numpy as np

from branchline.minds.jit import compiled
from branchline.minds.mind import FAR
from branchline.minds.plan import lay, make_plan, suffices, turns_to_come
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import KEEP_SET, PICK_TICKET, TICKETS

MOST_OFFERED = 12
HOPELESS = np.float32(1000)


@compiled
def gain_of(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, ticket: int, budget: int) -> float:
    """What keeping a ticket is expected to bring, beyond the plan as it stands."""
    p = m.player
    d = m.ways
    points = np.float32(b.ticket_value[ticket])
    cost = d[b.ticket_a[ticket], b.ticket_b[ticket]]
    if cost >= FAR:
        return -HOPELESS - points
    if suffices(s, b, a, t, m, ticket, budget, t.hope * turns_to_come(s, b, t, p)):
        return t.completed * points - cost
    return -points - np.float32(5)


@compiled
def offered(s: np.record, p: int, out: np.ndarray, drafted: bool) -> int:
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
def _gain_of_set(
    s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, out: np.ndarray, kept: np.uint64, budget: int
) -> float:
    """What keeping some of the tickets offered is expected to bring; the plan is left with ways of them in it."""
    total = np.float32(0)
    while kept != np.uint64(0):
        best = -1
        best_gain = np.float32(-1e9)
        for i in range(len(out)):
            if kept & bit(i) != np.uint64(0):
                gain = gain_of(s, b, a, t, m, out[i], budget)
                if gain > best_gain:
                    best_gain = gain
                    best = i
        kept &= ~bit(best)
        total += best_gain
        if kept != np.uint64(0) and best_gain > -HOPELESS:
            lay(s, b, a, m, out[best])
    return total


@compiled
def keep(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, subsets: np.uint64) -> int:
    """Keep the tickets that together bring most beyond what their joint ways cost."""
    p = m.player
    d = m.ways
    make_plan(s, b, a, t, m)
    out = np.empty(MOST_OFFERED, np.int64)
    n = offered(s, p, out, False)
    budget = np.int64(t.share * np.float32(s.trains[p]))
    costs, ways, wanted, asked = m.cost.copy(), d.copy(), m.wanted.copy(), m.asked.copy()
    trains, claims, symbols = m.trains, m.claims, m.symbols
    best = np.uint64(0)
    most = np.float32(-1e9)
    rest = subsets
    while rest != np.uint64(0):
        kept = np.uint64(lowest_bit(rest))
        rest &= rest - np.uint64(1)
        gain = _gain_of_set(s, b, a, t, m, out[:n], kept, budget)
        if gain > most:
            most = gain
            best = kept
        m.cost[:] = costs
        d[:] = ways
        m.wanted[:] = wanted
        m.asked[:] = asked
        m.trains, m.claims, m.symbols = trains, claims, symbols
    m.is_made = False
    return KEEP_SET + np.int64(best)


@compiled
def pick(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record) -> int:
    """Pick the ticket of the pack that goes best with those held and picked."""
    p = m.player
    make_plan(s, b, a, t, m)
    out = np.empty(MOST_OFFERED, np.int64)
    budget = np.int64(t.share * np.float32(s.trains[p]))
    for i in range(offered(s, p, out, True)):
        if gain_of(s, b, a, t, m, out[i], budget) > np.float32(0):
            lay(s, b, a, m, out[i])
    best = 0
    best_gain = np.float32(-1e9)
    for i in range(offered(s, p, out, False)):
        gain = gain_of(s, b, a, t, m, out[i], budget)
        if gain > best_gain:
            best_gain = gain
            best = i
    m.is_made = False
    return PICK_TICKET + best


@compiled
def draw_value(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, at_most: bool) -> float:
    """What new tickets are expected to bring: of those unseen, the best of as many as are drawn.

    Or what they bring at most, as if trains and turns sufficed for any: that is quickly worked out.
    """
    p = m.player
    d = m.ways
    turns = t.hope * turns_to_come(s, b, t, p)
    gains = np.empty(TICKETS, np.float32)
    n = 0
    for ticket in range(b.n_tickets):
        word = ticket >> 6
        mine = s.tickets[p, word] | s.placed[p, word] | s.ticket_discards[word] | b.long_tickets[word]
        if mine & bit(ticket) != np.uint64(0):
            continue
        points = np.float32(b.ticket_value[ticket])
        gain = t.completed * points - d[b.ticket_a[ticket], b.ticket_b[ticket]]
        if gain < -points or not (at_most or suffices(s, b, a, t, m, ticket, np.int64(s.trains[p]), turns)):
            gain = -points
        i = n
        n += 1
        while i > 0 and gains[i - 1] < gain:
            gains[i] = gains[i - 1]
            i -= 1
        gains[i] = gain
    drawn = min(np.int64(b.draw_tickets), n)
    if drawn == 0:
        return -HOPELESS
    expected = np.float32(0)
    none_better = np.float32(1)  # the chance that none of the better ones is among those drawn
    for i in range(n):
        among = min(np.float32(1), np.float32(drawn) / np.float32(n - i))
        if gains[i] > np.float32(0):  # every one that gains is kept
            expected += gains[i] * np.float32(drawn) / np.float32(n)
        else:
            expected += gains[i] * none_better * among
        none_better *= np.float32(1) - among
    return expected
