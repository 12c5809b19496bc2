"""Where a station would save a ticket that the player cannot complete otherwise."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import float32, int64
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.planner.claims import joined, leads
from branchline.mapgame.planner.plan import is_held
from branchline.mapgame.planner.record_types import Plan, Weights
from branchline.mapgame.rules.record_types import Board, Moves, State


@compiled
def best_station(s: State, b: Board, w: Weights, plan: Plan, m: Moves) -> tuple[int, float]:
    """The station that saves most points, and how many; -1 if none does."""
    p = plan.player
    best = -1
    best_worth = float32(0)
    for word in range(2):
        rest = plan.given_up[word]
        while rest != np.uint64(0):
            ticket = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            here = joined(s, b, p, int64(b.ticket_a[ticket]))
            there = joined(s, b, p, int64(b.ticket_b[ticket]))
            if here == there:
                continue
            city = _bridge(s, b, p, here, there, m)
            worth = float32(2 * b.ticket_value[ticket]) - float32(b.station_points) - w.patience
            if city >= 0 and worth > best_worth:
                best_worth = worth
                best = b.first_build + KINDS * city + _cheapest(plan, m, city)
    return best, best_worth


@compiled
def _bridge(s: State, b: Board, p: int, here: np.uint64, there: np.uint64, m: Moves) -> int:
    """A city where a station could be built that lends a rival's route from one part of the network to another."""
    can = np.uint64(0)
    for kind in range(KINDS):
        can |= m.builds[kind]
    for r in range(b.n_routes):
        one, other = bit(b.route_a[r]), bit(b.route_b[r])
        if not leads(here, there, one, other):
            continue
        for q in range(s.players):
            if q != p and is_held(s.owned[q], r):
                if can & one != np.uint64(0):
                    return int64(b.route_a[r])
                if can & other != np.uint64(0):
                    return int64(b.route_b[r])
    return -1


@compiled
def _cheapest(plan: Plan, m: Moves, city: int) -> int:
    """The kind of card to pay with: what the plan can spare, locomotives last."""
    best = -1
    for kind in range(KINDS):
        if m.builds[kind] & bit(city) != np.uint64(0):
            spare = plan.held[kind] - plan.demand[kind] - (100 if kind == LOCO else 0)
            if best < 0 or spare > plan.held[best] - plan.demand[best]:
                best = kind
    return best
