"""The final score, the bonuses and the tie-breaks (B-END, B-TICKET-3, N-END)."""

import numpy as np

from branchline.rules.festivals import score_festivals
from branchline.rules.jit import bit, compiled, lowest_bit, popcount, small_numbers
from branchline.rules.state import CITIES, PLAYERS, record
from branchline.rules.stations import join, use_stations
from branchline.rules.tolls import score_tolls
from branchline.rules.trail import longest_trail

RESULT = record(
    [
        ("routes", np.int16, (PLAYERS,)),  # points for routes
        ("tickets", np.int16, (PLAYERS,)),  # points for tickets, completed less failed
        ("longest_path", np.int16, (PLAYERS,)),  # its length; -1 where nothing depends on it
        ("longest_path_bonus", np.int16, (PLAYERS,)),
        ("most_tickets_bonus", np.int16, (PLAYERS,)),
        ("start", np.int16, (PLAYERS,)),  # points that the seat began with
        ("toll_bonus", np.int16, (PLAYERS,)),  # points for tokens left
        ("loan_points", np.int16, (PLAYERS,)),  # points that loans cost, as a negative number
        ("festivals", np.int16, (PLAYERS,)),  # points for festival cards
        ("stations_bonus", np.int16, (PLAYERS,)),  # points for stations not built
        ("stations", np.int16, (PLAYERS,)),  # number of stations built
        ("total", np.int16, (PLAYERS,)),
        ("completed", np.int16, (PLAYERS,)),  # number of tickets
        ("best_ticket", np.int16, (PLAYERS,)),  # the highest completed one
        ("place", np.int16, (PLAYERS,)),  # 1 for the winner, or for all who share the win
        ("done", np.uint64, (PLAYERS, 2)),  # which tickets are completed
        ("borrowed", np.uint64, (PLAYERS, 2)),  # others' routes used by stations
    ]
)


@compiled
def score(s: np.record, b: np.record, r: np.record) -> None:
    """Score the game as it stands; the places are final once it is over."""
    for p in range(s.players):
        r.start[p] = b.start_scores[p]
        r.routes[p] = s.score[p] - r.start[p]
        r.longest_path[p] = -1
        r.longest_path_bonus[p] = 0
        r.most_tickets_bonus[p] = 0
        _score_tickets(s, b, r, p)
        r.stations[p] = popcount(s.stations[p])
        r.stations_bonus[p] = (b.stations - r.stations[p]) * b.station_points
        r.total[p] = s.score[p] + r.tickets[p] + r.stations_bonus[p]
    if b.toll_tokens > 0:
        score_tolls(s, b, r)
        for p in range(s.players):
            r.total[p] += r.toll_bonus[p] + r.loan_points[p]
    if b.n_festivals > 0:
        score_festivals(s, b, r)
        for p in range(s.players):
            r.total[p] += r.festivals[p]
    if b.longest_path_bonus > 0:
        _award_longest_path(s, b, r)
    if b.most_tickets_bonus > 0:
        _award_most_tickets(s, b, r)
    if b.tiebreak_longest_path:
        _measure_tied_paths(s, b, r)
    _rank(s, b, r)


@compiled
def _score_tickets(s: np.record, b: np.record, r: np.record, p: int) -> None:
    group = small_numbers(1, CITIES)[0]
    for city in range(CITIES):
        group[city] = city
    for word in range(2):
        rest = s.owned[p, word]
        while rest != np.uint64(0):
            i = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            join(group, b.route_a[i], b.route_b[i])
    r.borrowed[p, 0] = np.uint64(0)
    r.borrowed[p, 1] = np.uint64(0)
    if s.stations[p] != np.uint64(0):
        use_stations(s, b, r, p, group)
    r.tickets[p] = 0
    r.completed[p] = 0
    r.best_ticket[p] = 0
    for word in range(2):
        r.done[p, word] = np.uint64(0)
        rest = s.tickets[p, word]
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if group[b.ticket_a[t]] == group[b.ticket_b[t]]:
                r.done[p, word] |= bit(t)
                r.tickets[p] += b.ticket_value[t]
                r.completed[p] += 1
                r.best_ticket[p] = max(r.best_ticket[p], b.ticket_value[t])
            else:
                r.tickets[p] -= b.ticket_value[t]


@compiled
def _award_longest_path(s: np.record, b: np.record, r: np.record) -> None:
    longest = 0
    for p in range(s.players):
        r.longest_path[p] = longest_trail(s.owned[p, 0], s.owned[p, 1], b)
        longest = max(longest, r.longest_path[p])
    for p in range(s.players):
        if longest > 0 and r.longest_path[p] == longest:
            r.longest_path_bonus[p] = b.longest_path_bonus
            r.total[p] += b.longest_path_bonus


@compiled
def _award_most_tickets(s: np.record, b: np.record, r: np.record) -> None:
    most = 0
    for p in range(s.players):
        most = max(most, r.completed[p])
    for p in range(s.players):
        if most > 0 and r.completed[p] == most:
            r.most_tickets_bonus[p] = b.most_tickets_bonus
            r.total[p] += b.most_tickets_bonus


@compiled
def _measure_tied_paths(s: np.record, b: np.record, r: np.record) -> None:
    """Measure the paths of players whom nothing else tells apart."""
    for p in range(s.players):
        for q in range(s.players):
            tied = r.total[p] == r.total[q] and r.completed[p] == r.completed[q] and r.stations[p] == r.stations[q]
            if p != q and tied and r.longest_path[p] < 0:
                r.longest_path[p] = longest_trail(s.owned[p, 0], s.owned[p, 1], b)


@compiled
def _rank(s: np.record, b: np.record, r: np.record) -> None:
    for p in range(s.players):
        r.place[p] = 1
        for q in range(s.players):
            if _is_ahead(b, r, q, p):
                r.place[p] += 1


@compiled
def _is_ahead(b: np.record, r: np.record, q: int, p: int) -> bool:
    if r.total[q] != r.total[p]:
        return bool(r.total[q] > r.total[p])
    if r.completed[q] != r.completed[p]:
        return bool(r.completed[q] > r.completed[p])
    if r.stations[q] != r.stations[p]:
        return bool(r.stations[q] < r.stations[p])
    if b.tiebreak_longest_path:
        return bool(r.longest_path[q] > r.longest_path[p])
    return bool(b.tiebreak_longest_ticket and r.best_ticket[q] > r.best_ticket[p])
