"""The final score, the big-city bonuses and the tie-breaks (C-SCORE)."""

import numpy as np

from branchline.cardgame.limits import BONUSES, PLAYERS
from branchline.cardgame.rules.completion import best_set
from branchline.cardgame.rules.record_types import Board, Result, State
from branchline.cardgame.rules.state import COMPLETE
from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import lowest_bit
from branchline.engine.phases import OVER
from branchline.engine.records import record

RESULT = record(
    [
        ("tickets", np.int16, (PLAYERS,)),  # points for tickets, completed less not completed
        ("bonus", np.int16, (PLAYERS,)),  # points for big cities
        ("total", np.int16, (PLAYERS,)),
        ("completed", np.int16, (PLAYERS,)),  # number of tickets
        ("bonuses", np.int16, (PLAYERS,)),  # number of bonus cards
        ("place", np.int16, (PLAYERS,)),  # 1 for the winner, or for all who share the win
        ("to_city", np.int16, (PLAYERS, BONUSES)),  # completed tickets to each big city
        ("done", np.uint64, (PLAYERS,)),  # which tickets are completed
    ]
)


@compiled
def score(s: State, b: Board, result: Result) -> None:
    """Score the game as it stands, with the best use of the platforms; all is final once it is over."""
    for p in range(s.players):
        result.done[p] = s.done[p] | _completed_now(s, b, p)
        _score_tickets(s, b, result, p)
        result.bonus[p] = 0
        result.bonuses[p] = 0
    _award_bonuses(s, b, result)
    for p in range(s.players):
        result.total[p] = result.tickets[p] + result.bonus[p]
    _rank(s, result)


@inlined
def _completed_now(s: State, b: Board, p: int) -> np.uint64:
    """The tickets that a player is about to complete, or would complete if the deck had run out."""
    if s.phase == OVER:
        return np.uint64(0)
    if s.phase == COMPLETE and p < s.player:
        return np.uint64(s.chosen[p])
    return best_set(s.platform[p], b, s.tickets[p])


@compiled
def _score_tickets(s: State, b: Board, result: Result, p: int) -> None:
    result.tickets[p] = 0
    result.completed[p] = 0
    for city in range(b.n_bonuses):
        result.to_city[p, city] = 0
    rest = result.done[p]
    while rest != np.uint64(0):
        t = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        result.tickets[p] += b.ticket_value[t]
        result.completed[p] += 1
        for city in range(b.n_bonuses):
            result.to_city[p, city] += b.to_city[t] >> city & 1
    rest = s.tickets[p] & ~result.done[p]
    while rest != np.uint64(0):
        result.tickets[p] -= b.ticket_value[lowest_bit(rest)]
        rest &= rest - np.uint64(1)


@compiled
def _award_bonuses(s: State, b: Board, result: Result) -> None:
    """Each bonus goes to whoever completed most tickets to the city, and to all who tie (C-SCORE-2)."""
    for city in range(b.n_bonuses):
        most = 1
        for p in range(s.players):
            most = max(most, result.to_city[p, city])
        for p in range(s.players):
            if result.to_city[p, city] == most:
                result.bonus[p] += b.bonus[city]
                result.bonuses[p] += 1


@inlined
def _rank(s: State, result: Result) -> None:
    for p in range(s.players):
        result.place[p] = 1
        for q in range(s.players):
            if _is_ahead(result, q, p):
                result.place[p] += 1


@inlined
def _is_ahead(result: Result, q: int, p: int) -> bool:
    if result.total[q] != result.total[p]:
        return bool(result.total[q] > result.total[p])
    if result.completed[q] != result.completed[p]:
        return bool(result.completed[q] > result.completed[p])
    return bool(result.bonuses[q] > result.bonuses[p])
