"""The planner's choice in the Card Game, in every phase."""

import numpy as np

from branchline.cardgame.planner.record_types import Atlas, Plan, Weights
from branchline.cardgame.planner.records import ENDLESS
from branchline.cardgame.rules.actions import COMPLETE_BEST, LAY_ROW, LAY_THREE, ROW
from branchline.cardgame.rules.completion import asked_by, number_of
from branchline.cardgame.rules.record_types import Board, Moves, State
from branchline.cardgame.rules.state import COMPLETE
from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import float32, int64
from branchline.engine import steps
from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS, KEEP_SET, TAKE, WITH
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import KEEP, KEEP_START, LOCOMOTIVES, SECOND

NONE = np.uint64(0)
DRAWS = np.uint64((1 << (DRAW_BLIND + 1)) - 1)


@compiled
def look(s: State, b: Board, w: Weights, plan: Plan, p: int, tickets: np.uint64) -> None:
    """Compare what tickets ask for with what is laid and in hand."""
    asked = asked_by(b, tickets)
    wild = int64(s.platform[p, LOCO]) + int64(s.hand[p, LOCO])
    plan.missing = 0
    for c in range(LOCO):
        wild += s.on_top[p, c]
        plan.lacks[c] = number_of(asked, c) - s.platform[p, c] - s.yard[p, c]
        lacking = plan.lacks[c] - int64(s.hand[p, c])
        plan.missing += max(0, lacking)
        plan.use[c] = w.need if lacking > 0 else w.spare
    plan.missing = max(0, plan.missing - wild)
    plan.use[LOCO] = w.wild * (w.need if plan.missing > 0 else w.spare)
    plan.turns = float32(0)
    if s.turns_left == 0:
        plan.turns = float32(1) + float32(s.deck_size) / (w.pace * float32(s.players))


@compiled
def forget(plan: Plan) -> None:
    """Nothing is kept from one choice to the next."""


@compiled
def propose(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, m: Moves) -> int:
    """The planner's choice for the player to move."""
    p = int64(s.player)
    if s.phase == COMPLETE and s.chosen[p] == NONE:
        return COMPLETE_BEST
    steps.legal(s, b, m)
    if s.phase == COMPLETE:
        return lowest_bit(m.mask[0])
    if s.phase == KEEP or s.phase == KEEP_START:
        return _keep(s, b, w, plan, p)
    look(s, b, w, plan, p, np.uint64(s.tickets[p]))
    if s.phase == LOCOMOTIVES:
        return _locomotives(s, plan, p, m.mask[0])
    draw = best_draw(b, a, plan, m.mask[0] & DRAWS, s.phase == SECOND)
    if s.phase == SECOND:
        return draw
    best, best_worth = best_laying(s, b, w, plan, m, p)
    best_worth += w.plenty * float32(s.hand_size[p]) - w.least
    may_draw_tickets = m.mask[0] & bit(DRAW_TICKETS) != NONE and s.turn < ENDLESS
    if may_draw_tickets and (plan.missing == 0 and plan.turns > w.late) and w.tickets > best_worth:
        return DRAW_TICKETS
    if best >= 0 and (draw < 0 or best_worth > float32(0)):
        return best
    if draw >= 0 and plan.turns > float32(0):
        return draw
    if may_draw_tickets and plan.turns <= float32(0):
        return DRAW_TICKETS  # what is drawn or laid now comes too late; none of the tickets need be kept
    return draw if draw >= 0 else lowest_bit(m.mask[0]) if m.mask[0] != NONE else best


@compiled
def best_draw(b: Board, a: Atlas, plan: Plan, mask: np.uint64, second: bool) -> int:
    """The best card to draw, or -1; a locomotive of the display is both cards."""
    mean = float32(0)
    for c in range(KINDS):
        mean += plan.use[c] * float32(b.cards[c]) / a.cards
    best = -1
    best_worth = float32(-1)
    if mask & bit(DRAW_BLIND) != NONE:
        best = DRAW_BLIND
        best_worth = mean
    for c in range(KINDS):
        if mask & bit(TAKE + c) != NONE:
            worth = plan.use[c]
            if c == LOCO and not second:
                worth -= mean
            if worth > best_worth:
                best_worth = worth
                best = TAKE + c
    return best


@compiled
def rivals_rows(s: State, p: int, c: int) -> tuple[int, int]:
    """The longest row of a colour that a rival of a player has, and the cards of that colour in all their rows."""
    longest, cards = 0, 0
    for q in range(s.players):
        if q != p:
            row = int64(s.yard[q, c]) + int64(s.on_top[q, c])
            longest = max(longest, row)
            cards += row
    return longest, cards


@compiled
def note_rivals(s: State, plan: Plan, p: int) -> None:
    """Write what rivals' rows are like, colour by colour."""
    for c in range(LOCO):
        plan.longest[c], plan.robbed[c] = rivals_rows(s, p, c)


@compiled
def rate_row(w: Weights, plan: Plan, c: int, n: int, longest: int, robbed: int) -> float:
    """How good it is to lay n cards of a colour, with the locomotives that they need."""
    locomotives = max(0, max(2, longest + 1) - n)
    in_time = max(float32(0), min(float32(n), plan.turns - float32(locomotives)))
    fitting = min(in_time, float32(max(0, plan.lacks[c])))
    worth = w.lay * fitting - w.idle * (float32(n) - fitting) - w.wait * float32(n + locomotives - 1)
    return worth + w.robbery * float32(robbed) - w.locomotive * float32(locomotives)


@compiled
def best_laying(s: State, b: Board, w: Weights, plan: Plan, m: Moves, p: int) -> tuple[int, float]:
    """The best row or triple to lay and how good it is; -1 if nothing can be laid."""
    best = -1
    best_worth = float32(-1e9)
    for c in range(LOCO):
        numbers = (m.mask[(LAY_ROW + ROW * c) >> 6] >> np.uint64(ROW * c & 63)) & np.uint64(0xFFFF)
        if numbers == NONE:
            continue
        longest, robbed = rivals_rows(s, p, c)
        while numbers != NONE:
            n = lowest_bit(numbers)
            numbers &= numbers - np.uint64(1)
            worth = rate_row(w, plan, c, n, longest, robbed)
            if worth > best_worth:
                best_worth = worth
                best = LAY_ROW + ROW * c + n
    rest = m.mask[LAY_THREE >> 6]
    while rest != NONE:
        triple = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        worth = float32(0)
        for i in range(3):
            fits = plan.lacks[b.triple[triple, i]] > 0 and plan.turns >= float32(1)
            worth += w.lay if fits else -w.idle
        if worth > best_worth:
            best_worth = worth
            best = LAY_THREE + triple
    return best, best_worth


@compiled
def _locomotives(s: State, plan: Plan, p: int, mask: np.uint64) -> int:
    """The fewest locomotives, unless the end is near and more of them would still come to the platform."""
    fewest = lowest_bit(mask) - WITH
    wanted = int64(0)
    for c in range(LOCO):
        wanted += max(0, plan.lacks[c])
    room = int64(plan.turns) - int64(s.yard[p, s.row])
    if plan.turns < float32(4):
        while fewest < min(wanted, room) and mask & bit(WITH + fewest + 1) != NONE:
            fewest += 1
    return WITH + fewest


@compiled
def _keep(s: State, b: Board, w: Weights, plan: Plan, p: int) -> int:
    """Keep tickets one by one while they are worth more than the cards that they lack."""
    tickets = np.uint64(s.tickets[p])
    kept = NONE
    least = b.start_keep if s.phase == KEEP_START else 0
    count = 0
    while count < s.offer_count[p]:
        best = -1
        best_gain = float32(-1e9)
        best_ticket = 0
        i = 0
        rest = np.uint64(s.offer[p])
        while rest != NONE:
            ticket = lowest_bit(rest)
            rest &= rest - np.uint64(1)
            if kept & bit(i) == NONE:
                gain = _gain(s, b, w, plan, p, tickets, ticket)
                if gain > best_gain:
                    best_gain = gain
                    best = i
                    best_ticket = ticket
            i += 1
        if best_gain <= float32(0) and count >= least:
            break
        kept |= bit(best)
        tickets |= bit(best_ticket)
        count += 1
    return KEEP_SET + int64(kept)


@compiled
def _gain(s: State, b: Board, w: Weights, plan: Plan, p: int, tickets: np.uint64, ticket: int) -> float:
    """What a ticket is expected to bring besides others."""
    points = float32(b.ticket_value[ticket])
    look(s, b, w, plan, p, tickets)
    before = plan.missing
    look(s, b, w, plan, p, tickets | bit(ticket))
    if s.turns_left > 0:  # only what lies on the platform counts
        fits = True
        for c in range(LOCO):
            fits &= number_of(asked_by(b, tickets | bit(ticket)), c) <= int64(s.platform[p, c])
        return points if fits else -points
    hoped = w.hope * float32(s.deck_size) / float32(s.players)
    if float32(plan.missing) > hoped:
        return -w.fail * points
    return points - w.card * float32(plan.missing - before)
