"""Tickets: dealing, keeping and returning them (B-SET-4, B-TICKET, N-SET-5, N-TICKET).

The ticket deck is a top group in unknown order, and below it batches of tickets put at the bottom, each batch
in unknown order within itself. A player remembers which tickets they returned until somebody else draws from
the group these lie in.
"""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit, popcount
from branchline.compiler.typed import uint8
from branchline.engine.phases import DEAL_TICKET, END_TURN, KEEP, KEEP_START, PICK, TURN
from branchline.mapgame.rules.record_types import Board, State
from branchline.mapgame.rules.state import DISCARDED, FIRST, REMOVED, SHUFFLED_IN


@compiled
def lay_out_tickets(s: State, b: Board) -> None:
    """Make the ticket deck of the set-up; with long tickets these lie on top, to be dealt first."""
    s.ticket_deck_size = b.n_tickets
    for word in range(2):
        s.ticket_deck[word] = b.all_tickets[word]
        if b.start_long_tickets > 0:
            rest = b.all_tickets[word] & ~b.long_tickets[word]
            s.ticket_deck[word] &= b.long_tickets[word]
            while rest != np.uint64(0):
                _put_under(s, lowest_bit(rest) + 64 * word, 0)
                rest &= rest - np.uint64(1)
                s.ticket_deck_size -= 1


@compiled
def tickets_left(s: State) -> int:
    """How many tickets the deck holds."""
    return s.ticket_deck_size + s.under_size


@compiled
def draw_tickets(s: State, b: Board) -> None:
    """Begin to draw tickets: chance deals them one by one."""
    s.to_deal = min(b.draw_tickets, tickets_left(s) + s.ticket_discards_size)
    s.phase = DEAL_TICKET
    lift_batch(s)


@compiled
def lift_batch(s: State) -> None:
    """When the top group is used up, the batch below becomes the top group."""
    if s.ticket_deck_size > 0 or s.under_size == 0:
        return
    n = 1
    while n < s.under_size and s.under[n] < FIRST:
        n += 1
    for i in range(n):
        t = s.under[i] & 127
        s.ticket_deck[t >> 6] |= bit(t)
    s.ticket_deck_size = n
    for i in range(n, s.under_size):
        s.under[i - n] = s.under[i]
    for i in range(s.under_size - n, s.under_size):
        s.under[i] = 0
    s.under_size -= n


@compiled
def deal_ticket(s: State, b: Board, t: int) -> None:
    """Offer the player the ticket that chance drew."""
    p = s.player
    for q in range(s.players):
        if q != p:  # which of the group is gone, the others cannot tell
            s.placed[q, 0] &= ~s.ticket_deck[0]
            s.placed[q, 1] &= ~s.ticket_deck[1]
    s.placed[p, t >> 6] &= ~bit(t)
    leave_ticket_deck(s, t)
    if tickets_left(s) == 0:
        renew_ticket_deck(s)
    s.offer[p, t >> 6] |= bit(t)
    s.offer_count[p] += 1
    s.to_deal -= 1
    if s.to_deal > 0:
        lift_batch(s)
    elif s.turn > 0 and s.draft == 0:
        s.phase = KEEP
    else:
        _deal_next_player(s, b)


@compiled
def leave_ticket_deck(s: State, t: int) -> None:
    """Take a ticket off the deck."""
    s.ticket_deck[t >> 6] &= ~bit(t)
    s.ticket_deck_size -= 1


@compiled
def discard_ticket(s: State, t: int) -> None:
    """Lay a ticket face up on the ticket discards."""
    s.ticket_discards[t >> 6] |= bit(t)
    s.ticket_discards_size += 1


@compiled
def renew_ticket_deck(s: State) -> None:
    """The deck is used up: the neutral player is out, and the ticket discards are the new deck."""
    s.neutral_in = False
    for word in range(2):
        for q in range(s.players):
            s.placed[q, word] |= s.ticket_discards[word]
        s.ticket_deck[word] = s.ticket_discards[word]
        s.ticket_discards[word] = np.uint64(0)
    s.ticket_deck_size = s.ticket_discards_size
    s.ticket_discards_size = 0


@compiled
def _deal_next_player(s: State, b: Board) -> None:
    dealt_long = b.start_long_tickets > 0 and s.offer_count[s.player] == b.start_long_tickets
    s.player += 1
    s.to_deal = b.start_long_tickets if dealt_long else b.start_tickets
    if s.player == s.players:
        s.player = 0
        s.to_deal = b.start_tickets if dealt_long else 0
        if dealt_long:
            _remove_ticket_deck(s)
        else:
            s.phase = PICK if s.draft > 0 else KEEP_START
    lift_batch(s)


@compiled
def _remove_ticket_deck(s: State) -> None:
    """The long tickets that nobody got leave the game, and the deck of the others is next."""
    for word in range(2):
        s.removed[word] |= s.ticket_deck[word]
        s.ticket_deck[word] = np.uint64(0)
    s.ticket_deck_size = 0
    lift_batch(s)


@compiled
def keep_choices(s: State, b: Board) -> np.uint64:
    """The subsets of the offer that the player may keep."""
    offered = s.offer_count[s.player]
    return b.start_subsets[offered] if s.phase == KEEP_START else b.draw_subsets[offered]


@compiled
def keep_subset(s: State, p: int, subset: int) -> None:
    """Move a subset of the offer to the tickets kept."""
    i = 0
    for word in range(2):
        rest = s.offer[p, word]
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if subset >> i & 1:
                s.tickets[p, word] |= bit(t)
                s.offer[p, word] &= ~bit(t)
                s.ticket_count[p] += 1
                s.offer_count[p] -= 1
            i += 1


@compiled
def keep_tickets(s: State, b: Board, subset: int) -> None:
    """Keep a subset of the offer; what is returned at the start waits until all have chosen."""
    p = s.player
    keep_subset(s, p, subset)
    if s.phase == KEEP_START:
        s.start_kept[p] = popcount(np.uint64(subset))
    if s.phase == KEEP:
        return_tickets(s, p, b.returned, True)
        s.phase = END_TURN
    elif p + 1 < s.players:
        s.player += 1
    else:
        where = SHUFFLED_IN if s.draft > 0 and s.turn == 0 else b.start_returned
        for q in range(s.players):
            return_tickets(s, q, where, q == 0)
        _begin_play(s)


@compiled
def _begin_play(s: State) -> None:
    """Everybody has chosen: the first turn begins, or the turn that a draft ended is over."""
    if s.draft > 0:
        s.drafts_to_come -= 1
        s.draft = 0
    if s.turn == 0:
        s.player = 0
        s.turn = 1
        s.phase = TURN
    else:
        s.player = s.drawer
        s.drawer = 0
        s.phase = END_TURN


@compiled
def return_tickets(s: State, p: int, where: int, new_batch: bool) -> None:
    """Return what is left of an offer: to the bottom of the deck, out of the game, or face up on the discards."""
    start = s.under_size
    if not new_batch:
        start = _last_batch(s)
    for word in range(2):
        rest = s.offer[p, word]
        if where != DISCARDED:
            s.placed[p, word] |= rest
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if where == DISCARDED:
                discard_ticket(s, t)
            elif where == SHUFFLED_IN:
                s.ticket_deck[word] |= bit(t)
                s.ticket_deck_size += 1
            elif where == REMOVED:
                s.removed[word] |= bit(t)
            else:
                _put_under(s, t, start)
        s.offer[p, word] = np.uint64(0)
    s.offer_count[p] = 0
    if s.ticket_discards_size > 0 and tickets_left(s) == 0:
        renew_ticket_deck(s)


@compiled
def _last_batch(s: State) -> int:
    """Where the last batch begins; nothing is below the deck before the first return of the set-up."""
    i = s.under_size
    while i > 0:
        i -= 1
        if s.under[i] >= FIRST:
            break
    return i


@compiled
def _put_under(s: State, t: int, start: int) -> None:
    """Put a ticket into the batch that begins at `start`; a batch is kept sorted, its order means nothing."""
    i = s.under_size
    s.under_size += 1
    if i > start:
        s.under[start] &= uint8(FIRST - 1)
    while i > start and s.under[i - 1] > t:
        s.under[i] = s.under[i - 1]
        i -= 1
    s.under[i] = t
    s.under[start] |= uint8(FIRST)
