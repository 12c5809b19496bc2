"""Games of bots for the coach to look at."""

from collections.abc import Callable
from functools import cache

import pytest

import branchline
from branchline import Game
from branchline.bots import make


@cache
def played(board: str, bots: tuple[str, ...], seed: int) -> Game:
    game = branchline.new(board, players=len(bots), seed=seed)
    seats = [make(bot, seed + i) for i, bot in enumerate(bots)]
    while not game.is_over:
        player = game.player
        game.play(seats[player].choose(game.position.seen_by(player), game.actions()))
    return game


@pytest.fixture
def game_of() -> Callable[..., Game]:
    return played
