"""The planner's choice in every phase."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import float32, int64
from branchline.engine import steps
from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS
from branchline.engine.phases import CARDS, FESTIVAL, KEEP, KEEP_START, NEUTRAL, PICK, SECOND, TURN
from branchline.mapgame.planner.cards import best_draw, value_cards
from branchline.mapgame.planner.claims import best_claim, next_card
from branchline.mapgame.planner.distances import look
from branchline.mapgame.planner.plan import is_held, make_plan, still_holds, turns_to_come, weigh_needs
from branchline.mapgame.planner.record_types import Atlas, Plan, Weights
from branchline.mapgame.planner.records import FAR
from branchline.mapgame.planner.stations import best_station
from branchline.mapgame.planner.tickets import draw_value, keep, pick
from branchline.mapgame.rules.actions import HOWS, NEUTRAL_ROUTE, TAKE_FESTIVAL
from branchline.mapgame.rules.record_types import Board, Moves, State
from branchline.mapgame.rules.turn import nth_move

DRAWS = np.uint64((1 << (DRAW_BLIND + 1)) - 1)
ENDLESS = 1000  # turns after which no tunnel is tried: to be asked for more than there is might go on for ever


@compiled
def forget(plan: Plan) -> None:
    """Make the next plan anew."""
    plan.is_made = False


@compiled
def propose(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, m: Moves) -> int:
    """The planner's choice for the player to move."""
    plan.player = s.player
    steps.legal(s, b, m)
    if s.turn > ENDLESS:
        _leave_tunnels(b, m)
    if s.phase == TURN or s.phase == SECOND:
        return _turn(s, b, a, w, plan, m)
    if s.phase == KEEP or s.phase == KEEP_START:
        return keep(s, b, a, w, plan, m.keep)
    if s.phase == PICK:
        return pick(s, b, a, w, plan)
    if s.phase == CARDS:
        _bring_up_to_date(s, b, a, w, plan)
        return next_card(s, b, plan, m.single)
    if s.phase == FESTIVAL:
        return _festival(s, b, m.single)
    if s.phase == NEUTRAL:
        return _neutral(s, b, a, w, plan, m.single)
    return lowest_bit(m.single)  # the fewest locomotives


@compiled
def _leave_tunnels(b: Board, m: Moves) -> None:
    """Forget about tunnels, if anything else can be done."""
    if m.single == np.uint64(0):
        return
    for r in range(b.n_routes):
        if b.is_tunnel[r]:
            for how in range(HOWS):
                m.claims[how, r >> 6] &= ~bit(r)


@compiled
def _bring_up_to_date(s: State, b: Board, a: Atlas, w: Weights, plan: Plan) -> None:
    if still_holds(s, b, w, plan):
        look(s, b, plan)
    else:
        make_plan(s, b, a, w, plan)
    weigh_needs(s, b, plan)


@compiled
def _turn(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, m: Moves) -> int:
    p = plan.player
    _bring_up_to_date(s, b, a, w, plan)
    turns = turns_to_come(s, b, w, p)
    value_cards(s, b, w, plan, turns)
    draw, draw_worth = best_draw(s, b, w, plan, m.single & DRAWS, s.phase == SECOND)
    if s.phase == SECOND:
        return draw
    best = draw
    worth = draw_worth if draw >= 0 else float32(-1e8)
    if turns <= float32(1):
        worth = float32(-1e7)
    claim, claim_worth = best_claim(s, b, w, plan, m, turns)
    claim_worth += w.plenty * float32(s.hand_size[p])
    if claim >= 0 and claim_worth > worth:
        best = claim
        worth = claim_worth
    if b.stations > 0 and turns < w.late:
        build, build_worth = best_station(s, b, w, plan, m)
        if build >= 0 and build_worth > worth:
            best = build
            worth = build_worth
    can = m.single & bit(DRAW_TICKETS) != np.uint64(0) and float32(s.trains[p] - plan.trains) >= w.spare
    if can and (best < 0 or _tickets_worth(s, b, a, w, plan, worth) > worth):
        return DRAW_TICKETS
    return best if best >= 0 else nth_move(m, 0)  # to pass, or a station that saves nothing


@compiled
def _tickets_worth(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, worth: float) -> float:
    """What a turn for new tickets is worth, or the most that it can be if that is less than something else."""
    if plan.draw_most >= FAR:
        plan.draw_most = draw_value(s, b, a, w, plan, True, FAR)
    most = w.draw * plan.draw_most - w.tempo
    if plan.draw_value >= FAR:
        if most <= worth:
            return most
        plan.draw_value = draw_value(s, b, a, w, plan, False, w.hope * turns_to_come(s, b, w, plan.player))
    return w.draw * plan.draw_value - w.tempo


@compiled
def _festival(s: State, b: Board, legal: np.uint64) -> int:
    """The festival whose cards add most points."""
    best = lowest_bit(legal)
    most = -1
    for f in range(b.n_festivals):
        if legal & bit(TAKE_FESTIVAL + f) != np.uint64(0):
            n = int64(s.pile[s.player, f])
            more = int64(b.festival_points[f, n + s.lying[f]]) - int64(b.festival_points[f, n])
            if more > most:
                most = more
                best = TAKE_FESTIVAL + f
    return best


@compiled
def _neutral(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, legal: np.uint64) -> int:
    """Give the neutral player the route of the double that is not wanted."""
    _bring_up_to_date(s, b, a, w, plan)
    if is_held(plan.wanted, int64(s.route)) and legal & bit(NEUTRAL_ROUTE + 1) != np.uint64(0):
        return NEUTRAL_ROUTE + 1
    return lowest_bit(legal)
