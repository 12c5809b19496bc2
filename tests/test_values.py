"""Games, positions, batches and views are values: they copy, pickle, compare and print shortly."""

import copy
import pickle
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import branchline
from branchline import Batch, BranchlineError
from branchline.position import Position

BOARDS = ("nordic", "cardgame")
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}


@pytest.fixture(params=BOARDS)
def game(request: pytest.FixtureRequest) -> branchline.Game:
    game = branchline.new(request.param, players=["Anna", "Bo"], seed=5)
    for i in range(30):
        legal = game.actions()
        game.play(legal[i % len(legal)])
    return game


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_game_is_equal_and_goes_on_alike_but_apart(game: branchline.Game, way: str) -> None:
    other = WAYS[way](game)
    assert other == game
    assert other.record() == game.record()
    before = game.record()
    for _ in range(20):
        other.play(other.actions()[-1])
    assert game.record() == before
    assert other != game
    for _ in range(20):
        game.play(game.actions()[-1])
    assert other == game, "they draw the same cards"
    other.undo()
    assert other != game


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_position_is_equal_and_apart(game: branchline.Game, way: str) -> None:
    position = game.position
    other: Position = WAYS[way](position)
    assert other == position
    assert other.legal() == position.legal()
    other.apply(other.legal()[0])
    assert other != position
    assert position != branchline.new("usa", seed=5).position


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("board", BOARDS)
def test_a_copied_batch_is_equal_and_goes_on_alike_but_apart(board: str, way: str) -> None:
    batch = Batch(board, players=2, games=8, seed=3)
    other: Batch = WAYS[way](batch)
    assert other == batch
    first = batch.mask().argmax(1)
    other.step(first)
    assert other != batch
    batch.step(first)
    assert other == batch
    assert other != Batch(board, players=2, games=8, seed=4)


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_view_is_equal(game: branchline.Game, way: str) -> None:
    view = game.view("Anna")
    assert WAYS[way](view) == view
    assert view != game.view("Bo")


def test_everything_prints_in_a_line(game: branchline.Game) -> None:
    for thing in (game, game.position, game.view(0), game.spectate(), Batch(game.board, games=3)):
        assert len(repr(thing)) < 90
        assert repr(thing).startswith(f"<{type(thing).__name__.removeprefix('Map').removeprefix('Card')}")
    assert game.board.name in repr(game.view(0))
    assert "Anna" in repr(game.view(0))


WHOLE = (3, 3.0, np.int8(3), np.uint64(3), np.float32(3), np.float64(3), np.array(3)[()])
BROKEN = (2.5, np.float32(2.5), float("nan"), float("inf"), "3x", None, np.array([2, 3]), 1j, object())


@pytest.mark.parametrize("three", WHOLE, ids=repr)
def test_whole_numbers_of_every_type_are_taken(three: Any) -> None:
    game = branchline.new("nordic", players=three, seed=three)
    assert game == branchline.new("nordic", players=3, seed=3)
    batch = Batch("nordic", players=three, games=three, seed=three)
    assert batch == Batch("nordic", players=3, games=3, seed=3)
    two = type(three)(2)
    assert batch.position(two) == batch.position(2)
    assert game.view(two) == game.view(2)
    assert game.position.seen_by(two) == game.position.seen_by(2)
    action = type(three)(game.actions()[0])
    assert game.notation.actions.action(action) == game.legal_actions()[0]
    game.play(action)
    batch.step([type(three)(n) for n in batch.mask().argmax(1)])


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: type(broken).__name__)
def test_other_numbers_are_refused_with_a_sentence(broken: Any) -> None:
    game, batch = branchline.new("nordic", players=3, seed=3), Batch("nordic", players=3, games=3, seed=3)
    before = game.record(), batch.copy()
    asked: list[Callable[[], object]] = [
        lambda: game.notation.actions.action(broken),
        lambda: game.view(broken),
        lambda: game.chance(broken),
        lambda: game.position.seen_by(broken),
        lambda: batch.position(broken),
        lambda: batch.step([broken, broken, broken]),
        lambda: Batch("nordic", players=broken),
        lambda: Batch("nordic", games=broken),
    ]
    for ask in asked:
        with pytest.raises(BranchlineError, match=r"whole number|is no action|one action a game|no player"):
            ask()
    assert (game.record(), batch) == before


@pytest.mark.parametrize("wrong", [-1, 3, 10**6, -(10**6)])
def test_wrong_indices_fail_at_once(wrong: int) -> None:
    game, batch = branchline.new("nordic", players=3, seed=3), Batch("nordic", players=3, games=3, seed=3)
    asked: list[Callable[[], object]] = [
        lambda: game.view(wrong),
        lambda: batch.position(wrong),
        lambda: game.position.seen_by(wrong if wrong != -1 else -2),
        lambda: game.play(game.actions()[0], player=wrong),
    ]
    for ask in asked:
        with pytest.raises(BranchlineError, match=r"0 to 2"):
            ask()
    with pytest.raises(BranchlineError, match=r"at least one game"):
        Batch("nordic", games=0)


def test_a_game_is_a_picture_that_any_program_can_read(game: branchline.Game) -> None:
    picture = game._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in picture
    before = picture
    while game.turn < 60 and not game.is_over:
        game.play(game.actions()[-1])
    assert game.svg() != before
