"""The entry points: what Python calls, on arrays of games of any kind.

Each takes an array of games and the number of the one that is meant; boards, views, results and random
streams are arrays too, because records pass to compiled code fastest that way.
"""

from branchline.compiler.decorators import compiled, entry
from branchline.compiler.typed import Array
from branchline.engine import rules
from branchline.engine.listing import MARKS, NUMBERS
from branchline.engine.phases import OVER
from branchline.engine.record_types import Board, Moves, State, Stream
from branchline.engine.stream import random_below

# Rules on the path of every move are compiled into their callers. Most entry points can spare that: they
# call these instead, so that the code is compiled once for them all.


@compiled
def _legal(s: State, b: Board, m: Moves) -> int:
    return rules.legal(s, b, m)


@compiled
def _apply(s: State, b: Board, action: int) -> None:
    rules.apply(s, b, action)


@compiled
def _apply_chance(s: State, b: Board, outcome: int) -> None:
    rules.apply_chance(s, b, outcome)


@compiled
def _resolve(s: State, b: Board, g: Stream) -> None:
    while rules.is_chance(s):
        _apply_chance(s, b, rules.draw_outcome(s, g))


@entry
def new_game(states: Array, i: int, boards: Array, players: int) -> None:
    """Set up a game in an empty record."""
    rules.start(states[i], boards[0], players)


@entry
def legal_moves(states: Array, i: int, boards: Array, moves: Array, out: Array) -> int:
    """Write the numbers of the legal moves; return how many there are."""
    _legal(states[i], boards[0], moves[0])
    return rules.list_moves(moves[0], out, NUMBERS)


@entry
def is_legal(states: Array, i: int, boards: Array, moves: Array, action: int) -> bool:
    """Whether a move is legal now."""
    _legal(states[i], boards[0], moves[0])
    return rules.is_legal(moves[0], action)


@entry
def apply(states: Array, i: int, boards: Array, action: int) -> None:
    """Make a move of a player or of chance, which must be legal."""
    if rules.is_chance(states[i]):
        _apply_chance(states[i], boards[0], action)
    else:
        _apply(states[i], boards[0], action)


@entry
def play(states: Array, boards: Array, action: int, after: Array, moves: Array) -> bool:
    """Write the position after a player's move, if that is legal; return whether it is."""
    if states[0].phase == OVER or rules.is_chance(states[0]):
        return False
    _legal(states[0], boards[0], moves[0])
    if not rules.is_legal(moves[0], action):
        return False
    after[0] = states[0]
    _apply(after[0], boards[0], action)
    return True


@entry
def play_chance(states: Array, boards: Array, outcome: int, after: Array, outcomes: Array, weights: Array) -> bool:
    """Write the position after something that chance does, if that can happen; return whether it can."""
    if not rules.is_chance(states[0]):
        return False
    for i in range(rules.list_outcomes(states[0], outcomes, weights)):
        if outcomes[i] == outcome:
            after[0] = states[0]
            _apply_chance(after[0], boards[0], outcome)
            return True
    return False


@entry
def chance_outcomes(states: Array, i: int, outcomes: Array, weights: Array) -> int:
    """Write what chance may do and its weights; return how many outcomes there are."""
    return rules.list_outcomes(states[i], outcomes, weights)


@entry
def chance_draw(states: Array, i: int, streams: Array) -> int:
    """Draw what chance does next, by the odds."""
    return rules.draw_outcome(states[i], streams[0])


@entry
def advance(states: Array, i: int, boards: Array, action: int, streams: Array) -> None:
    """Make a player's move and everything that chance does until a player moves again."""
    _apply(states[i], boards[0], action)
    _resolve(states[i], boards[0], streams[0])


@entry
def view(states: Array, i: int, boards: Array, views: Array, viewer: int) -> None:
    """Write what a player may know; -1 is somebody who only watches."""
    views[0] = states[i]
    rules.hide(views[0], boards[0], viewer)


@entry
def determinize(views: Array, boards: Array, viewer: int, streams: Array) -> None:
    """Fill a player's view with hidden cards and tickets that agree with it."""
    rules.determinize(views[0], boards[0], viewer, streams[0])


@entry
def score(states: Array, i: int, boards: Array, results: Array) -> None:
    """Score a game as it stands."""
    rules.score(states[i], boards[0], results[0])


@entry
def random_games(
    states: Array, boards: Array, players: int, moves: Array, results: Array, streams: Array, games: int, totals: Array
) -> None:
    """Play whole games with uniformly random moves, score them, and add up what happened.

    `totals` counts games, decisions, turns, points of all players, and completed tickets of all players.
    """
    s, b, m, result, g = states[0], boards[0], moves[0], results[0], streams[0]
    for _ in range(games):
        states[0] = states[1]
        rules.start(s, b, players)
        decisions = 0
        while s.phase != OVER:
            if rules.is_chance(s):
                rules.apply_chance(s, b, rules.draw_outcome(s, g))
            else:
                n = rules.legal(s, b, m)
                rules.apply(s, b, rules.nth_move(m, random_below(g, n)))
                decisions += 1
        rules.score(s, b, result)
        totals[0] += 1
        totals[1] += decisions
        totals[2] += s.turn
        for p in range(players):
            totals[3] += result.total[p]
            totals[4] += result.completed[p]


@entry
def reset_games(states: Array, empty: Array, boards: Array, players: int, streams: Array) -> None:
    """Set up every game of an array, up to its first decision."""
    for i in range(len(states)):
        states[i] = empty[0]
        rules.start(states[i], boards[0], players)
        _resolve(states[i], boards[0], streams[i])


@entry
def step_games(states: Array, boards: Array, actions: Array, moves: Array, streams: Array) -> int:
    """Make one move in every game that is not over; return the first game whose move was not legal, or -1."""
    for i in range(len(states)):
        if states[i].phase != OVER:
            _legal(states[i], boards[0], moves[0])
            if not rules.is_legal(moves[0], actions[i]):
                return i
    for i in range(len(states)):
        if states[i].phase != OVER:
            _apply(states[i], boards[0], actions[i])
            _resolve(states[i], boards[0], streams[i])
    return -1


@entry
def mask_games(states: Array, boards: Array, moves: Array, masks: Array) -> None:
    """Write the legal moves of every game as rows of true and false."""
    masks[:] = False
    for i in range(len(states)):
        if states[i].phase != OVER:
            _legal(states[i], boards[0], moves[0])
            rules.list_moves(moves[0], masks[i], MARKS)
