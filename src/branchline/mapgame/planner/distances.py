"""What routes cost a player, and the cheapest ways between all cities."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import Table, float32, int64
from branchline.compiler.vectors import shorten
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.limits import CITIES
from branchline.mapgame.planner.record_types import Atlas, Plan, Weights
from branchline.mapgame.planner.records import FAR, OWN
from branchline.mapgame.rules.record_types import Board, State
from branchline.mapgame.rules.state import GREY


@compiled
def look(s: State, b: Board, plan: Plan) -> None:
    """Take in the own hand and where rivals have been."""
    p = plan.player
    for c in range(KINDS):
        plan.held[c] = s.hand[p, c]
        if p == s.player:
            plan.held[c] += s.paid[c]
    plan.visited = np.uint64(0)
    for q in range(s.players):
        cities = _visited(s, b, q)
        if q == p:
            plan.own_cities = cities
        else:
            plan.visited |= cities


@compiled
def _visited(s: State, b: Board, q: int) -> np.uint64:
    """The cities that a player's routes lead to."""
    cities = np.uint64(0)
    for word in range(2):
        rest = s.owned[q, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            cities |= bit(b.route_a[r]) | bit(b.route_b[r])
    return cities


@compiled
def touches(b: Board, plan: Plan, r: int) -> bool:
    """Whether a route meets an own one."""
    return bool(plan.own_cities & (bit(b.route_a[r]) | bit(b.route_b[r])) != np.uint64(0))


@compiled
def contested(b: Board, plan: Plan, r: int) -> int:
    """At how many ends of a route rivals have been."""
    here = plan.visited >> np.uint64(b.route_a[r])
    there = plan.visited >> np.uint64(b.route_b[r])
    return int64(here & np.uint64(1)) + int64(there & np.uint64(1))


@compiled
def price(s: State, b: Board, w: Weights, plan: Plan) -> None:
    """Write what every route costs the player: hardly anything if it is the player's, FAR if it is closed."""
    p = plan.player
    trains = int64(s.trains[p])
    longest = int64(0)
    for c in range(LOCO):
        longest = max(longest, plan.held[c])
    for r in range(b.n_routes):
        word = r >> 6
        if s.owned[p, word] & bit(r) != np.uint64(0):
            plan.cost[r] = OWN
        elif s.open[p, word] & bit(r) == np.uint64(0) or b.length[r] > trains:
            plan.cost[r] = FAR
        else:
            length = int64(b.length[r])
            held = longest if b.colour[r] == GREY else plan.held[b.colour[r]]
            cost = w.claim + w.card * float32(length) - w.worth * float32(b.value[r])
            cost -= w.held * float32(min(held, length))
            if b.colour[r] != GREY:
                wild = plan.held[LOCO] if b.takes_locomotives[r] else int64(0)
                lacking = float32(length - int64(b.symbols[r]) - held - wild)
                lacking -= w.shown * float32(s.display[b.colour[r]])
                cost += w.coloured * max(float32(0), lacking)
            cost += w.contested * float32(contested(b, plan, r))
            cost += w.tunnel * float32(b.is_tunnel[r]) + w.symbol * float32(b.symbols[r])
            cost += w.toll * float32(b.toll[r])
            plan.cost[r] = max(w.least, cost)


@compiled
def measure(b: Board, a: Atlas, plan: Plan) -> None:
    """Work out the cost of the cheapest way between any two cities.

    Cities are taken off the map one by one, the neighbours of each being joined by the ways through it, and put back in
    the opposite order, with ways to all that are there already. Maps have few neighbours at any time.
    """
    d = plan.distances
    n = b.n_cities
    for i in range(n):
        for j in range(CITIES):
            d[i, j] = FAR
        d[i, i] = float32(0)
    for r in range(b.n_routes):
        _lower(d, int64(b.route_a[r]), int64(b.route_b[r]), plan.cost[r])
    for i in range(n):
        city = a.order[i]
        for k in range(1, a.remaining[city]):
            for j in range(k):
                u, v = a.neighbour[city, k], a.neighbour[city, j]
                _lower(d, u, v, d[city, u] + d[city, v])
    for i in range(n - 2, -1, -1):
        city = a.order[i]
        for k in range(a.remaining[city]):
            u = a.neighbour[city, k]
            shorten(d[city], d[u], d[city, u])
        for j in range(i + 1, n):
            v = a.order[j]
            d[v, city] = d[city, v]


@compiled
def _lower(d: Table[float], u: int, v: int, way: float) -> None:
    """There is a way between two cities that may be cheaper than the one that was known."""
    if way < d[u, v]:
        d[u, v] = way
        d[v, u] = way


@compiled
def join(plan: Plan, n: int, u: int, v: int) -> None:
    """Two cities are joined by an own route now: shorten every way that gains by it."""
    d = plan.distances
    for i in range(n):
        if d[i, u] < d[i, v]:
            shorten(d[i], d[v], d[i, u] + OWN)
        else:
            shorten(d[i], d[u], d[i, v] + OWN)


@compiled
def next_step(a: Atlas, plan: Plan, here: int, goal: int) -> int:
    """The number of the neighbour through which the cheapest way to a city leads."""
    d = plan.distances
    best = 0
    least = FAR
    for k in range(a.degree[here]):
        way = plan.cost[a.by[here, k]] + d[goal, a.to[here, k]]
        if way < least:
            least = way
            best = k
    return best
