"""Hints come from what the player sees, and from nothing else."""

import json
from collections.abc import Callable

import pytest

from branchline import Game
from branchline.cardgame.rules.state import COMPLETE
from branchline.coach.hint import hint
from branchline.kinds import kind_of
from branchline.position import Position, stream


def told(game: Game, view: Position) -> bytes:
    adviser = kind_of(game.board).adviser(game.notation)
    return json.dumps(hint(view, game.notation, adviser, playouts=300).as_json()).encode()


def decisions(game: Game) -> list[Position]:
    return [step.before for step in game.steps if not step.before.is_chance]


@pytest.mark.parametrize(
    ("board", "bots", "seed"), [("nordic", ("planner", "casual", "planner"), 4), ("cardgame", ("planner", "casual"), 5)]
)
def test_states_that_look_alike_get_the_same_hint(
    game_of: Callable[..., Game], board: str, bots: tuple[str, ...], seed: int
) -> None:
    game = game_of(board, bots, seed)
    for position in decisions(game)[4::30]:
        me = position.player
        other = position.determinize(me, stream(9))
        assert other.states.tobytes() != position.states.tobytes()
        assert told(game, position.seen_by(me)) == told(game, other.seen_by(me))


@pytest.mark.parametrize(
    ("board", "bots", "seed"), [("usa", ("casual", "planner"), 3), ("cardgame", ("planner", "casual"), 5)]
)
def test_moves_are_legal_and_have_reasons(
    game_of: Callable[..., Game], board: str, bots: tuple[str, ...], seed: int
) -> None:
    game = game_of(board, bots, seed)
    adviser = kind_of(game.board).adviser(game.notation)
    reasons = 0
    for position in decisions(game)[::15]:
        found = hint(position.seen_by(position.player), game.notation, adviser, playouts=200)
        assert 1 <= len(found.moves) <= 2
        for move in found.moves:
            after = position.copy()
            for action in move.actions:
                assert after.is_legal(action)
                after.apply(action)
            reasons += len(move.reasons)
    assert reasons > 0


def test_a_move_without_another_worth_a_look_has_a_chance_too(game_of: Callable[..., Game]) -> None:
    game = game_of("cardgame", ("planner", "casual"), 5)
    adviser = kind_of(game.board).adviser(game.notation)
    alone = [each for each in decisions(game) if each.phase == COMPLETE and len(each.legal()) > 1]
    found = [hint(each.seen_by(each.player), game.notation, adviser, playouts=100) for each in alone]
    assert {len(each.moves) for each in found} == {1}
    assert all(each.is_sure for each in found)
    assert max(each.moves[0].chance for each in found) > 0.5
