"""The final score, the big-city bonuses and the tie-breaks (C-SCORE)."""

import numpy as np

from branchline.rules.cardgame.completion import best_set
from branchline.rules.cardgame.state import BONUSES, COMPLETE, PLAYERS
from branchline.rules.jit import compiled, inlined, lowest_bit
from branchline.rules.state import OVER, record

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
def score(s: np.record, b: np.record, r: np.record) -> None:
    """Score the game as it stands, with the best use of the platforms; all is final once it is over."""
    for p in range(s.players):
        r.done[p] = s.done[p] | _completed_now(s, b, p)
        _score_tickets(s, b, r, p)
        r.bonus[p] = 0
        r.bonuses[p] = 0
    _award_bonuses(s, b, r)
    for p in range(s.players):
        r.total[p] = r.tickets[p] + r.bonus[p]
    _rank(s, r)


@inlined
def _completed_now(s: np.record, b: np.record, p: int) -> np.uint64:
    """The tickets that a player is about to complete, or would complete if the deck had run out."""
    if s.phase == OVER:
        return np.uint64(0)
    if s.phase == COMPLETE and p < s.player:
        return np.uint64(s.chosen[p])
    return best_set(s.platform[p], b, s.tickets[p])


@compiled
def _score_tickets(s: np.record, b: np.record, r: np.record, p: int) -> None:
    r.tickets[p] = 0
    r.completed[p] = 0
    for city in range(b.n_bonuses):
        r.to_city[p, city] = 0
    rest = r.done[p]
    while rest != np.uint64(0):
        t = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        r.tickets[p] += b.ticket_value[t]
        r.completed[p] += 1
        for city in range(b.n_bonuses):
            r.to_city[p, city] += b.to_city[t] >> city & 1
    rest = s.tickets[p] & ~r.done[p]
    while rest != np.uint64(0):
        r.tickets[p] -= b.ticket_value[lowest_bit(rest)]
        rest &= rest - np.uint64(1)


@compiled
def _award_bonuses(s: np.record, b: np.record, r: np.record) -> None:
    """Each bonus goes to whoever completed most tickets to the city, and to all who tie (C-SCORE-2)."""
    for city in range(b.n_bonuses):
        most = 1
        for p in range(s.players):
            most = max(most, r.to_city[p, city])
        for p in range(s.players):
            if r.to_city[p, city] == most:
                r.bonus[p] += b.bonus[city]
                r.bonuses[p] += 1


@inlined
def _rank(s: np.record, r: np.record) -> None:
    for p in range(s.players):
        r.place[p] = 1
        for q in range(s.players):
            if _is_ahead(r, q, p):
                r.place[p] += 1


@inlined
def _is_ahead(r: np.record, q: int, p: int) -> bool:
    if r.total[q] != r.total[p]:
        return bool(r.total[q] > r.total[p])
    if r.completed[q] != r.completed[p]:
        return bool(r.completed[q] > r.completed[p])
    return bool(r.bonuses[q] > r.bonuses[p])
