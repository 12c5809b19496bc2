"""Games from which a policy learns: what was decided, among what, and what came of it."""

import numpy as np

from branchline.compiler.decorators import compiled, entry
from branchline.compiler.typed import Row, int64
from branchline.engine import steps
from branchline.engine.phases import OVER
from branchline.engine.record_types import Result, State, Stream
from branchline.engine.stream import random_word
from branchline.planner.arrays import Game, Lessons, Space
from branchline.planner.kind import describe, forget, unfinished
from branchline.planner.policy import MOVE, POSITION, RATED, Net, Paper, choose, rate_all
from branchline.planner.search import COLUMNS, add_up
from branchline.planner.seeds import seed_of


@entry
def play_lessons(game: Game, space: Space, lessons: Lessons, seed: int, players: int) -> int:
    """Play games until one might not fit in any more; return how many were played.

    Players who learn choose by chance, moves with a better rating more often, and all that they decide is noted;
    others play their best.
    """
    number = 0
    lessons.counts[:] = 0
    while number < len(lessons.outcomes) and _has_room(lessons):
        _play(game, space, lessons, number, seed, players)
        number += 1
    return number


@compiled
def _has_room(lessons: Lessons) -> bool:
    """Whether all decisions of a long game can be noted, each with many candidates."""
    return bool(
        lessons.counts[0] + lessons.longest < len(lessons.positions)
        and lessons.counts[1] + 12 * lessons.longest < len(lessons.features)
    )


@compiled
def _play(game: Game, space: Space, lessons: Lessons, number: int, seed: int, players: int) -> None:
    s, b, a, m = space.states[0], game.boards[0], game.atlases[0], space.moves[0]
    space.states[0] = space.states[1]  # which stays empty
    space.streams[0].word = seed_of(seed, 2 * number)
    space.streams[1].word = seed_of(seed, 2 * number + 1)
    steps.start(s, b, players)
    steps.resolve(s, b, space.streams[0])
    for p in range(players):
        forget(space.plans[p])
    ended = int64(-1)
    while s.phase != OVER:
        p = int64(s.player)
        plan, w = space.plans[p], game.weights[p]
        if lessons.learns[p]:
            n = describe(s, b, a, w, plan, m)
            action = plan.moves[_try_one(w, plan, lessons, n, space.streams[1], 8 * number + p)]
        else:
            action = choose(s, b, a, w, plan, m)
        if s.turns_left == 0:
            ended = p
        steps.apply(s, b, action)
        steps.resolve(s, b, space.streams[0])
    steps.score(s, b, space.results[0])
    for p in range(players):
        lessons.outcomes[number, p] = _worth(s, space.results[0], lessons.blame, players, p, p == ended)


@compiled
def _worth(s: State, result: Result, blame: Row[float], players: int, p: int, has_ended: bool) -> float:
    """What a game is worth to a player, less what people would blame them for."""
    worth = add_up(result, players, p, np.zeros(COLUMNS))
    worth -= blame[0] * unfinished(s, result, p) + blame[1] * s.hand_size[p]
    if has_ended and result.place[p] > 1:
        worth -= blame[2]
    return worth


@compiled
def _try_one(net: Net, plan: Paper, lessons: Lessons, n: int, g: Stream, owner: int) -> int:
    """Choose one of the candidates by chance, and note what there was to choose from."""
    at, row = lessons.counts[0], lessons.counts[1]
    if n == 1 or plan.decision < 0 or at >= len(lessons.positions) or row + n > len(lessons.features):
        return 0
    rate_all(net, plan, n)
    chances = np.zeros(RATED)
    highest = plan.ratings[0]
    for k in range(1, n):
        highest = max(highest, plan.ratings[k])
    total = 0.0
    for k in range(n):
        chances[k] = np.exp(plan.ratings[k] - highest)
        total += chances[k]
    left = total * (np.float64(random_word(g) >> np.uint64(11)) / 9007199254740992.0)
    chosen = 0
    while chosen < n - 1 and left >= chances[chosen]:
        left -= chances[chosen]
        chosen += 1
    lessons.decisions[at] = plan.decision
    lessons.sizes[at] = n
    lessons.chosen[at] = chosen
    lessons.chances[at] = chances[chosen] / total
    lessons.owners[at] = owner
    for i in range(POSITION):
        lessons.positions[at, i] = plan.position[i]
    for k in range(n):
        for i in range(MOVE):
            lessons.features[row + k, i] = plan.features[k, i]
    lessons.counts[0] += 1
    lessons.counts[1] += n
    return chosen
