"""The best set of tickets, against all sets (C-END-5)."""

import time
from random import Random

import numpy as np
import pytest

from branchline.position import Position
from cardgame.table import Array, elements, facts, mask_of, new_game

NEED = np.array([[int(need) >> 8 * c & 255 for c in range(8)] for need in facts()[0].need[:46]])
POINTS = facts()[0].ticket_value[:46].astype(int)


def best_of_all(tickets: list[int], platform: Array) -> tuple[int, int]:
    """Points and number of the best set, found by looking at every set."""
    sets = np.arange(1 << len(tickets))[:, None] >> np.arange(len(tickets)) & 1
    asked = sets @ NEED[tickets]
    possible = np.maximum(asked - platform[:8], 0).sum(1) <= platform[8]
    points, numbers = sets @ POINTS[tickets], sets.sum(1)
    best = int(points[possible].max())
    return best, int(numbers[possible & (points == best)].max())


def completed(position: Position, tickets: list[int], platform: Array) -> list[int]:
    """What the rules take for the best set."""
    position.record.tickets[0] = mask_of(tickets)
    position.record.platform[0] = platform
    return elements(position.score().done[0])


def random_platform(rng: Random, most: int, locomotives: int) -> Array:
    return np.array([rng.randint(0, most) for _ in range(8)] + [rng.randint(0, locomotives)])


@pytest.mark.parametrize(("cases", "most_tickets"), [(3000, 8), (300, 12), (30, 15)])
def test_c_end_5_no_set_is_better_than_the_best(cases: int, most_tickets: int) -> None:
    """C-END-5: Highest total, then most tickets, for random tickets and platforms."""
    rng = Random(most_tickets)
    position = new_game(2)
    for _ in range(cases):
        tickets = rng.sample(range(46), rng.randint(min(1, most_tickets - 4), most_tickets))
        platform = random_platform(rng, rng.randint(0, 4), rng.randint(0, 8))
        found = completed(position, tickets, platform)
        assert set(found) <= set(tickets)
        assert np.maximum(NEED[found].sum(0) - platform[:8], 0).sum() <= platform[8]
        assert (POINTS[found].sum(), len(found)) == best_of_all(tickets, platform)


def test_most_of_all_tickets_are_solved_in_time() -> None:
    """A platform as large as can be and every ticket: far from any game, and still no matter of seconds."""
    rng = Random(1)
    position = new_game(2)
    began = time.process_time()
    for _ in range(20):
        tickets = rng.sample(range(46), rng.randint(20, 40))
        completed(position, tickets, random_platform(rng, 5, 8))
    assert time.process_time() - began < 5
