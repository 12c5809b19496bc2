"""The actions of the map games: objects, numbers and texts, each from the others."""

import hashlib
import pickle

import numpy as np
import pytest

from branchline import boards, new
from branchline.actions import (
    Action,
    ActionSpace,
    Done,
    Draw,
    DrawDeck,
    DrawTickets,
    KeepTickets,
    Pass,
    WithLocomotives,
)
from branchline.errors import MoveError
from branchline.kinds import packed
from branchline.mapgame.actions import (
    EXCHANGE,
    BuildStation,
    Claim,
    NeutralTakes,
    PickTicket,
    PutDown,
    TakeFestival,
    Withdraw,
    action_space,
)
from branchline.mapgame.notation import MapNotation

MAPS = [name for name in boards.names() if name != "cardgame"]
VARIANTS = [(name, options) for name in MAPS for options in boards.variants(name)]

# All numbers with their texts, as they were when there were only numbers.
TEXTS = {
    "europe": "d5a603938cb1b69c",
    "iberia": "9e7a47e301ce7f9b",
    "nederland": "1975b8e8c23f81c6",
    "nederland neutral": "16e2647211096a61",
    "nordic": "486df8aa1bc36103",
    "usa": "0c39ca32c6b80bd3",
}
SIZES = {"europe": 1561, "iberia": 1148, "nederland": 1098, "nordic": 938, "usa": 1128}


def space(board: str, **options: object) -> ActionSpace:
    return MapNotation(boards.load_map(board, options)).actions


@pytest.mark.parametrize(("board", "options"), VARIANTS)
def test_every_number_there_and_back(board: str, options: dict[str, object]) -> None:
    actions = space(board, **options)
    assert actions.size == SIZES[board]
    for number, action in actions:
        assert 0 <= number < actions.size
        assert actions.number(action) == number
        assert actions.action(number) is action
        assert actions.parse(actions.text(action)) == action
        assert actions.parse(str(action).upper()) == action
    assert len({actions.text(action) for _, action in actions}) == len(actions)
    assert len({str(action) for _, action in actions}) == len(actions)


@pytest.mark.parametrize(("board", "options"), VARIANTS)
def test_numbers_and_texts_stay_as_they_are(board: str, options: dict[str, object]) -> None:
    texts = "\n".join(f"{number} {text}" for number, text in _texts(space(board, **options)))
    name = f"{board} neutral" if options.get("neutral") else board
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == TEXTS[name]


def _texts(actions: ActionSpace) -> list[tuple[int, str]]:
    return [(number, actions.text(number)) for number, _ in actions]


@pytest.mark.parametrize(("board", "options"), VARIANTS)
def test_a_position_has_the_actions_of_its_board(board: str, options: dict[str, object]) -> None:
    assert dict(action_space(packed(boards.load(board, options)))) == dict(space(board, **options))


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Draw("red"), "draw red"),
        (DrawDeck(), "draw deck"),
        (DrawTickets(), "draw tickets"),
        (Pass(), "pass"),
        (WithLocomotives(1), "with 1 locomotive"),
        (WithLocomotives(2), "with 2 locomotives"),
        (PutDown("blue"), "put down blue"),
        (Done(), "done"),
        (Withdraw(), "withdraw"),
        (PickTicket(0), "pick #1"),
        (TakeFestival(3), "take festival 3"),
        (NeutralTakes(second=False), "neutral takes the first route"),
        (NeutralTakes(second=True), "neutral takes the second route"),
        (KeepTickets(), "keep none"),
        (KeepTickets(0, 2), "keep #1 #3"),
        (Claim(17, "red"), "claim route 17 with red"),
        (Claim(17, "locomotive"), "claim route 17 with locomotive"),
        (Claim(17, EXCHANGE), "claim route 17 by exchange"),
        (BuildStation(4, "red"), "build station city 4 with red"),
    ],
)
def test_an_action_is_readable_without_a_board(action: Action, text: str) -> None:
    assert str(action) == text
    assert eval(repr(action)) == action
    assert pickle.loads(pickle.dumps(action)) == action


def test_a_space_says_a_boards_names() -> None:
    nordic = space("nordic")
    red = next(i for i, route in enumerate(boards.load_map("nordic").routes) if route.colour == "red")
    assert (
        nordic.text(Claim(red, "red"))
        == nordic.text(nordic.number(Claim(red, "red")))
        == "claim Bergen–Oslo (red) with red"
    )
    assert nordic.parse("Claim bergen–oslo (RED) with red") == Claim(red, "red")
    assert space("europe").text(BuildStation(0, "locomotive")).startswith("build station Amsterdam")
    assert space("iberia").text(TakeFestival(0)).startswith("take festival ")


def test_equal_actions_are_equal() -> None:
    assert Claim(3, "red") == Claim(3, "red") != Claim(3, "blue")
    assert len({Draw("red"), PutDown("red")}) == 2
    assert KeepTickets(2, 0, 2) == KeepTickets(0, 2)
    assert len({Claim(3, "red"), Claim(3, "red"), DrawDeck(), DrawDeck(), Pass()}) == 3
    with pytest.raises(AttributeError):
        Claim(3, "red").route = 4  # type: ignore[misc]  # the test: it cannot be changed


def test_numbers_of_arrays_are_taken() -> None:
    nordic = space("nordic")
    for number in (np.int64(128), np.uint8(128), 128):
        assert nordic.action(number) == Claim(0, "purple")
    assert nordic.numbers(np.array([9, 9])) == [9, 9]
    assert type(nordic.numbers(np.int64(9))[0]) is int


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (-1, "there is no action -1; this board's are 0 to 937"),
        (938, "there is no action 938; this board's are 0 to 937"),
        (50, "there is no action 50 on this board; the nearest to it: 32 and 64"),
        (3.5, "3.5 is no action; give a whole number below 938, or an action"),
        ("draw red", "'draw red' is no action; give a whole number below 938, or an action"),
        (None, "None is no action; give a whole number below 938, or an action"),
    ],
)
def test_a_wrong_number_is_refused(number: int, reason: str) -> None:
    with pytest.raises(MoveError) as refused:
        space("nordic").action(number)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Claim(81, "red"), "route is 0 to 80, not 81"),
        (Claim(0, "pink"), "or 'exchange', not 'pink'"),
        (Draw("pink"), "or 'locomotive', not 'pink'"),
        (KeepTickets(0, 6), "places is 0 to 5, not 6"),
        (WithLocomotives(10), "n is 0 to 9, not 10"),
        (BuildStation(0, "red"), "is no action of this board; it has Draw, DrawDeck,"),
        (PickTicket(0), "is no action of this board; it has Draw, DrawDeck,"),
    ],
)
def test_a_wrong_action_is_refused(action: Action, reason: str) -> None:
    with pytest.raises(MoveError) as refused:
        space("nordic").number(action)
    assert str(refused.value).startswith(repr(action))
    assert reason in str(refused.value)


def test_a_wrong_text_is_refused() -> None:
    with pytest.raises(MoveError, match=r"there is no action 'draw rde' \(did you mean draw red\?\)"):
        space("nordic").parse("draw rde")


def test_a_game_takes_actions() -> None:
    game = new("nordic", ["Anna", "Bo"], seed=3)
    legal = game.legal_actions()
    assert [game.notation.actions.number(action) for action in legal] == game.actions()
    game.play(KeepTickets(0, 1))
    game.play([KeepTickets(2, 3)], "Bo")
    game.play(DrawDeck())
    game.play(np.int64(game.notation.actions.number(DrawDeck())))
    assert [entry.split(": ")[1] for entry in game.record().splitlines() if entry[:1].isdigit()][2:] == [
        "draw deck"
    ] * 2


@pytest.mark.parametrize("move", [5000, -1, [], [9, 5000], Claim(500, "red"), 2.5])
def test_a_game_refuses_what_is_no_action(move: int) -> None:
    game = new("nordic", 2, seed=3)
    before = game.record()
    with pytest.raises(MoveError):
        game.play(move)
    assert game.record() == before


def test_a_claim_in_an_unknown_colour_is_refused() -> None:
    game = new("usa", 2, seed=3)
    for _ in range(2):
        game.play(KeepTickets(0, 1))
    with pytest.raises(MoveError, match="there is no card 'pink'"):
        game.play("claim Boston–Montréal (grey 1) with pink")
