"""The rules as rollouts call them: compiled once, in the cache of the rules, however often planners change."""

from branchline.compiler.decorators import entry
from branchline.engine import rules
from branchline.engine.record_types import Board, Moves, Result, State, Stream


@entry
def start(s: State, b: Board, players: int) -> None:
    """Set up a game in an empty record."""
    rules.start(s, b, players)


@entry
def resolve(s: State, b: Board, g: Stream) -> None:
    """Let chance do everything until a player moves."""
    while rules.is_chance(s):
        rules.apply_chance(s, b, rules.draw_outcome(s, g))


@entry
def apply(s: State, b: Board, action: int) -> None:
    """Make the player's move."""
    rules.apply(s, b, action)


@entry
def legal(s: State, b: Board, m: Moves) -> int:
    """Write the legal moves as masks; return how many there are."""
    return rules.legal(s, b, m)


@entry
def determinize(s: State, b: Board, viewer: int, g: Stream) -> None:
    """Fill a view with hidden cards and tickets that agree with it."""
    rules.determinize(s, b, viewer, g)


@entry
def score(s: State, b: Board, result: Result) -> None:
    """Score a game as it stands."""
    rules.score(s, b, result)
