"""The arrays that learners work on."""

from typing import NamedTuple

from branchline.compiler.typed import Array


class Table(NamedTuple):
    """What is read of a game: its board, an empty record, and who plays in each seat."""

    boards: Array
    empty: Array
    seats: Array


class Desk(NamedTuple):
    """What one thread writes to: legal moves, their numbers, two views, a score."""

    moves: Array
    ids: Array
    views: Array
    results: Array


class Mind(NamedTuple):
    """What bots that play within think with: an atlas of the board, the planner's weights and plan, greedy's paper."""

    atlases: Array
    weights: Array
    plans: Array
    papers: Array
