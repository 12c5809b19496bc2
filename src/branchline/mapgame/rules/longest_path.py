"""The longest continuous path: a trail, which uses no route twice but may come back to a city (B-END-3).

What hangs off a network like a tree is worked off first: of it only the longest arms at each city matter. In what
is left, the core, a trail from u to v that uses every route exists if u and v alone have an odd number of routes.
So the search leaves routes out, shortest first, until that is so, and gives up where the rest cannot beat the best.
"""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit, popcount, small_masks, small_numbers
from branchline.compiler.typed import Row, Table
from branchline.mapgame.limits import CITIES, LENGTH
from branchline.mapgame.rules.record_types import Board

NONE = np.uint64(0)
ALL = np.uint64(2**64 - 1)

# Rows of the search's table of numbers: by city, then by edge of the core.
ROWS = 8
DEGREE, LINK, ARM, SECOND_ARM, EDGE_LENGTH, EDGE_ENDS, MERIT, END = range(ROWS)


@compiled
def longest_trail(owned0: np.uint64, owned1: np.uint64, b: Board) -> int:
    """The length of the longest trail in a player's routes."""
    table = small_numbers(ROWS, CITIES)
    cities, best, owned0, owned1 = _work_off_arms(owned0, owned1, b, table)
    if owned0 | owned1 == NONE:
        return best
    at = small_masks(1, CITIES)[0]  # the core's edges at each city; a shorter edge has a lower number
    _number_edges(owned0, owned1, b, table, at)
    while cities != NONE:
        found, best = _search_component(bit(lowest_bit(cities)), table, at, best)
        cities &= ~found
    return best


@compiled
def _work_off_arms(
    owned0: np.uint64, owned1: np.uint64, b: Board, table: Table[int]
) -> tuple[np.uint64, int, np.uint64, np.uint64]:
    """Take routes off cities with only one, again and again; return cities, best trail and routes that are left."""
    once = NONE
    twice = NONE
    for word in range(2):
        rest = owned1 if word else owned0
        while rest != NONE:
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            u, v = b.route_a[r], b.route_b[r]
            table[DEGREE, u] += 1
            table[DEGREE, v] += 1
            table[LINK, u] ^= r  # of a city with one route this is that route
            table[LINK, v] ^= r
            both = bit(u) | bit(v)
            twice |= once & both
            once |= both
    best = 0
    leaves = once & ~twice
    while leaves != NONE:
        leaf = lowest_bit(leaves)
        r = table[LINK, leaf]
        city = b.route_a[r] ^ b.route_b[r] ^ leaf
        reach = table[ARM, leaf] + b.length[r]
        best = max(best, table[ARM, city] + reach)
        table[SECOND_ARM, city] = max(table[SECOND_ARM, city], min(table[ARM, city], reach))
        table[ARM, city] = max(table[ARM, city], reach)
        table[LINK, city] ^= r
        table[DEGREE, city] -= 1
        if r < 64:
            owned0 &= ~bit(r)
        else:
            owned1 &= ~bit(r)
        leaves &= ~(bit(leaf) | bit(city))
        if table[DEGREE, city] == 1:
            leaves |= bit(city)
    return twice, best, owned0, owned1


@compiled
def _number_edges(owned0: np.uint64, owned1: np.uint64, b: Board, table: Table[int], at: Row[np.uint64]) -> None:
    n = 0
    for length in range(1, LENGTH + 1):
        for word in range(2):
            rest = (owned1 if word else owned0) & b.length_upto[length, word] & ~b.length_upto[length - 1, word]
            while rest != NONE:
                r = lowest_bit(rest) + 64 * word
                rest &= rest - np.uint64(1)
                at[b.route_a[r]] |= bit(n)
                at[b.route_b[r]] |= bit(n)
                table[EDGE_LENGTH, n] = length
                table[EDGE_ENDS, n] = b.route_a[r] ^ b.route_b[r]
                n += 1


@compiled
def _joined(cities: np.uint64, edges: np.uint64, table: Table[int], at: Row[np.uint64]) -> tuple[np.uint64, int]:
    """The cities joined to these by some edges, and the length of those edges."""
    twice_length = 0
    rest = cities
    while rest != NONE:
        city = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        out = at[city] & edges
        while out != NONE:
            e = lowest_bit(out)
            out &= out - np.uint64(1)
            twice_length += table[EDGE_LENGTH, e]
            other = bit(table[EDGE_ENDS, e] ^ city)
            rest |= other & ~cities
            cities |= other
    return cities, twice_length // 2


@compiled
def _search_component(start: np.uint64, table: Table[int], at: Row[np.uint64], best: int) -> tuple[np.uint64, int]:
    """Try every pair of ends in the part of the core around a city, the most promising first."""
    cities, length = _joined(start, ALL, table, at)
    if length == 0:
        return cities, best
    odd, ends, twice_bound = _rank_ends(cities, length, table, at)
    if ends == 0:
        return cities, max(best, length)  # every city has an even number of routes: one round uses them all
    for i in range(ends):
        u = table[END, i]
        arms = table[ARM, u] + table[SECOND_ARM, u]
        best = arms + _leave_out(ALL, ALL, odd, length, u, table, at, best - arms)
        for j in range(i + 1, ends):
            if (twice_bound + table[MERIT, i] + table[MERIT, j]) // 2 <= best:
                break
            v = table[END, j]
            arms = table[ARM, u] + table[ARM, v]
            best = arms + _leave_out(ALL, ALL, odd ^ bit(u) ^ bit(v), length, u, table, at, best - arms)
    return cities, best


@compiled
def _rank_ends(cities: np.uint64, length: int, table: Table[int], at: Row[np.uint64]) -> tuple[np.uint64, int, int]:
    """Sort the cities where a longest trail may end; return the odd ones, how many ends, and twice a bound."""
    odd = NONE
    ends = 0
    twice_bound = 2 * length
    while cities != NONE:
        city = lowest_bit(cities)
        cities &= cities - np.uint64(1)
        shortest = table[EDGE_LENGTH, lowest_bit(at[city])]
        is_odd = popcount(at[city]) % 2 == 1
        if is_odd:
            odd |= bit(city)
            twice_bound -= shortest
        elif table[ARM, city] == 0:
            continue
        merit = 2 * table[ARM, city] + (shortest if is_odd else -shortest)
        i = ends
        ends += 1
        while i > 0 and table[MERIT, i - 1] < merit:
            table[MERIT, i] = table[MERIT, i - 1]
            table[END, i] = table[END, i - 1]
            i -= 1
        table[MERIT, i] = merit
        table[END, i] = city
    return odd, ends, twice_bound


@compiled
def _leave_out(
    kept: np.uint64,
    free: np.uint64,
    wrong: np.uint64,
    hope: int,
    root: int,
    table: Table[int],
    at: Row[np.uint64],
    best: int,
) -> int:
    """Leave edges out at cities whose number of edges is wrong; `free` may still be left out, `hope` is the bound."""
    twice_loss = 0
    city = -1
    fewest = CITIES + 1
    rest = wrong
    while rest != NONE:
        u = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        out = at[u] & free
        if out == NONE:
            return best
        twice_loss += table[EDGE_LENGTH, lowest_bit(out)]
        if popcount(out) < fewest:
            fewest = popcount(out)
            city = u
    if hope - (twice_loss + 1) // 2 <= best:
        return best
    if city < 0:
        return max(best, _joined(bit(root), kept, table, at)[1])
    out = at[city] & free
    while out != NONE:
        e = lowest_bit(out)
        out &= out - np.uint64(1)
        free &= ~bit(e)
        right = wrong ^ bit(city) ^ bit(table[EDGE_ENDS, e] ^ city)
        best = _leave_out(kept & ~bit(e), free, right, hope - table[EDGE_LENGTH, e], root, table, at, best)
    return best
