"""The learned policy: a small network rates the moves that a planner finds worth a look.

A kind of game describes a position and its candidates in numbers (`describe`), the planner's own choice first; the
network adds up what speaks for each. Its weights are part of a player's weights, so that players with and without it
can meet.
"""

from typing import Protocol

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.typed import Row, Table, float32
from branchline.compiler.vectors import UNITS, add_weighed, rated
from branchline.engine.record_types import Board, Moves, State
from branchline.planner.kind import describe, propose
from branchline.planner.record_types import Atlas

POSITION = UNITS  # numbers that describe a position
MOVE = UNITS  # and a candidate
HIDDEN = UNITS
RATED = 64  # candidates at most
DECISIONS = 4  # for which there are weights of their own
NOT_RATED = -1
OTHER, FIRST, RATING = 6, 7, 8  # numbers of a candidate that mean the same for every kind; before them, what it is

# What is read as vectors stands at the beginning, and is as long as so many whole lines of memory.
NET = (
    ("by_position", np.float32, (DECISIONS, POSITION, HIDDEN)),
    ("by_move", np.float32, (DECISIONS, MOVE, HIDDEN)),
    ("straight", np.float32, (DECISIONS, MOVE)),
    ("out", np.float32, (DECISIONS, HIDDEN)),
    ("caution", np.float32, (DECISIONS,)),  # by how much a move must be rated above the planner's
    ("learned", np.bool_),  # whether the network chooses; the planner's choice stands otherwise
)
PAPER = (
    ("features", np.float32, (RATED, MOVE)),
    ("position", np.float32, (POSITION,)),
    ("common", np.float32, (HIDDEN,)),
    ("ratings", np.float32, (RATED,)),
    ("moves", np.int64, (RATED,)),  # the candidates, the planner's choice first
    ("decision", np.int64),  # which weights are meant, or NOT_RATED
    ("width", np.int64),  # how many numbers of a candidate say something
)


class Net(Protocol):
    """The fields of every kind's weights that are learned."""

    learned: bool
    caution: Row[float]
    by_position: Table[float]
    by_move: Table[float]
    straight: Table[float]
    out: Table[float]


class Paper(Protocol):
    """The fields of every kind's plan on which candidates are described."""

    decision: int
    moves: Row[int]
    position: Row[float]
    features: Table[float]
    ratings: Row[float]
    common: Row[float]
    width: int


@compiled
def choose(s: State, b: Board, a: Atlas, net: Net, plan: Paper, m: Moves) -> int:
    """What the player to move does: the planner's choice, or what the learned policy rates best."""
    if not net.learned:
        return propose(s, b, a, net, plan, m)
    n = describe(s, b, a, net, plan, m)
    return plan.moves[best_of(net, plan, n)]


@compiled
def add_move(plan: Paper, n: int, action: int) -> int:
    """Begin to describe one more candidate; return how many there are."""
    plan.moves[n] = action
    for i in range(MOVE):
        plan.features[n, i] = float32(0)
    return n + 1


@compiled
def put_first(plan: Paper, n: int, action: int) -> bool:
    """Let a candidate change places with the first; whether it is one."""
    for k in range(n):
        if plan.moves[k] == action:
            plan.moves[k] = plan.moves[0]
            plan.moves[0] = action
            for i in range(MOVE):
                fact = plan.features[k, i]
                plan.features[k, i] = plan.features[0, i]
                plan.features[0, i] = fact
            return True
    return False


@compiled
def begin_with(plan: Paper, n: int, action: int) -> int:
    """Let the planner's choice be the first candidate, though it be none yet; return how many there are."""
    if not put_first(plan, n, action):
        n = add_move(plan, n, action)
        plan.features[n - 1, OTHER] = float32(1)
        put_first(plan, n, action)
    plan.features[0, FIRST] = float32(1)
    return n


@compiled
def rank(plan: Paper, begin: int, n: int, most: int, action: int, rating: float, price: float) -> int:
    """Let a move in among the candidates from one on, at most so many, the best first; return how many there are.

    Of these only the action, the rating and what stands beside it are written yet.
    """
    at = n
    while at > begin and plan.features[at - 1, RATING] < rating:
        at -= 1
    if at == begin + most:
        return n
    n = min(n + 1, begin + most)
    for i in range(n - 1, at, -1):
        plan.moves[i] = plan.moves[i - 1]
        plan.features[i, RATING] = plan.features[i - 1, RATING]
        plan.features[i, RATING + 1] = plan.features[i - 1, RATING + 1]
    plan.moves[at] = action
    plan.features[at, RATING] = rating
    plan.features[at, RATING + 1] = price
    return n


@compiled
def best_of(net: Net, plan: Paper, n: int) -> int:
    """The number of the candidate that is rated best: the planner's choice, unless another is clearly better."""
    decision = plan.decision
    if n == 1 or decision < 0 or not net.learned:
        return 0
    rate_all(net, plan, n)
    best = 0
    most = plan.ratings[0] + net.caution[decision]
    for k in range(1, n):
        if plan.ratings[k] > most:
            most = plan.ratings[k]
            best = k
    return best


@compiled
def rate_all(net: Net, plan: Paper, n: int) -> None:
    """Write the rating of every candidate."""
    decision, width = plan.decision, plan.width
    for j in range(HIDDEN):
        plan.common[j] = float32(0)
    add_weighed(plan.common, plan.position, net.by_position[decision, :], POSITION)
    weights, straight, out = net.by_move[decision, :], net.straight[decision], net.out[decision]
    for k in range(n):
        plan.ratings[k] = rated(plan.common, plan.features[k], weights, straight, out, width)
