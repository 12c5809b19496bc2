"""What a kind of game has to provide for learners; they call it by these names."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from branchline.compiler.generic import by_name, generic, provide
from branchline.compiler.typed import Array, Row
from branchline.engine.record_types import Board, State, Stream
from branchline.learner.arrays import Desk, Mind

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Learner:
    """A kind's part for Python: the slices of its observation in order, and the records that greedy works with."""

    layout: Callable[[Array, int], dict[str, Shape]]  # by the board's record and the players
    paper: np.dtype[Any]
    memory: np.dtype[Any]


def learn_by(state: np.dtype[Any], learner: Learner, *functions: Callable[..., Any]) -> Learner:
    """Let a kind of game, by the type of its state, be learnt by its own functions, named as those declared here."""
    provide(state, by_name(globals(), functions))
    return learner


@generic
def observe(s: State, b: Board, viewer: int, out: Row[int]) -> None:
    """Write what a viewer sees; `s` is a view, so that nothing else can be written."""
    raise NotImplementedError


@generic
def greedy(s: State, b: Board, desk: Desk, mind: Mind, memory: Any, g: Stream) -> int:
    """What greedy does in a view, whose legal moves are on the desk."""
    raise NotImplementedError
