"""Tickets: dealing, keeping and returning them (C-SET-4, C-TICKET-1).

The ticket deck is a top group in unknown order, and below it batches of tickets put at the bottom, each in
unknown order within itself. No batch is empty, so there are never more of them than tickets. A player
remembers where the tickets lie that they returned until somebody else draws from that group; from then on
these may be anywhere in the deck or among tickets drawn after the start.
"""

import numpy as np

from branchline.cardgame.rules.record_types import Board, State
from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import bit, lowest_bit, popcount
from branchline.compiler.typed import int64
from branchline.engine.phases import DEAL_TICKET, END_TURN, KEEP, KEEP_START


@compiled
def draw_tickets(s: State, b: Board) -> None:
    """Begin to draw tickets: chance deals them one by one, as many as there are."""
    left = int64(s.ticket_deck_size)
    for i in range(s.batches):
        left += s.under_size[i]
    s.to_deal = min(b.draw_tickets, left)
    s.phase = DEAL_TICKET
    lift_batch(s)


@compiled
def lift_batch(s: State) -> None:
    """When the top group is used up, the batch below becomes the top group."""
    if s.ticket_deck_size > 0 or s.batches == 0:
        return
    s.ticket_deck = s.under[0]
    s.ticket_deck_size = s.under_size[0]
    last = s.batches - 1
    for i in range(last):
        s.under[i] = s.under[i + 1]
        s.under_size[i] = s.under_size[i + 1]
    s.under[last] = np.uint64(0)
    s.under_size[last] = 0
    s.batches = last


@compiled
def deal_ticket(s: State, b: Board, t: int) -> None:
    """Offer the player the ticket that chance drew."""
    p = s.player
    for q in range(s.players):
        if q != p:  # which of the group is gone, the others cannot tell
            s.placed[q] &= ~s.ticket_deck
    s.placed[p] &= ~bit(t)
    s.returned[p] &= ~bit(t)
    s.ticket_deck &= ~bit(t)
    s.ticket_deck_size -= 1
    s.offer[p] |= bit(t)
    s.offer_count[p] += 1
    s.to_deal -= 1
    if s.to_deal != 0:
        lift_batch(s)
    elif s.turn > 0:
        s.phase = KEEP
    else:
        _deal_next_player(s, b)


@inlined
def _deal_next_player(s: State, b: Board) -> None:
    s.player += 1
    s.to_deal = b.start_tickets
    if s.player == s.players:
        s.player = 0
        s.to_deal = 0
        s.phase = KEEP_START


@compiled
def subsets_to_keep(s: State, b: Board, p: int) -> np.uint64:
    """The subsets of an offer that its player may keep, as a mask of subsets."""
    least = b.start_keep if s.phase == KEEP_START else 0
    mask = np.uint64(0)
    for subset in range(1 << s.offer_count[p]):
        if popcount(np.uint64(subset)) >= least:
            mask |= bit(subset)
    return mask


@compiled
def keep_subset(s: State, p: int, subset: int) -> None:
    """Move a subset of the offer to the tickets kept."""
    rest = s.offer[p]
    while rest != np.uint64(0):
        t = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        if subset & 1:
            s.tickets[p] |= bit(t)
            s.offer[p] &= ~bit(t)
            s.ticket_count[p] += 1
            s.offer_count[p] -= 1
        subset >>= 1


@compiled
def keep_tickets(s: State, subset: int) -> None:
    """Keep a subset of the offer and put the rest at the bottom of the ticket deck (C-TICKET-1)."""
    p = s.player
    s.drawn_count[p] += popcount(np.uint64(subset))
    keep_subset(s, p, subset)
    if s.offer_count[p] > 0:
        s.under[s.batches] = s.offer[p]
        s.under_size[s.batches] = s.offer_count[p]
        s.batches += 1
    _leave_offer(s, p)
    s.phase = END_TURN


@compiled
def shuffle_back(s: State) -> None:
    """Shuffle what all returned at the start into the ticket deck (C-SET-4)."""
    for p in range(s.players):
        s.ticket_deck |= s.offer[p]
        s.ticket_deck_size += s.offer_count[p]
        _leave_offer(s, p)


@inlined
def _leave_offer(s: State, p: int) -> None:
    """What the player returned lies in the deck, where they know it to be."""
    s.returned[p] |= s.offer[p]
    s.placed[p] |= s.offer[p]
    s.offer[p] = np.uint64(0)
    s.offer_count[p] = 0
