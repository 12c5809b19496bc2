"""Which tickets to keep, to pick and to draw."""

import numpy as np

from branchline.minds.jit import compiled
from branchline.minds.mind import FAR
from branchline.minds.plan import lay, make_plan, trains_of_way, turns_for, turns_to_come
from branchline.rules.jit import bit, lowest_bit, popcount
from branchline.rules.state import KEEP_SET, PICK_TICKET, TICKETS

MOST_OFFERED = 12
HOPELESS = np.float32(1000)


@compiled
def gain_of(
    s: np.record,
    b: np.record,
    a: np.record,
    t: np.record,
    m: np.record,
    d: np.ndarray,
    p: int,
    ticket: int,
    budget: int,
) -> float:
    """What keeping a ticket is expected to bring, beyond the plan as it stands."""
    points = np.float32(b.ticket_value[ticket])
    cost = d[b.ticket_a[ticket], b.ticket_b[ticket]]
    if cost >= FAR:
        return -HOPELESS - points
    trains = m.trains + trains_of_way(s, b, a, m, d, p, ticket)
    if trains > budget or turns_for(s, p, trains) > t.hope * turns_to_come(s, b, t, p):
        return -points - np.float32(5)
    return t.completed * points - cost


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
def keep(
    s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, d: np.ndarray, p: int, subsets: np.uint64
) -> int:
    """Keep tickets one by one while they bring more than their ways cost."""
    make_plan(s, b, a, t, m, d, p)
    least = 64
    most = 0
    rest = subsets
    while rest != np.uint64(0):
        size = popcount(np.uint64(lowest_bit(rest)))
        rest &= rest - np.uint64(1)
        least = min(least, size)
        most = max(most, size)
    out = np.empty(MOST_OFFERED, np.int64)
    n = offered(s, p, out, False)
    budget = np.int64(t.share * np.float32(s.trains[p]))
    kept = np.uint64(0)
    while popcount(kept) < most:
        best = -1
        best_gain = np.float32(-1e9)
        for i in range(n):
            if kept & bit(i) == np.uint64(0):
                gain = gain_of(s, b, a, t, m, d, p, out[i], budget)
                if gain > best_gain:
                    best_gain = gain
                    best = i
        if best_gain <= np.float32(0) and popcount(kept) >= least:
            break
        kept |= bit(best)
        if best_gain > -HOPELESS:
            lay(s, b, a, m, d, p, out[best])
    m.is_made = False
    return KEEP_SET + np.int64(kept)


@compiled
def pick(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, d: np.ndarray, p: int) -> int:
    """Pick the ticket of the pack that goes best with those held and picked."""
    make_plan(s, b, a, t, m, d, p)
    out = np.empty(MOST_OFFERED, np.int64)
    budget = np.int64(t.share * np.float32(s.trains[p]))
    for i in range(offered(s, p, out, True)):
        if gain_of(s, b, a, t, m, d, p, out[i], budget) > np.float32(0):
            lay(s, b, a, m, d, p, out[i])
    best = 0
    best_gain = np.float32(-1e9)
    for i in range(offered(s, p, out, False)):
        gain = gain_of(s, b, a, t, m, d, p, out[i], budget)
        if gain > best_gain:
            best_gain = gain
            best = i
    m.is_made = False
    return PICK_TICKET + best


@compiled
def draw_value(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, d: np.ndarray, p: int) -> float:
    """What new tickets are expected to bring: of those unseen, the best of as many as are drawn."""
    make_plan(s, b, a, t, m, d, p)
    budget = np.int64(s.trains[p])
    gains = np.empty(TICKETS, np.float32)
    n = 0
    for ticket in range(b.n_tickets):
        word = ticket >> 6
        mine = s.tickets[p, word] | s.placed[p, word] | s.ticket_discards[word] | b.long_tickets[word]
        if mine & bit(ticket) != np.uint64(0):
            continue
        gain = np.float32(max(gain_of(s, b, a, t, m, d, p, ticket, budget), -np.float32(b.ticket_value[ticket])))
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
