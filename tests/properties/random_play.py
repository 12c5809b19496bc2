"""Random games in several styles, so that they come to places where uniformly random moves seldom lead."""

from collections.abc import Iterator
from functools import cache
from random import Random
from types import SimpleNamespace

from branchline.position import Position, stream
from branchline.rules.state import CLAIM, DRAW_BLIND, DRAW_TICKETS, KEEP, KEEP_START, TURN

from .conftest import Case

DECISIONS = tuple(range(KEEP_START, KEEP + 1))  # the phases in which a player moves

# How a player weighs drawing cards, drawing tickets and claiming routes against each other.
STYLES = {
    "mixed": (6, 1, 6),
    "builder": (8, 0.2, 30),
    "hoarder": (500, 1, 0),  # until all cards are in hands
    "collector": (5, 20, 3),  # until there are no more tickets
    "lurker": (200, 2, 1),  # huge hands, and now and then a route
}


def choose(position: Position, rng: Random, style: str) -> int:
    """A legal action in a style."""
    actions = position.legal()
    if position.record.phase != TURN:
        return rng.choice(actions)
    groups = (
        [a for a in actions if a <= DRAW_BLIND],
        [a for a in actions if a == DRAW_TICKETS],
        [a for a in actions if a >= CLAIM],
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


def random_position(case: Case, seed: int, style: str | None = None) -> Position:
    """A position somewhere in a random game, before a decision, before chance, or at the end."""
    rng = Random(f"{case} {seed}")
    position = case.start()
    moves = play_on(position, rng, style or rng.choice(list(STYLES)))
    for _ in range(int(rng.triangular(0, 900, 60))):
        if next(moves, None) is None:
            break
    return position


def random_decision(case: Case, seed: int, phases: tuple[int, ...] = DECISIONS, style: str | None = None) -> Position:
    """A position in which a player moves, in one of some phases: any one of a random game's is as likely."""
    rng = Random(f"{case} {seed} decision")
    found = None
    assert set(phases) & phases_of(case), f"games of {case} never come to the phases {phases}"
    while found is None:
        position = case.start()
        matches = 0
        for _ in play_on(position, rng, style or rng.choice(list(STYLES))):
            if position.record.phase in phases:
                matches += 1
                if rng.randrange(matches) == 0:
                    found = position.copy()
            elif position.turn > 0 and phases == (KEEP_START,):
                break
    return found


@cache
def phases_of(case: Case) -> frozenset[int]:
    """The phases that a few random games of each style go through."""
    seen = set()
    for style in STYLES:
        for seed in range(3):
            position = case.start()
            seen.add(int(position.record.phase))
            for _ in play_on(position, Random(seed), style):
                seen.add(int(position.record.phase))
    return frozenset(seen)


def fields(position: Position) -> SimpleNamespace:
    """The record in plain Python numbers and lists; masks as one number each."""
    plain = {name: position.states[name][0].tolist() for name in position.states.dtype.names or ()}
    for name in ("owned", "open", "tickets", "offer", "drafted", "placed"):
        plain[name] = [low | high << 64 for low, high in plain[name]]
    for name in ("ticket_deck", "removed", "ticket_discards", "neutral"):
        plain[name] = plain[name][0] | plain[name][1] << 64
    return SimpleNamespace(**plain)


def elements(mask: int) -> list[int]:
    """The numbers in a mask."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
