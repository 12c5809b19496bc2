"""The entry points: what Python calls, on arrays of games.

Each takes an array of games and the number of the one that is meant; boards, views, results and random
streams are arrays too, because records pass to compiled code fastest that way.
"""

import numpy as np

from branchline.rules.chance import draw_outcome, list_outcomes, random_below
from branchline.rules.jit import compiled, entry
from branchline.rules.score import score as score_record
from branchline.rules.state import OVER
from branchline.rules.turn import apply_action, apply_chance, is_chance, legal, list_moves, nth_move, start
from branchline.rules.turn import is_legal as is_among
from branchline.rules.view import hide, imagine

# Three rules on the path of every move are compiled into their callers. Most entry points can spare that: they
# call these instead, so that the code is compiled once for them all.


@compiled
def _legal(s: np.record, b: np.record, m: np.record) -> int:
    return legal(s, b, m)


@compiled
def _act(s: np.record, b: np.record, action: int) -> None:
    apply_action(s, b, action)


@compiled
def _happen(s: np.record, b: np.record, outcome: int) -> None:
    apply_chance(s, b, outcome)


@compiled
def _resolve(s: np.record, b: np.record, g: np.record) -> None:
    while is_chance(s):
        _happen(s, b, draw_outcome(s, g))


@entry
def new_game(states: np.ndarray, i: int, boards: np.ndarray, players: int) -> None:
    """Set up a game in an empty record."""
    start(states[i], boards[0], players)


@entry
def legal_moves(states: np.ndarray, i: int, boards: np.ndarray, moves: np.ndarray, out: np.ndarray) -> int:
    """Write the numbers of the legal moves; return how many there are."""
    _legal(states[i], boards[0], moves[0])
    return list_moves(moves[0], out)


@entry
def is_legal(states: np.ndarray, i: int, boards: np.ndarray, moves: np.ndarray, action: int) -> bool:
    """Whether a move is legal now."""
    _legal(states[i], boards[0], moves[0])
    return is_among(moves[0], action)


@entry
def apply(states: np.ndarray, i: int, boards: np.ndarray, action: int) -> None:
    """Make a move of a player or of chance, which must be legal."""
    if is_chance(states[i]):
        _happen(states[i], boards[0], action)
    else:
        _act(states[i], boards[0], action)


@entry
def chance_outcomes(states: np.ndarray, i: int, outcomes: np.ndarray, weights: np.ndarray) -> int:
    """Write what chance may do and its weights; return how many outcomes there are."""
    return list_outcomes(states[i], outcomes, weights)


@entry
def chance_draw(states: np.ndarray, i: int, streams: np.ndarray) -> int:
    """Draw what chance does next, by the odds."""
    return draw_outcome(states[i], streams[0])


@entry
def advance(states: np.ndarray, i: int, boards: np.ndarray, action: int, streams: np.ndarray) -> None:
    """Make a player's move and everything that chance does until a player moves again."""
    _act(states[i], boards[0], action)
    _resolve(states[i], boards[0], streams[0])


@entry
def view(states: np.ndarray, i: int, boards: np.ndarray, views: np.ndarray, viewer: int) -> None:
    """Write what a player may know; -1 is somebody who only watches."""
    views[0] = states[i]
    hide(views[0], boards[0], viewer)


@entry
def determinize(views: np.ndarray, boards: np.ndarray, viewer: int, streams: np.ndarray) -> None:
    """Fill a player's view with hidden cards and tickets that agree with it."""
    imagine(views[0], boards[0], viewer, streams[0])


@entry
def score(states: np.ndarray, i: int, boards: np.ndarray, results: np.ndarray) -> None:
    """Score a game as it stands."""
    score_record(states[i], boards[0], results[0])


@entry
def random_games(
    states: np.ndarray,
    boards: np.ndarray,
    players: int,
    moves: np.ndarray,
    results: np.ndarray,
    streams: np.ndarray,
    games: int,
    totals: np.ndarray,
) -> None:
    """Play whole games with uniformly random moves, score them, and add up what happened.

    `totals` counts games, decisions, turns, and points of all players.
    """
    s, b, m, r, g = states[0], boards[0], moves[0], results[0], streams[0]
    for _ in range(games):
        states[0] = states[1]
        start(s, b, players)
        decisions = 0
        while s.phase != OVER:
            if is_chance(s):
                apply_chance(s, b, draw_outcome(s, g))
            else:
                n = legal(s, b, m)
                apply_action(s, b, nth_move(m, random_below(g, n)))
                decisions += 1
        score_record(s, b, r)
        totals[0] += 1
        totals[1] += decisions
        totals[2] += s.turn
        for p in range(players):
            totals[3] += r.total[p]


@entry
def reset_games(states: np.ndarray, empty: np.ndarray, boards: np.ndarray, players: int, streams: np.ndarray) -> None:
    """Set up every game of an array, up to its first decision."""
    for i in range(len(states)):
        states[i] = empty[0]
        start(states[i], boards[0], players)
        _resolve(states[i], boards[0], streams[i])


@entry
def step_games(
    states: np.ndarray, boards: np.ndarray, actions: np.ndarray, moves: np.ndarray, streams: np.ndarray
) -> int:
    """Make one move in every game that is not over; return the first game whose move was not legal, or -1."""
    for i in range(len(states)):
        if states[i].phase != OVER:
            _legal(states[i], boards[0], moves[0])
            if not is_among(moves[0], actions[i]):
                return i
    for i in range(len(states)):
        if states[i].phase != OVER:
            _act(states[i], boards[0], actions[i])
            _resolve(states[i], boards[0], streams[i])
    return -1


@entry
def mask_games(states: np.ndarray, boards: np.ndarray, moves: np.ndarray, ids: np.ndarray, masks: np.ndarray) -> None:
    """Write the legal moves of every game as rows of true and false."""
    masks[:] = False
    for i in range(len(states)):
        if states[i].phase != OVER:
            _legal(states[i], boards[0], moves[0])
            for k in range(list_moves(moves[0], ids)):
                masks[i, ids[k]] = True
