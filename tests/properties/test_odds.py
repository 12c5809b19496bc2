"""Chance does what it may, as often as the cards and tickets that are left say."""

from collections import Counter
from random import Random

import pytest

from branchline.position import Position, stream
from branchline.rules.state import DEAL_CARD_TURNED, DEAL_TICKET, TURN_TICKET

from .chi_square import fit
from .conftest import Case, effort
from .random_play import DECISIONS, elements, fields, phases_of, random_decision

UNLIKELY = 1e-4
DRAWS = 4000


def before_chance(case: Case, seed: int, phase: int) -> Position:
    """A position in a random game in which chance moves."""
    return random_decision(case, seed, (phase,), "builder")


def chance_phases(case: Case) -> list[int]:
    """The phases of a game in which chance moves."""
    return [phase for phase in sorted(phases_of(case)) if phase < min(DECISIONS)]


def check_draws(position: Position, seed: int) -> None:
    """Fail unless what chance does is as frequent as it is likely."""
    odds = {outcome: float(weight) for outcome, weight in position.outcomes()}
    chance = stream(seed)
    counts = Counter(position.draw(chance) for _ in range(DRAWS))
    assert fit(counts, odds) > UNLIKELY, (counts, odds)


@pytest.mark.parametrize("positions", effort(1, 20))
def test_draws_follow_the_odds(case: Case, positions: int) -> None:
    for phase in chance_phases(case):
        for seed in range(positions):
            check_draws(before_chance(case, seed, phase), seed)


@pytest.mark.parametrize("positions", effort(8, 100))
def test_the_odds_are_what_is_left(case: Case, positions: int) -> None:
    for seed in range(positions):
        position = before_chance(case, seed, Random(seed).choice(chance_phases(case)))
        s = fields(position)
        if s.phase in (TURN_TICKET, DEAL_TICKET):
            expected = dict.fromkeys(elements(s.ticket_deck), 1)
        elif s.deck_size == s.deal_at:
            expected = {DEAL_CARD_TURNED: 1}
        else:
            expected = {kind: n for kind, n in enumerate(s.deck + s.festival_deck) if n}
        outcomes = position.outcomes()
        assert dict(outcomes) == expected
        assert len(outcomes) == len(expected) > 0
        whole = sum(weight for _, weight in outcomes)
        assert sum(weight / whole for _, weight in outcomes) == pytest.approx(1)
        for outcome, _ in outcomes:
            after = position.copy()
            after.apply(outcome)
            assert after.states.tobytes() != position.states.tobytes()


def test_a_position_without_chance_has_no_outcomes(case: Case) -> None:
    position = random_decision(case, 1)
    assert position.outcomes() == []


def test_the_comparison_can_fail() -> None:
    """Odds that are off by a tenth are found out."""
    assert fit({0: 2000, 1: 2000}, {0: 1, 1: 1}) > 0.5
    assert fit({0: 2200, 1: 1800}, {0: 1, 1: 1}) < UNLIKELY
    assert fit({0: 10, 2: 1}, {0: 1, 1: 1}) == 0
