"""A bot at a real table over HTTP: it plays from what is said, nothing is kept, and nonsense is refused."""

from pathlib import Path
from typing import Any

import pytest

from branchline import boards
from branchline.boards.starter import write_starter
from branchline.kinds import notation_of

from .service import Caller

Json = dict[str, Any]
HAND, DISPLAY = ["red", "blue", "red", "white"], ["black", "green", "locomotive", "yellow", "orange"]
OFFER = ["Boston–Miami", "Calgary–Phoenix", "Dallas–New York"]
START = [*HAND, *DISPLAY, *OFFER]


def table(answers: list[str], moves: list[str] = [], **more: object) -> Json:  # noqa: B006
    """A table of Anna, the bot and Bo, after some answers."""
    return {"board": "usa", "names": ["Anna", "Robo", "Bo"], "seat": 1, "answers": answers, "moves": moves, **more}


def said(caller: Caller, body: Json) -> Json:
    """What the service answers."""
    answer = caller.post("/api/sit", body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def asked(told: Json) -> tuple[str, int | None]:
    """What is asked, and about whom."""
    return told["question"]["asks"], told["question"]["player"]


def test_the_bot_is_dealt_its_cards_and_keeps_tickets_of_its_own_will(caller: Caller) -> None:
    first = said(caller, table([]))
    assert (asked(first), first["moves"]) == (("cards", 1), [])
    dealt = said(caller, table(HAND))
    assert dealt["view"]["hand"] == {"red": 2, "blue": 1, "white": 1}
    assert asked(dealt) == ("cards", None), "now the display"
    offered = said(caller, table(START))
    assert asked(offered) == ("keep", 0)
    assert offered["may"] == {"keep": [2, 3]}
    kept = said(caller, table([*START, "2"]))
    assert len(kept["moves"]) == 1
    assert kept["did"][0]["shown"]["does"] == "keep"
    assert kept["moves"][0].startswith("keep ")
    assert asked(kept) == ("keep", 2)
    assert [event["kind"] for event in kept["events"]] == ["keep", "keep"]
    assert "tickets" not in kept["events"][0], "what Anna keeps nobody knows"


def test_what_is_sent_again_is_played_again_and_the_bot_gives_reasons(caller: Caller) -> None:
    start = said(caller, table([*START, "2"]))
    turn = said(caller, table([*START, "2", "3"], start["moves"]))
    assert asked(turn) == ("move", 0)
    assert "draw deck" in [each["move"] for each in turn["may"]["moves"]]
    assert len(turn["may"]["routes"]) > 50, "Anna may hold anything"
    anna = ["draw black", "red", "draw deck"]
    moved = said(caller, table([*START, "2", "3", *anna], turn["moves"]))
    assert moved["moves"][:1] == turn["moves"]
    assert len(moved["moves"]) == 2
    assert moved["did"][0]["reasons"]
    again = said(caller, table([*START, "2", "3", *anna], moved["moves"]))
    assert again["view"] == moved["view"]


def test_a_board_of_ones_own_has_room_for_a_bot_too(caller: Caller, tmp_path: Path) -> None:
    write_starter(tmp_path / "isle.toml")
    made = caller.http.post("/api/boards", content=(tmp_path / "isle.toml").read_bytes())
    first = said(caller, table([], board=made.json()["name"]))
    assert first["question"]["asks"] == "cards"


@pytest.mark.parametrize(
    ("body", "part"),
    [
        (table(["pink"]), "pink"),
        (table([*HAND, "festival Madrid"]), ""),
        (table([*START, "9"]), "2"),
        (table([*START, "2"], ["keep nothing at all"]), ""),
        (table([*START, "2", "2", "claim Seattle–Miami for 9 red"], ["keep 1 2"]), "Seattle"),
        (table(["Cádiz–Lisboa"], board="iberia"), ""),
        (table([], board="atlantis"), "atlantis"),
        (table([], seat=3), "seat"),
        (table([], level="../bot.py"), "bot"),
        (table([], names=["Anna", "Anna", "Bo"]), "Anna"),
        (table([], names=["Anna"] * 9), ""),
        (table([], options={"trains": 900}), "trains"),
        (table(["red"] * 2001), ""),
        (table(["r" * 301]), ""),
        (table([], secret=1), ""),
        ({}, ""),
    ],
)
def test_what_cannot_be_is_refused(caller: Caller, body: Json, part: str) -> None:
    answer = caller.post("/api/sit", body)
    assert answer.status_code in (404, 422), answer.text
    assert part in answer.json()["error"]["text"]


def test_the_answer_that_was_wrong_is_named(caller: Caller) -> None:
    error = caller.post("/api/sit", table(["red", "blue", "pink"])).json()["error"]
    assert error["params"] == {"answer": 2, "asks": "cards"}


def test_the_bot_does_not_think_about_a_whole_game_at_once(caller: Caller) -> None:
    rounds = ["draw deck", "draw deck", *["red", "white"], "draw deck", "draw deck"]
    error = caller.post("/api/sit", table([*START, "2", "2", *rounds * 40], level="random")).json()["error"]
    assert error["code"] in ("invalid", "illegal")


def test_too_much_is_not_read(caller: Caller) -> None:
    assert caller.post("/api/sit", table(["r" * 300] * 400)).status_code == 413


def test_a_bot_sits_down_at_every_game(caller: Caller) -> None:
    for name in boards.names():
        assert asked(said(caller, table([], board=name)))[0] == "cards"


def test_rows_of_the_card_game_are_offered_with_the_fewest_cards(caller: Caller) -> None:
    hand, display = ["red", "red", "red", "blue", "blue", "white", "black"], ["green", "green", "red", "white", "blue"]
    names = notation_of(boards.load("cardgame")).tickets[:6]
    start = [*hand, *display, *names, "3"]
    kept = said(caller, table(start, board="cardgame"))
    assert kept["did"][0]["shown"]["does"] == "keep"
    turn = said(caller, table([*start, "2"], kept["moves"], board="cardgame"))
    assert asked(turn) == ("move", 0)
    assert turn["may"]["rows"]["red"] == 2
    assert {"move": "draw deck"} in turn["may"]["moves"]
    laid = said(caller, table([*start, "2", "lay 3 red, 1 locomotive"], kept["moves"], board="cardgame"))
    assert laid["view"]["seats"][0]["yard"] == {"red": {"red": 3, "locomotive": 1}}
    assert laid["did"][0]["shown"]["does"] != "keep", "then the bot has its turn"
