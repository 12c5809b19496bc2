"""Train cards: the deck, the display, drawing, and what all know of a hand (C-SET-2, C-SET-3, C-DRAW)."""

import numpy as np

from branchline.cardgame.rules.record_types import State
from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import bit
from branchline.engine.actions import DRAW_BLIND, TAKE
from branchline.engine.limits import DISPLAY, KINDS, LOCO
from branchline.engine.phases import BLIND, END_TURN, FILL, SECOND


@inlined
def deal_card(s: State, p: int, c: int) -> None:
    """Give a player one card from the deck, unseen by the others."""
    s.deck[c] -= 1
    s.deck_size -= 1
    s.hand[p, c] += 1
    s.hand_size[p] += 1
    s.blind[p, c] += 1


@inlined
def fill_display(s: State, after: int) -> None:
    """Let chance fill the display, if it can be, and go on with the phase `after`."""
    s.after = after
    s.phase = FILL if s.display_size < DISPLAY and s.deck_size > 0 else after


@inlined
def lay_into_display(s: State, c: int) -> None:
    """Lay the card that chance turned up; no number of locomotives resets the display (C-DRAW-3)."""
    s.deck[c] -= 1
    s.deck_size -= 1
    s.fresh[c] -= 1
    s.display[c] += 1
    s.display_size += 1
    fill_display(s, s.after)


@inlined
def draws(s: State, second: bool) -> np.uint64:
    """The legal ways to draw a card, as a mask of actions."""
    mask = np.uint64(0)
    if s.deck_size > 0:
        mask |= bit(DRAW_BLIND)
    for c in range(LOCO if second else KINDS):
        if s.display[c] > 0:
            mask |= bit(TAKE + c)
    return mask


@inlined
def take(s: State, c: int) -> None:
    """Take a card from the display; everybody sees it go into the hand. A locomotive is both cards."""
    p = s.player
    s.display[c] -= 1
    s.display_size -= 1
    s.hand[p, c] += 1
    s.known[p, c] += 1
    s.hand_size[p] += 1
    fill_display(s, END_TURN if s.phase == SECOND or c == LOCO else SECOND)


@inlined
def draw_blind(s: State) -> None:
    """Draw from the deck: chance says which card."""
    s.after = END_TURN if s.phase == SECOND else SECOND
    s.phase = BLIND


@inlined
def draw_card(s: State, c: int) -> None:
    """Put the card that chance drew into the hand."""
    deal_card(s, s.player, c)
    s.phase = s.after


@compiled
def unknown_cards(s: State, p: int) -> int:
    """How many cards of a hand not everybody has seen."""
    known = 0
    for c in range(KINDS):
        known += s.known[p, c]
    return int(s.hand_size[p] - known)


@compiled
def put_down(s: State, p: int, c: int, n: int) -> None:
    """Take cards out of a hand for all to see; those known to be there go first.

    Of the others, those too many to be left over from the first half were drawn from this deck.
    """
    unseen = max(0, n - s.known[p, c])
    s.hand[p, c] -= n
    s.hand_size[p] -= n
    s.known[p, c] = max(0, s.known[p, c] - n)
    from_deck = max(0, unseen - s.left_over[p])
    s.fresh[c] -= from_deck
    s.blind[p, c] -= from_deck
    s.left_over[p] = min(s.left_over[p], unknown_cards(s, p))
