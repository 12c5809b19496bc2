"""Whose move it is, what is legal, and what a move does (C-SET, C-END-1, C-FOUR-3).

Nobody can pass while the deck lasts, and the last turns end by themselves, so passes need no counting.
"""

import numpy as np

from branchline.rules.cardgame.cards import (
    deal_card,
    draw_blind,
    draw_card,
    draws,
    fill_display,
    lay_into_display,
    take,
)
from branchline.rules.cardgame.halftime import (
    begin_choice,
    choose_best,
    choose_ticket,
    completion_choices,
    end_choice,
)
from branchline.rules.cardgame.state import ACTIONS, COMPLETE, COMPLETE_BEST, LAY_ROW, LAY_THREE, ROW, TICKET
from branchline.rules.cardgame.tickets import (
    deal_ticket,
    draw_tickets,
    keep_subset,
    keep_tickets,
    shuffle_back,
    subsets_to_keep,
)
from branchline.rules.cardgame.yard import (
    lay_locomotives,
    lay_row,
    lay_three,
    locomotive_choices,
    move_to_platform,
    rows,
    triples,
)
from branchline.rules.jit import bit, compiled, inlined, lowest_bit, nth_bit, popcount
from branchline.rules.state import (
    BLIND,
    DEAL_CARD,
    DEAL_TICKET,
    DONE,
    DRAW_BLIND,
    DRAW_TICKETS,
    END_TURN,
    FILL,
    KEEP,
    KEEP_SET,
    KEEP_START,
    KINDS,
    LOCO,
    LOCOMOTIVES,
    PASS,
    SECOND,
    TAKE,
    TURN,
    WITH,
)

WORDS = ACTIONS // 64


@compiled
def start(s: np.record, b: np.record, players: int) -> None:
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


@inlined
def is_chance(s: np.record) -> bool:
    """Whether chance moves next."""
    return bool(s.phase <= DEAL_TICKET)


@compiled
def apply_chance(s: np.record, b: np.record, outcome: int) -> None:
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
def _deal_hands(s: np.record, b: np.record, c: int) -> None:
    """Deal one card to each in turn."""
    deal_card(s, s.player, c)
    s.player = next_player(s)
    s.to_deal -= 1
    if s.to_deal == 0 and s.half == 1:
        s.to_deal = b.start_tickets
        fill_display(s, DEAL_TICKET)


@inlined
def next_player(s: np.record) -> int:
    """Who sits to the left of the player."""
    return s.player + 1 if s.player + 1 < s.players else 0


@compiled
def apply_action(s: np.record, b: np.record, a: int) -> None:
    """Make the player's move, which must be legal."""
    if a >= TICKET:
        choose_ticket(s, a - TICKET)
    elif a >= LAY_ROW:
        lay_row(s, (a - LAY_ROW) // ROW, (a - LAY_ROW) % ROW)
    elif a >= LAY_THREE:
        lay_three(s, b, a - LAY_THREE)
    elif a >= KEEP_SET:
        _keep(s, a - KEEP_SET)
    elif a < DRAW_BLIND:
        take(s, a - TAKE)
    elif a == DRAW_BLIND:
        draw_blind(s)
    elif a == DRAW_TICKETS:
        draw_tickets(s, b)
    elif a == PASS:
        s.phase = END_TURN
    elif a < DONE:
        lay_locomotives(s, a - WITH)
    elif a == COMPLETE_BEST:
        choose_best(s, b)
    else:
        end_choice(s, b)
    _go_on(s)


@inlined
def _keep(s: np.record, subset: int) -> None:
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
def _go_on(s: np.record) -> None:
    """Leave the phases in which nobody has anything to decide."""
    if s.phase == SECOND and s.deck_size == 0 and draws(s, True) == np.uint64(0):
        s.phase = END_TURN
    if s.phase == END_TURN:
        _end_turn(s)
    elif s.phase == DEAL_CARD and (s.to_deal == 0 or s.deck_size == 0):
        _begin_half(s)


@inlined
def _end_turn(s: np.record) -> None:
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
def _begin_half(s: np.record) -> None:
    """All that there was is dealt; if the deck has run out already, everyone has one more turn."""
    s.to_deal = 0
    s.player = s.begins
    if s.deck_size == 0:
        s.turns_left = s.players
    _begin_turn(s)


@inlined
def _begin_turn(s: np.record) -> None:
    s.turn += 1
    s.phase = TURN
    move_to_platform(s)


@compiled
def legal(s: np.record, b: np.record, m: np.record) -> int:
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
def _legal_turn(s: np.record, b: np.record, m: np.record) -> None:
    m.mask[0] = draws(s, False)
    if s.ticket_deck_size > 0 or s.batches > 0:
        m.mask[0] |= bit(DRAW_TICKETS)
    m.mask[LAY_THREE >> 6] = triples(s, b)
    rows(s, m)


@inlined
def nth_move(m: np.record, n: int) -> int:
    """The n-th legal move, in the order of the action space."""
    for word in range(WORDS):
        count = popcount(m.mask[word])
        if n < count:
            return 64 * word + nth_bit(m.mask[word], n)
        n -= count
    return -1


@compiled
def is_legal(m: np.record, a: int) -> bool:
    """Whether a move is among the legal ones."""
    return 0 <= a < ACTIONS and (m.mask[a >> 6] & bit(a)) != np.uint64(0)


@compiled
def list_moves(m: np.record, out: np.ndarray) -> int:
    """Write every legal move, and return how many there are."""
    n = 0
    for word in range(WORDS):
        rest = m.mask[word]
        while rest != np.uint64(0):
            out[n] = 64 * word + lowest_bit(rest)
            rest &= rest - np.uint64(1)
            n += 1
    return n
