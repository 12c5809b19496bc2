"""Search over what a player cannot see: imagined games that agree with the view, played on by planners."""

import numpy as np

from branchline.minds.belief import believe, weigh_tickets
from branchline.minds.candidates import add, list_candidates
from branchline.minds.claims import best_way
from branchline.minds.jit import compiled, thought
from branchline.minds.plan import is_held, make_plan
from branchline.minds.playout import play_on
from branchline.minds.steps import act, count_points, fill_in
from branchline.rules.state import CLAIM, HOWS, PLAYERS, ROUTES, TURN

# Columns of the sums kept for each candidate: how much better than the first it did, in all and squared, on the
# same imagined games; then the shares of wins and the scores of all players.
GAMES, BETTER, SQUARES, WINS = range(4)
SCORES = WINS + PLAYERS
COLUMNS = SCORES + PLAYERS

GUESSES = 8  # imagined games in which rivals' plans are made, to see which routes they want
BLOCKS = 3  # so many of these are looked at
CLOSE = 40.0  # points of a lead after which more hardly matter


@thought
def prepare_search(
    views: np.ndarray,
    boards: np.ndarray,
    atlases: np.ndarray,
    tastes: np.ndarray,
    minds: np.ndarray,
    moves: np.ndarray,
    streams: np.ndarray,
    states: np.ndarray,
    trust: float,
    seed: int,
    out: np.ndarray,
    weights: np.ndarray,
) -> int:
    """Write the moves to look at and the belief about rivals' tickets; return how many moves there are."""
    s, b, t, m = views[0], boards[0], tastes[0], minds[0]
    n = list_candidates(s, b, atlases[0], t, m, moves[0], out)
    if n == 1:
        return n
    weigh_tickets(s, b, atlases[0], minds[1], np.int64(s.player), trust, weights)
    if s.phase == TURN:
        streams[0].word = seed_of(np.uint64(seed), -1)
        wanted = np.zeros(ROUTES, np.int64)
        for _ in range(GUESSES):
            states[0] = s
            guess_plans(states[0], b, atlases[0], tastes, minds, known_tickets(s), weights, streams[0], wanted)
        for _ in range(BLOCKS):
            r = np.int64(np.argmax(wanted))
            how, _ = best_way(b, t, m, moves[0], r)
            if wanted[r] > 1 and how >= 0:
                n = add(CLAIM + HOWS * r + how, out, n)
            wanted[r] = 0
    return n


@compiled
def known_tickets(view: np.record) -> np.ndarray:
    """The tickets whose place the viewer knows."""
    known = np.empty(2, np.uint64)
    for word in range(2):
        known[word] = view.ticket_deck[word]
        for q in range(view.players):
            known[word] |= view.tickets[q, word]
    return known


@compiled
def guess_plans(
    s: np.record,
    b: np.record,
    a: np.record,
    tastes: np.ndarray,
    minds: np.ndarray,
    known: np.ndarray,
    weights: np.ndarray,
    g: np.record,
    wanted: np.ndarray,
) -> None:
    """Imagine one game and count the routes that rivals would want in it."""
    me = np.int64(s.player)
    fill_in(s, b, me, g)
    believe(s, b, me, known, weights, g)
    for q in range(s.players):
        if q != me:
            minds[1].player = q
            make_plan(s, b, a, tastes[q], minds[1])
            for r in range(b.n_routes):
                wanted[r] += is_held(minds[1].wanted, r) and is_held(s.open[me], r)


@compiled
def seed_of(seed: np.uint64, number: int) -> np.uint64:
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
    known = known_tickets(views[0])
    for number in range(first, last):
        states[0] = views[0]
        g.word = seed_of(np.uint64(seed), 2 * number)
        fill_in(states[0], b, me, g)
        believe(states[0], b, me, known, weights, g)
        first_worth = 0.0
        for i in range(len(candidates)):
            g.word = seed_of(np.uint64(seed), 2 * number + 1)
            states[1] = states[0]
            act(states[1], b, candidates[i])
            play_on(states[1], b, atlases[0], tastes, minds, moves[0], g)
            count_points(states[1], b, results[0])
            worth = add_up(results[0], np.int64(views[0].players), me, sums[i])
            if i == 0:
                first_worth = worth
            sums[i, BETTER] += worth - first_worth
            sums[i, SQUARES] += (worth - first_worth) ** 2


@compiled
def add_up(r: np.record, players: int, me: int, sums: np.ndarray) -> float:
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
