"""What a player may know of a game.

What is forgotten: of which earlier deck a card was drawn, once the discards are shuffled, and the packs of a draft
that were passed on.
"""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit
from branchline.engine.limits import KINDS
from branchline.engine.phases import KEEP_START, OVER, PICK
from branchline.mapgame.rules.record_types import Board, State
from branchline.mapgame.rules.state import FIRST, HIDDEN


@compiled
def hide(s: State, b: Board, viewer: int) -> None:
    """Remove from a game what the viewer may not know; a viewer of -1 knows what everybody does.

    Toll tokens and festival piles lie face down, but all saw what went there: who remembers knows them.
    """
    for q in range(s.players):
        if q == viewer:
            continue
        for c in range(KINDS):
            s.hand[q, c] = 0
            s.blind[q, c] = 0
        for word in range(2):
            if s.phase != OVER:
                s.tickets[q, word] = np.uint64(0)
            s.offer[q, word] = np.uint64(0)
            s.drafted[q, word] = np.uint64(0)
            s.placed[q, word] = np.uint64(0)
        if s.phase == KEEP_START:  # choices of the start stay secret until all have chosen
            dealt = b.start_tickets + b.start_long_tickets
            s.ticket_count[q] -= dealt - s.offer_count[q]
            s.start_kept[q] = 0
            s.offer_count[q] = dealt
        elif s.phase == PICK:  # so do picks
            s.offer_count[q] = s.offer_count[s.player]
    for c in range(KINDS):
        s.deck[c] = 0
    _hide_ticket_places(s, viewer)


@compiled
def _hide_ticket_places(s: State, viewer: int) -> None:
    for word in range(2):
        placed = s.placed[viewer, word] if viewer >= 0 else np.uint64(0)
        s.ticket_deck[word] &= placed
        s.removed[word] &= placed
    for i in range(s.under_size):
        t = s.under[i] & (FIRST - 1)
        if viewer < 0 or s.placed[viewer, t >> 6] & bit(t) == np.uint64(0):
            s.under[i] = (s.under[i] & FIRST) | HIDDEN
    sort_batches(s)


@compiled
def sort_batches(s: State) -> None:
    """Sort the tickets within each batch below the deck, so that their order tells nothing."""
    start = 0
    for i in range(s.under_size):
        t = s.under[i]
        if t >= FIRST:
            start = i
        s.under[i] = 0
        t &= FIRST - 1
        j = i
        if i > start:
            s.under[start] &= FIRST - 1
        while j > start and s.under[j - 1] > t:
            s.under[j] = s.under[j - 1]
            j -= 1
        s.under[j] = t
        s.under[start] |= FIRST
