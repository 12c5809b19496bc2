"""Games played on from given positions, or from determinized views, each with everybody's share of the win."""

from branchline.compiler.decorators import compiled, entry
from branchline.compiler.typed import Array, Row
from branchline.engine import steps
from branchline.engine.record_types import Result
from branchline.planner.arrays import Game, Question, Space
from branchline.planner.belief import determinize
from branchline.planner.rollout import play_on
from branchline.planner.seeds import seed_of


@entry
def sample(game: Game, space: Space, question: Question, is_view: bool, first: int, shares: Array) -> None:
    """Play games numbered from `first` on, and write the shares of the win: by game, by start, by player.

    The starts are all positions of the question, or its one view, determinized, after each of its candidates; games
    with the same number have the same random stream, so that differences between starts are sharp.
    """
    b, g, result = game.boards[0], space.streams[0], space.results[0]
    dealt, s = space.states[0], space.states[1]
    for number in range(len(shares)):
        if is_view:
            g.word = seed_of(question.seed, 2 * (first + number))
            space.states[0] = question.views[0]
            determinize(dealt, b, question.views[0], question.belief, g)
        for i in range(shares.shape[1]):
            g.word = seed_of(question.seed, 2 * (first + number) + 1)
            if is_view:
                space.states[1] = dealt
                steps.apply(s, b, question.candidates[i])
            else:
                space.states[1] = question.views[i]
            play_on(s, game, space)
            steps.score(s, b, result)
            share_out(result, shares[number, i])


@compiled
def share_out(result: Result, shares: Row[float]) -> None:
    """Write how the win is shared: equally among those in the first place."""
    winners = 0
    for q in range(len(shares)):
        winners += result.place[q] == 1
    for q in range(len(shares)):
        shares[q] = (result.place[q] == 1) / winners
