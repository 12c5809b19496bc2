"""Whose move it is, what is legal, and what a move does (C-SET, C-END-1, C-FOUR-3).

Nobody can pass while the deck lasts, and the last turns end by themselves, so passes need no counting.
"""

import numpy as np

from branchline.cardgame.rules.actions import ACTIONS, COMPLETE_BEST, LAY_ROW, LAY_THREE, ROW, TICKET
from branchline.cardgame.rules.drawing_cards import (
    deal_card,
    draw_blind,
    draw_card,
    draws,
    fill_display,
    lay_into_display,
    take,
)
from branchline.cardgame.rules.record_types import Board, Moves, State
from branchline.cardgame.rules.second_half import (
    begin_choice,
    choose_best,
    choose_ticket,
    completion_choices,
    end_choice,
)
from branchline.cardgame.rules.state import COMPLETE
from branchline.cardgame.rules.tickets import (
    deal_ticket,
    draw_tickets,
    keep_subset,
    keep_tickets,
    shuffle_back,
    subsets_to_keep,
)
from branchline.cardgame.rules.yard import (
    lay_locomotives,
    lay_row,
    lay_three,
    locomotive_choices,
    move_to_platform,
    rows,
    triples,
)
from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import bit, lowest_bit, nth_bit, popcount
from branchline.compiler.typed import Row
from branchline.engine.actions import DONE, DRAW_BLIND, DRAW_TICKETS, KEEP_SET, PASS, TAKE, WITH
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.listing import put
from branchline.engine.phases import (
    BLIND,
    DEAL_CARD,
    DEAL_TICKET,
    END_TURN,
    FILL,
    KEEP,
    KEEP_START,
    LOCOMOTIVES,
    SECOND,
    TURN,
)

WORDS = ACTIONS // 64


@compiled
def start(s: State, b: Board, players: int) -> None:
    """Set up a game in an empty record, up to the first card that chance deals."""
    s.players = players
    s.half = 1
    for c in range(KINDS):
        s.deck[c] = b.cards[c]
    s.deck[LOCO] -= b.start_locomotives * players
    for c in range(KINDS):
        s.fresh[c] = s.deck[c]
        s.deck_size += s.deck[c]
    for p in range(players):
        s.hand[p, LOCO] = b.start_locomotives
        s.known[p, LOCO] = b.start_locomotives
        s.hand_size[p] = b.start_locomotives
    s.ticket_deck = b.all_tickets
    s.ticket_deck_size = b.n_tickets
    s.to_deal = b.start_hand * players
    s.phase = DEAL_CARD


@compiled
def apply_chance(s: State, b: Board, outcome: int) -> None:
    """Let a kind of card, or a ticket, turn up."""
    if s.phase == BLIND:
        draw_card(s, outcome)
    elif s.phase == FILL:
        lay_into_display(s, outcome)
    elif s.phase == DEAL_TICKET:
        deal_ticket(s, b, outcome)
    else:
        _deal_hands(s, b, outcome)
    _go_on(s)


@inlined
def _deal_hands(s: State, b: Board, c: int) -> None:
    """Deal one card to each in turn."""
    deal_card(s, s.player, c)
    s.player = next_player(s)
    s.to_deal -= 1
    if s.to_deal == 0 and s.half == 1:
        s.to_deal = b.start_tickets
        fill_display(s, DEAL_TICKET)


@inlined
def next_player(s: State) -> int:
    """Who sits to the left of the player."""
    return s.player + 1 if s.player + 1 < s.players else 0


@compiled
def apply(s: State, b: Board, action: int) -> None:
    """Make the player's move, which must be legal."""
    if action >= TICKET:
        choose_ticket(s, action - TICKET)
    elif action >= LAY_ROW:
        lay_row(s, (action - LAY_ROW) // ROW, (action - LAY_ROW) % ROW)
    elif action >= LAY_THREE:
        lay_three(s, b, action - LAY_THREE)
    elif action >= KEEP_SET:
        _keep(s, action - KEEP_SET)
    elif action < DRAW_BLIND:
        take(s, action - TAKE)
    elif action == DRAW_BLIND:
        draw_blind(s)
    elif action == DRAW_TICKETS:
        draw_tickets(s, b)
    elif action == PASS:
        s.phase = END_TURN
    elif action < DONE:
        lay_locomotives(s, action - WITH)
    elif action == COMPLETE_BEST:
        choose_best(s, b)
    else:
        end_choice(s, b)
    _go_on(s)


@inlined
def _keep(s: State, subset: int) -> None:
    """Keep tickets; what is returned at the start waits until all have chosen, then the first turn begins."""
    if s.phase == KEEP:
        keep_tickets(s, subset)
        return
    keep_subset(s, s.player, subset)
    s.player = next_player(s)
    if s.player == 0:
        shuffle_back(s)
        s.turn = 1
        s.phase = TURN


@inlined
def _go_on(s: State) -> None:
    """Leave the phases in which nobody has anything to decide."""
    if s.phase == SECOND and s.deck_size == 0 and draws(s, True) == np.uint64(0):
        s.phase = END_TURN
    if s.phase == END_TURN:
        _end_turn(s)
    elif s.phase == DEAL_CARD and (s.to_deal == 0 or s.deck_size == 0):
        _begin_half(s)


@inlined
def _end_turn(s: State) -> None:
    if s.turns_left > 0:
        s.turns_left -= 1
        if s.turns_left == 0:
            s.begins = next_player(s)
            begin_choice(s, 0)
            return
    elif s.deck_size == 0:
        s.turns_left = s.players
    s.player = next_player(s)
    _begin_turn(s)


@inlined
def _begin_half(s: State) -> None:
    """All that there was is dealt; if the deck has run out already, everyone has one more turn."""
    s.to_deal = 0
    s.player = s.begins
    if s.deck_size == 0:
        s.turns_left = s.players
    _begin_turn(s)


@inlined
def _begin_turn(s: State) -> None:
    s.turn += 1
    s.phase = TURN
    move_to_platform(s)


@compiled
def legal(s: State, b: Board, m: Moves) -> int:
    """Write the player's legal moves as a mask of the action space, and return how many there are."""
    for word in range(WORDS):
        m.mask[word] = np.uint64(0)
    if s.phase == TURN:
        _legal_turn(s, b, m)
    elif s.phase == SECOND:
        m.mask[0] = draws(s, True)
    elif s.phase == LOCOMOTIVES:
        m.mask[0] = locomotive_choices(s)
    elif s.phase == KEEP or s.phase == KEEP_START:
        m.mask[KEEP_SET >> 6] = subsets_to_keep(s, b, s.player)
    elif s.phase == COMPLETE:
        completion_choices(s, b, m)
    m.count = 0
    for word in range(WORDS):
        m.count += popcount(m.mask[word])
    if m.count == 0 and s.phase == TURN:
        m.mask[0] = bit(PASS)
        m.count = 1
    return int(m.count)


@inlined
def _legal_turn(s: State, b: Board, m: Moves) -> None:
    m.mask[0] = draws(s, False)
    if s.ticket_deck_size > 0 or s.batches > 0:
        m.mask[0] |= bit(DRAW_TICKETS)
    m.mask[LAY_THREE >> 6] = triples(s, b)
    rows(s, m)


@inlined
def nth_move(m: Moves, n: int) -> int:
    """The n-th legal move, in the order of the action space."""
    for word in range(WORDS):
        count = popcount(m.mask[word])
        if n < count:
            return 64 * word + nth_bit(m.mask[word], n)
        n -= count
    return -1


@compiled
def is_legal(m: Moves, action: int) -> bool:
    """Whether a move is among the legal ones."""
    return 0 <= action < ACTIONS and (m.mask[action >> 6] & bit(action)) != np.uint64(0)


@inlined
def list_moves(m: Moves, out: Row[int], marks: bool) -> int:
    """Write the numbers of all legal moves, or mark them, and return how many there are."""
    n = 0
    for word in range(WORDS):
        rest = m.mask[word]
        while rest != np.uint64(0):
            put(out, n, 64 * word + lowest_bit(rest), marks)
            rest &= rest - np.uint64(1)
            n += 1
    return n
