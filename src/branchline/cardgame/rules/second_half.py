"""When the deck has run out: what to complete, and the second half (C-END, C-FOUR).

Each player chooses, in secret until all have chosen: the best set in one move, or any other set ticket by
ticket in the order of their numbers and then done, so that every set is chosen in exactly one way. A ticket
that would make the chosen ones the best set is not offered: nothing can be added to that set, and it has its
own move.
"""

import numpy as np

from branchline.cardgame.rules.actions import COMPLETE_BEST, TICKET
from branchline.cardgame.rules.completion import best_set, can_add, up_to_highest
from branchline.cardgame.rules.drawing_cards import fill_display, unknown_cards
from branchline.cardgame.rules.record_types import Board, Moves, State
from branchline.cardgame.rules.state import COMPLETE
from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import bit, lowest_bit, popcount
from branchline.engine.actions import DONE
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import DEAL_CARD, OVER


@inlined
def begin_choice(s: State, p: int) -> None:
    """Let a player choose which tickets to complete."""
    s.player = p
    s.phase = COMPLETE


@compiled
def completion_choices(s: State, b: Board, m: Moves) -> None:
    """Write what the player who completes tickets may choose."""
    chosen = s.chosen[s.player]
    tickets = can_add(s.platform[s.player], b, chosen, s.tickets[s.player] & ~chosen)
    if chosen == np.uint64(0):
        m.mask[0] |= bit(COMPLETE_BEST)
    if chosen | tickets != np.uint64(0):
        m.mask[0] |= bit(DONE)
    tickets &= ~up_to_highest(chosen)
    m.mask[TICKET >> 6] = tickets & ~_makes_best(s, b, chosen, tickets)


@compiled
def _makes_best(s: State, b: Board, chosen: np.uint64, tickets: np.uint64) -> np.uint64:
    """That one of some tickets which, added to those chosen, makes the best set; the best set is full."""
    p = s.player
    full = np.uint64(0)
    while tickets != np.uint64(0):
        t = lowest_bit(tickets)
        tickets &= tickets - np.uint64(1)
        more = chosen | bit(t)
        if can_add(s.platform[p], b, more, s.tickets[p] & ~more) == np.uint64(0):
            full |= bit(t)
    if full == np.uint64(0):
        return full
    last = best_set(s.platform[p], b, s.tickets[p]) ^ chosen
    return full & last if popcount(last) == 1 else np.uint64(0)


@inlined
def choose_best(s: State, b: Board) -> None:
    """Complete the best set."""
    p = s.player
    s.chosen[p] = best_set(s.platform[p], b, s.tickets[p])
    end_choice(s, b)


@inlined
def choose_ticket(s: State, t: int) -> None:
    """Add a ticket to those to be completed."""
    s.chosen[s.player] |= bit(t)


@compiled
def end_choice(s: State, b: Board) -> None:
    """The choice is made; after the last one all are shown, and the next half or the end follows."""
    if s.player + 1 < s.players:
        begin_choice(s, s.player + 1)
        return
    for p in range(s.players):
        s.done[p] |= s.chosen[p]
        s.tickets[p] &= ~s.chosen[p]
        s.ticket_count[p] = popcount(s.tickets[p])
        s.drawn_count[p] = min(s.drawn_count[p], s.ticket_count[p])
        s.chosen[p] = np.uint64(0)
    if s.half == 1 and s.players >= b.second_half_from:
        begin_second_half(s, b)
    else:
        s.phase = OVER


@compiled
def begin_second_half(s: State, b: Board) -> None:
    """Shuffle all but the hands into a new deck; chance fills the display, then deals (C-FOUR-2)."""
    s.half = 2
    for c in range(KINDS):
        s.deck[c] += s.display[c] + s.discards[c]
        s.display[c] = 0
        s.discards[c] = 0
    for p in range(s.players):
        _clear_table(s, p)
        s.left_over[p] = unknown_cards(s, p)
        for c in range(KINDS):
            s.blind[p, c] = 0
    s.deck_size = 0
    for c in range(KINDS):
        s.fresh[c] = s.deck[c]
        s.deck_size += s.deck[c]
    s.display_size = 0
    s.player = s.begins
    s.to_deal = b.second_half_hand * s.players
    fill_display(s, DEAL_CARD)


@inlined
def _clear_table(s: State, p: int) -> None:
    """Put a player's yard and platform into the deck."""
    for c in range(LOCO):
        s.deck[c] += s.yard[p, c]
        s.deck[LOCO] += s.on_top[p, c]
        s.yard[p, c] = 0
        s.on_top[p, c] = 0
    for c in range(KINDS):
        s.deck[c] += s.platform[p, c]
        s.platform[p, c] = 0
