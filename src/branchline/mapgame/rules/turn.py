"""Whose move it is, what is legal, and what a move does (B-SET, B-TURN, B-END-1)."""

import numpy as np

from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import bit, lowest_bit, nth_bit, popcount
from branchline.compiler.typed import Row, int64, uint8
from branchline.engine.actions import DONE, DRAW_BLIND, DRAW_TICKETS, KEEP_SET, PASS, TAKE, WITH
from branchline.engine.limits import KINDS
from branchline.engine.listing import put
from branchline.engine.phases import (
    BLIND,
    CARDS,
    DEAL_CARD,
    DEAL_TICKET,
    END_TURN,
    FESTIVAL,
    FILL,
    KEEP,
    KEEP_START,
    LOCOMOTIVES,
    NEUTRAL,
    OVER,
    PICK,
    SECOND,
    SURCHARGE,
    TURN,
    TURN_CARD,
    TURN_TICKET,
)
from branchline.mapgame.rules.actions import CARD, CLAIM, HOWS, NEUTRAL_ROUTE, PICK_TICKET, TAKE_FESTIVAL, WITHDRAW
from branchline.mapgame.rules.claim import (
    begin_claim,
    claimable,
    clear_table,
    exchange_card,
    exchange_choices,
    locomotive_choices,
    pay,
    show_payment,
)
from branchline.mapgame.rules.drafts import begin_draft, pick, pick_choices
from branchline.mapgame.rules.drawing_cards import (
    deal_card,
    draw_blind,
    draw_card,
    draws,
    fill_display,
    lay_into_display,
    reset_display,
    take,
)
from branchline.mapgame.rules.festivals import (
    festival_choices,
    festivals_are_in,
    put_deal_card_in,
    shuffle_festivals_in,
    take_festival,
    turn_up_extra,
)
from branchline.mapgame.rules.neutral import (
    begin_neutral,
    choose_neutral,
    neutral_choices,
    neutral_is_next,
    set_up_neutral,
    turn_ticket,
)
from branchline.mapgame.rules.record_types import Board, Moves, State
from branchline.mapgame.rules.state import DRAFT, NO_CITY, NO_ROUTE
from branchline.mapgame.rules.stations import begin_build, buildable, nth_build, pay_station, station_choices
from branchline.mapgame.rules.tickets import (
    deal_ticket,
    draw_tickets,
    keep_choices,
    keep_tickets,
    lay_out_tickets,
    tickets_left,
)
from branchline.mapgame.rules.tolls import deal_tokens
from branchline.mapgame.rules.tunnel import pay_surcharge, surcharge_choices, turn_card, withdraw


@compiled
def start(s: State, b: Board, players: int) -> None:
    """Set up a game in an empty record, up to the first card that chance deals."""
    s.players = players
    s.route = NO_ROUTE
    s.city = NO_CITY
    for c in range(KINDS):
        s.deck[c] = b.cards[c]
        s.fresh[c] = b.cards[c]
        s.deck_size += b.cards[c]
    lay_out_tickets(s, b)
    for p in range(players):
        for word in range(2):
            s.open[p, word] = b.all_routes[word]
        s.trains[p] = b.trains
        s.score[p] = b.start_scores[p]
    if b.toll_tokens > 0:
        deal_tokens(s, b)
    if b.neutral_trains > 0:
        set_up_neutral(s, b)
    if b.draft_keep > 0:
        s.drafts_to_come = 2
    s.to_deal = b.start_hand
    s.phase = DEAL_CARD


@inlined
def apply_chance(s: State, b: Board, outcome: int) -> None:
    """Let a kind of card, or a ticket, turn up."""
    turned = uint8(outcome)
    if turned >= KINDS and s.phase < TURN_TICKET:
        turn_up_extra(s, b, int64(turned))
    elif s.phase == BLIND:
        draw_card(s, b, turned)
    elif s.phase == FILL:
        lay_into_display(s, b, turned)
    elif s.phase == DEAL_TICKET:
        deal_ticket(s, b, turned)
    elif s.phase == TURN_CARD:
        turn_card(s, b, turned)
    elif s.phase == TURN_TICKET:
        turn_ticket(s, b, int64(turned))
    else:
        _deal_start_hand(s, b, turned)
    _go_on(s, b)


@compiled
def _deal_start_hand(s: State, b: Board, c: int) -> None:
    deal_card(s, s.player, c)
    s.to_deal -= 1
    if s.to_deal == 0:
        s.to_deal = b.start_hand
        s.player += 1
        if s.player == s.players:
            s.player = 0
            s.to_deal = b.start_long_tickets if b.start_long_tickets > 0 else b.start_tickets
            fill_display(s, DRAFT if b.n_festivals > 0 or b.draft_keep > 0 else DEAL_TICKET)


@inlined
def apply(s: State, b: Board, action: int) -> None:
    """Make the player's move, which must be legal."""
    passes = s.passes
    s.passes = 0
    if action >= CLAIM:
        if action < b.first_build:
            begin_claim(s, b, uint8((action - CLAIM) // HOWS), uint8((action - CLAIM) % HOWS))
        else:
            begin_build(s, b, uint8((action - b.first_build) // KINDS), uint8((action - b.first_build) % KINDS))
    elif action >= KEEP_SET:
        keep_tickets(s, b, action - KEEP_SET)
    elif action < DRAW_BLIND:
        take(s, b, uint8(action - TAKE))
    elif action == DRAW_BLIND:
        draw_blind(s)
    elif action == DRAW_TICKETS:
        draw_tickets(s, b)
    elif action == PASS:
        s.passes = passes + 1
        s.phase = END_TURN
    elif action < CARD:
        if s.phase == SURCHARGE:
            pay_surcharge(s, b, action - WITH)
        elif s.city != NO_CITY:
            pay_station(s, b, action - WITH)
        else:
            pay(s, b, action - WITH)
    elif action < DONE:
        exchange_card(s, uint8(action - CARD))
    elif action == DONE:
        show_payment(s, b)
    elif action == WITHDRAW:
        withdraw(s, b)
    else:
        _choose_other(s, b, action, passes)
    _go_on(s, b)


@compiled
def _choose_other(s: State, b: Board, action: int, passes: int) -> None:
    if action >= NEUTRAL_ROUTE:
        s.passes = passes  # to choose for the neutral player is not a turn
        choose_neutral(s, b, action - NEUTRAL_ROUTE)
    elif action >= TAKE_FESTIVAL:
        take_festival(s, s.player, action - TAKE_FESTIVAL)
        clear_table(s, b)
    else:
        pick(s, action - PICK_TICKET)


@compiled
def _begin_draft(s: State, b: Board) -> None:
    """Go on after the display of the set-up, or after the ticket-deal card."""
    if s.turn == 0 and not festivals_are_in(s, b):
        shuffle_festivals_in(s, b)
        reset_display(s, b)  # which could not help without them, if deck and display had five cards each
        fill_display(s, DRAFT)
        if s.phase == FILL:
            return
    if s.turn == 0 and b.draft_keep > 0:
        put_deal_card_in(s, b)
    if b.draft_keep > 0:
        begin_draft(s, b)
    else:
        s.phase = DEAL_TICKET


@inlined
def _go_on(s: State, b: Board) -> None:
    """Leave the phases in which nobody has anything to decide."""
    if s.phase == SECOND and s.deck_size == 0 and draws(s, b, s.to_deal == 0) == np.uint64(0):
        s.to_deal = 0
        s.phase = END_TURN
    if s.phase >= END_TURN:
        if s.phase == END_TURN:
            _end_turn(s, b)
        else:
            _begin_draft(s, b)


@inlined
def _end_turn(s: State, b: Board) -> None:
    s.phase = TURN
    if s.turns_left > 0:
        s.turns_left -= 1
        if s.turns_left == 0:
            s.phase = OVER
    elif s.trains[s.player] <= b.last_turns:
        s.turns_left = s.players
    if s.passes == s.players:
        s.phase = OVER
    if s.phase == TURN and b.neutral_trains > 0 and neutral_is_next(s):
        begin_neutral(s)
    elif s.phase == TURN:
        s.player = s.player + 1 if s.player + 1 < s.players else 0
        s.turn += 1


@inlined
def legal(s: State, b: Board, m: Moves) -> int:
    """Write the player's legal moves as masks, and return how many there are."""
    m.single = np.uint64(0)
    m.keep = np.uint64(0)
    if s.phase == TURN:
        return _legal_turn(s, b, m)
    m.may_claim = False
    if s.phase == SECOND:
        m.single = draws(s, b, s.to_deal == 0)
    elif s.phase == KEEP or s.phase == KEEP_START:
        m.keep = keep_choices(s, b)
    elif s.phase == LOCOMOTIVES:
        m.single = locomotive_choices(s, b) if s.city == NO_CITY else station_choices(s)
    elif s.phase == SURCHARGE:
        m.single = surcharge_choices(s, b)
    elif s.phase == CARDS:
        m.single = exchange_choices(s, b)
    elif s.phase == NEUTRAL:
        m.single = neutral_choices(s, b)
    elif s.phase == FESTIVAL:
        m.single = festival_choices(s, b)
    elif s.phase == PICK:
        m.single = pick_choices(s)
    m.count = popcount(m.single) + popcount(m.keep)
    return m.count


@inlined
def _legal_turn(s: State, b: Board, m: Moves) -> int:
    m.may_claim = True
    m.single = draws(s, b, False)
    if tickets_left(s) > 0 and s.drafts_to_come == 0:
        m.single |= bit(DRAW_TICKETS)
    count = popcount(m.single) + claimable(s, b, m)
    if b.stations > 0:
        m.first_build = b.first_build
        count += buildable(s, b, m)
    if count == 0:
        m.single = bit(PASS)
        count = 1
    m.count = count
    return count


@inlined
def nth_move(m: Moves, n: int) -> int:
    """The n-th legal move, in the order of the action space within each group."""
    singles = popcount(m.single)
    if n < singles:
        return nth_bit(m.single, n)
    n -= singles
    keeps = popcount(m.keep)
    if n < keeps:
        return KEEP_SET + nth_bit(m.keep, n)
    n -= keeps
    how = 0
    while n >= m.claim_count[how]:
        n -= m.claim_count[how]
        how += 1
    if how == HOWS:
        return nth_build(m, n)
    low = popcount(m.claims[how, 0])
    route = nth_bit(m.claims[how, 0], n) if n < low else 64 + nth_bit(m.claims[how, 1], n - low)
    return CLAIM + HOWS * route + how


@compiled
def is_legal(m: Moves, action: int) -> bool:
    """Whether a move is among the legal ones."""
    if action < 0:
        return False
    if action < KEEP_SET:
        return bool(m.single & bit(action) != np.uint64(0))
    if action < CLAIM:
        return bool(m.keep & bit(action - KEEP_SET) != np.uint64(0))
    if not m.may_claim:
        return False
    if m.claim_count[HOWS] > 0 and action >= m.first_build:
        city = (action - m.first_build) // KINDS
        return city < 64 and (m.builds[(action - m.first_build) % KINDS] & bit(city)) != np.uint64(0)
    route = (action - CLAIM) // HOWS
    return route < 128 and (m.claims[(action - CLAIM) % HOWS, route >> 6] & bit(route)) != np.uint64(0)


@inlined
def list_moves(m: Moves, out: Row[int], marks: bool) -> int:
    """Write the numbers of all legal moves, or mark them, and return how many there are."""
    n = 0
    rest = m.single
    while rest != np.uint64(0):
        put(out, n, lowest_bit(rest), marks)
        rest &= rest - np.uint64(1)
        n += 1
    rest = m.keep
    while rest != np.uint64(0):
        put(out, n, KEEP_SET + lowest_bit(rest), marks)
        rest &= rest - np.uint64(1)
        n += 1
    for how in range(HOWS if m.may_claim else 0):
        for word in range(2):
            rest = m.claims[how, word]
            while rest != np.uint64(0):
                put(out, n, CLAIM + HOWS * (64 * word + lowest_bit(rest)) + how, marks)
                rest &= rest - np.uint64(1)
                n += 1
    for i in range(m.claim_count[HOWS] if m.may_claim else 0):
        put(out, n, nth_build(m, i), marks)
        n += 1
    return n
