"""Search over what a player cannot see: determinized views, played on by planners."""

import numpy as np

from branchline.compiler.decorators import compiled, entry
from branchline.compiler.typed import Array, int64
from branchline.engine import steps
from branchline.engine.limits import SEATS
from branchline.engine.record_types import Result
from branchline.planner.arrays import Game, Question, Space
from branchline.planner.belief import determinize
from branchline.planner.kind import list_candidates
from branchline.planner.rollout import play_on
from branchline.planner.seeds import seed_of

# Columns of the sums kept for each candidate: how much better than the first it did, in all and squared, in the
# same determinized games; then the shares of wins and the scores of all players.
GAMES, BETTER, SQUARES, WINS = range(4)
SCORES = WINS + SEATS
COLUMNS = SCORES + SEATS

CLOSE = 40.0  # points of a lead after which more hardly matter


@entry
def prepare_search(game: Game, space: Space, question: Question) -> int:
    """Write the moves to look at and the belief about rivals' tickets; return how many moves there are."""
    return list_candidates(question.views[0], game, space, question)


@entry
def explore(game: Game, space: Space, question: Question, first: int, last: int, sums: Array) -> None:
    """Play every candidate on in the determinized games from one number to another, and add up what came of it."""
    view, b, g, result = question.views[0], game.boards[0], space.streams[0], space.results[0]
    players, me = int64(view.players), int64(view.player)
    dealt, s = space.states[0], space.states[1]
    for number in range(first, last):
        g.word = seed_of(question.seed, 2 * number)
        space.states[0] = view
        determinize(dealt, b, view, question.belief, g)
        first_worth = 0.0
        for i in range(len(question.candidates)):
            g.word = seed_of(question.seed, 2 * number + 1)
            space.states[1] = dealt
            steps.apply(s, b, question.candidates[i])
            play_on(s, game, space)
            steps.score(s, b, result)
            worth = add_up(result, players, me, sums[i])
            if i == 0:
                first_worth = worth
            sums[i, BETTER] += worth - first_worth
            sums[i, SQUARES] += (worth - first_worth) ** 2


@compiled
def add_up(result: Result, players: int, me: int, sums: Array) -> float:
    """Count one game; return what it is worth: the share of the win, and how clear it was."""
    best = -10000
    winners = 0
    for q in range(players):
        winners += result.place[q] == 1
        if q != me:
            best = max(best, int64(result.total[q]))
    for q in range(players):
        sums[SCORES + q] += result.total[q]
        sums[WINS + q] += (result.place[q] == 1) / winners
    sums[GAMES] += 1.0
    win = (result.place[me] == 1) / winners
    return float(0.5 * win + 0.25 + 0.25 * np.tanh((int64(result.total[me]) - best) / CLOSE))
