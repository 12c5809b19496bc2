"""Games played on from given positions, or from determinized views: everybody's share of the win, and their lead."""

from branchline.compiler.decorators import compiled, entry
from branchline.compiler.typed import Array, Row, int64
from branchline.engine import steps
from branchline.engine.limits import SEATS
from branchline.engine.phases import BLIND, OVER, TURN_CARD, TURN_TICKET
from branchline.engine.record_types import Result, State
from branchline.planner.arrays import Game, Question, Space
from branchline.planner.belief import determinize
from branchline.planner.kind import believe, forget
from branchline.planner.policy import choose
from branchline.planner.seeds import seed_of

MORE_BELIEF = 8  # times that hidden tickets are changed: a search is content with once
PURPOSES = 3  # of each player's streams: cards drawn blindly, cards turned for a tunnel, tickets
STREAMS = 1 + PURPOSES * SEATS  # the first one fills the display


@entry
def sample(
    game: Game, space: Space, question: Question, is_view: bool, first: int, shares: Array, leads: Array
) -> None:
    """Play games numbered from `first` on, and write shares of the win and leads: by game, by start, by player.

    The starts are all positions of the question, or its one view, determinized, after each of its candidates. Games
    with the same number have the same random streams: the same cards come to the display, and to each player the
    same cards from the deck and the same tickets, whoever else has drawn how much, so that differences are sharp.
    """
    b, result = game.boards[0], space.results[0]
    dealt, s = space.states[0], space.states[1]
    for number in range(len(shares)):
        if is_view:
            space.streams[0].word = seed_of(question.seed, 2 * (first + number))
            space.states[0] = question.views[0]
            determinize(dealt, b, question.views[0], question.belief, space.streams[0])
            for _ in range(MORE_BELIEF):
                believe(dealt, b, question.views[0], question.belief, space.streams[0])
        for i in range(shares.shape[1]):
            for k in range(STREAMS):
                space.streams[k].word = seed_of(int64(seed_of(question.seed, 2 * (first + number) + 1)), k)
            if is_view:
                space.states[1] = dealt
                steps.apply(s, b, question.candidates[i])
            else:
                space.states[1] = question.views[i]
            play_alike(s, game, space)
            steps.score(s, b, result)
            share_out(result, shares[number, i], leads[number, i])


@compiled
def play_alike(s: State, game: Game, space: Space) -> None:
    """Let planners play a game to its end, with chance from a stream for each player and purpose."""
    b, a, m = game.boards[0], game.atlases[0], space.moves[0]
    for p in range(s.players):
        forget(space.plans[p])
    steps.resolve(s, b, space.streams[stream_for(s)])
    while s.phase != OVER:
        p = s.player
        steps.apply(s, b, choose(s, b, a, game.weights[p], space.plans[p], m))
        steps.resolve(s, b, space.streams[stream_for(s)])


@compiled
def stream_for(s: State) -> int:
    """Which stream chance takes for what it does next."""
    of_player = 1 + PURPOSES * int64(s.player)
    if s.phase == BLIND:
        return of_player
    if s.phase == TURN_CARD:
        return of_player + 1
    return of_player + 2 if s.phase >= TURN_TICKET else 0


@compiled
def share_out(result: Result, shares: Row[float], leads: Row[float]) -> None:
    """Write how the win is shared, equally among those in the first place, and everybody's lead before the others."""
    winners = 0
    for q in range(len(shares)):
        winners += result.place[q] == 1
    for q in range(len(shares)):
        shares[q] = (result.place[q] == 1) / winners
        best = -10000
        for rival in range(len(shares)):
            if rival != q:
                best = max(best, int64(result.total[rival]))
        leads[q] = int64(result.total[q]) - best
