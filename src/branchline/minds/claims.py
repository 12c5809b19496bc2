"""Which route to claim, and what to pay it with."""

import numpy as np

from branchline.minds.jit import compiled
from branchline.minds.plan import is_held
from branchline.minds.ways import contested, touches
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import CARD, CLAIM, DONE, EXCHANGE, GREY, HOWS, KINDS, LOCO


@compiled
def price_of(b: np.record, t: np.record, m: np.record, r: int, how: int) -> float:
    """What paying a route in one way costs: cards that the plan needs elsewhere, locomotives, cards exchanged."""
    if how == EXCHANGE:
        return _price_of_exchange(b, t, m, r)
    length = np.int64(b.length[r])
    if how == LOCO:
        return t.locomotive * np.float32(length - b.symbols[r])
    cards = min(m.held[how], length - np.int64(b.symbols[r]))
    locomotives = length - cards
    cost = t.locomotive * np.float32(locomotives - b.symbols[r])
    demand = m.demand[how]
    if b.colour[r] == how and is_held(m.wanted, r):
        demand -= length - np.int64(b.symbols[r])
    return cost + t.conflict * np.float32(max(0, min(cards, demand - (m.held[how] - cards))))


@compiled
def _price_of_exchange(b: np.record, t: np.record, m: np.record, r: int) -> float:
    """Cards that nothing else needs are cheap, others are not."""
    length, symbols = np.int64(b.length[r]), np.int64(b.symbols[r])
    best = _fullest(b, m, r)
    covered = min(m.held[best], length - symbols)
    planned = length - symbols if b.colour[r] == best and is_held(m.wanted, r) else 0
    spare = 0
    for c in range(LOCO):
        asked = max(covered, m.demand[c] - planned + covered) if c == best else m.demand[c]
        spare += max(0, m.held[c] - asked)
    used = _exchanged(b, m, r) * np.int64(b.rate[r])
    return t.waste * np.float32(min(used, spare)) + t.conflict * np.float32(max(0, used - spare))


@compiled
def _fullest(b: np.record, m: np.record, r: int) -> int:
    """The colour in which a route would be paid: its own, or that of which most are in hand."""
    if b.colour[r] != GREY:
        return np.int64(b.colour[r])
    best = 0
    for c in range(1, LOCO):
        if m.held[c] > m.held[best]:
            best = c
    return best


@compiled
def _exchanged(b: np.record, m: np.record, r: int) -> int:
    """How many spaces of a route would be paid in exchange."""
    length = np.int64(b.length[r])
    covered = min(m.held[_fullest(b, m, r)], length - np.int64(b.symbols[r]))
    if b.takes_locomotives[r]:
        covered += m.held[LOCO]
    return max(1, length - covered)


@compiled
def best_claim(
    s: np.record, b: np.record, t: np.record, m: np.record, moves: np.record, turns: float
) -> tuple[int, float]:
    """The best claim now and how good it is; -1 if there is none."""
    p = m.player
    best = -1
    best_worth = np.float32(-1e9)
    spare = np.int64(s.trains[p]) - m.trains
    for word in range(2):
        rest = np.uint64(0)
        for how in range(HOWS):
            rest |= moves.claims[how, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            worth = worth_of(s, b, t, m, r, turns, spare)
            if worth > best_worth:  # before it is paid for
                how, price = best_way(b, t, m, moves, r)
                if worth - price > best_worth:
                    best_worth = worth - price
                    best = CLAIM + HOWS * r + how
    return best, best_worth


@compiled
def best_way(b: np.record, t: np.record, m: np.record, moves: np.record, r: int) -> tuple[int, float]:
    """The cheapest way to pay for a route now, and its price; -1 if there is none."""
    best = -1
    least = np.float32(1e9)
    for how in range(HOWS):
        if is_held(moves.claims[how], r):
            price = price_of(b, t, m, r, how)
            if price < least:
                least = price
                best = how
    return best, least


@compiled
def worth_of(s: np.record, b: np.record, t: np.record, m: np.record, r: int, turns: float, spare: int) -> float:
    """How good it is to claim a route now, whatever it is paid with."""
    p = m.player
    value = np.float32(b.value[r])
    if turns <= np.float32(1):
        return value + np.float32(2 * completed_by(s, b, p, r) + 1) - t.toll * np.float32(b.toll[r])
    if is_held(m.wanted, r):
        return t.planned + t.points * value + t.risk * np.float32(contested(b, m, r))
    worth = t.beyond * value - t.toll * np.float32(b.toll[r])
    if b.length[r] > spare:
        return worth - t.conflict * np.float32(b.length[r] - spare) - t.patience
    if turns > t.haste:
        worth -= t.patience
    if b.longest_path_bonus > 0 and touches(b, m, r):
        worth += t.path
    return worth


@compiled
def completed_by(s: np.record, b: np.record, p: int, r: int) -> int:
    """The points of the tickets that a route would complete."""
    here, there = joined(s, b, p, np.int64(b.route_a[r])), joined(s, b, p, np.int64(b.route_b[r]))
    points = 0
    if here == there:
        return points
    for word in range(2):
        rest = s.tickets[p, word]
        while rest != np.uint64(0):
            ticket = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            one, other = bit(b.ticket_a[ticket]), bit(b.ticket_b[ticket])
            if (here & one and there & other) or (here & other and there & one):
                points += b.ticket_value[ticket]
    return points


@compiled
def joined(s: np.record, b: np.record, p: int, city: int) -> np.uint64:
    """The cities joined to one by the player's routes."""
    cities = bit(city)
    before = np.uint64(0)
    while cities != before:
        before = cities
        for word in range(2):
            rest = s.owned[p, word]
            while rest != np.uint64(0):
                r = lowest_bit(rest) + 64 * word
                rest &= rest - np.uint64(1)
                ends = bit(b.route_a[r]) | bit(b.route_b[r])
                if cities & ends != np.uint64(0):
                    cities |= ends
    return cities


@compiled
def next_card(s: np.record, b: np.record, m: np.record, legal: np.uint64) -> int:
    """The next card of an exchange: what fits stands for itself, then cards of which most are left."""
    r = np.int64(s.route)
    payment = np.zeros(KINDS, np.int64)
    c = _fullest(b, m, r)
    payment[c] = min(m.held[c], np.int64(b.length[r]) - np.int64(b.symbols[r]))
    if b.takes_locomotives[r]:
        payment[LOCO] = min(m.held[LOCO], np.int64(b.length[r]) - payment[c])
    lacking = np.int64(b.length[r]) - payment.sum()
    if lacking == 0:  # all of it could be paid without an exchange
        payment[LOCO if payment[LOCO] > 0 else c] -= 1
        lacking = 1
    for _ in range(lacking * b.rate[r]):
        most = -1
        for k in range(KINDS):
            if m.held[k] > payment[k] and (most < 0 or _left(m, payment, k) > _left(m, payment, most)):
                most = k
        if most >= 0:
            payment[most] += 1
    for k in range(KINDS):
        if s.paid[k] < payment[k] and legal & bit(CARD + k) != np.uint64(0):
            return CARD + k
    return DONE if legal & bit(DONE) != np.uint64(0) else lowest_bit(legal)


@compiled
def _left(m: np.record, payment: np.ndarray, k: int) -> int:
    """How easily one more card of a kind can be spared."""
    left = m.held[k] - payment[k] - m.demand[k]
    return left - 20 if k == LOCO else left
