"""Chance does what it may, as often as the cards and tickets that are left say."""

from collections import Counter
from random import Random

import pytest

from branchline.engine.phases import DEAL_TICKET, TURN_TICKET
from branchline.mapgame.rules.state import DEAL_CARD_TURNED
from branchline.position import Position, stream

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
    weights = {outcome: float(weight) for outcome, weight in position.outcomes()}
    chance = stream(seed)
    counts = Counter(position.draw(chance) for _ in range(DRAWS))
    assert fit(counts, weights) > UNLIKELY, (counts, weights)


@pytest.mark.parametrize("positions", effort(1, 20))
def test_draws_follow_the_odds(case: Case, positions: int) -> None:
    for phase in chance_phases(case):
        for seed in range(positions):
            check_draws(before_chance(case, seed, phase), seed)


def odds(position: Position) -> dict[int, float]:
    """How likely everything is that may turn up: each ticket or card of the deck as any other.

    The ticket-deal card lies at one of the places that its share of the deck and the shift leave, each as likely.
    """
    s = fields(position)
    if s.phase in (TURN_TICKET, DEAL_TICKET):
        return dict.fromkeys(elements(s.ticket_deck), 1 / s.ticket_deck_size)
    places = [size for size in range(s.deal_at, s.deal_at + s.deal_span + 1) if s.deal_at and size <= s.deck_size]
    deal_card = 1 / len(places) if s.deck_size in places else 0.0
    others = max(1, sum(s.deck + s.festival_deck))
    found = {kind: (1 - deal_card) * n / others for kind, n in enumerate(s.deck + s.festival_deck)}
    return {kind: chance for kind, chance in {**found, DEAL_CARD_TURNED: deal_card}.items() if chance}


@pytest.mark.parametrize("positions", effort(8, 100))
def test_the_odds_are_what_is_left(case: Case, positions: int) -> None:
    for seed in range(positions):
        position = before_chance(case, seed, Random(seed).choice(chance_phases(case)))
        outcomes = position.outcomes()
        whole = sum(weight for _, weight in outcomes)
        assert {outcome: weight / whole for outcome, weight in outcomes} == pytest.approx(odds(position))
        assert len(dict(outcomes)) == len(outcomes) > 0
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
