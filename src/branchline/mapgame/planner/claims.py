"""Which route to claim, and what to pay it with."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import Row, float32, int64
from branchline.engine.actions import DONE
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.planner.distances import contested, touches
from branchline.mapgame.planner.plan import is_held
from branchline.mapgame.planner.record_types import Plan, Weights
from branchline.mapgame.rules.actions import CARD, CLAIM, EXCHANGE, HOWS
from branchline.mapgame.rules.record_types import Board, Moves, State
from branchline.mapgame.rules.state import GREY


@compiled
def price_of(b: Board, w: Weights, plan: Plan, r: int, how: int) -> float:
    """What paying a route in one way costs: cards that the plan needs elsewhere, locomotives, cards exchanged."""
    if how == EXCHANGE:
        return _price_of_exchange(b, w, plan, r)
    length = int64(b.length[r])
    if how == LOCO:
        return w.locomotive * float32(length - b.symbols[r])
    cards = min(plan.held[how], length - int64(b.symbols[r]))
    locomotives = length - cards
    cost = w.locomotive * float32(locomotives - b.symbols[r])
    demand = plan.demand[how]
    if b.colour[r] == how and is_held(plan.wanted, r):
        demand -= length - int64(b.symbols[r])
    return cost + w.conflict * float32(max(0, min(cards, demand - (plan.held[how] - cards))))


@compiled
def _price_of_exchange(b: Board, w: Weights, plan: Plan, r: int) -> float:
    """Cards that nothing else needs are cheap, others are not."""
    length, symbols = int64(b.length[r]), int64(b.symbols[r])
    best = _fullest(b, plan, r)
    covered = min(plan.held[best], length - symbols)
    planned = length - symbols if b.colour[r] == best and is_held(plan.wanted, r) else 0
    spare = 0
    for c in range(LOCO):
        asked = max(covered, plan.demand[c] - planned + covered) if c == best else plan.demand[c]
        spare += max(0, plan.held[c] - asked)
    used = _exchanged(b, plan, r) * int64(b.rate[r])
    return w.waste * float32(min(used, spare)) + w.conflict * float32(max(0, used - spare))


@compiled
def _fullest(b: Board, plan: Plan, r: int) -> int:
    """The colour in which a route would be paid: its own, or that of which most are in hand."""
    if b.colour[r] != GREY:
        return int64(b.colour[r])
    best = 0
    for c in range(1, LOCO):
        if plan.held[c] > plan.held[best]:
            best = c
    return best


@compiled
def _exchanged(b: Board, plan: Plan, r: int) -> int:
    """How many spaces of a route would be paid in exchange."""
    length = int64(b.length[r])
    covered = min(plan.held[_fullest(b, plan, r)], length - int64(b.symbols[r]))
    if b.takes_locomotives[r]:
        covered += plan.held[LOCO]
    return max(1, length - covered)


@compiled
def best_claim(s: State, b: Board, w: Weights, plan: Plan, m: Moves, turns: float) -> tuple[int, float]:
    """The best claim now and how good it is; -1 if there is none."""
    p = plan.player
    best = -1
    best_worth = float32(-1e9)
    spare = int64(s.trains[p]) - plan.trains
    for word in range(2):
        rest = np.uint64(0)
        for how in range(HOWS):
            rest |= m.claims[how, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            worth = worth_of(s, b, w, plan, r, turns, spare)
            if worth > best_worth:  # before it is paid for
                how, price = best_payment(b, w, plan, m, r)
                if worth - price > best_worth:
                    best_worth = worth - price
                    best = CLAIM + HOWS * r + how
    return best, best_worth


@compiled
def best_payment(b: Board, w: Weights, plan: Plan, m: Moves, r: int) -> tuple[int, float]:
    """The cheapest way to pay for a route now, and its price; -1 if there is none."""
    best = -1
    least = float32(1e9)
    for how in range(HOWS):
        if is_held(m.claims[how], r):
            price = price_of(b, w, plan, r, how)
            if price < least:
                least = price
                best = how
    return best, least


@compiled
def worth_of(s: State, b: Board, w: Weights, plan: Plan, r: int, turns: float, spare: int) -> float:
    """How good it is to claim a route now, whatever it is paid with."""
    p = plan.player
    value = float32(b.value[r])
    if turns <= float32(1):
        return value + float32(2 * completed_by(s, b, p, r) + 1) - w.toll * float32(b.toll[r])
    if is_held(plan.wanted, r):
        return w.planned + w.points * value + w.risk * float32(contested(b, plan, r))
    worth = w.beyond * value - w.toll * float32(b.toll[r])
    if b.length[r] > spare:
        return worth - w.conflict * float32(b.length[r] - spare) - w.patience
    if turns > w.haste:
        worth -= w.patience
    if b.longest_path_bonus > 0 and touches(b, plan, r):
        worth += w.path
    return worth


@compiled
def completed_by(s: State, b: Board, p: int, r: int) -> int:
    """The points of the tickets that a route would complete."""
    here, there = joined(s, b, p, int64(b.route_a[r])), joined(s, b, p, int64(b.route_b[r]))
    return 0 if here == there else points_between(s, b, p, here, there)


@compiled
def points_between(s: State, b: Board, p: int, here: np.uint64, there: np.uint64) -> int:
    """The points of the player's tickets that lead from some cities to others."""
    points = 0
    for word in range(2):
        rest = s.tickets[p, word]
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if leads(here, there, bit(b.ticket_a[t]), bit(b.ticket_b[t])):
                points += b.ticket_value[t]
    return points


@compiled
def leads(here: np.uint64, there: np.uint64, one: np.uint64, other: np.uint64) -> bool:
    """Whether two cities lie apart, the one in here and the other in there, or the other way round."""
    return bool((here & one and there & other) or (here & other and there & one))


@compiled
def joined(s: State, b: Board, p: int, city: int) -> np.uint64:
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
def next_card(s: State, b: Board, plan: Plan, legal: np.uint64) -> int:
    """The next card of an exchange: what fits stands for itself, then cards of which most are left."""
    r = int64(s.route)
    payment = np.zeros(KINDS, np.int64)
    colour = _fullest(b, plan, r)
    payment[colour] = min(plan.held[colour], int64(b.length[r]) - int64(b.symbols[r]))
    if b.takes_locomotives[r]:
        payment[LOCO] = min(plan.held[LOCO], int64(b.length[r]) - payment[colour])
    lacking = int64(b.length[r]) - payment.sum()
    if lacking == 0:  # all of it could be paid without an exchange
        payment[LOCO if payment[LOCO] > 0 else colour] -= 1
        lacking = 1
    for _ in range(lacking * b.rate[r]):
        most = -1
        for c in range(KINDS):
            if plan.held[c] > payment[c] and (most < 0 or _left(plan, payment, c) > _left(plan, payment, most)):
                most = c
        if most >= 0:
            payment[most] += 1
    for c in range(KINDS):
        if s.paid[c] < payment[c] and legal & bit(CARD + c) != np.uint64(0):
            return CARD + c
    return DONE if legal & bit(DONE) != np.uint64(0) else lowest_bit(legal)


@compiled
def _left(plan: Plan, payment: Row[int], c: int) -> int:
    """How easily one more card of a kind can be spared."""
    left = plan.held[c] - payment[c] - plan.demand[c]
    return left - 20 if c == LOCO else left
