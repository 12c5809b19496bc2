"""The rules that a kind of game has to provide; the engine calls them by these names, whatever the kind.

Which kind's rule is called, the type of the first record tells: a game's state, or its legal moves.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from branchline.compiler.decorators import inlined
from branchline.compiler.generic import by_name, generic, provide
from branchline.compiler.typed import Row
from branchline.engine.phases import DEAL_TICKET
from branchline.engine.record_types import Board, Moves, Result, State, Stream


class Records(NamedTuple):
    """The types of a kind's records: a game in progress, the legal moves, the score."""

    state: np.dtype[Any]
    moves: np.dtype[Any]
    result: np.dtype[Any]


def play_by(records: Records, *functions: Callable[..., Any]) -> Records:
    """Let the engine play a kind of game by its own rules, which have the names of those declared here."""
    rules = by_name(globals(), functions)
    provide(records.state, rules)
    provide(records.moves, rules)
    return records


@inlined
def is_chance(s: State) -> bool:
    """Whether chance moves next."""
    return bool(s.phase <= DEAL_TICKET)


@generic
def start(s: State, b: Board, players: int) -> None:
    """Set up a game in an empty record, up to the first card that chance deals."""
    raise NotImplementedError


@generic
def draw_outcome(s: State, g: Stream) -> int:
    """Draw what chance does next, by the odds."""
    raise NotImplementedError


@generic
def list_outcomes(s: State, outcomes: Row[int], weights: Row[int]) -> int:
    """Write what chance may do and how often out of the sum of all weights; return how many there are."""
    raise NotImplementedError


@generic
def apply_chance(s: State, b: Board, outcome: int) -> None:
    """Let a kind of card, or a ticket, turn up."""
    raise NotImplementedError


@generic
def apply(s: State, b: Board, action: int) -> None:
    """Make the player's move, which must be legal."""
    raise NotImplementedError


@generic
def legal(s: State, b: Board, m: Moves) -> int:
    """Write the player's legal moves as masks, and return how many there are."""
    raise NotImplementedError


@generic
def nth_move(m: Moves, n: int) -> int:
    """The n-th legal move."""
    raise NotImplementedError


@generic
def is_legal(m: Moves, action: int) -> bool:
    """Whether a move is among the legal ones."""
    raise NotImplementedError


@generic
def list_moves(m: Moves, out: Row[int], marks: bool) -> int:
    """Write the numbers of all legal moves, or mark them, and return how many there are."""
    raise NotImplementedError


@generic
def hide(s: State, b: Board, viewer: int) -> None:
    """Remove from a game what the viewer may not know; a viewer of -1 knows what everybody does."""
    raise NotImplementedError


@generic
def determinize(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Fill a view with hidden cards and tickets, uniformly among all that agree with it."""
    raise NotImplementedError


@generic
def score(s: State, b: Board, result: Result) -> None:
    """Score the game as it stands; the places are final once it is over."""
    raise NotImplementedError
