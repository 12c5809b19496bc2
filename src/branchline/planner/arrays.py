"""The arrays that planning and searching work on."""

from typing import NamedTuple

from branchline.compiler.typed import Array


class Game(NamedTuple):
    """What is read of a game: its board, an atlas of that, and the weights of every player."""

    boards: Array
    atlases: Array
    weights: Array


class Space(NamedTuple):
    """What one thread writes to."""

    plans: Array
    moves: Array
    results: Array
    streams: Array
    states: Array


class Question(NamedTuple):
    """What a search is about: a view, the moves to compare, the belief about rivals' tickets, and a seed."""

    views: Array
    candidates: Array
    belief: Array
    seed: int
