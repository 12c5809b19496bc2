"""The final score, the bonuses and the tie-breaks (B-END, B-TICKET-3, N-END)."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit, popcount, small_numbers
from branchline.engine.records import record
from branchline.mapgame.limits import CITIES, PLAYERS
from branchline.mapgame.rules.festivals import score_festivals
from branchline.mapgame.rules.longest_path import longest_trail
from branchline.mapgame.rules.record_types import Board, Result, State
from branchline.mapgame.rules.stations import join, use_stations
from branchline.mapgame.rules.tolls import score_tolls

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
def score(s: State, b: Board, result: Result) -> None:
    """Score the game as it stands; the places are final once it is over."""
    for p in range(s.players):
        result.start[p] = b.start_scores[p]
        result.routes[p] = s.score[p] - result.start[p]
        result.longest_path[p] = -1
        result.longest_path_bonus[p] = 0
        result.most_tickets_bonus[p] = 0
        _score_tickets(s, b, result, p)
        result.stations[p] = popcount(s.stations[p])
        result.stations_bonus[p] = (b.stations - result.stations[p]) * b.station_points
        result.total[p] = s.score[p] + result.tickets[p] + result.stations_bonus[p]
    if b.toll_tokens > 0:
        score_tolls(s, b, result)
        for p in range(s.players):
            result.total[p] += result.toll_bonus[p] + result.loan_points[p]
    if b.n_festivals > 0:
        score_festivals(s, b, result)
        for p in range(s.players):
            result.total[p] += result.festivals[p]
    if b.longest_path_bonus > 0:
        _award_longest_path(s, b, result)
    if b.most_tickets_bonus > 0:
        _award_most_tickets(s, b, result)
    if b.tiebreak_longest_path:
        _measure_tied_paths(s, b, result)
    _rank(s, b, result)


@compiled
def _score_tickets(s: State, b: Board, result: Result, p: int) -> None:
    group = small_numbers(1, CITIES)[0]
    for city in range(CITIES):
        group[city] = city
    for word in range(2):
        rest = s.owned[p, word]
        while rest != np.uint64(0):
            i = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            join(group, b.route_a[i], b.route_b[i])
    result.borrowed[p, 0] = np.uint64(0)
    result.borrowed[p, 1] = np.uint64(0)
    if s.stations[p] != np.uint64(0):
        use_stations(s, b, result, p, group)
    result.tickets[p] = 0
    result.completed[p] = 0
    result.best_ticket[p] = 0
    for word in range(2):
        result.done[p, word] = np.uint64(0)
        rest = s.tickets[p, word]
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            if group[b.ticket_a[t]] == group[b.ticket_b[t]]:
                result.done[p, word] |= bit(t)
                result.tickets[p] += b.ticket_value[t]
                result.completed[p] += 1
                result.best_ticket[p] = max(result.best_ticket[p], b.ticket_value[t])
            else:
                result.tickets[p] -= b.ticket_value[t]


@compiled
def _award_longest_path(s: State, b: Board, result: Result) -> None:
    longest = 0
    for p in range(s.players):
        result.longest_path[p] = longest_trail(s.owned[p, 0], s.owned[p, 1], b)
        longest = max(longest, result.longest_path[p])
    for p in range(s.players):
        if longest > 0 and result.longest_path[p] == longest:
            result.longest_path_bonus[p] = b.longest_path_bonus
            result.total[p] += b.longest_path_bonus


@compiled
def _award_most_tickets(s: State, b: Board, result: Result) -> None:
    most = 0
    for p in range(s.players):
        most = max(most, result.completed[p])
    for p in range(s.players):
        if most > 0 and result.completed[p] == most:
            result.most_tickets_bonus[p] = b.most_tickets_bonus
            result.total[p] += b.most_tickets_bonus


@compiled
def _measure_tied_paths(s: State, b: Board, result: Result) -> None:
    """Measure the paths of players whom nothing else tells apart."""
    for p in range(s.players):
        for q in range(s.players):
            tied = (
                result.total[p] == result.total[q]
                and result.completed[p] == result.completed[q]
                and result.stations[p] == result.stations[q]
            )
            if p != q and tied and result.longest_path[p] < 0:
                result.longest_path[p] = longest_trail(s.owned[p, 0], s.owned[p, 1], b)


@compiled
def _rank(s: State, b: Board, result: Result) -> None:
    for p in range(s.players):
        result.place[p] = 1
        for q in range(s.players):
            if _is_ahead(b, result, q, p):
                result.place[p] += 1


@compiled
def _is_ahead(b: Board, result: Result, q: int, p: int) -> bool:
    if result.total[q] != result.total[p]:
        return bool(result.total[q] > result.total[p])
    if result.completed[q] != result.completed[p]:
        return bool(result.completed[q] > result.completed[p])
    if result.stations[q] != result.stations[p]:
        return bool(result.stations[q] < result.stations[p])
    if b.tiebreak_longest_path and b.longest_path_bonus > 0:  # the book speaks of who holds the card
        return bool(result.longest_path_bonus[q] > result.longest_path_bonus[p])
    if b.tiebreak_longest_path:
        return bool(result.longest_path[q] > result.longest_path[p])
    return bool(b.tiebreak_longest_ticket and result.best_ticket[q] > result.best_ticket[p])
