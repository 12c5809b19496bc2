"""Whole games of random moves, and the names of their records."""

import random
from collections.abc import Iterator

from branchline.boards import AnyBoard
from branchline.game import Game


def simulate(board: AnyBoard, players: int, games: int, seed: int) -> Iterator[Game]:
    """Whole games with uniformly random actions, one after the other."""
    for number in range(games):
        game = Game(board, [f"Player {i + 1}" for i in range(players)], seed=seed * 1_000_003 + number)
        choices = random.Random(f"{seed} {number}")
        game.resolve()
        while not game.is_over:
            legal = game.actions()
            game.play(choices.choice(legal))
        yield game


def record_name(board: AnyBoard, seed: int, number: int) -> str:
    """The file name of a record."""
    return f"{board.name}-{seed}-{number:05d}.txt"
