"""What routes cost a player, and the cheapest ways between all cities."""

import numpy as np

from branchline.minds.jit import compiled, shorten
from branchline.minds.mind import FAR, OWN
from branchline.rules.jit import bit, lowest_bit
from branchline.rules.state import CITIES, GREY, KINDS, LOCO


@compiled
def look(s: np.record, b: np.record, m: np.record) -> None:
    """Take in the own hand and where rivals have been."""
    p = m.player
    for c in range(KINDS):
        m.held[c] = s.hand[p, c]
        if p == s.player:
            m.held[c] += s.paid[c]
    m.visited = np.uint64(0)
    for q in range(s.players):
        cities = _visited(s, b, q)
        if q == p:
            m.own_cities = cities
        else:
            m.visited |= cities


@compiled
def _visited(s: np.record, b: np.record, q: int) -> np.uint64:
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
def touches(b: np.record, m: np.record, r: int) -> bool:
    """Whether a route meets an own one."""
    return m.own_cities & (bit(b.route_a[r]) | bit(b.route_b[r])) != np.uint64(0)


@compiled
def contested(b: np.record, m: np.record, r: int) -> int:
    """At how many ends of a route rivals have been."""
    here = m.visited >> np.uint64(b.route_a[r])
    there = m.visited >> np.uint64(b.route_b[r])
    return np.int64(here & np.uint64(1)) + np.int64(there & np.uint64(1))


@compiled
def price(s: np.record, b: np.record, t: np.record, m: np.record) -> None:
    """Write what every route costs the player: hardly anything if it is the player's, FAR if it is closed."""
    p = m.player
    trains = np.int64(s.trains[p])
    longest = np.int64(0)
    for c in range(LOCO):
        longest = max(longest, m.held[c])
    for r in range(b.n_routes):
        word = r >> 6
        if s.owned[p, word] & bit(r) != np.uint64(0):
            m.cost[r] = OWN
        elif s.open[p, word] & bit(r) == np.uint64(0) or b.length[r] > trains:
            m.cost[r] = FAR
        else:
            length = np.int64(b.length[r])
            held = longest if b.colour[r] == GREY else m.held[b.colour[r]]
            cost = t.claim + t.card * np.float32(length) - t.worth * np.float32(b.value[r])
            cost -= t.held * np.float32(min(held, length))
            if b.colour[r] != GREY:
                wild = m.held[LOCO] if b.takes_locomotives[r] else np.int64(0)
                lacking = np.float32(length - np.int64(b.symbols[r]) - held - wild)
                lacking -= t.shown * np.float32(s.display[b.colour[r]])
                cost += t.coloured * max(np.float32(0), lacking)
            cost += t.contested * np.float32(contested(b, m, r))
            cost += t.tunnel * np.float32(b.is_tunnel[r]) + t.symbol * np.float32(b.symbols[r])
            cost += t.toll * np.float32(b.toll[r])
            m.cost[r] = max(t.least, cost)


@compiled
def measure(b: np.record, a: np.record, m: np.record) -> None:
    """Work out the cost of the cheapest way between any two cities.

    Cities are taken off the map one by one, the neighbours of each being joined by the ways through it, and put back in
    the opposite order, with ways to all that are there already. Maps have few neighbours at any time.
    """
    d = m.ways
    n = b.n_cities
    for i in range(n):
        for j in range(CITIES):
            d[i, j] = FAR
        d[i, i] = np.float32(0)
    for r in range(b.n_routes):
        _lower(d, np.int64(b.route_a[r]), np.int64(b.route_b[r]), m.cost[r])
    for i in range(n):
        city = a.order[i]
        for k in range(1, a.remaining[city]):
            for o in range(k):
                u, v = a.neighbour[city, k], a.neighbour[city, o]
                _lower(d, u, v, d[city, u] + d[city, v])
    for i in range(n - 2, -1, -1):
        city = a.order[i]
        for k in range(a.remaining[city]):
            u = a.neighbour[city, k]
            shorten(d[city], d[u], d[city, u])
        for o in range(i + 1, n):
            v = a.order[o]
            d[v, city] = d[city, v]


@compiled
def _lower(d: np.ndarray, u: int, v: int, way: float) -> None:
    """There is a way between two cities that may be cheaper than the one that was known."""
    if way < d[u, v]:
        d[u, v] = way
        d[v, u] = way


@compiled
def join(m: np.record, n: int, u: int, v: int) -> None:
    """Two cities are joined by an own route now: shorten every way that gains by it."""
    d = m.ways
    for i in range(n):
        if d[i, u] < d[i, v]:
            shorten(d[i], d[v], d[i, u] + OWN)
        else:
            shorten(d[i], d[u], d[i, v] + OWN)


@compiled
def next_step(a: np.record, m: np.record, here: int, goal: int) -> int:
    """The number of the neighbour through which the cheapest way to a city leads."""
    d = m.ways
    best = 0
    least = FAR
    for k in range(a.degree[here]):
        way = m.cost[a.by[here, k]] + d[goal, a.to[here, k]]
        if way < least:
            least = way
            best = k
    return best
