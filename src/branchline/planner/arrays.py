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


class Lessons(NamedTuple):
    """What is learned from: decisions with their candidates, which one chance chose, and how the games ended."""

    counts: Array  # decisions and candidates so far
    decisions: Array  # what each is about
    sizes: Array  # candidates of each
    chosen: Array  # the number of the one that was chosen
    chances: Array  # how likely that was
    owners: Array  # 8 × game + player
    positions: Array
    features: Array  # of all candidates, one after the other
    outcomes: Array  # what each game was worth to each player
    blame: Array  # what a ticket not completed, a card left and an end of one's own that lost take off that
    learns: Array  # whether a player's decisions are noted
    longest: int  # decisions for which there must be room before a game begins
