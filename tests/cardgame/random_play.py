"""Random games of the Card Game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import styles
from styles import play_on

from branchline.kinds import CARD_GAME
from branchline.position import Position
from cardgame.table import new_game

STYLES = styles.STYLES[CARD_GAME.name]


def effort(few: int, many: int) -> list[Any]:
    """Values of a parameter: a few examples in every run, many in a long one."""
    return [pytest.param(few, id="few"), pytest.param(many, id="many", marks=pytest.mark.soak)]


def random_positions(players: int, seed: int, n: int) -> Iterator[Position]:
    """Positions of one random game, about so many, spread over its length; the last is its end."""
    rng = Random(f"{players} {seed}")
    position = new_game(players)
    for _ in play_on(position, rng, rng.choice(list(STYLES))):
        if rng.random() < n / 300:
            yield position.copy()
    yield position
