"""Plans: the joint network of the tickets held, and the turns that are left for it."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import Row, Table, float32, int64
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.limits import CITIES
from branchline.mapgame.planner.distances import join, look, measure, next_step, price
from branchline.mapgame.planner.record_types import Atlas, Plan, Weights
from branchline.mapgame.planner.records import FAR, OWN
from branchline.mapgame.rules.record_types import Board, State
from branchline.mapgame.rules.state import GREY

Noted = tuple[Row[float], Table[float], Row[np.uint64], Row[int], tuple[int, int, int]]


@compiled
def turns_to_come(s: State, b: Board, w: Weights, p: int) -> float:
    """About how many turns the player will still have, this one included."""
    if s.turns_left > 0:
        return float32((s.turns_left + s.players - 1) // s.players)
    fewest = float32(100)
    for q in range(s.players):
        trains = float32(max(0, s.trains[q] - b.last_turns))
        cards = max(float32(0), trains - float32(s.hand_size[q]))
        fewest = min(fewest, cards / float32(2) + trains / w.pace)
    return fewest + float32(2)


@compiled
def is_held(mask: Row[np.uint64], i: int) -> bool:
    """Whether an element is in a mask of two words."""
    return bool(mask[i >> 6] & bit(i) != np.uint64(0))


@compiled
def lay(s: State, b: Board, a: Atlas, plan: Plan, ticket: int) -> None:
    """Take the cheapest way of a ticket into the plan."""
    p = plan.player
    here, goal = int64(b.ticket_a[ticket]), int64(b.ticket_b[ticket])
    for _ in range(CITIES):
        if here == goal:
            break
        k = next_step(a, plan, here, goal)
        r, there = a.by[here, k], a.to[here, k]
        if not is_held(s.owned[p], r) and not is_held(plan.wanted, r):
            plan.wanted[r >> 6] |= bit(r)
            count_in(b, plan, r, 1)
            take_in(b, plan, r)
        here = there


@compiled
def count_in(b: Board, plan: Plan, r: int, sign: int) -> None:
    """Add a route to what the plan needs, or take it away."""
    plan.trains += sign * b.length[r]
    plan.claims += sign
    plan.asked[b.colour[r]] += sign * (b.length[r] - b.symbols[r])
    plan.symbols += sign * b.symbols[r]


@compiled
def take_in(b: Board, plan: Plan, r: int) -> None:
    """Count a route as the player's own from now on."""
    plan.cost[r] = OWN
    join(plan, b.n_cities, int64(b.route_a[r]), int64(b.route_b[r]))


@compiled
def noted(b: Board, plan: Plan) -> Noted:
    """What ways that are taken into a plan change in it."""
    cost, distances = plan.cost[: b.n_routes].copy(), plan.distances[: b.n_cities, :].copy()
    return cost, distances, plan.wanted.copy(), plan.asked.copy(), (plan.trains, plan.claims, plan.symbols)


@compiled
def bring_back(plan: Plan, before: Noted) -> None:
    """Take the ways out again that came into a plan since it was noted."""
    cost, distances, plan.wanted[:], plan.asked[:], needs = before
    plan.cost[: len(cost)] = cost
    plan.distances[: len(distances)] = distances
    plan.trains, plan.claims, plan.symbols = needs


@compiled
def suffices(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, ticket: int, trains: int, turns: float) -> bool:
    """Whether so many trains and turns suffice for the plan with the cheapest way of one more ticket."""
    p = plan.player
    here, goal = int64(b.ticket_a[ticket]), int64(b.ticket_b[ticket])
    added0, added1 = np.uint64(0), np.uint64(0)
    for _ in range(CITIES):
        if here == goal or plan.trains > trains:
            break
        k = next_step(a, plan, here, goal)
        r = a.by[here, k]
        if not is_held(s.owned[p], r) and not is_held(plan.wanted, r):
            count_in(b, plan, r, 1)
            if r < 64:
                added0 |= bit(r)
            else:
                added1 |= bit(r)
        here = a.to[here, k]
    can = plan.trains <= trains and turns_for(w, plan) <= turns
    for word in range(2):
        rest = added1 if word else added0
        while rest != np.uint64(0):
            count_in(b, plan, lowest_bit(rest) + 64 * word, -1)
            rest &= rest - np.uint64(1)
    return can


@compiled
def make_plan(s: State, b: Board, a: Atlas, w: Weights, plan: Plan) -> None:
    """Plan a network for the tickets held: the cheapest first, each later one using the earlier ways."""
    p = plan.player
    d = plan.distances
    look(s, b, plan)
    price(s, b, w, plan)
    measure(b, a, plan)
    count_nothing(plan)
    plan.draw_most = plan.draw_value = plan.prospect = FAR
    for word in range(2):
        plan.wanted[word] = np.uint64(0)
        plan.given_up[word] = np.uint64(0)
        plan.tickets[word] = s.tickets[p, word]
    plan.is_made = True
    plan.hand_size = s.hand_size[p]
    turns = turns_to_come(s, b, w, p)
    plan.is_late = turns < w.late
    enough = turns * w.slack if plan.is_late else FAR
    left0, left1 = s.tickets[p, 0], s.tickets[p, 1]
    while left0 | left1 != np.uint64(0):
        best = -1
        least = float32(2) * FAR
        for word in range(2):
            rest = left1 if word else left0
            while rest != np.uint64(0):
                ticket = lowest_bit(rest) + 64 * word
                rest &= rest - np.uint64(1)
                cost = d[b.ticket_a[ticket], b.ticket_b[ticket]]
                if cost < least:
                    least = cost
                    best = ticket
        if best < 64:
            left0 &= ~bit(best)
        else:
            left1 &= ~bit(best)
        if least < FAR and suffices(s, b, a, w, plan, best, int64(s.trains[p]), enough):
            lay(s, b, a, plan, best)
        else:
            plan.given_up[best >> 6] |= bit(best)


@compiled
def count_nothing(plan: Plan) -> None:
    """Begin to count what a plan needs."""
    plan.trains = 0
    plan.claims = 0
    plan.symbols = 0
    for c in range(KINDS):
        plan.asked[c] = 0


@compiled
def turns_for(w: Weights, plan: Plan) -> float:
    """About how many turns the plan will take: a turn for every claim, and those for the cards that it lacks."""
    lacking = float32(0)
    left = float32(0)
    for c in range(LOCO):
        lacking += float32(max(0, plan.asked[c] - plan.held[c]))
        left += float32(max(0, plan.held[c] - plan.asked[c]))
    lacking += max(float32(0), float32(plan.asked[GREY]) - w.fitting * left)
    lacking += float32(plan.symbols - plan.held[LOCO])  # those in hand beyond the symbols stand for other cards
    return float32(plan.claims) + max(float32(0), lacking) / w.catch


@compiled
def still_holds(s: State, b: Board, w: Weights, plan: Plan) -> bool:
    """Whether a plan is as good as new: few cards and no ticket came, no route was lost, the end is no nearer."""
    p = plan.player
    if not plan.is_made or plan.is_late != (turns_to_come(s, b, w, p) < w.late):
        return False
    if float32(abs(s.hand_size[p] - plan.hand_size)) >= w.fresh:
        return False
    for word in range(2):
        if plan.tickets[word] != s.tickets[p, word]:
            return False
        if plan.wanted[word] & ~(s.open[p, word] | s.owned[p, word]) != np.uint64(0):
            return False
    return True


@compiled
def weigh_needs(s: State, b: Board, plan: Plan) -> None:
    """Count the cards that the routes still to be claimed ask for, and the trains."""
    p = plan.player
    for c in range(KINDS):
        plan.demand[c] = 0
    plan.trains = 0
    for word in range(2):
        rest = plan.wanted[word] & s.open[p, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            plan.trains += b.length[r]
            plan.demand[LOCO] += b.symbols[r]
            if b.colour[r] != GREY:
                plan.demand[b.colour[r]] += b.length[r] - b.symbols[r]
