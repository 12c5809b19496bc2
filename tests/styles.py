"""Random games in several styles, so that they come to places where uniformly random moves seldom lead."""

from collections.abc import Iterator
from random import Random

from branchline.cardgame.rules.actions import LAY_THREE
from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS
from branchline.engine.phases import TURN
from branchline.kinds import CARD_GAME, MAP_GAME
from branchline.mapgame.rules.actions import CLAIM
from branchline.position import Position, stream

# How a player weighs drawing cards, drawing tickets, and claiming routes or laying cards against each other.
STYLES = {
    MAP_GAME.name: {
        "mixed": (6, 1, 6),
        "builder": (8, 0.2, 30),
        "hoarder": (500, 1, 0),  # until all cards are in hands
        "collector": (5, 20, 3),  # until there are no more tickets
        "lurker": (200, 2, 1),  # huge hands, and now and then a route
    },
    CARD_GAME.name: {
        "mixed": (4, 1, 4),
        "layer": (3, 0.3, 20),
        "hoarder": (500, 1, 1),  # until nearly all cards are in hands
        "collector": (5, 20, 3),  # until there are no more tickets
    },
}


def choose(position: Position, rng: Random, style: str) -> int:
    """A legal action in a style."""
    actions = position.legal()
    if position.record.phase != TURN:
        return rng.choice(actions)
    first_claim = LAY_THREE if position.kind == CARD_GAME.name else CLAIM
    groups = (
        [a for a in actions if a <= DRAW_BLIND],
        [a for a in actions if a == DRAW_TICKETS],
        [a for a in actions if a >= first_claim],
    )
    style_weights = STYLES[position.kind][style]
    weights = [weight if group else 0 for weight, group in zip(style_weights, groups, strict=True)]
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
