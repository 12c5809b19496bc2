"""Train cards: deck, discards, display and drawing (B-SET-6, B-DRAW, N-DRAW)."""

import numpy as np

from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import add_to_first_bytes, bit
from branchline.compiler.typed import uint16
from branchline.engine.actions import DRAW_BLIND, TAKE
from branchline.engine.limits import DISPLAY, KINDS, LOCO
from branchline.engine.phases import BLIND, END_TURN, FILL, SECOND
from branchline.mapgame.rules.record_types import Board, State


@compiled
def shuffle_discards(s: State) -> None:
    """Make the discards the new deck, whose content everybody has seen."""
    for c in range(KINDS):
        s.deck[c] = s.discards[c]
        s.fresh[c] = s.discards[c]
        s.discards[c] = 0
        for p in range(s.players):
            s.blind[p, c] = 0
    for p in range(s.players):
        s.blind_size[p] = 0
    s.deck_size = s.discards_size
    s.discards_size = 0


@inlined
def leave_deck(s: State, c: int) -> None:
    """Take one card from the deck; the discards are shuffled the moment its last card leaves."""
    # As a word, since it is read as a word: the processor waits when that follows the writing of a byte.
    add_to_first_bytes(s.deck, np.uint64(0) - (np.uint64(c < LOCO) << np.uint64(8 * c & 63)))
    s.deck[LOCO] -= c == LOCO
    leave_deck_size(s)


@inlined
def leave_deck_size(s: State) -> None:
    """One card of the deck is gone."""
    s.deck_size -= 1
    if s.deck_size == 0:
        shuffle_discards(s)


@inlined
def turn_up(s: State, c: int) -> None:
    """Take one card from the deck for all to see."""
    s.fresh[c] -= 1
    leave_deck(s, c)


@inlined
def deal_card(s: State, p: int, c: int) -> None:
    """Give a player one card from the deck, unseen by the others."""
    s.hand[p, c] += 1
    s.hand_size[p] += 1
    s.blind[p, c] += 1
    s.blind_size[p] += 1
    leave_deck(s, c)


@inlined
def discard(s: State, c: int, n: int) -> None:
    """Put cards on the discards."""
    s.discards[c] += n
    s.discards_size += n


@inlined
def fill_display(s: State, after: int) -> None:
    """Let chance fill the display, if it can be, and go on with the phase `after`."""
    s.after = after
    s.phase = FILL if s.display_size < DISPLAY and s.deck_size > 0 else after


@inlined
def settle_discards(s: State, b: Board, after: int) -> None:
    """Once cards have been discarded: with no deck they become it, and the display is looked at and filled again."""
    if s.deck_size == 0:
        shuffle_discards(s)
    reset_display(s, b)
    fill_display(s, after)


@inlined
def lay_into_display(s: State, b: Board, c: int) -> None:
    """Lay the card that chance turned up, and reset a full display of too many locomotives."""
    turn_up(s, c)
    s.display[c] += 1
    s.display_size += 1
    s.shown |= uint16(bit(c))
    reset_display(s, b)
    fill_display(s, s.after)


@inlined
def reset_display(s: State, b: Board) -> None:
    """Discard a full display of too many locomotives, if that can help; there is a deck to fill it from then."""
    too_many = s.display_size == DISPLAY and b.display_reset > 0 and s.display[LOCO] >= b.display_reset
    if too_many and _reset_can_help(s, b):
        _discard_display(s)


@compiled
def _discard_display(s: State) -> None:
    for k in range(KINDS):
        discard(s, k, s.display[k])
        s.display[k] = 0
    s.display_size = 0
    s.shown = 0


@compiled
def _reset_can_help(s: State, b: Board) -> bool:
    """Whether new cards can ever make a display that stays, so that the reset does not go on for ever."""
    cards = s.deck_size - s.extras + s.discards_size + s.display_size
    locomotives = s.deck[LOCO] + s.discards[LOCO] + s.display[LOCO]
    if cards - locomotives <= DISPLAY - b.display_reset:
        return False
    # Ten cards in all: display and deck would only change places, again and again. With festival cards in the deck
    # they need not: while one of these lies there, both can be among the discards and be shuffled together.
    is_swap = s.discards_size == 0 and s.deck_size == DISPLAY and s.extras == 0
    return not (is_swap and s.deck[LOCO] >= b.display_reset)


@inlined
def draws(s: State, b: Board, second: bool) -> np.uint64:
    """The legal ways to draw a card, as a mask of actions."""
    mask = np.uint64(0)
    if s.deck_size > 0:
        mask |= np.uint64(1 << DRAW_BLIND)
    elif b.no_draw_without_deck:
        return mask
    mask |= np.uint64(s.shown)
    if second and b.locomotive_is_both_cards:
        mask &= ~np.uint64(1 << (TAKE + LOCO))
    return mask


@inlined
def take(s: State, b: Board, c: int) -> None:
    """Take a card from the display; everybody sees it go into the hand."""
    p = s.player
    s.display[c] -= 1
    s.display_size -= 1
    s.shown ^= uint16(np.uint64(s.display[c] == 0) << np.uint64(c))
    s.hand[p, c] += 1
    s.known[p, c] += 1
    s.hand_size[p] += 1
    is_last = (s.phase == SECOND and s.to_deal == 0) or (c == LOCO and b.locomotive_is_both_cards)
    s.to_deal = 0
    fill_display(s, END_TURN if is_last else SECOND)


@inlined
def draw_blind(s: State) -> None:
    """Draw from the deck: chance says which card."""
    s.after = END_TURN if s.phase == SECOND else SECOND
    s.phase = BLIND


@inlined
def draw_card(s: State, b: Board, c: int) -> None:
    """Put the card that chance drew into the hand; one of two fives that would change places is smaller then."""
    deal_card(s, s.player, c)
    reset_display(s, b)
    fill_display(s, s.after)
