"""The candidates that the learned policy rates, described."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import float32, int64
from branchline.engine import steps
from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS, TAKE
from branchline.engine.limits import LOCO
from branchline.engine.phases import KEEP, KEEP_START, PICK, SECOND, TURN
from branchline.mapgame.planner.cards import most_useful
from branchline.mapgame.planner.choose import propose
from branchline.mapgame.planner.claims import best_payment, points_between, worth_of
from branchline.mapgame.planner.distances import contested
from branchline.mapgame.planner.features import BLIND_WORTH, LEAD, SLACK, describe_position, part_of
from branchline.mapgame.planner.plan import is_held, turns_to_come
from branchline.mapgame.planner.record_types import Atlas, Plan, Weights
from branchline.mapgame.planner.records import FAR
from branchline.mapgame.planner.sets import SETS_WIDTH, describe_picks, describe_sets
from branchline.mapgame.planner.tickets import draw_value
from branchline.mapgame.rules.actions import CLAIM, EXCHANGE, HOWS
from branchline.mapgame.rules.longest_path import longest_trail
from branchline.mapgame.rules.record_types import Board, Moves, State
from branchline.planner.policy import NOT_RATED, RATING, add_move, begin_with, rank

CLAIMS = 5  # the best so many by the planner's rating are described
TAKEN, LOCOMOTIVE, BLIND, PLANNED, BEYOND, TICKETS = range(6)  # what a move is, the first numbers of it
# The others, from 9 on: of a card that is drawn,
BETTER_THAN_BLIND, LACKING, SECOND_BEST, ALIKE, HELD, USE = range(9, 15)
# of a claim,
PRICE, LENGTH, VALUE = 9, 14, 15
CONTESTED, COMPLETED, JOINS_PARTS, PROLONGS, ENDS_GAME, LEAD_AT_END, LONGER_PATH, LONGEST_PATH = range(17, 25)
TRAINS_LACKING, CARDS_LACKING, TUNNEL, TOLL, FESTIVAL_POINTS, LAST_CHANCE, BY_EXCHANGE = range(25, 32)
# and of new tickets
SPARE, DECK = 9, 10
TURN_DECISION, SECOND_DECISION, KEEP_DECISION, PICK_DECISION = range(4)
DRAWS_WIDTH, CLAIMS_WIDTH = USE + 1, BY_EXCHANGE + 1
LEAST_SLACK = float32(0)  # turns beyond the plan without which new tickets are not looked at
LEAST_SPARE = 6  # and trains


@compiled
def describe(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, m: Moves) -> int:
    """Describe the position and the moves worth a look, the planner's choice first; return how many there are."""
    if s.phase == KEEP or s.phase == KEEP_START:
        steps.legal(s, b, m)
        plan.decision, plan.width = KEEP_DECISION, SETS_WIDTH
        return describe_sets(s, b, a, w, plan, m)
    if s.phase == PICK:
        steps.legal(s, b, m)
        plan.decision, plan.width = PICK_DECISION, SETS_WIDTH
        return describe_picks(s, b, a, w, plan)
    first = propose(s, b, a, w, plan, m)
    if (s.phase != TURN and s.phase != SECOND) or m.count == 1:
        plan.decision = NOT_RATED
        plan.moves[0] = first
        return 1
    describe_position(s, b, w, plan)
    n = _describe_draws(s, plan, m)
    plan.decision, plan.width = SECOND_DECISION, DRAWS_WIDTH
    if s.phase == TURN:
        plan.decision, plan.width = TURN_DECISION, CLAIMS_WIDTH
        n = _describe_claims(s, b, w, plan, m, n)
        n = _describe_tickets(s, b, a, w, plan, m, n, first == DRAW_TICKETS)
    return begin_with(plan, n, first)


@compiled
def _describe_draws(s: State, plan: Plan, m: Moves) -> int:
    """The two most useful cards of the display, and the deck."""
    n = 0
    rest = m.single
    for _ in range(2):
        best = most_useful(plan, rest)
        if best >= 0:
            rest &= ~bit(TAKE + best)
            n = add_move(plan, n, TAKE + best)
            facts = plan.features[n - 1]
            facts[LOCOMOTIVE if best == LOCO else TAKEN] = float32(1)
            facts[BETTER_THAN_BLIND] = plan.use[best] / float32(12) - plan.position[BLIND_WORTH]
            facts[LACKING] = float32(max(0, plan.demand[best] - plan.held[best])) / float32(6)
            facts[SECOND_BEST] = float32(n - 1)
            facts[ALIKE] = float32(s.display[best] - 1)
            facts[HELD] = float32(plan.held[best]) / float32(8)
            facts[USE] = plan.use[best] / float32(12)
    if m.single & bit(DRAW_BLIND) != np.uint64(0):
        n = add_move(plan, n, DRAW_BLIND)
        plan.features[n - 1, BLIND] = float32(1)
        plan.features[n - 1, USE] = plan.position[BLIND_WORTH]
    return n


@compiled
def _describe_claims(s: State, b: Board, w: Weights, plan: Plan, m: Moves, n: int) -> int:
    """The best claims by the planner's rating, each paid in the best way."""
    begin = n
    turns = turns_to_come(s, b, w, plan.player)
    spare = int64(s.trains[plan.player]) - plan.trains
    for word in range(2):
        rest = np.uint64(0)
        for how in range(HOWS):
            rest |= m.claims[how, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            worth = worth_of(s, b, w, plan, r, turns, spare)
            if n == begin + CLAIMS and worth <= plan.features[n - 1, RATING]:
                continue
            how, price = best_payment(b, w, plan, m, r)
            n = rank(plan, begin, n, CLAIMS, CLAIM + HOWS * r + how, worth - price, price)
    for i in range(begin, n):
        rating, price = plan.features[i, RATING], plan.features[i, PRICE]
        add_move(plan, i, plan.moves[i])
        plan.features[i, RATING] = max(float32(-2), min(float32(2), rating / float32(15)))
        _describe_claim(s, b, plan, i, spare, price)
    return n


@compiled
def _describe_claim(s: State, b: Board, plan: Plan, i: int, spare: int, price: float) -> None:
    p, facts = plan.player, plan.features[i]
    r, how = (plan.moves[i] - CLAIM) // HOWS, (plan.moves[i] - CLAIM) % HOWS
    length = int64(b.length[r])
    here, there = part_of(plan, int64(b.route_a[r])), part_of(plan, int64(b.route_b[r]))
    facts[PLANNED if is_held(plan.wanted, r) else BEYOND] = float32(1)
    facts[PRICE] = price / float32(5)
    facts[LENGTH] = float32(length) / float32(6)
    facts[VALUE] = float32(b.value[r]) / float32(15)
    facts[CONTESTED] = float32(contested(b, plan, r)) / float32(2)
    completed = _completed(s, b, plan, r, here, there)
    facts[COMPLETED] = float32(completed) / float32(20)
    facts[JOINS_PARTS] = float32(1) if here >= 0 and there >= 0 and here != there else float32(0)
    facts[PROLONGS] = float32(1) if (here >= 0) != (there >= 0) else float32(0)
    if s.turns_left == 0 and s.trains[p] - length <= b.last_turns:
        facts[ENDS_GAME] = float32(1)
        facts[LEAD_AT_END] = plan.position[LEAD] + float32(int64(b.value[r]) + 2 * completed) / float32(60)
    if b.longest_path_bonus > 0 and (here >= 0 or there >= 0):
        mine0, mine1 = s.owned[p, 0], s.owned[p, 1]
        if r < 64:
            mine0 |= bit(r)
        else:
            mine1 |= bit(r)
        path = longest_trail(mine0, mine1, b)
        facts[LONGER_PATH] = float32(path - plan.path) / float32(6)
        facts[LONGEST_PATH] = float32(1) if plan.path <= plan.rival_path and path > plan.rival_path else float32(0)
    facts[TRAINS_LACKING] = float32(max(0, length - spare)) / float32(6)
    if how == EXCHANGE:
        facts[BY_EXCHANGE] = float32(1)
    else:
        facts[CARDS_LACKING] = float32(max(0, length - plan.held[how]) if how != LOCO else length) / float32(3)
    facts[TUNNEL] = float32(b.is_tunnel[r])
    facts[TOLL] = float32(b.toll[r]) / float32(4)
    if b.n_festivals > 0:
        points = max(_festival(s, b, p, int64(b.route_a[r])), _festival(s, b, p, int64(b.route_b[r])))
        facts[FESTIVAL_POINTS] = float32(points) / float32(10)
    if b.twin[r] < 0 or not is_held(s.open[p], int64(b.twin[r])):
        facts[LAST_CHANCE] = float32(1)


@compiled
def _completed(s: State, b: Board, plan: Plan, r: int, here: int, there: int) -> int:
    """The points of the tickets that a route completes; the parts of the network at its ends are known."""
    if here >= 0 and here == there:
        return 0
    one = plan.parts[here] if here >= 0 else bit(b.route_a[r])
    other = plan.parts[there] if there >= 0 else bit(b.route_b[r])
    return points_between(s, b, plan.player, one, other)


@compiled
def _festival(s: State, b: Board, p: int, city: int) -> int:
    """What the festival cards that lie at a city would add."""
    f = int64(b.festival_at[city])
    if f < 0:
        return 0
    n = int64(s.pile[p, f])
    return int64(b.festival_points[f, n + s.lying[f]]) - int64(b.festival_points[f, n])


@compiled
def _describe_tickets(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, m: Moves, n: int, is_first: bool) -> int:
    """New tickets, if there is time for them or the planner wants them."""
    if m.single & bit(DRAW_TICKETS) == np.uint64(0):
        return n
    spare = int64(s.trains[plan.player]) - plan.trains
    if not is_first and (plan.position[SLACK] < LEAST_SLACK or spare < LEAST_SPARE):
        return n
    if plan.prospect >= FAR:
        plan.prospect = draw_value(s, b, a, w, plan, False, turns_to_come(s, b, w, plan.player))
    n = add_move(plan, n, DRAW_TICKETS)
    facts = plan.features[n - 1]
    facts[TICKETS] = float32(1)
    facts[RATING] = max(float32(-2), plan.prospect / float32(15))
    facts[SPARE] = float32(spare) / float32(b.trains)
    facts[DECK] = float32(s.ticket_deck_size) / float32(30)
    return n
