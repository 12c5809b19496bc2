"""The shortest ways of tickets over own and open routes, as greedy takes them."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit, small_masks
from branchline.compiler.typed import Table, int64
from branchline.mapgame.learner.record_types import Memory, Paper
from branchline.mapgame.limits import LENGTH
from branchline.mapgame.planner.record_types import Atlas
from branchline.mapgame.rules.record_types import Board, State

CLOSED = -1
NOWHERE = 10000
RING = LENGTH + 1  # no route is longer, so that so many rows hold all cities that are waiting


@compiled
def price(s: State, b: Board, paper: Paper) -> None:
    """Write the trains that each route costs the player to move."""
    p = s.player
    for r in range(b.n_routes):
        if s.owned[p, r >> 6] & bit(r) != np.uint64(0):
            paper.cost[r] = 0
        elif s.open[p, r >> 6] & bit(r) != np.uint64(0):
            paper.cost[r] = b.length[r]
        else:
            paper.cost[r] = CLOSED


@compiled
def find_way(b: Board, a: Atlas, paper: Paper, t: int) -> int:
    """Write the way of a ticket that takes the fewest trains, and return how many; NOWHERE if there is none.

    Of equal ways it is the one that goes on from the first city in the board's order, by the first route.
    """
    start, goal = int64(b.ticket_a[t]), int64(b.ticket_b[t])
    for u in range(b.n_cities):
        paper.trains[u] = NOWHERE
    waiting = small_masks(10, 1)  # cities by the trains of their ways
    done = np.uint64(0)
    paper.trains[start], paper.by[start] = 0, CLOSED
    waiting[0, 0] = bit(start)
    trains, idle = 0, 0
    while idle < RING:
        row = trains % RING
        if waiting[row, 0] == np.uint64(0):
            trains += 1
            idle += 1
            continue
        idle = 0
        u = lowest_bit(waiting[row, 0])
        waiting[row, 0] &= ~bit(u)
        if done & bit(u) != np.uint64(0) or paper.trains[u] < trains:
            continue
        done |= bit(u)
        if u == goal:
            _trace(b, paper, goal)
            return trains
        for k in range(a.degree[u]):
            r, v = a.by[u, k], a.to[u, k]
            if paper.cost[r] == CLOSED or done & bit(v) != np.uint64(0):
                continue
            there = trains + paper.cost[r]
            if there < paper.trains[v] or (there == paper.trains[v] and r < paper.by[v]):
                paper.trains[v], paper.by[v] = there, r
                waiting[there % RING, 0] |= bit(v)
    paper.length = 0
    return NOWHERE


@compiled
def _trace(b: Board, paper: Paper, goal: int) -> None:
    """Write the routes of the way to a city, from its end."""
    u = goal
    paper.length = 0
    while paper.by[u] >= 0:
        r = paper.by[u]
        paper.way[paper.length] = r
        paper.length += 1
        u = int64(b.route_a[r]) if u == b.route_b[r] else int64(b.route_b[r])


@compiled
def lay(paper: Paper) -> int:
    """Count the way found last as the player's own from now on; return the trains that it costs."""
    trains = 0
    for i in range(paper.length):
        trains += paper.cost[paper.way[i]]
        paper.cost[paper.way[i]] = 0
    return trains


@compiled
def want(s: State, b: Board, a: Atlas, paper: Paper, memory: Memory) -> None:
    """Write the routes that the unfinished tickets still need; only claims and new tickets change them."""
    if _is_known(s, memory):
        return
    p = s.player
    price(s, b, paper)
    memory.trains = s.trains[p]
    memory.count = 0
    trains = memory.trains
    ranked = small_masks(80, 1)  # tickets after the trains of their ways
    n = 0
    for word in range(2):
        memory.owned[word], memory.open[word] = s.owned[p, word], s.open[p, word]
        memory.tickets[word], memory.marked[word] = s.tickets[p, word], np.uint64(0)
        rest = memory.tickets[word]
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            far = find_way(b, a, paper, t)
            if far < NOWHERE:
                _rank_in(ranked, n, np.uint64(far * 128 + t))
                n += 1
    for i in range(n):
        far = find_way(b, a, paper, int64(ranked[i, 0] & np.uint64(127)))
        if far <= trains:
            for k in range(paper.length):
                r = paper.way[k]
                if paper.cost[r] > 0:
                    memory.wanted[memory.count] = r
                    memory.marked[r >> 6] |= bit(r)
                    memory.count += 1
            trains -= lay(paper)


@compiled
def _is_known(s: State, memory: Memory) -> bool:
    p = s.player
    for word in range(2):
        if memory.owned[word] != s.owned[p, word] or memory.open[word] != s.open[p, word]:
            return False
        if memory.tickets[word] != s.tickets[p, word]:
            return False
    return bool(memory.trains == s.trains[p])


@compiled
def _rank_in(ranked: Table[np.uint64], n: int, key: np.uint64) -> None:
    """Put a key in its place among n that are ranked."""
    i = n
    while i > 0 and ranked[i - 1, 0] > key:
        ranked[i, 0] = ranked[i - 1, 0]
        i -= 1
    ranked[i, 0] = key


@compiled
def is_wanted(memory: Memory, r: int) -> bool:
    """Whether a route is among those wanted."""
    return bool(memory.marked[r >> 6] & bit(r) != np.uint64(0))
