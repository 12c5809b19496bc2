"""Which boards a request can name: those that the service knows, never a file; and options as the board has them."""

from pathlib import Path

import httpx
import pytest

from branchline import boards
from branchline.server import library

from .service import ME, Caller, Service

HEAD = "branchline record 1\nboard: {}\nplayers: A; B\n\n"


@pytest.fixture
def own_board(tmp_path: Path) -> Path:
    """A sound board in a file, under another name than any that comes with Branchline."""
    path = tmp_path / "mine.toml"
    path.write_text(boards.text("nordic").replace('name = "nordic"', 'name = "mine"', 1), encoding="utf-8")
    return path


def error(answer: httpx.Response) -> tuple[int, str]:
    """The status of a refusal, and its text."""
    return answer.status_code, answer.json()["error"]["text"]


def test_a_request_names_no_file(caller: Caller, own_board: Path) -> None:
    unknown = error(caller.post("/api/tables", {"board": "atlantis", "seats": [ME, ME]}))
    assert unknown[0] == 422
    for name in ("/etc/passwd", "../usa.toml", "usa.toml", "\0", str(own_board)[-40:]):
        status, text = error(caller.post("/api/tables", {"board": name, "seats": [ME, ME]}))
        assert (status, text.partition(";")[0]) == (422, f"there is no board {name!r}")
    for name in ("/etc/passwd", str(own_board), str(own_board.parent)):
        answer = caller.http.post("/api/records", content=HEAD.format(name).encode())
        status, text = error(answer)
        assert (status, "there is no board" in text) == (422, True), text
    for path in ("/api/games/%2Fetc%2Fpasswd", f"/api/games/{str(own_board).replace('/', '%2F')}"):
        assert caller.get(path).status_code == 404


def test_a_board_named_at_the_start_is_offered(own_board: Path, tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "log.txt", board=own_board)
    with service, Caller(service.url) as caller:
        assert "mine" in [game["name"] for game in caller.get("/api/games").json()]
        assert caller.get("/api/games/mine").json()["routes"]
        table = caller.table(ME, ME, board="mine").start()
        table.play_any()
        assert table.do("resign").status_code == 200
        text = caller.get(f"/api/tables/{table.id}/record").text
        assert caller.http.post("/api/records", content=text.encode()).status_code == 201


def test_two_boards_cannot_have_one_name(own_board: Path) -> None:
    own_board.write_text(boards.text("nordic"), encoding="utf-8")
    with pytest.raises(ValueError, match="two boards called 'nordic'"):
        library.add([str(own_board)])


def test_one_is_not_taken_for_true(caller: Caller) -> None:
    wish = {"board": "nederland", "seats": [ME, ME], "public": True}
    for value in ("true", True, "on"):
        made = caller.post("/api/tables", {**wish, "options": {"neutral": value}})
        assert made.status_code == 201, made.text
        table = caller.get(f"/api/tables/{made.json()['id']}").json()["table"]
        assert table["options"] in ({"neutral": True}, {}), "the value is the board's own"
    assert caller.post("/api/tables", {**wish, "options": {"neutral": 1}}).status_code == 422
    assert caller.get("/api/tables").status_code == 200


@pytest.mark.parametrize("language", ["nb", "xx", "x" * 5000, "../nordic"])
def test_rules_of_any_language_are_answered(caller: Caller, language: str) -> None:
    assert caller.get(f"/api/rules/nordic?language={language}").status_code == 200
