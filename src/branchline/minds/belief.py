"""What rivals' claims say about their tickets: those that their networks serve are the likelier."""

import numpy as np

from branchline.minds.jit import compiled
from branchline.minds.mind import FAR
from branchline.minds.ways import measure
from branchline.rules.chance import random_below, random_word
from branchline.rules.jit import bit, nth_bit, popcount
from branchline.rules.state import TICKETS

SWEEPS = 3


@compiled
def weigh_tickets(
    s: np.record, b: np.record, a: np.record, m: np.record, viewer: int, trust: float, weights: np.ndarray
) -> None:
    """Write how likely each ticket is for each rival, up to a factor: the nearer its ends have come, the likelier."""
    d = m.ways
    whole = np.empty(TICKETS, np.float32)
    for r in range(b.n_routes):
        m.cost[r] = np.float32(b.length[r])
    measure(b, a, m)
    for ticket in range(b.n_tickets):
        whole[ticket] = d[b.ticket_a[ticket], b.ticket_b[ticket]]
    for q in range(s.players):
        if q == viewer:
            continue
        for r in range(b.n_routes):
            if s.owned[q, r >> 6] & bit(r) != np.uint64(0):
                m.cost[r] = np.float32(0)
            elif s.open[q, r >> 6] & bit(r) != np.uint64(0):
                m.cost[r] = np.float32(b.length[r])
            else:
                m.cost[r] = FAR
        measure(b, a, m)
        for ticket in range(b.n_tickets):
            left = min(d[b.ticket_a[ticket], b.ticket_b[ticket]], np.float32(2) * whole[ticket])
            weights[q, ticket] = np.exp(trust * (np.float32(1) - left / whole[ticket]))
    m.is_made = False


@compiled
def _nth(mask: np.ndarray, n: int) -> int:
    low = popcount(mask[0])
    return nth_bit(mask[0], n) if n < low else 64 + nth_bit(mask[1], n - low)


@compiled
def believe(s: np.record, b: np.record, viewer: int, known: np.ndarray, weights: np.ndarray, g: np.record) -> None:
    """Change imagined tickets of rivals for others of the deck, so that likely ones come up more often.

    `known` are the tickets whose place the viewer knows; each change is a step of Metropolis and Hastings.
    """
    deck = popcount(s.ticket_deck[0]) + popcount(s.ticket_deck[1])
    if deck == 0:
        return
    for q in range(s.players):
        held = popcount(s.tickets[q, 0]) + popcount(s.tickets[q, 1])
        if q == viewer or held == 0:
            continue
        for _ in range(SWEEPS * held):
            mine = _nth(s.tickets[q], random_below(g, held))
            other = _nth(s.ticket_deck, random_below(g, deck))
            fixed = (known[mine >> 6] | b.long_tickets[mine >> 6]) & bit(mine)
            fixed |= (known[other >> 6] | b.long_tickets[other >> 6]) & bit(other)
            if fixed != np.uint64(0):
                continue
            chance = np.float64(random_word(g) >> np.uint64(11)) / 9007199254740992.0
            if chance * weights[q, mine] < weights[q, other]:
                s.tickets[q, mine >> 6] ^= bit(mine)
                s.tickets[q, other >> 6] |= bit(other)
                s.ticket_deck[other >> 6] ^= bit(other)
                s.ticket_deck[mine >> 6] |= bit(mine)
