"""What a player may know of a game.

Rows lie face up before they move to a platform, so everybody has seen every card on every platform: a view
has them all, as a careful person remembers them; `open_platform` only lets the owner's screen show them.
Hidden are the hands but for cards taken from the display, the deck, the tickets not completed, and who
completes what until all have chosen.
"""

import numpy as np

from branchline.cardgame.rules.record_types import Board, State
from branchline.compiler.decorators import compiled, inlined
from branchline.engine.limits import KINDS
from branchline.engine.phases import KEEP_START, OVER


@compiled
def hide(s: State, b: Board, viewer: int) -> None:
    """Remove from a game what the viewer may not know; a viewer of -1 knows what everybody does."""
    for q in range(s.players):
        if q != viewer:
            _hide_player(s, b, q)
    for c in range(KINDS):
        s.deck[c] = 0
    placed = s.placed[viewer] if viewer >= 0 else np.uint64(0)
    s.ticket_deck &= placed
    for i in range(s.batches):
        s.under[i] &= placed


@inlined
def _hide_player(s: State, b: Board, q: int) -> None:
    for c in range(KINDS):
        s.hand[q, c] = 0
        s.blind[q, c] = 0
    if s.phase != OVER:
        s.tickets[q] = np.uint64(0)
    s.chosen[q] = np.uint64(0)
    s.offer[q] = np.uint64(0)
    s.returned[q] = np.uint64(0)
    s.placed[q] = np.uint64(0)
    if s.phase == KEEP_START:  # choices of the start stay secret until all have chosen
        s.ticket_count[q] = 0
        s.offer_count[q] = b.start_tickets
