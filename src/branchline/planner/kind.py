"""What a kind of game has to provide for its planner; planning and searching call it by these names."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from branchline.compiler.generic import by_name, generic, provide
from branchline.compiler.typed import Array, Table
from branchline.engine.record_types import Board, Moves, Result, State, Stream
from branchline.planner.arrays import Game, Question, Space
from branchline.planner.record_types import Atlas, Plan, Weights


class Aims(NamedTuple):
    """What a plan is after, by number: tickets, those given up, and routes still to be claimed for the others."""

    tickets: tuple[int, ...]
    given_up: tuple[int, ...]
    routes: tuple[int, ...]


@dataclass(frozen=True)
class Planner:
    """A kind's planner for Python: what a plan is and is after, and how belief, atlas and weights are made."""

    plan: np.dtype[Any]
    belief: tuple[int, int]  # players and tickets
    atlas: Callable[[Array], Array]
    weights: Callable[..., Array]
    akin: Callable[[Array], str]  # the board of ours whose learned weights fit
    aims: Callable[[Array, Array], Aims]  # of the player to move, by a view and a plan


def plan_by(state: np.dtype[Any], planner: Planner, *functions: Callable[..., Any]) -> Planner:
    """Let a kind of game, by the type of its state, be planned by its own functions, named as those declared here."""
    own = by_name(globals(), functions)
    provide(state, own)
    provide(planner.plan, own)
    return planner


@generic
def propose(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, m: Moves) -> int:
    """The planner's choice for the player to move."""
    raise NotImplementedError


@generic
def describe(s: State, b: Board, a: Atlas, w: Weights, plan: Plan, m: Moves) -> int:
    """Describe the position and the moves worth a look, the planner's choice first; return how many there are."""
    raise NotImplementedError


@generic
def unfinished(s: State, result: Result, p: int) -> int:
    """How many of a player's tickets are not completed at the end."""
    raise NotImplementedError


@generic
def forget(plan: Plan) -> None:
    """Make the next plan anew."""
    raise NotImplementedError


@generic
def believe(s: State, b: Board, view: State, belief: Table[float], g: Stream) -> None:
    """Change the hidden tickets of a determinized view, so that likely ones come up more often."""
    raise NotImplementedError


@generic
def list_candidates(view: State, game: Game, space: Space, question: Question) -> int:
    """Write the moves worth a search, the planner's choice first, and what to believe; return how many there are."""
    raise NotImplementedError
