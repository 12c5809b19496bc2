"""Where a station would save a ticket that the player cannot complete otherwise."""

import numpy as np

from branchline.minds.claims import joined
from branchline.minds.jit import compiled
from branchline.minds.plan import is_held
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import KINDS, LOCO


@compiled
def best_station(s: np.record, b: np.record, t: np.record, m: np.record, moves: np.record) -> tuple[int, float]:
    """The station that saves most points, and how many; -1 if none does."""
    p = m.player
    best = -1
    best_worth = np.float32(0)
    for word in range(2):
        rest = m.given_up[word]
        while rest != np.uint64(0):
            ticket = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            here = joined(s, b, p, np.int64(b.ticket_a[ticket]))
            there = joined(s, b, p, np.int64(b.ticket_b[ticket]))
            if here == there:
                continue
            city = _bridge(s, b, p, here, there, moves)
            worth = np.float32(2 * b.ticket_value[ticket]) - np.float32(b.station_points) - t.patience
            if city >= 0 and worth > best_worth:
                best_worth = worth
                best = b.first_build + KINDS * city + _cheapest(m, moves, city)
    return best, best_worth


@compiled
def _bridge(s: np.record, b: np.record, p: int, here: np.uint64, there: np.uint64, moves: np.record) -> int:
    """A city where a station could be built that lends a rival's route from one part of the network to another."""
    can = np.uint64(0)
    for kind in range(KINDS):
        can |= moves.builds[kind]
    for r in range(b.n_routes):
        one, other = bit(b.route_a[r]), bit(b.route_b[r])
        if not ((here & one and there & other) or (here & other and there & one)):
            continue
        for q in range(s.players):
            if q != p and is_held(s.owned[q], r):
                if can & one != np.uint64(0):
                    return np.int64(b.route_a[r])
                if can & other != np.uint64(0):
                    return np.int64(b.route_b[r])
    return -1


@compiled
def _cheapest(m: np.record, moves: np.record, city: int) -> int:
    """The kind of card to pay with: what the plan can spare, locomotives last."""
    best = -1
    for kind in range(KINDS):
        if moves.builds[kind] & bit(city) != np.uint64(0):
            spare = m.held[kind] - m.demand[kind] - (100 if kind == LOCO else 0)
            if best < 0 or spare > m.held[best] - m.demand[best]:
                best = kind
    return best
