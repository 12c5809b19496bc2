"""The moves that are worth a search: the planner's own choice first, then what it rates next."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit
from branchline.compiler.typed import Row, float32, int64
from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS, KEEP_SET, TAKE
from branchline.engine.phases import KEEP, KEEP_START, PICK, SECOND, SURCHARGE, TURN
from branchline.mapgame.limits import ROUTES
from branchline.mapgame.planner.belief import weigh_tickets
from branchline.mapgame.planner.cards import best_draw, most_useful
from branchline.mapgame.planner.choose import DRAWS, forget
from branchline.mapgame.planner.claims import best_payment, worth_of
from branchline.mapgame.planner.plan import is_held, make_plan, turns_to_come
from branchline.mapgame.planner.record_types import Plan, Weights
from branchline.mapgame.rules.actions import CLAIM, HOWS
from branchline.mapgame.rules.record_types import Board, Moves, State
from branchline.planner.arrays import Game, Question, Space
from branchline.planner.belief import determinize
from branchline.planner.candidates import add, add_all
from branchline.planner.policy import choose
from branchline.planner.seeds import GUESSES_NUMBER, seed_of

CLAIMS = 6  # the best so many claims are looked at
GUESSES = 8  # determinized games in which rivals' plans are made, to see which routes they want
BLOCKS = 3  # so many of these are looked at


@compiled
def list_candidates(view: State, game: Game, space: Space, question: Question) -> int:
    """Write the moves worth a search, the planner's choice first, and what to believe; return how many there are."""
    n = _list_rated(view, game, space, question.candidates)
    if n > 1:
        weigh_tickets(view, game.boards[0], game.atlases[0], space.plans[1], question.belief)
        if view.phase == TURN:
            n = _add_blocks(view, game, space, question, n)
    return n


@compiled
def _list_rated(s: State, game: Game, space: Space, out: Row[int]) -> int:
    """The moves that the planner rates best."""
    b, w, plan, m = game.boards[0], game.weights[0], space.plans[0], space.moves[0]
    forget(plan)
    out[0] = choose(s, b, game.atlases[0], w, plan, m)
    n = 1
    if s.phase == KEEP or s.phase == KEEP_START:
        return add_all(m.keep, KEEP_SET, out, n)
    if s.phase == PICK or s.phase == SURCHARGE:
        return add_all(m.single, 0, out, n)
    if s.phase == TURN or s.phase == SECOND:
        n = _add_draws(s, b, w, plan, m, out, n)
    if s.phase == TURN:
        n = _add_claims(s, b, w, plan, m, out, n)
        if m.single & bit(DRAW_TICKETS) != np.uint64(0):
            n = add(DRAW_TICKETS, out, n)
    return n


@compiled
def _add_blocks(view: State, game: Game, space: Space, question: Question, n: int) -> int:
    """The routes that rivals want most, as they would plan in some determinized games."""
    space.streams[0].word = seed_of(question.seed, GUESSES_NUMBER)
    wanted = np.zeros(ROUTES, np.int64)
    for _ in range(GUESSES):
        space.states[0] = view
        determinize(space.states[0], game.boards[0], view, question.belief, space.streams[0])
        _count_wanted(space.states[0], game, space.plans[1], wanted)
    for _ in range(BLOCKS):
        r = int64(np.argmax(wanted))
        how, _ = best_payment(game.boards[0], game.weights[0], space.plans[0], space.moves[0], r)
        if wanted[r] > 1 and how >= 0:
            n = add(CLAIM + HOWS * r + how, question.candidates, n)
        wanted[r] = 0
    return n


@compiled
def _count_wanted(s: State, game: Game, plan: Plan, wanted: Row[int]) -> None:
    """Count the routes that rivals want and that the player could claim."""
    b, a, me = game.boards[0], game.atlases[0], int64(s.player)
    for q in range(s.players):
        if q != me:
            plan.player = q
            make_plan(s, b, a, game.weights[q], plan)
            for r in range(b.n_routes):
                wanted[r] += is_held(plan.wanted, r) and is_held(s.open[me], r)


@compiled
def _add_draws(s: State, b: Board, w: Weights, plan: Plan, m: Moves, out: Row[int], n: int) -> int:
    """The best draw, the two most useful cards of the display, a locomotive, and the deck."""
    draw, _ = best_draw(s, b, w, plan, m.single & DRAWS, s.phase == SECOND)
    if draw >= 0:
        n = add(draw, out, n)
    rest = m.single
    for _ in range(2):
        best = most_useful(plan, rest)
        if best >= 0:
            rest &= ~bit(TAKE + best)
            n = add(TAKE + best, out, n)
    if m.single & bit(DRAW_BLIND) != np.uint64(0):
        n = add(DRAW_BLIND, out, n)
    return n


@compiled
def _add_claims(s: State, b: Board, w: Weights, plan: Plan, m: Moves, out: Row[int], n: int) -> int:
    """The best claims by the planner's rating, each route paid in the best way."""
    p = int64(s.player)
    turns = turns_to_come(s, b, w, p)
    spare = int64(s.trains[p]) - plan.trains
    rating = np.full(ROUTES, -1e9, np.float32)
    for r in range(b.n_routes):
        if is_held(s.open[p], r):
            how, price = best_payment(b, w, plan, m, r)
            if how >= 0:
                rating[r] = worth_of(s, b, w, plan, r, turns, spare) - price
    for _ in range(CLAIMS):
        best = int64(np.argmax(rating))
        if rating[best] <= float32(-1e8):
            break
        n = add(CLAIM + HOWS * best + best_payment(b, w, plan, m, best)[0], out, n)
        rating[best] = float32(-1e9)
    return n
