"""What rivals' claims say about their tickets: those that their networks serve are the likelier."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, nth_bit, popcount
from branchline.compiler.typed import Array, Row, Table, float32
from branchline.engine.record_types import Stream
from branchline.engine.stream import random_below, random_word
from branchline.mapgame.limits import TICKETS
from branchline.mapgame.planner.distances import measure
from branchline.mapgame.planner.record_types import Atlas, Plan
from branchline.mapgame.planner.records import FAR
from branchline.mapgame.rules.record_types import Board, State

TRUST = 3.0  # how much rivals' claims say about their tickets
SWEEPS = 3


@compiled
def weigh_tickets(s: State, b: Board, a: Atlas, plan: Plan, belief: Table[float]) -> None:
    """Write how likely each ticket is for each rival, up to a factor: the nearer its ends have come, the likelier."""
    d = plan.distances
    whole = np.empty(TICKETS, np.float32)
    for r in range(b.n_routes):
        plan.cost[r] = float32(b.length[r])
    measure(b, a, plan)
    for ticket in range(b.n_tickets):
        whole[ticket] = d[b.ticket_a[ticket], b.ticket_b[ticket]]
    for q in range(s.players):
        if q == s.player:
            continue
        for r in range(b.n_routes):
            if s.owned[q, r >> 6] & bit(r) != np.uint64(0):
                plan.cost[r] = float32(0)
            elif s.open[q, r >> 6] & bit(r) != np.uint64(0):
                plan.cost[r] = float32(b.length[r])
            else:
                plan.cost[r] = FAR
        measure(b, a, plan)
        for ticket in range(b.n_tickets):
            left = min(d[b.ticket_a[ticket], b.ticket_b[ticket]], float32(2) * whole[ticket])
            belief[q, ticket] = np.exp(TRUST * (float32(1) - left / whole[ticket]))
    plan.is_made = False


@compiled
def _known_tickets(view: State) -> Array:
    """The tickets whose place the viewer knows."""
    known = np.empty(2, np.uint64)
    for word in range(2):
        known[word] = view.ticket_deck[word]
        for q in range(view.players):
            known[word] |= view.tickets[q, word]
    return known


@compiled
def _nth(mask: Row[np.uint64], n: int) -> int:
    low = popcount(mask[0])
    return nth_bit(mask[0], n) if n < low else 64 + nth_bit(mask[1], n - low)


@compiled
def believe(s: State, b: Board, view: State, belief: Table[float], g: Stream) -> None:
    """Change hidden tickets of rivals for others of the deck, so that likely ones come up more often.

    Tickets whose place the viewer knows stay there; each change is a step of Metropolis and Hastings.
    """
    known = _known_tickets(view)
    deck = popcount(s.ticket_deck[0]) + popcount(s.ticket_deck[1])
    if deck == 0:
        return
    for q in range(s.players):
        held = popcount(s.tickets[q, 0]) + popcount(s.tickets[q, 1])
        if q == view.player or held == 0:
            continue
        for _ in range(SWEEPS * held):
            mine = _nth(s.tickets[q], random_below(g, held))
            other = _nth(s.ticket_deck, random_below(g, deck))
            fixed = (known[mine >> 6] | b.long_tickets[mine >> 6]) & bit(mine)
            fixed |= (known[other >> 6] | b.long_tickets[other >> 6]) & bit(other)
            if fixed != np.uint64(0):
                continue
            chance = np.float64(random_word(g) >> np.uint64(11)) / 9007199254740992.0
            if chance * belief[q, mine] < belief[q, other]:
                s.tickets[q, mine >> 6] ^= bit(mine)
                s.tickets[q, other >> 6] |= bit(other)
                s.ticket_deck[other >> 6] ^= bit(other)
                s.ticket_deck[mine >> 6] |= bit(mine)
