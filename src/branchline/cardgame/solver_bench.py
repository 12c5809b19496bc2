"""How fast the Card Game's best set of tickets is found."""

import time
from random import Random
from typing import Any

import numpy as np

from branchline.cardgame.rules.completion import best_set
from branchline.cardgame.rules.state import COMPLETE
from branchline.compiler.decorators import entry
from branchline.position import Array, Position, stream

GAMES = 150
MOST = 8  # tickets of a usual end position


def solver_microseconds(start: Position, seconds: float) -> float:
    """Microseconds of processor time to find the best set at the end of a game, with up to 8 tickets."""
    platforms, tickets = end_positions(start)
    facts, found = start.board, np.zeros(len(tickets), np.uint64)
    _solve(platforms, facts, tickets, found)
    rounds, began = 0, time.thread_time()
    while (spent := time.thread_time() - began) < seconds:
        _solve(platforms, facts, tickets, found)
        rounds += 1
    return 1e6 * spent / (max(rounds, 1) * len(tickets))


@entry
def _solve(platforms: Array, boards: Array, tickets: Array, found: Array) -> None:
    for i in range(len(tickets)):
        found[i] = best_set(platforms[i], boards[0], tickets[i])


def end_positions(start: Position) -> tuple[Array, Array]:
    """Platforms of random games when tickets are completed, a third of their cards, each with up to 8 tickets.

    Who plays at random has laid so much that whole platforms complete all of 8 tickets; a third leaves a choice.
    """
    ends: list[tuple[Any, int]] = []
    for seed in range(GAMES):
        rng, position = Random(seed), start.copy()
        chance = stream(seed)
        while position.record.phase != COMPLETE:
            position.apply(position.draw(chance) if position.is_chance else rng.choice(position.legal()))
        for p in range(start.players):
            mine = [t for t in range(64) if int(position.record.tickets[p]) >> t & 1]
            few = rng.sample(mine, min(MOST, len(mine)))
            third = [sum(rng.random() < 1 / 3 for _ in range(n)) for n in position.record.platform[p]]
            ends.append((np.array(third, np.int8), sum(1 << t for t in few)))
    return np.array([platform for platform, _ in ends]), np.array([mask for _, mask in ends], np.uint64)
