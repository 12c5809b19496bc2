"""Random games with their logs, some with moves taken back."""

from dataclasses import replace
from functools import cache
from random import Random

from styles import choose

from branchline.game import Game
from branchline.mapgame.board import Board

from .conftest import Case
from .random_play import STYLES

NAMES = ("Anna", "Björn", "Chloë", "D. E. Fox", "小林")


def random_game(case: Case, seed: int, decisions: int = 10_000, undo: float = 0.0, board: Board | None = None) -> Game:
    """A game of so many decisions, or to its end; at each one a move may be taken back first."""
    rng = Random(f"{case} {seed} game")
    game = Game(board or case.loaded, NAMES[: case.players], seed)
    game.date = "2024-02-29"
    game.resolve()
    style = rng.choice(list(STYLES))
    for _ in range(decisions):
        if game.is_over:
            break
        if rng.random() < undo and game.standing:
            game.undo()
        game.play(choose(game.position, rng, style))
    return game


def finished_move(game: Game, seed: int) -> Game:
    """The game with its move under way played to its end."""
    rng = Random(seed)
    while game.notation.is_mid_move(game.position):
        game.play(choose(game.position, rng, "mixed"))
    return game


@cache
def short_board(case: Case, trains: int = 8) -> Board:
    """The case's board with so few trains that games are short."""
    return replace(case.loaded, rules=replace(case.loaded.rules, trains=trains))
