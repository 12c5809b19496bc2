"""Whose move it is, what is legal, and what a move does (B-SET, B-TURN, B-END-1)."""

import numpy as np

from branchline.rules.cards import deal_card, draw_blind, draw_card, draws, fill_display, lay_into_display, take
from branchline.rules.claim import (
    begin_claim,
    claimable,
    clear_table,
    exchange_card,
    exchange_choices,
    locomotive_choices,
    pay,
    show_payment,
)
from branchline.rules.drafts import begin_draft, pick, pick_choices
from branchline.rules.festivals import festival_choices, shuffle_festivals_in, take_festival, turn_up_extra
from branchline.rules.jit import bit, compiled, inlined, lowest_bit, nth_bit, popcount
from branchline.rules.neutral import (
    begin_neutral,
    choose_neutral,
    neutral_choices,
    neutral_is_next,
    set_up_neutral,
    turn_ticket,
)
from branchline.rules.state import (
    BLIND,
    CARD,
    CARDS,
    CLAIM,
    DEAL_CARD,
    DEAL_TICKET,
    DONE,
    DRAFT,
    DRAW_BLIND,
    DRAW_TICKETS,
    END_TURN,
    FESTIVAL,
    FILL,
    HOWS,
    KEEP,
    KEEP_SET,
    KEEP_START,
    KINDS,
    LOCOMOTIVES,
    NEUTRAL,
    NEUTRAL_ROUTE,
    NO_CITY,
    NO_ROUTE,
    OVER,
    PASS,
    PICK,
    PICK_TICKET,
    SECOND,
    SURCHARGE,
    TAKE,
    TAKE_FESTIVAL,
    TURN,
    TURN_CARD,
    TURN_TICKET,
    WITH,
    WITHDRAW,
)
from branchline.rules.stations import begin_build, buildable, nth_build, pay_station, station_choices
from branchline.rules.tickets import (
    deal_ticket,
    draw_tickets,
    keep_choices,
    keep_tickets,
    lay_out_tickets,
    tickets_left,
)
from branchline.rules.tolls import deal_tokens
from branchline.rules.tunnel import pay_surcharge, surcharge_choices, turn_card, withdraw


@compiled
def start(s: np.record, b: np.record, players: int) -> None:
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
def is_chance(s: np.record) -> bool:
    """Whether chance moves next."""
    return bool(s.phase <= DEAL_TICKET)


@inlined
def apply_chance(s: np.record, b: np.record, n: int) -> None:
    """Let a kind of card, or a ticket, turn up."""
    outcome = np.uint8(n)
    if outcome >= KINDS and s.phase < TURN_TICKET:
        turn_up_extra(s, b, np.int64(outcome))
    elif s.phase == BLIND:
        draw_card(s, outcome)
    elif s.phase == FILL:
        lay_into_display(s, b, outcome)
    elif s.phase == DEAL_TICKET:
        deal_ticket(s, b, outcome)
    elif s.phase == TURN_CARD:
        turn_card(s, b, outcome)
    elif s.phase == TURN_TICKET:
        turn_ticket(s, b, np.int64(outcome))
    else:
        _deal_start_hand(s, b, outcome)
    _go_on(s, b)


@compiled
def _deal_start_hand(s: np.record, b: np.record, c: int) -> None:
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
def apply_action(s: np.record, b: np.record, a: int) -> None:
    """Make the player's move, which must be legal."""
    passes = s.passes
    s.passes = 0
    if a >= CLAIM:
        if a < b.first_build:
            begin_claim(s, b, np.uint8((a - CLAIM) // HOWS), np.uint8((a - CLAIM) % HOWS))
        else:
            begin_build(s, np.uint8((a - b.first_build) // KINDS), np.uint8((a - b.first_build) % KINDS))
    elif a >= KEEP_SET:
        keep_tickets(s, b, a - KEEP_SET)
    elif a < DRAW_BLIND:
        take(s, b, np.uint8(a - TAKE))
    elif a == DRAW_BLIND:
        draw_blind(s)
    elif a == DRAW_TICKETS:
        draw_tickets(s, b)
    elif a == PASS:
        s.passes = passes + 1
        s.phase = END_TURN
    elif a < CARD:
        if s.phase == SURCHARGE:
            pay_surcharge(s, b, a - WITH)
        elif s.city != NO_CITY:
            pay_station(s, a - WITH)
        else:
            pay(s, b, a - WITH)
    elif a < DONE:
        exchange_card(s, np.uint8(a - CARD))
    elif a == DONE:
        show_payment(s, b)
    elif a == WITHDRAW:
        withdraw(s)
    else:
        _choose_other(s, b, a, passes)
    _go_on(s, b)


@compiled
def _choose_other(s: np.record, b: np.record, a: int, passes: int) -> None:
    if a >= NEUTRAL_ROUTE:
        s.passes = passes  # to choose for the neutral player is not a turn
        choose_neutral(s, b, a - NEUTRAL_ROUTE)
    elif a >= TAKE_FESTIVAL:
        take_festival(s, s.player, a - TAKE_FESTIVAL)
        clear_table(s)
    else:
        pick(s, a - PICK_TICKET)


@compiled
def _begin_draft(s: np.record, b: np.record) -> None:
    """Go on after the display of the set-up, or after the ticket-deal card."""
    if s.turn == 0:
        shuffle_festivals_in(s, b)
    if b.draft_keep > 0:
        begin_draft(s, b)
    else:
        s.phase = DEAL_TICKET


@inlined
def _go_on(s: np.record, b: np.record) -> None:
    """Leave the phases in which nobody has anything to decide."""
    if s.phase == SECOND and s.deck_size == 0 and draws(s, b, True) == np.uint64(0):
        s.phase = END_TURN
    if s.phase >= END_TURN:
        if s.phase == END_TURN:
            _end_turn(s, b)
        else:
            _begin_draft(s, b)


@inlined
def _end_turn(s: np.record, b: np.record) -> None:
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
def legal(s: np.record, b: np.record, m: np.record) -> int:
    """Write the player's legal moves as masks, and return how many there are."""
    m.single = np.uint64(0)
    m.keep = np.uint64(0)
    if s.phase == TURN:
        return _legal_turn(s, b, m)
    m.may_claim = False
    if s.phase == SECOND:
        m.single = draws(s, b, True)
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
def _legal_turn(s: np.record, b: np.record, m: np.record) -> int:
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
def nth_move(m: np.record, n: int) -> int:
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
def is_legal(m: np.record, a: int) -> bool:
    """Whether a move is among the legal ones."""
    if a < 0:
        return False
    if a < KEEP_SET:
        return (m.single & bit(a)) != np.uint64(0)
    if a < CLAIM:
        return (m.keep & bit(a - KEEP_SET)) != np.uint64(0)
    if not m.may_claim:
        return False
    if m.claim_count[HOWS] > 0 and a >= m.first_build:
        city = (a - m.first_build) // KINDS
        return city < 64 and (m.builds[(a - m.first_build) % KINDS] & bit(city)) != np.uint64(0)
    route = (a - CLAIM) // HOWS
    return route < 128 and (m.claims[(a - CLAIM) % HOWS, route >> 6] & bit(route)) != np.uint64(0)


@compiled
def list_moves(m: np.record, out: np.ndarray) -> int:
    """Write every legal move, and return how many there are."""
    n = 0
    rest = m.single
    while rest != np.uint64(0):
        out[n] = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        n += 1
    rest = m.keep
    while rest != np.uint64(0):
        out[n] = KEEP_SET + lowest_bit(rest)
        rest &= rest - np.uint64(1)
        n += 1
    for how in range(HOWS if m.may_claim else 0):
        for word in range(2):
            rest = m.claims[how, word]
            while rest != np.uint64(0):
                out[n] = CLAIM + HOWS * (64 * word + lowest_bit(rest)) + how
                rest &= rest - np.uint64(1)
                n += 1
    for i in range(m.claim_count[HOWS] if m.may_claim else 0):
        out[n] = nth_build(m, i)
        n += 1
    return n
