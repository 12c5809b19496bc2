"""The Card Game's rules as play-outs call them, compiled once in the cache of the rules."""

import numpy as np

from branchline.rules.cardgame.chance import draw_outcome
from branchline.rules.cardgame.score import score as score_record
from branchline.rules.cardgame.turn import apply_action, apply_chance, is_chance, legal, start
from branchline.rules.cardgame.view import imagine
from branchline.rules.jit import entry


@entry
def begin(s: np.record, b: np.record, players: int) -> None:
    """Set up a game in an empty record."""
    start(s, b, players)


@entry
def resolve(s: np.record, b: np.record, g: np.record) -> None:
    """Let chance do everything until a player moves."""
    while is_chance(s):
        apply_chance(s, b, draw_outcome(s, g))


@entry
def act(s: np.record, b: np.record, action: int) -> None:
    """Make the player's move."""
    apply_action(s, b, action)


@entry
def find_moves(s: np.record, b: np.record, m: np.record) -> int:
    """Write the legal moves as masks; return how many there are."""
    return legal(s, b, m)


@entry
def fill_in(s: np.record, b: np.record, viewer: int, g: np.record) -> None:
    """Fill a view with hidden cards and tickets that agree with it."""
    imagine(s, b, viewer, g)


@entry
def count_points(s: np.record, b: np.record, r: np.record) -> None:
    """Score a game as it stands."""
    score_record(s, b, r)
