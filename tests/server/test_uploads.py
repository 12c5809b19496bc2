"""Boards of one's own over the service: uploaded, played on by friends, and gone together with their tables."""

import asyncio
from pathlib import Path

import httpx
import pytest

from branchline import boards
from branchline.boards.starter import write_starter
from branchline.replay import loads
from branchline.server import library
from branchline.server.loaded import now
from branchline.server.storage import Storage
from branchline.server.upkeep import Upkeep
from branchline.server.uploads import Uploads

from .service import ME, Caller, Service, wait_until

OPEN = {"kind": "open"}


@pytest.fixture
def isle(tmp_path: Path) -> str:
    """A board of one's own."""
    path = tmp_path / "isle.toml"
    write_starter(path)
    return path.read_text(encoding="utf-8")


def upload(caller: Caller, text: str) -> httpx.Response:
    """Bring a board."""
    return caller.http.post("/api/boards", content=text.encode())


def test_two_friends_play_on_an_uploaded_board(caller: Caller, isle: str) -> None:
    made = upload(caller, isle)
    assert made.status_code == 201, made.text
    name = made.json()["name"]
    assert (name.partition("@")[0], made.json()["title"]) == ("isle", "Isle")
    assert upload(caller, isle).json()["name"] == name, "the same board is the same"
    assert name not in [game["name"] for game in caller.get("/api/games").json()], "it is nobody else's"
    assert len(caller.get(f"/api/games/{name}").json()["cities"]) == 10
    assert caller.get(f"/api/ready?board={name}").status_code == 200
    assert caller.get(f"/api/rules/{name}").json()["rules"]
    table = caller.table(ME, OPEN, board=name)
    friend = caller.post(f"/api/tables/{table.id}/join", {"invite": table.invite, "name": "Bo"})
    assert friend.status_code == 200, friend.text
    table.tokens[1] = friend.json()["token"]
    table.start()
    for _ in range(8):
        table.play_any()
    assert table.do("resign").status_code == 200
    text = caller.get(f"/api/tables/{table.id}/record").text
    assert loads(text).board == boards.loads(isle, "isle.toml")
    shown = caller.http.post("/api/records", content=text.encode())
    assert shown.status_code == 201, shown.text
    replay = caller.get(f"/api/tables/{shown.json()['id']}/replay?move=0").json()
    assert replay["moves"] >= 8
    again = caller.post(f"/api/tables/{table.id}/rematch", token=table.tokens[0]).json()["id"]
    assert caller.get(f"/api/tables/{again}").json()["table"]["board"] == name


def test_what_is_wrong_is_told_by_line(caller: Caller, isle: str) -> None:
    answer = upload(caller, isle.replace("trains = 20", "trains = 400"))
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["text"]) == (422, "board", "the board has 1 problem")
    (problem,) = error["params"]["problems"]
    assert problem["entry"] == "rules.trains"
    assert isle.splitlines()[problem["line"] - 1].startswith("trains")
    assert "400" in problem["wrong"]
    assert upload(caller, "no board").json()["error"]["params"]["problems"][0]["line"] == 1
    assert caller.http.post("/api/boards", content=b"\xff\xfe").status_code == 422
    assert upload(caller, "#" * 70_000).status_code == 413
    assert upload(caller, boards.text("nordic").replace("trains = 40", "trains = 39")).status_code == 422, (
        "another nordic"
    )


def test_a_board_that_comes_with_branchline_is_not_kept_again(caller: Caller) -> None:
    assert upload(caller, boards.text("nordic")).json()["name"] == "nordic"


@pytest.mark.parametrize("name", ["isle@0123456789abcdef", "isle@", "isle@../../x", "@0123456789abcdef", "nordic@x"])
def test_no_board_that_nobody_brought(caller: Caller, name: str) -> None:
    assert caller.get(f"/api/games/{name}").status_code == 404
    assert caller.post("/api/tables", {"board": name, "seats": [ME, ME]}).status_code == 422
    assert caller.post("/api/count", {"board": name, "players": [{"name": "A"}, {"name": "B"}]}).status_code == 422


def test_a_board_is_found_under_its_own_name_alone(caller: Caller, isle: str) -> None:
    name = upload(caller, isle).json()["name"]
    assert caller.get(f"/api/games/{name.replace('isle', 'other')}").status_code == 404


def test_so_many_boards_and_no_more(tmp_path: Path, isle: str) -> None:
    service = Service(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "log.txt", uploads=1)
    with service, Caller(service.url) as caller:
        name = upload(caller, isle).json()["name"]
        assert upload(caller, isle.replace('title = "Isle"', 'title = "Other"')).json()["error"]["code"] == "full"
        assert upload(caller, isle).status_code == 201
        table = caller.table(ME, ME, board=name).start()
        seq = table.state(0)["seq"]
        service.kill()
        service.start()
        wait_until(lambda: caller.get(f"/api/tables/{table.id}").status_code == 200)
        assert table.state(0)["seq"] == seq, "the board came back with its table"


def test_boards_go_with_their_tables(tmp_path: Path, isle: str) -> None:
    async def check() -> None:
        storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        storage.open()
        storage.make_tables()
        uploads, board = Uploads(storage), boards.loads(isle, "isle.toml")
        name = await uploads.keep(board, 10)
        fingerprint = name.partition("@")[2]
        await uploads.use("0123", name)
        note = {"status": "lobby", "public": False, "changed": now(), "due": None}
        await storage.append("0123", 1, b"{}", note)
        assert await uploads.expire(now() + 1) == 0, "a table has it"
        assert await storage.board(fingerprint) == isle
        await Upkeep(storage).remove("0123")
        assert await uploads.expire(now() - 60_000) == 0, "it was wanted a moment ago"
        assert await uploads.expire(now() + 1) == 1
        assert await storage.board(fingerprint) is None
        kept = library.fingerprint_of(boards.text("nordic"))
        await storage.keep_board(kept, boards.text("nordic"))
        assert await uploads.expire(now() + 1) == 0
        assert await storage.board(kept)
        storage.close()

    asyncio.run(check())
