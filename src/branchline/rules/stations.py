"""Stations: building them, and the best use of others' routes at the end (E-STATION).

A station is paid for like a route: a set of one colour, then the number of locomotives if there is a choice.
"""

import numpy as np

from branchline.rules.claim import clear_table, put_down
from branchline.rules.jit import bit, compiled, lowest_bit, nth_bit, popcount, small_numbers
from branchline.rules.state import CITIES, HOWS, KINDS, LOCO, LOCOMOTIVES, NO_CITY, WITH

MOST_STATIONS = 5
MOST_ROUTES = 32  # more routes than that never meet in a city


@compiled
def station_price(s: np.record) -> int:
    """The cards that the player's next station costs: one for the first, two for the second, and so on."""
    return popcount(s.stations[s.player]) + 1


@compiled
def free_cities(s: np.record, b: np.record) -> np.uint64:
    """The cities without a station."""
    free = b.all_cities
    for q in range(s.players):
        free &= ~s.stations[q]
    return free


@compiled
def buildable(s: np.record, b: np.record, m: np.record) -> int:
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
def nth_build(m: np.record, n: int) -> int:
    """The n-th of the stations that can be built, as an action."""
    kind = 0
    while n >= popcount(m.builds[kind]):
        n -= popcount(m.builds[kind])
        kind += 1
    return m.first_build + KINDS * nth_bit(m.builds[kind], n) + kind


@compiled
def begin_build(s: np.record, city: int, how: int) -> None:
    """Name a city and the set to pay its station with."""
    s.city = city
    s.how = how
    price = station_price(s)
    if how == LOCO:
        pay_station(s, price)
        return
    fewest, most = station_locomotives(s)
    if fewest == most:
        pay_station(s, fewest)
    else:
        s.phase = LOCOMOTIVES


@compiled
def station_locomotives(s: np.record) -> tuple[int, int]:
    """The fewest and the most locomotives that the station under way can be paid with."""
    p = s.player
    price = station_price(s)
    return max(0, price - np.int64(s.hand[p, s.how])), min(np.int64(s.hand[p, LOCO]), price - 1)


@compiled
def station_choices(s: np.record) -> np.uint64:
    """The numbers of locomotives the player may choose for a station, as a mask of actions."""
    mask = np.uint64(0)
    fewest, most = station_locomotives(s)
    for n in range(fewest, most + 1):
        mask |= bit(WITH + n)
    return mask


@compiled
def pay_station(s: np.record, locomotives: int) -> None:
    """Put down a set with so many locomotives, and build the station."""
    price = station_price(s)
    if s.how != LOCO:
        put_down(s, s.how, price - locomotives)
    put_down(s, LOCO, locomotives)
    s.stations[s.player] |= bit(s.city)
    s.city = NO_CITY
    clear_table(s)


@compiled
def use_stations(s: np.record, b: np.record, r: np.record, p: int, group: np.ndarray) -> None:
    """Find the best use of a player's stations and join the cities in `group` by it.

    Each station lends one route of another player into its city. Cities that are joined have the same number in
    `group`. One more route never harms, so that every choice of one route a station is tried, and none without.
    """
    lent = np.empty((MOST_STATIONS, MOST_ROUTES + 1), np.int64)  # of each station how many routes, then these
    stations = _lendable(s, b, p, group, lent)
    choices = 1
    for i in range(stations):
        choices *= lent[i, 0]
    best = 0
    best_worth = np.int64(-1)
    trial = small_numbers(1, CITIES)[0]
    for choice in range(choices if stations > 0 else 0):
        for c in range(CITIES):
            trial[c] = group[c]
        _borrow(b, lent, stations, choice, trial)
        worth = _ticket_worth(s, b, p, trial)
        if worth > best_worth:
            best_worth = worth
            best = choice
    _borrow(b, lent, stations, best, group)
    for i in range(stations):
        route = lent[i, 1 + best % lent[i, 0]]
        best //= lent[i, 0]
        r.borrowed[p, route >> 6] |= bit(route)


@compiled
def _borrow(b: np.record, lent: np.ndarray, stations: int, choice: int, group: np.ndarray) -> None:
    """Join what one choice of a route for each station joins."""
    for i in range(stations):
        route = lent[i, 1 + choice % lent[i, 0]]
        choice //= lent[i, 0]
        join(group, b.route_a[route], b.route_b[route])


@compiled
def _lendable(s: np.record, b: np.record, p: int, group: np.ndarray, lent: np.ndarray) -> int:
    """Write the routes that each station could lend to some use; return for how many stations."""
    stations = 0
    rest = s.stations[p]
    while rest != np.uint64(0):
        city = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        n = 0
        for route in range(b.n_routes):
            a, z = b.route_a[route], b.route_b[route]
            if (a == city or z == city) and group[a] != group[z] and n < MOST_ROUTES:
                for q in range(s.players):
                    if q != p and s.owned[q, route >> 6] & bit(route) != np.uint64(0):
                        n += 1
                        lent[stations, n] = route
        lent[stations, 0] = n
        stations += n > 0
    return stations


@compiled
def _ticket_worth(s: np.record, b: np.record, p: int, group: np.ndarray) -> int:
    """The points of the completed tickets, and among equals their number."""
    worth = np.int64(0)
    for word in range(2):
        rest = s.tickets[p, word]
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if group[b.ticket_a[t]] == group[b.ticket_b[t]]:
                worth += 256 * np.int64(b.ticket_value[t]) + 1
    return worth


@compiled
def join(group: np.ndarray, one: int, other: int) -> None:
    """Join two cities and all that are joined with them: one number for all."""
    gone = group[one]
    kept = group[other]
    for city in range(CITIES):
        group[city] = kept if group[city] == gone else group[city]
