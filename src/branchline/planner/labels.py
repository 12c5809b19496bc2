"""What candidates lead to, for learning: games of planners, in which some decisions are played on in every way."""

import numpy as np

from branchline.compiler.decorators import compiled, entry
from branchline.compiler.typed import Array, Row, int64
from branchline.engine import steps
from branchline.engine.phases import OVER
from branchline.engine.record_types import State, Stream
from branchline.engine.stream import random_below, random_word
from branchline.planner.arrays import Game, Labels, Space
from branchline.planner.kind import describe, forget
from branchline.planner.policy import RATED, best_of
from branchline.planner.rollout import play_on
from branchline.planner.search import COLUMNS, add_up
from branchline.planner.seeds import seed_of


@entry
def label(game: Game, live: Space, space: Space, empty: Array, seed: int, players: int, labels: Labels) -> int:
    """Play one game, with slips, and label some of its decisions; return how many are labelled by now.

    The first row of `labels.counts` counts decisions and candidates. A label is by how much a candidate does better than
    the planner's choice, on average, in games with the same chance; hidden things stay as they are, for a game as it is
    played is as likely as any other that agrees with what the player sees.
    """
    s, b, a, g = live.states[0], game.boards[0], game.atlases[0], live.streams[0]
    live.states[0] = empty[0]
    g.word = seed_of(seed, 0)
    steps.start(s, b, players)
    steps.resolve(s, b, g)
    for p in range(players):
        forget(live.plans[p])
    asked = 0
    while s.phase != OVER:
        p = int64(s.player)
        plan, w = live.plans[p], game.weights[p]
        n = describe(s, b, a, w, plan, live.moves[0])
        k = best_of(w, plan, n)
        if n > 1 and plan.decision >= 0:
            asked += 1
            if _chance(g) < labels.shares[p, plan.decision] and _has_room(labels, n):
                _note(game, live, space, seed_of(seed, asked), n, labels)
            if _chance(g) < labels.slips:
                k = random_below(g, n)
        steps.apply(s, b, plan.moves[k])
        steps.resolve(s, b, g)
    return int64(labels.counts[0])


@compiled
def _chance(g: Stream) -> float:
    return float(np.float64(random_word(g) >> np.uint64(11)) / 9007199254740992.0)


@compiled
def _has_room(labels: Labels, n: int) -> bool:
    return bool(labels.counts[0] < len(labels.positions) and labels.counts[1] + n <= len(labels.features))


@compiled
def _note(game: Game, live: Space, space: Space, seed: np.uint64, n: int, labels: Labels) -> None:
    """Describe a decision and play every candidate on in the same games."""
    s = live.states[0]
    plan = live.plans[s.player]
    at, row = labels.counts[0], labels.counts[1]
    labels.decisions[at] = plan.decision
    labels.sizes[at] = n
    labels.positions[at] = plan.position
    worth = np.zeros((RATED, 2))
    for number in range(labels.rollouts):
        first = 0.0
        for k in range(n):
            space.streams[0].word = seed_of(int64(seed), number)
            space.states[1] = s
            more = _play_out(space.states[1], game, space, int64(s.player), plan.moves[k])
            if k == 0:
                first = more
            worth[k, 0] += more - first
            worth[k, 1] += (more - first) ** 2
    for k in range(n):
        labels.features[row + k] = plan.features[k]
        labels.leads[row + k] = worth[k] / labels.rollouts
    labels.counts[0] += 1
    labels.counts[1] += n


@compiled
def _play_out(s: State, game: Game, space: Space, me: int, action: int) -> float:
    """What a move is worth in one game."""
    sums: Row[float] = np.zeros(COLUMNS)
    steps.apply(s, game.boards[0], action)
    play_on(s, game, space)
    steps.score(s, game.boards[0], space.results[0])
    return add_up(space.results[0], int64(s.players), me, sums)
