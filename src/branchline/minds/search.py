"""Search over what a player cannot see: imagined games that agree with the view, played on by planners."""

import numpy as np

from branchline.minds.belief import believe, weigh_tickets
from branchline.minds.candidates import list_candidates
from branchline.minds.jit import compiled, thought
from branchline.minds.playout import play_on
from branchline.minds.steps import act, count_points, fill_in
from branchline.rules.state import PLAYERS

# Columns of the sums kept for each candidate: how much better than the first it did, in all and squared, on the
# same imagined games; then the shares of wins and the scores of all players.
GAMES, BETTER, SQUARES, WINS = range(4)
SCORES = WINS + PLAYERS
COLUMNS = SCORES + PLAYERS

CLOSE = 40.0  # points of a lead after which more hardly matter


@thought
def prepare_search(
    views: np.ndarray,
    boards: np.ndarray,
    atlases: np.ndarray,
    tastes: np.ndarray,
    minds: np.ndarray,
    distances: np.ndarray,
    moves: np.ndarray,
    trust: float,
    out: np.ndarray,
    weights: np.ndarray,
) -> int:
    """Write the moves to look at and the belief about rivals' tickets; return how many moves there are."""
    s, b, m = views[0], boards[0], minds[0]
    n = list_candidates(s, b, atlases[0], tastes[0], m, distances, moves[0], out)
    if n > 1:
        weigh_tickets(s, b, m, distances, np.int64(s.player), trust, weights)
    return n


@compiled
def _seed(seed: np.uint64, number: int) -> np.uint64:
    """The start of the random stream of one imagined game."""
    z = seed + np.uint64(number) * np.uint64(0xD1B54A32D192ED03)
    z = (z ^ (z >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return z ^ (z >> np.uint64(32))


@thought
def explore(
    views: np.ndarray,
    boards: np.ndarray,
    atlases: np.ndarray,
    tastes: np.ndarray,
    minds: np.ndarray,
    distances: np.ndarray,
    moves: np.ndarray,
    results: np.ndarray,
    streams: np.ndarray,
    states: np.ndarray,
    weights: np.ndarray,
    candidates: np.ndarray,
    seed: int,
    first: int,
    last: int,
    sums: np.ndarray,
) -> None:
    """Play every candidate on in the imagined games from one number to another, and add up what came of it."""
    b, g = boards[0], streams[0]
    me = np.int64(views[0].player)
    known = np.empty(2, np.uint64)
    for word in range(2):
        known[word] = views[0].ticket_deck[word]
        for q in range(views[0].players):
            known[word] |= views[0].tickets[q, word]
    for number in range(first, last):
        states[0] = views[0]
        g.word = _seed(np.uint64(seed), 2 * number)
        fill_in(states[0], b, me, g)
        believe(states[0], b, me, known, weights, g)
        first_worth = 0.0
        for i in range(len(candidates)):
            g.word = _seed(np.uint64(seed), 2 * number + 1)
            states[1] = states[0]
            act(states[1], b, candidates[i])
            play_on(states[1], b, atlases[0], tastes, minds, distances, moves[0], g)
            count_points(states[1], b, results[0])
            worth = _add_up(results[0], np.int64(views[0].players), me, sums[i])
            if i == 0:
                first_worth = worth
            sums[i, BETTER] += worth - first_worth
            sums[i, SQUARES] += (worth - first_worth) ** 2


@compiled
def _add_up(r: np.record, players: int, me: int, sums: np.ndarray) -> float:
    """Count one game; return what it is worth: the share of the win, and how clear it was."""
    best = -10000
    winners = 0
    for q in range(players):
        winners += r.place[q] == 1
        if q != me:
            best = max(best, np.int64(r.total[q]))
    for q in range(players):
        sums[SCORES + q] += r.total[q]
        sums[WINS + q] += (r.place[q] == 1) / winners
    sums[GAMES] += 1.0
    win = (r.place[me] == 1) / winners
    return 0.5 * win + 0.25 + 0.25 * np.tanh((np.int64(r.total[me]) - best) / CLOSE)
