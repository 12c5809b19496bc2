"""Undo, saving, leaving, and people who share a screen."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from table_session import CTRL_C, Session, after_tickets, any_move, nordic

import branchline
from branchline import bots as players
from branchline.errors import SetupError
from branchline.mapgame.rules.score import RESULT
from branchline.mapgame.talk.final import winner_line
from branchline.terminal.seating import new_game, seats_of

pytestmark = pytest.mark.usefixtures("pinned_deals")


def test_undo_of_a_draw_brings_the_position_back() -> None:
    session = after_tickets("deck", "undo", "again")
    assert session.replies("undo")[0] == "Taken back: draw deck."
    assert session.replies("again")[:3] == [
        "Turn 1, your turn.",
        "Display: 2 white, 1 blue, 1 green, 1 locomotive.",
        "Hand: 2 blue, 1 orange, 1 black.",
    ]


def test_undo_takes_the_bots_moves_back_too() -> None:
    session = after_tickets("claim Helsinki–Lahti for 1 black", "undo")
    assert session.replies("undo")[0].startswith("Taken back: claim Helsinki–Lahti for 1 black, with ")
    assert session.game.turn == 1
    assert session.game.player == 0
    assert int(session.game.position.record.score[0]) == 0


def test_nothing_to_undo() -> None:
    session = Session(nordic(), ["undo"]).play()
    assert session.replies("undo")[0] == "You have made no move that could be taken back."


def test_undo_of_an_unfinished_exchange() -> None:
    session = after_tickets("claim Umea–Vaasa by exchange", "red", "draw deck", "undo", "moves")
    assert session.replies("claim Umea–Vaasa by exchange") == [
        "Exchange for Umeå–Vaasa: it takes 1 locomotive; further locomotives stand for any card; "
        "any 3 cards stand for 1 locomotive.",
        "Hand: 2 blue, 1 orange, 1 black. Say all the cards you pay, for example 2 blue, 1 orange; or undo.",
    ]
    assert "[N-FERRY-3]" in session.replies("red")[0]
    assert session.replies("draw deck") == ["First finish the payment under way [B-CLAIM-1]."]
    assert session.replies("undo")[0].startswith("Taken back: claim Umeå–Vaasa by exchange")
    assert session.replies("moves")[0].startswith("Draw:")


@pytest.mark.parametrize(
    "cards",
    [["1 blue, 1 orange, 1 black"], ["blue", "orange", "1 black"], ["2 blue", "put down orange", "done"]],
)
def test_an_exchange_paid_at_once_or_card_by_card(cards: list[str]) -> None:
    session = after_tickets("claim Umeå–Vaasa by exchange", *cards)
    assert any(line.startswith("You claim Umeå–Vaasa for ") for line in session.lines)
    assert int(session.game.position.record.score[0]) == 1


def two(*answers: str) -> Session:
    game = nordic()
    return Session(game, ["", "keep 1 2", "", "", "keep 1 2", "", "", *answers], [None, None]).play()


def test_two_people_hand_over() -> None:
    session = two("deck", "deck", "", "")
    game = session.game
    assert session.prompts[0] == "Hand over to Anna. Anna, press Enter: "
    assert "Anna's move: " in session.prompts
    assert "Press Enter to hide this screen; or say undo: " in session.prompts
    hidden = [i for i, line in enumerate(session.lines) if line.count("\n") > 40]
    assert len(hidden) == 3
    for_anna, for_bo = session.lines[: hidden[0]], session.lines[hidden[0] : hidden[1]]
    assert "Hand: 2 blue, 1 orange, 1 black." in for_anna
    assert not any("orange" in line for line in for_bo)
    assert "Anna draws 2 cards from the deck." in session.lines[hidden[2] :]
    assert game.player == 1


def test_undo_before_handing_over_is_free_after_a_claim() -> None:
    session = two("claim Helsinki–Lahti for 1 black", "undo")
    assert "Taken back: claim Helsinki–Lahti for 1 black." in session.lines
    assert not any("do you agree" in prompt for prompt in session.prompts)
    assert session.game.player == 0


@pytest.mark.parametrize(("answer", "turn"), [("yes", "Taken back: draw deck."), ("no", "Not taken back.")])
def test_undo_asks_the_others_once_something_was_seen(answer: str, turn: str) -> None:
    session = two("deck", "undo", "perhaps", answer)
    asked = [prompt for prompt in session.prompts if "do you agree" in prompt]
    assert asked == ["Bo, do you agree? Anna wants to take back: draw deck. Yes or no: "] * 2
    assert turn in session.replies(answer)


def test_undo_of_a_choice_of_tickets_names_no_ticket() -> None:
    session = Session(nordic(), ["", "keep 1 2", "", "", "keep 1 2", "", "", "undo", "yes"], [None, None]).play()
    assert "Anna wants to take back: the choice of tickets." in "".join(session.prompts)


class AnswersMoves(Session):
    """Answers only when a move is asked for, and else with Enter."""

    def read(self, prompt: str) -> str:
        return super().read(prompt) if "move" in prompt else ""


def test_two_people_and_the_end_is_told_to_both() -> None:
    game = nordic()
    session = AnswersMoves(game, [lambda g: any_move(len(g.log))(g)] * 3000, [None, None]).play()
    assert game.is_over
    counted = session.lines[session.lines.index("The game is over. The scores, part by part:") :]
    assert any(line.startswith("Anna has ") for line in counted)
    assert not any(line.startswith("You ") for line in counted)


def test_save_load_and_go_on(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    session = after_tickets("claim Helsinki–Lahti for 1 black", f"save {path}", "quit")
    assert session.replies(f"save {path}") == [f"Saved in {path}."]
    assert session.lines[-1] == f"The game is kept in {path}. To go on: branchline play --text --resume {path}"
    again = branchline.load(path)
    assert again.position.states.tobytes() == session.game.position.states.tobytes()
    later = Session(again, [any_move(3)] * 2000).play()
    assert later.lines[1:4] != []
    assert later.lines[2].startswith("Bo ")
    assert again.is_over


def test_save_asks_before_overwriting(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear aunt")
    session = after_tickets(f"save {path}", "no", f"save {path}", "yes", "deck", f"save {path}", "quit")
    assert "Not saved." in session.lines
    assert session.lines.count(f"Saved in {path}.") == 2
    assert path.read_text(encoding="utf-8").startswith("branchline record")


def test_quit_offers_to_save(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = after_tickets("quit", "/no/such/folder/game", str(path))
    assert any("cannot save" in line.lower() for line in session.lines)
    assert branchline.load(path).turn == 1
    assert after_tickets("quit", "").lines[-1] == "The game is not kept. Goodbye."


@pytest.mark.parametrize("ending", [[], [CTRL_C], [CTRL_C, CTRL_C], [CTRL_C, ""]])
def test_end_of_input_and_ctrl_c_leave_politely(ending: list[str]) -> None:
    assert after_tickets("deck", *ending).lines[-1] == "The game is not kept. Goodbye."


def test_leaving_before_anything_happened_asks_nothing(tmp_path: Path) -> None:
    session = Session(nordic(), ["quit"]).play()
    assert session.lines[-2:] == ["> quit", "Goodbye."]
    path = tmp_path / "kept.txt"
    assert Session(nordic(), ["quit"]).play(save=path).lines[-1].startswith(f"The game is kept in {path}.")
    assert branchline.load(path).turn == 0


def test_autosave_keeps_every_move(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    session = Session(nordic(), ["keep 1 2", "deck", "deck"]).play(save=path)
    assert session.lines[-1].startswith(f"The game is kept in {path}.")
    assert branchline.load(path).position.states.tobytes() == session.game.position.states.tobytes()


def test_autosave_that_fails_does_not_stop_the_game(tmp_path: Path) -> None:
    session = Session(nordic(), ["keep 1 2", "deck"]).play(save=tmp_path / "none" / "kept.txt")
    assert any(line.startswith("Cannot save to ") for line in session.lines)
    assert session.lines[-1] == "The game is not kept. Goodbye."


def test_seating() -> None:
    game = new_game("nordic", ["Anna"], ["greedy", "greedy"], 1, None)
    assert game.names == ("Anna", "Greedy", "Greedy 2")
    assert [seat is None for seat in seats_of(game, [], [], 1)] == [True, False, False]
    assert [seat is None for seat in seats_of(game, ["Greedy"], ["random"], 1)] == [False, True, False]
    with pytest.raises(SetupError, match="Cy does not play in this game; Anna, Greedy, Greedy 2 do"):
        seats_of(game, ["Cy"], [], 1)
    with pytest.raises(SetupError, match="no bot 'deep'"):
        new_game("nordic", ["Anna"], ["deep"], 1, None)
    assert new_game("nordic", ["Anna", "Bo"], [], 1, None).names == ("Anna", "Bo")
    assert new_game("nordic", [], ["greedy", "random"], 1, None).names == ("Player", "Greedy", "Random")


def finished(tiebreak: str = "longest_path", stations_each: int = 0, path_bonus: int = 0, **fields: list[int]) -> Any:
    result = np.zeros(1, RESULT)[0]
    for name, values in fields.items():
        result[name][: len(values)] = values
    rules = SimpleNamespace(tiebreak=tiebreak, stations=stations_each, longest_path_bonus=path_bonus)
    return SimpleNamespace(position=SimpleNamespace(score=lambda: result), board=SimpleNamespace(rules=rules))


def test_what_decided_is_said() -> None:
    names = ["Anna", "Bo", "Cy"]
    assert winner_line(finished(total=[9, 8, 7], place=[1, 2, 3]), names) == "Anna wins with 9 points."
    assert winner_line(finished(total=[9, 9, 7], completed=[2, 3, 9], place=[2, 1, 3]), names) == (
        "Anna and Bo have 9 points each. Bo wins with more tickets done, 3 to 2."
    )
    three = finished(total=[9, 9, 9], completed=[3, 3, 1], longest_path=[20, 22, 30], place=[2, 1, 3])
    assert winner_line(three, names) == ("Anna, Bo and Cy have 9 points each. Bo wins with the longer path, 22 to 20.")
    holder: dict[str, list[int]] = {"longest_path_bonus": [0, 10], "longest_path": [20, 22]}
    usa = finished("longest_path", 0, 10, total=[9, 9], completed=[3, 3], place=[2, 1], **holder)
    assert winner_line(usa, names[:2]) == (
        "Anna and Bo have 9 points each. Bo wins with the bonus for the longest path, 10 to 0."
    )
    no_holder = finished(path_bonus=10, total=[9, 9], completed=[3, 3], longest_path=[20, 22], place=[1, 1])
    assert "no tie-break tells them apart" in winner_line(no_holder, names[:2])
    danish = finished("longest_ticket", total=[9, 9], completed=[1, 1], best_ticket=[24, 8], place=[1, 2])
    assert winner_line(danish, ["You", "Bo"]) == (
        "You and Bo have 9 points each. You win with the higher ticket done, 24 to 8."
    )
    europe = finished(stations_each=3, total=[9, 9], completed=[4, 4], stations=[1, 2], place=[1, 2])
    assert winner_line(europe, names[:2]) == "Anna and Bo have 9 points each. Anna wins with fewer stations, 1 to 2."
    shared = finished(total=[9, 9, 7], place=[1, 1, 3])
    assert winner_line(shared, names) == (
        "Anna and Bo have 9 points each, and no tie-break tells them apart. Anna and Bo share the win."
    )


def test_bots_agree_to_an_undo() -> None:
    game = nordic(names=("Anna", "Bo", "Cy"))
    bots = [None, players.make("greedy", 1), players.make("random", 2)]
    session = Session(game, ["keep 1 2", "deck", "deck", "undo"], bots).play()
    assert any(line.startswith("Taken back: draw deck, with ") for line in session.lines)
