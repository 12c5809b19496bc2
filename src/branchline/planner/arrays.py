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


class Labels(NamedTuple):
    """What is learned from: described decisions, and by how much each candidate does better than the planner's choice."""

    counts: Array  # decisions and candidates so far
    decisions: Array
    sizes: Array  # candidates of each
    positions: Array
    features: Array
    leads: Array  # by candidate: on average, and the mean of the square
    shares: Array  # of a player's decisions, by what they are about, that are labelled
    slips: float  # share of the moves that chance chooses
    rollouts: int  # for each candidate
