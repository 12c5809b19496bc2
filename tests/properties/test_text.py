"""Every move and every action has a text, and the text means that move and no other."""

from random import Random

import pytest

from branchline.notation.moves import MapNotation
from branchline.position import Position
from branchline.rules import state as rules

from .conftest import Case, effort
from .random_play import DECISIONS, phases_of, random_decision, random_position

WHOLE_MOVES = tuple(phase for phase in DECISIONS if phase not in (rules.LOCOMOTIVES, rules.CARDS))


def check_text(notation: MapNotation, position: Position, actions: list[int]) -> None:
    """Fail unless the move's text reads back as the move, written as it is, plainly, or carelessly."""
    text = notation.text(position, actions)
    assert notation.parse(position, text) == actions, text
    assert notation.parse(position, f"  {text.upper()} ") == actions, text


@pytest.mark.parametrize("positions", effort(2, 40))
@pytest.mark.parametrize("phase", WHOLE_MOVES)
def test_moves_both_ways(case: Case, phase: int, positions: int) -> None:
    if phase not in phases_of(case):
        return
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        position = random_decision(case, seed, (phase,))
        moves = list(notation.moves(position))
        assert {actions[0] for actions in moves} == set(position.legal())
        assert len({notation.text(position, actions) for actions in moves}) == len(moves)
        for actions in moves:
            check_text(notation, position, actions)


@pytest.mark.parametrize("positions", effort(4, 60))
def test_steps_of_a_payment_both_ways(case: Case, positions: int) -> None:
    """In the middle of a claim every single action has its text too."""
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        for phase in phases_of(case) & {rules.LOCOMOTIVES, rules.CARDS}:
            position = random_decision(case, seed, (phase,))
            assert notation.is_mid_move(position)
            for action in position.legal():
                check_text(notation, position, [action])


@pytest.mark.parametrize("positions", effort(8, 100))
def test_exchanges_both_ways(case: Case, positions: int) -> None:
    """A claim by exchange reads back after every card of it, and as a whole."""
    if rules.CARDS not in phases_of(case):
        return
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        before = random_decision(case, seed, (rules.TURN,), "lurker")
        exchanges = [
            a
            for a in before.legal()
            if a >= rules.CLAIM and a % rules.HOWS == (rules.CLAIM + rules.EXCHANGE) % rules.HOWS
        ]
        if not exchanges:
            continue
        rng = Random(seed)
        position, actions = before.copy(), [rng.choice(exchanges)]
        position.apply(actions[0])
        while position.record.phase == rules.CARDS:
            check_text(notation, before, actions)
            actions.append(rng.choice(position.legal()))
            position.apply(actions[-1])
        check_text(notation, before, actions)


def test_actions_both_ways(case: Case) -> None:
    notation = MapNotation(case.loaded)
    names = dict(notation.all_actions())
    assert all(0 <= action < notation.n_actions for action in names)
    for action, name in names.items():
        assert notation.action_number(name) == action
    for action in range(0, notation.n_actions, 7):
        if action in names:
            assert notation.action_name(action) == names[action]
    for seed in range(5):
        assert set(random_decision(case, seed).legal()) <= set(names)


@pytest.mark.parametrize("positions", effort(8, 100))
def test_what_chance_does_both_ways(case: Case, positions: int) -> None:
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        position = random_position(case, seed)
        for outcome, _ in position.outcomes():
            text = notation.outcome_text(position, outcome)
            assert notation.parse_outcome(position, text) == outcome
