"""Train cards: deck, discards, display and drawing (B-SET-6, B-DRAW, N-DRAW)."""

import numpy as np

from branchline.rules.jit import add_to_first_bytes, bit, compiled, inlined
from branchline.rules.state import BLIND, DISPLAY, DRAW_BLIND, END_TURN, FILL, KINDS, LOCO, SECOND, TAKE


@compiled
def shuffle_discards(s: np.record) -> None:
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
def leave_deck(s: np.record, c: int) -> None:
    """Take one card from the deck; the discards are shuffled the moment its last card leaves."""
    # As a word, since it is read as a word: the processor waits when that follows the writing of a byte.
    add_to_first_bytes(s.deck, np.uint64(0) - (np.uint64(c < LOCO) << np.uint64(8 * c & 63)))
    s.deck[LOCO] -= c == LOCO
    leave_deck_size(s)


@inlined
def leave_deck_size(s: np.record) -> None:
    """One card of the deck is gone."""
    s.deck_size -= 1
    if s.deck_size == 0:
        shuffle_discards(s)


@inlined
def turn_up(s: np.record, c: int) -> None:
    """Take one card from the deck for all to see."""
    s.fresh[c] -= 1
    leave_deck(s, c)


@inlined
def deal_card(s: np.record, p: int, c: int) -> None:
    """Give a player one card from the deck, unseen by the others."""
    s.hand[p, c] += 1
    s.hand_size[p] += 1
    s.blind[p, c] += 1
    s.blind_size[p] += 1
    leave_deck(s, c)


@inlined
def discard(s: np.record, c: int, n: int) -> None:
    """Put cards on the discards."""
    s.discards[c] += n
    s.discards_size += n


@inlined
def fill_display(s: np.record, after: int) -> None:
    """Let chance fill the display, if it can be, and go on with the phase `after`."""
    s.after = after
    s.phase = FILL if s.display_size < DISPLAY and s.deck_size > 0 else after


@inlined
def settle_discards(s: np.record, after: int) -> None:
    """Once cards have been discarded: with no deck they become it, and the display is filled again."""
    if s.deck_size == 0:
        shuffle_discards(s)
    fill_display(s, after)


@inlined
def lay_into_display(s: np.record, b: np.record, c: int) -> None:
    """Lay the card that chance turned up, and reset a full display of too many locomotives."""
    turn_up(s, c)
    s.display[c] += 1
    s.display_size += 1
    s.shown |= np.uint16(bit(c))
    too_many = s.display_size == DISPLAY and b.display_reset > 0 and s.display[LOCO] >= b.display_reset
    if too_many and _reset_can_help(s, b):
        for k in range(KINDS):
            discard(s, k, s.display[k])
            s.display[k] = 0
        s.display_size = 0
        s.shown = 0
        settle_discards(s, s.after)
    else:
        fill_display(s, s.after)


@compiled
def _reset_can_help(s: np.record, b: np.record) -> bool:
    """Whether new cards can ever make a display that stays, so that the reset does not go on for ever."""
    in_deck = s.deck_size - s.extras
    cards = in_deck + s.discards_size + s.display_size
    locomotives = s.deck[LOCO] + s.discards[LOCO] + s.display[LOCO]
    if cards - locomotives <= DISPLAY - b.display_reset:
        return False
    # Ten cards in all: display and deck would only change places, again and again.
    return not (s.discards_size == 0 and in_deck == DISPLAY and s.deck[LOCO] >= b.display_reset)


@inlined
def draws(s: np.record, b: np.record, second: bool) -> np.uint64:
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
def take(s: np.record, b: np.record, c: int) -> None:
    """Take a card from the display; everybody sees it go into the hand."""
    p = s.player
    s.display[c] -= 1
    s.display_size -= 1
    s.shown ^= np.uint16(np.uint64(s.display[c] == 0) << np.uint64(c))
    s.hand[p, c] += 1
    s.known[p, c] += 1
    s.hand_size[p] += 1
    is_last = s.phase == SECOND or (c == LOCO and b.locomotive_is_both_cards)
    fill_display(s, END_TURN if is_last else SECOND)


@inlined
def draw_blind(s: np.record) -> None:
    """Draw from the deck: chance says which card."""
    s.after = END_TURN if s.phase == SECOND else SECOND
    s.phase = BLIND


@inlined
def draw_card(s: np.record, c: int) -> None:
    """Put the card that chance drew into the hand."""
    deal_card(s, s.player, c)
    fill_display(s, s.after)
