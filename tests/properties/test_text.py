"""Every move and every action has a text, and the text means that move and no other."""

from collections.abc import Sequence
from random import Random

import pytest

from branchline.engine import phases
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.rules import actions as numbers
from branchline.notation import carry_out
from branchline.position import Position

from .conftest import Case, effort
from .random_play import DECISIONS, phases_of, random_decision, random_position

WHOLE_MOVES = tuple(phase for phase in DECISIONS if phase not in (phases.LOCOMOTIVES, phases.CARDS))


def check_text(notation: MapNotation, position: Position, actions: Sequence[int]) -> None:
    """Fail unless the move's text reads back as the move, written as it is, plainly, or carelessly."""
    move = carry_out(position, actions, notation.refuse)
    text = notation.text(position, *move)
    for read in (notation.read(position, text), notation.read(position, f"  {text.upper()} ")):
        assert read.actions == tuple(actions), text
        assert read.after.states.tobytes() == move.after.states.tobytes(), text


@pytest.mark.parametrize("positions", effort(2, 40))
@pytest.mark.parametrize("phase", WHOLE_MOVES)
def test_moves_both_ways(case: Case, phase: int, positions: int) -> None:
    if phase not in phases_of(case):
        return
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        position = random_decision(case, seed, (phase,))
        moves = list(notation.moves(position))
        assert {move.actions[0] for move in moves} == set(position.legal())
        assert len({notation.text(position, *move) for move in moves}) == len(moves)
        for move in moves:
            check_text(notation, position, move.actions)


@pytest.mark.parametrize("positions", effort(4, 60))
def test_steps_of_a_payment_both_ways(case: Case, positions: int) -> None:
    """In the middle of a claim every single action has its text too."""
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        for phase in phases_of(case) & {phases.LOCOMOTIVES, phases.CARDS}:
            position = random_decision(case, seed, (phase,))
            assert notation.is_mid_move(position)
            for action in position.legal():
                check_text(notation, position, [action])


@pytest.mark.parametrize("positions", effort(8, 100))
def test_exchanges_both_ways(case: Case, positions: int) -> None:
    """A claim by exchange reads back after every card of it, and as a whole."""
    if phases.CARDS not in phases_of(case):
        return
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        before = random_decision(case, seed, (phases.TURN,), "lurker")
        exchanges = [
            a
            for a in before.legal()
            if a >= numbers.CLAIM and a % numbers.HOWS == (numbers.CLAIM + numbers.EXCHANGE) % numbers.HOWS
        ]
        if not exchanges:
            continue
        rng = Random(seed)
        position, actions = before.copy(), [rng.choice(exchanges)]
        position.apply(actions[0])
        while position.record.phase == phases.CARDS:
            check_text(notation, before, actions)
            actions.append(rng.choice(position.legal()))
            position.apply(actions[-1])
        check_text(notation, before, actions)


def test_every_legal_action_is_known(case: Case) -> None:
    notation = MapNotation(case.loaded)
    known = dict(notation.actions)
    for seed in range(5):
        assert set(random_decision(case, seed).legal()) <= set(known)


@pytest.mark.parametrize("positions", effort(8, 100))
def test_what_chance_does_both_ways(case: Case, positions: int) -> None:
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        position = random_position(case, seed)
        for outcome, _ in position.outcomes():
            text = notation.outcome_text(position, outcome)
            assert notation.parse_outcome(position, text) == outcome
