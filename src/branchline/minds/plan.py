"""Plans: the joint network of the tickets held, and the turns that are left for it."""

import numpy as np

from branchline.minds.jit import compiled
from branchline.minds.mind import FAR, OWN
from branchline.minds.ways import join, look, measure, next_step, price
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import CITIES, GREY, KINDS, LOCO


@compiled
def turns_to_come(s: np.record, b: np.record, t: np.record, p: int) -> float:
    """About how many turns the player will still have, this one included."""
    if s.turns_left > 0:
        return np.float32((s.turns_left + s.players - 1) // s.players)
    fewest = np.float32(100)
    for q in range(s.players):
        trains = np.float32(max(0, s.trains[q] - b.last_turns))
        cards = max(np.float32(0), trains - np.float32(s.hand_size[q]))
        fewest = min(fewest, cards / np.float32(2) + trains / t.pace)
    return fewest + np.float32(2)


@compiled
def is_held(mask: np.ndarray, i: int) -> bool:
    """Whether an element is in a mask of two words."""
    return mask[i >> 6] & bit(i) != np.uint64(0)


@compiled
def lay(s: np.record, b: np.record, a: np.record, m: np.record, ticket: int) -> None:
    """Take the cheapest way of a ticket into the plan."""
    p = m.player
    here, goal = np.int64(b.ticket_a[ticket]), np.int64(b.ticket_b[ticket])
    for _ in range(CITIES):
        if here == goal:
            break
        k = next_step(a, m, here, goal)
        r, there = a.by[here, k], a.to[here, k]
        if not is_held(s.owned[p], r) and not is_held(m.wanted, r):
            m.wanted[r >> 6] |= bit(r)
            count_in(b, m, r, 1)
            take_in(b, m, r)
        here = there


@compiled
def count_in(b: np.record, m: np.record, r: int, sign: int) -> None:
    """Add a route to what the plan needs, or take it away."""
    m.trains += sign * b.length[r]
    m.claims += sign
    m.asked[b.colour[r]] += sign * (b.length[r] - b.symbols[r])
    m.symbols += sign * b.symbols[r]


@compiled
def take_in(b: np.record, m: np.record, r: int) -> None:
    """Count a route as the player's own from now on."""
    m.cost[r] = OWN
    join(m, b.n_cities, np.int64(b.route_a[r]), np.int64(b.route_b[r]))


@compiled
def suffices(
    s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, ticket: int, trains: int, turns: float
) -> bool:
    """Whether so many trains and turns suffice for the plan with the cheapest way of one more ticket."""
    p = m.player
    here, goal = np.int64(b.ticket_a[ticket]), np.int64(b.ticket_b[ticket])
    added0, added1 = np.uint64(0), np.uint64(0)
    for _ in range(CITIES):
        if here == goal or m.trains > trains:
            break
        k = next_step(a, m, here, goal)
        r = a.by[here, k]
        if not is_held(s.owned[p], r) and not is_held(m.wanted, r):
            count_in(b, m, r, 1)
            if r < 64:
                added0 |= bit(r)
            else:
                added1 |= bit(r)
        here = a.to[here, k]
    can = m.trains <= trains and turns_for(t, m) <= turns
    for word in range(2):
        rest = added1 if word else added0
        while rest != np.uint64(0):
            count_in(b, m, lowest_bit(rest) + 64 * word, -1)
            rest &= rest - np.uint64(1)
    return can


@compiled
def make_plan(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record) -> None:
    """Plan a network for the tickets held: the cheapest first, each later one using the earlier ways."""
    p = m.player
    d = m.ways
    look(s, b, m)
    price(s, b, t, m)
    measure(b, a, m)
    count_nothing(m)
    m.draw_most = m.draw_value = FAR
    for word in range(2):
        m.wanted[word] = np.uint64(0)
        m.given_up[word] = np.uint64(0)
        m.tickets[word] = s.tickets[p, word]
    m.is_made = True
    m.hand_size = s.hand_size[p]
    turns = turns_to_come(s, b, t, p)
    m.is_late = turns < t.late
    enough = turns * t.slack if m.is_late else FAR
    left0, left1 = s.tickets[p, 0], s.tickets[p, 1]
    while left0 | left1 != np.uint64(0):
        best = -1
        least = np.float32(2) * FAR
        for word in range(2):
            rest = left1 if word else left0
            while rest != np.uint64(0):
                ticket = lowest_bit(rest) + 64 * word
                rest &= rest - np.uint64(1)
                cost = d[b.ticket_a[ticket], b.ticket_b[ticket]]
                if cost < least:
                    least = cost
                    best = ticket
        if best < 64:
            left0 &= ~bit(best)
        else:
            left1 &= ~bit(best)
        if least < FAR and suffices(s, b, a, t, m, best, np.int64(s.trains[p]), enough):
            lay(s, b, a, m, best)
        else:
            m.given_up[best >> 6] |= bit(best)


@compiled
def count_nothing(m: np.record) -> None:
    """Begin to count what a plan needs."""
    m.trains = 0
    m.claims = 0
    m.symbols = 0
    for c in range(KINDS):
        m.asked[c] = 0


@compiled
def turns_for(t: np.record, m: np.record) -> float:
    """About how many turns the plan will take: a turn for every claim, and those for the cards that it lacks."""
    lacking = np.float32(0)
    left = np.float32(0)
    for c in range(LOCO):
        lacking += np.float32(max(0, m.asked[c] - m.held[c]))
        left += np.float32(max(0, m.held[c] - m.asked[c]))
    lacking += max(np.float32(0), np.float32(m.asked[GREY]) - t.fitting * left)
    lacking += np.float32(m.symbols - m.held[LOCO])  # those in hand beyond the symbols stand for other cards
    return np.float32(m.claims) + max(np.float32(0), lacking) / t.catch


@compiled
def still_holds(s: np.record, b: np.record, t: np.record, m: np.record) -> bool:
    """Whether a plan is as good as new: few cards and no ticket came, no route was lost, the end is no nearer."""
    p = m.player
    if not m.is_made or m.is_late != (turns_to_come(s, b, t, p) < t.late):
        return False
    if np.float32(abs(s.hand_size[p] - m.hand_size)) >= t.fresh:
        return False
    for word in range(2):
        if m.tickets[word] != s.tickets[p, word]:
            return False
        if m.wanted[word] & ~(s.open[p, word] | s.owned[p, word]) != np.uint64(0):
            return False
    return True


@compiled
def weigh_needs(s: np.record, b: np.record, m: np.record) -> None:
    """Count the cards that the routes still to be claimed ask for, and the trains."""
    p = m.player
    for c in range(KINDS):
        m.demand[c] = 0
    m.trains = 0
    for word in range(2):
        rest = m.wanted[word] & s.open[p, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            m.trains += b.length[r]
            m.demand[LOCO] += b.symbols[r]
            if b.colour[r] != GREY:
                m.demand[b.colour[r]] += b.length[r] - b.symbols[r]
