"""The actions of the Card Game: objects, numbers and texts, each from the others."""

import hashlib
import pickle

import pytest

from branchline import boards, new
from branchline.actions import Action, ActionSpace, DrawDeck, KeepTickets, WithLocomotives
from branchline.cardgame.actions import Complete, CompleteBest, LayRow, LayThree, action_space
from branchline.cardgame.board import CardGame
from branchline.cardgame.notation import CardNotation
from branchline.errors import MoveError
from branchline.kinds import packed

VARIANTS = boards.variants("cardgame")
TEXTS = "b05d69785c15ce0d"  # all numbers with their texts, as they were when there were only numbers


def space(options: dict[str, object] | None = None) -> ActionSpace:
    board = boards.load("cardgame", options)
    assert isinstance(board, CardGame)
    return CardNotation(board).actions


@pytest.mark.parametrize("options", VARIANTS)
def test_every_number_there_and_back(options: dict[str, object]) -> None:
    actions = space(options)
    assert (actions.size, len(actions)) == (384, 277)
    for number, action in actions:
        assert 0 <= number < actions.size
        assert actions.number(action) == number
        assert actions.action(number) is action
        assert actions.parse(actions.text(action)) == actions.parse(str(action)) == action
    assert dict(action_space(packed(boards.load("cardgame", options)))) == dict(actions)


@pytest.mark.parametrize("options", VARIANTS)
def test_numbers_and_texts_stay_as_they_are(options: dict[str, object]) -> None:
    actions = space(options)
    texts = "\n".join(f"{number} {actions.text(number)}" for number, _ in actions)
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == TEXTS


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (LayThree("red", "blue", "purple"), "lay 1 purple, 1 blue, 1 red"),
        (LayRow("red", 3), "lay 3 red ..."),
        (Complete(7), "complete ticket 7 ..."),
        (CompleteBest(), "complete best"),
        (KeepTickets(5), "keep #6"),
        (WithLocomotives(16), "with 16 locomotives"),
    ],
)
def test_an_action_is_readable_without_a_board(action: Action, text: str) -> None:
    assert str(action) == text
    assert eval(repr(action)) == action
    assert pickle.loads(pickle.dumps(action)) == action


def test_equal_actions_are_equal() -> None:
    assert LayThree("red", "blue", "green") == LayThree("green", "red", "blue") != LayThree("red", "blue", "white")
    assert len({LayRow("red", 3), LayRow("red", 3), LayRow("red", 4), CompleteBest(), CompleteBest()}) == 3


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (LayRow("red", 11), "n is 1 to 10, not 11"),
        (LayRow("locomotive", 2), "not 'locomotive'"),
        (LayThree("red", "red", "blue"), "one would be LayThree('purple', 'white', 'blue')"),
        (LayThree("red", "blue", "pink"), "not 'pink'"),
        (Complete(46), "ticket is 0 to 45, not 46"),
    ],
)
def test_a_wrong_action_is_refused(action: Action, reason: str) -> None:
    with pytest.raises(MoveError) as refused:
        space().number(action)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (384, "there is no action 384; this board's are 0 to 383"),
        (30, "there is no action 30 on this board; the nearest to it: 28 and 31"),
        (380, "there is no action 380 on this board; the nearest to it: 365"),
    ],
)
def test_a_wrong_number_is_refused(number: int, reason: str) -> None:
    with pytest.raises(MoveError) as refused:
        space().action(number)
    assert str(refused.value) == reason


def test_a_game_takes_actions() -> None:
    game = new("cardgame", 2, seed=3)
    for _ in range(2):
        game.play(KeepTickets(0, 1))
    assert DrawDeck() in game.legal_actions()
    game.play(DrawDeck())
    with pytest.raises(MoveError, match="draw a second one"):
        game.play(CompleteBest())
