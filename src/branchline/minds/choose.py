"""The planner's choice in every phase."""

import numpy as np

from branchline.minds.cards import best_draw, value_cards
from branchline.minds.claims import best_claim, next_card
from branchline.minds.jit import compiled
from branchline.minds.mind import FAR
from branchline.minds.plan import is_held, make_plan, still_holds, turns_to_come, weigh_needs
from branchline.minds.stations import best_station
from branchline.minds.steps import find_moves
from branchline.minds.tickets import draw_value, keep, pick
from branchline.minds.ways import look
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import (
    CARDS,
    DRAW_BLIND,
    DRAW_TICKETS,
    FESTIVAL,
    KEEP,
    KEEP_START,
    NEUTRAL,
    NEUTRAL_ROUTE,
    PICK,
    SECOND,
    SURCHARGE,
    TAKE_FESTIVAL,
    TURN,
)

DRAWS = np.uint64((1 << (DRAW_BLIND + 1)) - 1)


@compiled
def choose(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, moves: np.record) -> int:
    """What the player to move does, by the planner."""
    m.player = s.player
    find_moves(s, b, moves)
    if s.phase == TURN or s.phase == SECOND:
        return _turn(s, b, a, t, m, moves)
    if s.phase == KEEP or s.phase == KEEP_START:
        return keep(s, b, a, t, m, moves.keep)
    if s.phase == PICK:
        return pick(s, b, a, t, m)
    if s.phase == CARDS:
        _bring_up_to_date(s, b, a, t, m)
        return next_card(s, b, m, moves.single)
    if s.phase == FESTIVAL:
        return _festival(s, b, moves.single)
    if s.phase == NEUTRAL:
        return _neutral(s, b, a, t, m, moves.single)
    if s.phase == SURCHARGE and moves.single & (moves.single - np.uint64(1)) == np.uint64(0):
        return lowest_bit(moves.single)
    return lowest_bit(moves.single)  # the fewest locomotives


@compiled
def _bring_up_to_date(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record) -> None:
    if still_holds(s, b, t, m):
        look(s, b, m)
    else:
        make_plan(s, b, a, t, m)
    weigh_needs(s, b, m)


@compiled
def _turn(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, moves: np.record) -> int:
    p = m.player
    _bring_up_to_date(s, b, a, t, m)
    turns = turns_to_come(s, b, t, p)
    value_cards(s, b, t, m, turns)
    draw, draw_worth = best_draw(s, b, t, m, moves.single & DRAWS, s.phase == SECOND)
    if s.phase == SECOND:
        return draw
    best = draw
    worth = draw_worth if draw >= 0 else np.float32(-1e8)
    if turns <= np.float32(1):
        worth = np.float32(-1e7)
    claim, claim_worth = best_claim(s, b, t, m, moves, turns)
    claim_worth += t.plenty * np.float32(s.hand_size[p])
    if claim >= 0 and claim_worth > worth:
        best = claim
        worth = claim_worth
    if b.stations > 0 and turns < t.late:
        build, build_worth = best_station(s, b, t, m, moves)
        if build >= 0 and build_worth > worth:
            best = build
            worth = build_worth
    can = moves.single & bit(DRAW_TICKETS) != np.uint64(0) and np.float32(s.trains[p] - m.trains) >= t.spare
    if can and (best < 0 or _tickets_worth(s, b, a, t, m, worth) > worth):
        return DRAW_TICKETS
    return best if best >= 0 else lowest_bit(moves.single)


@compiled
def _tickets_worth(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, worth: float) -> float:
    """What a turn for new tickets is worth, or the most that it can be if that is less than something else."""
    if m.draw_most >= FAR:
        m.draw_most = draw_value(s, b, a, t, m, True)
    most = t.draw * m.draw_most - t.tempo
    if m.draw_value >= FAR:
        if most <= worth:
            return most
        m.draw_value = draw_value(s, b, a, t, m, False)
    return t.draw * m.draw_value - t.tempo


@compiled
def _festival(s: np.record, b: np.record, legal: np.uint64) -> int:
    """The festival whose cards add most points."""
    best = lowest_bit(legal)
    most = -1
    for f in range(b.n_festivals):
        if legal & bit(TAKE_FESTIVAL + f) != np.uint64(0):
            n = np.int64(s.pile[s.player, f])
            more = np.int64(b.festival_points[f, n + s.lying[f]]) - np.int64(b.festival_points[f, n])
            if more > most:
                most = more
                best = TAKE_FESTIVAL + f
    return best


@compiled
def _neutral(s: np.record, b: np.record, a: np.record, t: np.record, m: np.record, legal: np.uint64) -> int:
    """Give the neutral player the route of the double that is not wanted."""
    _bring_up_to_date(s, b, a, t, m)
    if is_held(m.wanted, np.int64(s.route)) and legal & bit(NEUTRAL_ROUTE + 1) != np.uint64(0):
        return NEUTRAL_ROUTE + 1
    return lowest_bit(legal)
