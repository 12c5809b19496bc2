"""Random games in several styles, so that they come to places where uniformly random moves seldom lead."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from branchline.position import Position, stream
from branchline.rules.cardgame.state import LAY_THREE
from branchline.rules.state import DRAW_BLIND, DRAW_TICKETS, TURN
from cardgame.table import new_game

# How a player weighs drawing cards, drawing tickets and laying cards against each other.
STYLES = {
    "mixed": (4, 1, 4),
    "layer": (3, 0.3, 20),
    "hoarder": (500, 1, 1),  # until nearly all cards are in hands
    "collector": (5, 20, 3),  # until there are no more tickets
}


def effort(few: int, many: int) -> list[Any]:
    """Values of a parameter: a few examples in every run, many in a long one."""
    return [pytest.param(few, id="few"), pytest.param(many, id="many", marks=pytest.mark.soak)]


def choose(position: Position, rng: Random, style: str) -> int:
    """A legal action in a style."""
    actions = position.legal()
    if position.record.phase != TURN:
        return rng.choice(actions)
    groups = (
        [a for a in actions if a <= DRAW_BLIND],
        [a for a in actions if a == DRAW_TICKETS],
        [a for a in actions if a >= LAY_THREE],
    )
    weights = [weight if group else 0 for weight, group in zip(STYLES[style], groups, strict=True)]
    if not any(weights):
        return rng.choice(actions)
    return rng.choice(rng.choices(groups, weights)[0])


def play_on(position: Position, rng: Random, style: str) -> Iterator[int]:
    """Play a position to the end of its game, and tell every action after it was made, chance included."""
    chance = stream(rng.getrandbits(60))
    while not position.is_over:
        action = position.draw(chance) if position.is_chance else choose(position, rng, style)
        position.apply(action)
        yield action


def random_positions(players: int, seed: int, n: int) -> Iterator[Position]:
    """Positions of one random game, about so many, spread over its length; the last is its end."""
    rng = Random(f"{players} {seed}")
    position = new_game(players)
    for _ in play_on(position, rng, rng.choice(list(STYLES))):
        if rng.random() < n / 300:
            yield position.copy()
    yield position
