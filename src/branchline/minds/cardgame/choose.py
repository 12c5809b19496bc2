"""The planner's choice in the Card Game, in every phase."""

import numpy as np

from branchline.minds.cardgame.steps import find_moves
from branchline.minds.jit import compiled
from branchline.rules.cardgame.completion import asked_by, number_of
from branchline.rules.cardgame.state import COMPLETE, COMPLETE_BEST, LAY_ROW, LAY_THREE, ROW
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import (
    DRAW_BLIND,
    DRAW_TICKETS,
    KEEP,
    KEEP_SET,
    KEEP_START,
    KINDS,
    LOCO,
    LOCOMOTIVES,
    SECOND,
    TAKE,
    WITH,
)

NONE = np.uint64(0)
DRAWS = np.uint64((1 << (DRAW_BLIND + 1)) - 1)


@compiled
def look(s: np.record, b: np.record, t: np.record, m: np.record, p: int, tickets: np.uint64) -> None:
    """Compare what tickets ask for with what is laid and in hand."""
    asked = asked_by(b, tickets)
    wild = np.int64(s.platform[p, LOCO]) + np.int64(s.hand[p, LOCO])
    m.missing = 0
    for c in range(LOCO):
        wild += s.on_top[p, c]
        m.lacks[c] = number_of(asked, c) - s.platform[p, c] - s.yard[p, c]
        lacking = m.lacks[c] - np.int64(s.hand[p, c])
        m.missing += max(0, lacking)
        m.use[c] = t.need if lacking > 0 else t.spare
    m.missing = max(0, m.missing - wild)
    m.use[LOCO] = t.wild * (t.need if m.missing > 0 else t.spare)
    m.turns = np.float32(0)
    if s.turns_left == 0:
        m.turns = np.float32(1) + np.float32(s.deck_size) / (t.pace * np.float32(s.players))


@compiled
def choose(s: np.record, b: np.record, t: np.record, m: np.record, moves: np.record) -> int:
    """What the player to move does, by the planner."""
    p = np.int64(s.player)
    if s.phase == COMPLETE and s.chosen[p] == NONE:
        return COMPLETE_BEST
    find_moves(s, b, moves)
    if s.phase == COMPLETE:
        return lowest_bit(moves.mask[0])
    if s.phase == KEEP or s.phase == KEEP_START:
        return _keep(s, b, t, m, p)
    look(s, b, t, m, p, np.uint64(s.tickets[p]))
    if s.phase == LOCOMOTIVES:
        return _locomotives(s, m, p, moves.mask[0])
    draw = best_draw(m, moves.mask[0] & DRAWS, s.phase == SECOND)
    if s.phase == SECOND:
        return draw
    best, best_worth = best_laying(s, b, t, m, moves, p)
    best_worth += t.plenty * np.float32(s.hand_size[p]) - t.least
    may_draw_tickets = moves.mask[0] & bit(DRAW_TICKETS) != NONE
    if may_draw_tickets and (m.missing == 0 and m.turns > t.late) and t.tickets > best_worth:
        return DRAW_TICKETS
    if best >= 0 and (draw < 0 or best_worth > np.float32(0)):
        return best
    if draw >= 0 and m.turns > np.float32(0):
        return draw
    if may_draw_tickets and m.turns <= np.float32(0):
        return DRAW_TICKETS  # what is drawn or laid now comes too late; none of the tickets need be kept
    return draw if draw >= 0 else lowest_bit(moves.mask[0]) if moves.mask[0] != NONE else best


@compiled
def best_draw(m: np.record, mask: np.uint64, second: bool) -> int:
    """The best card to draw, or -1; a locomotive of the display is both cards."""
    mean = np.float32(0)
    for c in range(KINDS):
        mean += m.use[c] * (np.float32(16) if c == LOCO else np.float32(10)) / np.float32(96)
    best = -1
    best_worth = np.float32(-1)
    if mask & bit(DRAW_BLIND) != NONE:
        best = DRAW_BLIND
        best_worth = mean
    for c in range(KINDS):
        if mask & bit(TAKE + c) != NONE:
            worth = m.use[c]
            if c == LOCO and not second:
                worth -= mean
            if worth > best_worth:
                best_worth = worth
                best = TAKE + c
    return best


@compiled
def rate_row(s: np.record, t: np.record, m: np.record, p: int, c: int, n: int) -> float:
    """How good it is to lay n cards of a colour, with the locomotives that they need."""
    longest = 0
    robbed = 0
    for q in range(s.players):
        if q != p:
            row = np.int64(s.yard[q, c]) + np.int64(s.on_top[q, c])
            longest = max(longest, row)
            robbed += row
    locomotives = max(0, max(2, longest + 1) - n)
    in_time = max(np.float32(0), min(np.float32(n), m.turns - np.float32(locomotives)))
    fitting = min(in_time, np.float32(max(0, m.lacks[c])))
    worth = t.lay * fitting - t.idle * (np.float32(n) - fitting) - t.wait * np.float32(n + locomotives - 1)
    return worth + t.robbery * np.float32(robbed) - t.locomotive * np.float32(locomotives)


@compiled
def best_laying(s: np.record, b: np.record, t: np.record, m: np.record, moves: np.record, p: int) -> tuple[int, float]:
    """The best row or triple to lay and how good it is; -1 if nothing can be laid."""
    best = -1
    best_worth = np.float32(-1e9)
    for c in range(LOCO):
        numbers = (moves.mask[(LAY_ROW + ROW * c) >> 6] >> np.uint64(ROW * c & 63)) & np.uint64(0xFFFF)
        while numbers != NONE:
            n = lowest_bit(numbers)
            numbers &= numbers - np.uint64(1)
            worth = rate_row(s, t, m, p, c, n)
            if worth > best_worth:
                best_worth = worth
                best = LAY_ROW + ROW * c + n
    rest = moves.mask[LAY_THREE >> 6]
    while rest != NONE:
        triple = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        worth = np.float32(0)
        for i in range(3):
            fits = m.lacks[b.triple[triple, i]] > 0 and m.turns >= np.float32(1)
            worth += t.lay if fits else -t.idle
        if worth > best_worth:
            best_worth = worth
            best = LAY_THREE + triple
    return best, best_worth


@compiled
def _locomotives(s: np.record, m: np.record, p: int, mask: np.uint64) -> int:
    """The fewest locomotives, unless the end is near and more of them would still come to the platform."""
    fewest = lowest_bit(mask) - WITH
    wanted = np.int64(0)
    for c in range(LOCO):
        wanted += max(0, m.lacks[c])
    room = np.int64(m.turns) - np.int64(s.yard[p, s.row])
    if m.turns < np.float32(4):
        while fewest < min(wanted, room) and mask & bit(WITH + fewest + 1) != NONE:
            fewest += 1
    return WITH + fewest


@compiled
def _keep(s: np.record, b: np.record, t: np.record, m: np.record, p: int) -> int:
    """Keep tickets one by one while they are worth more than the cards that they lack."""
    tickets = np.uint64(s.tickets[p])
    kept = NONE
    least = 1 if s.phase == KEEP_START else 0
    count = 0
    while count < s.offer_count[p]:
        best = -1
        best_gain = np.float32(-1e9)
        best_ticket = 0
        i = 0
        rest = np.uint64(s.offer[p])
        while rest != NONE:
            ticket = lowest_bit(rest)
            rest &= rest - np.uint64(1)
            if kept & bit(i) == NONE:
                gain = _gain(s, b, t, m, p, tickets, ticket)
                if gain > best_gain:
                    best_gain = gain
                    best = i
                    best_ticket = ticket
            i += 1
        if best_gain <= np.float32(0) and count >= least:
            break
        kept |= bit(best)
        tickets |= bit(best_ticket)
        count += 1
    return KEEP_SET + np.int64(kept)


@compiled
def _gain(s: np.record, b: np.record, t: np.record, m: np.record, p: int, tickets: np.uint64, ticket: int) -> float:
    """What a ticket is expected to bring besides others."""
    points = np.float32(b.ticket_value[ticket])
    look(s, b, t, m, p, tickets)
    before = m.missing
    look(s, b, t, m, p, tickets | bit(ticket))
    if s.turns_left > 0:  # only what lies on the platform counts
        fits = True
        for c in range(LOCO):
            fits &= number_of(asked_by(b, tickets | bit(ticket)), c) <= np.int64(s.platform[p, c])
        return points if fits else -points
    hoped = t.hope * np.float32(s.deck_size) / np.float32(s.players)
    if np.float32(m.missing) > hoped:
        return -t.fail * points
    return points - t.card * np.float32(m.missing - before)
