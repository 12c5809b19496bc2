"""Stations: building them, and the best use of others' routes at the end (E-STATION).

A station is paid for like a route: a set of one colour, then the number of locomotives if there is a choice.
"""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit, nth_bit, popcount, small_numbers
from branchline.compiler.typed import Row, Table, int64
from branchline.engine.actions import WITH
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import LOCOMOTIVES
from branchline.mapgame.limits import CITIES, NEIGHBOURS, STATIONS
from branchline.mapgame.rules.actions import HOWS
from branchline.mapgame.rules.claim import clear_table, put_down
from branchline.mapgame.rules.record_types import Board, Moves, Result, State
from branchline.mapgame.rules.state import NO_CITY


@compiled
def station_price(s: State) -> int:
    """The cards that the player's next station costs: one for the first, two for the second, and so on."""
    return popcount(s.stations[s.player]) + 1


@compiled
def free_cities(s: State, b: Board) -> np.uint64:
    """The cities without a station."""
    free = b.all_cities
    for q in range(s.players):
        free &= ~s.stations[q]
    return free


@compiled
def buildable(s: State, b: Board, m: Moves) -> int:
    """Write the cities where the player can build, by how it is paid; return how many ways there are."""
    p = s.player
    price = station_price(s)
    free = free_cities(s, b) if price <= b.stations else np.uint64(0)
    locomotives = s.hand[p, LOCO]
    total = 0
    for kind in range(KINDS):
        cards = s.hand[p, kind]
        pays = locomotives >= price if kind == LOCO else cards > 0 and cards + locomotives >= price
        m.builds[kind] = free if pays else np.uint64(0)
        total += popcount(m.builds[kind])
    m.claim_count[HOWS] = total
    return total


@compiled
def nth_build(m: Moves, n: int) -> int:
    """The n-th of the stations that can be built, as an action."""
    kind = 0
    while n >= popcount(m.builds[kind]):
        n -= popcount(m.builds[kind])
        kind += 1
    return m.first_build + KINDS * nth_bit(m.builds[kind], n) + kind


@compiled
def begin_build(s: State, b: Board, city: int, how: int) -> None:
    """Name a city and the set to pay its station with."""
    s.city = city
    s.how = how
    price = station_price(s)
    if how == LOCO:
        pay_station(s, b, price)
        return
    fewest, most = station_locomotives(s)
    if fewest == most:
        pay_station(s, b, fewest)
    else:
        s.phase = LOCOMOTIVES


@compiled
def station_locomotives(s: State) -> tuple[int, int]:
    """The fewest and the most locomotives that the station under way can be paid with."""
    p = s.player
    price = station_price(s)
    return max(0, price - int64(s.hand[p, s.how])), min(int64(s.hand[p, LOCO]), price - 1)


@compiled
def station_choices(s: State) -> np.uint64:
    """The numbers of locomotives the player may choose for a station, as a mask of actions."""
    mask = np.uint64(0)
    fewest, most = station_locomotives(s)
    for n in range(fewest, most + 1):
        mask |= bit(WITH + n)
    return mask


@compiled
def pay_station(s: State, b: Board, locomotives: int) -> None:
    """Put down a set with so many locomotives, and build the station."""
    price = station_price(s)
    if s.how != LOCO:
        put_down(s, s.how, price - locomotives)
    put_down(s, LOCO, locomotives)
    s.stations[s.player] |= bit(s.city)
    s.city = NO_CITY
    clear_table(s, b)


@compiled
def use_stations(s: State, b: Board, result: Result, p: int, group: Row[int]) -> None:
    """Find the best use of a player's stations and join the cities in `group` by it.

    Each station lends one route of another player into its city. Cities that are joined have the same number in
    `group`. One more route never harms, so that every choice of one route a station is tried, and none without.
    """
    lent = np.empty((STATIONS, NEIGHBOURS + 1), np.int64)  # of each station how many routes, then these
    stations = _lendable(s, b, p, group, lent)
    choices = 1
    for i in range(stations):
        choices *= lent[i, 0]
    best = 0
    best_worth = int64(-1)
    trial = small_numbers(1, CITIES)[0]
    for choice in range(choices if stations > 0 else 0):
        for city in range(CITIES):
            trial[city] = group[city]
        _borrow(b, lent, stations, choice, trial)
        worth = _ticket_worth(s, b, p, trial)
        if worth > best_worth:
            best_worth = worth
            best = choice
    _borrow(b, lent, stations, best, group)
    for i in range(stations):
        route = lent[i, 1 + best % lent[i, 0]]
        best //= lent[i, 0]
        result.borrowed[p, route >> 6] |= bit(route)


@compiled
def _borrow(b: Board, lent: Table[int], stations: int, choice: int, group: Row[int]) -> None:
    """Join what one choice of a route for each station joins."""
    for i in range(stations):
        route = lent[i, 1 + choice % lent[i, 0]]
        choice //= lent[i, 0]
        join(group, b.route_a[route], b.route_b[route])


@compiled
def _lendable(s: State, b: Board, p: int, group: Row[int], lent: Table[int]) -> int:
    """Write the routes that each station could lend to some use; return for how many stations."""
    stations = 0
    rest = s.stations[p]
    while rest != np.uint64(0):
        city = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        n = 0
        for route in range(b.n_routes):
            u, v = b.route_a[route], b.route_b[route]
            if (u == city or v == city) and group[u] != group[v]:
                for q in range(s.players):
                    if q != p and s.owned[q, route >> 6] & bit(route) != np.uint64(0):
                        n += 1
                        lent[stations, n] = route
        lent[stations, 0] = n
        stations += n > 0
    return stations


@compiled
def _ticket_worth(s: State, b: Board, p: int, group: Row[int]) -> int:
    """The points of the completed tickets, and among equals their number."""
    worth = int64(0)
    for word in range(2):
        rest = s.tickets[p, word]
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if group[b.ticket_a[t]] == group[b.ticket_b[t]]:
                worth += 256 * int64(b.ticket_value[t]) + 1
    return worth


@compiled
def join(group: Row[int], one: int, other: int) -> None:
    """Join two cities and all that are joined with them: one number for all."""
    gone = group[one]
    kept = group[other]
    for city in range(CITIES):
        group[city] = kept if group[city] == gone else group[city]
