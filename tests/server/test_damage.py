"""Tables that cannot be read, boards and rules that have changed: nobody else notices, and no game becomes another."""

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from branchline import boards
from branchline.server import entries as log

from .service import BOT, ME, Caller, Seated, Service, wait_until


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a service of its own keeps everything."""
    return tmp_path


def service_in(folder: Path, **settings: Any) -> Service:
    """A service of its own."""
    return Service(f"sqlite:///{folder / 'tables.sqlite'}", folder / "log.txt", **settings)


def change(folder: Path, statement: str, *values: object) -> None:
    """Change something in the database behind the service's back."""
    with sqlite3.connect(folder / "tables.sqlite", timeout=20) as database:
        database.execute(statement, values)
    database.close()


def damage(folder: Path, name: str, data: bytes) -> None:
    """Put a table into the database that cannot be read, and at which something is due."""
    change(folder, "INSERT INTO tables VALUES (?, 'playing', 1, 1, 1)", name)
    change(folder, "INSERT INTO entries VALUES (?, 1, ?)", name, data)


def wait_for(table: Seated, what: str, value: object) -> None:
    """Wait until something at a table is as wanted."""
    wait_until(lambda: table.state()["table"][what] == value)


def test_tables_that_cannot_be_read_stop_nobody(folder: Path) -> None:
    with service_in(folder) as service, Caller(service.url) as caller:
        damage(folder, "0" * 16, b"nonsense")
        damage(folder, "1" * 16, b'{"kind":"created","board":"atlantis"}')
        damage(folder, "2" * 16, b'{"kind":"created","board":"usa","options":{"no":"such"}}')
        damage(folder, "3" * 16, b'{"kind":"moved","seat":0,"actions":[1]}')
        time.sleep(1.5)
        table = caller.table(ME, ME, public=True, clock={"kind": "live", "move_seconds": 5}).start()
        for name, status, code in (("0", 410, "damaged"), ("1", 409, "frozen"), ("2", 410, "damaged")):
            answer = caller.get(f"/api/tables/{name * 16}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
        assert [entry["id"] for entry in caller.get("/api/tables").json()] == [table.id]
        wait_for(table, "to_move", 1)
        assert table.state()["table"]["seats"][0]["away"], "the clock has run out"
        health = caller.get("/api/health").json()
        assert (health["ok"], health["tables"], health["failing"]) == (True, 1, [])
    assert service.log().count("table damaged") >= 3, "it is noted"


def test_an_entry_that_is_not_known_damages_one_table(folder: Path) -> None:
    with service_in(folder) as service, Caller(service.url) as caller:
        table, other = caller.table(ME, ME).start(), caller.table(ME, BOT).start()
        change(folder, "INSERT INTO entries VALUES (?, 3, ?)", table.id, b'{"kind":"of the future"}')
        state = table.state(0)
        for _ in range(2):
            answer = table.do("play", {"move": state["view"]["actions"][0]["do"]})
            assert (answer.status_code, answer.json()["error"]["code"]) == (410, "damaged")
        other.play_any()


def test_what_goes_wrong_inside_is_not_told(folder: Path) -> None:
    with service_in(folder) as service, Caller(service.url) as caller:
        caller.table(ME, ME)
        change(folder, "ALTER TABLE entries RENAME TO hidden")
        answer = caller.post("/api/tables", {"board": "usa", "seats": [ME, ME]})
        assert answer.status_code == 503
        assert "entries" not in answer.text
        assert caller.get("/api/health").status_code == 503
    assert "entries" in service.log()


@pytest.fixture
def own_board(folder: Path) -> Path:
    """A board in a file."""
    path = folder / "mine.toml"
    path.write_text(boards.text("nordic").replace('name = "nordic"', 'name = "mine"', 1), encoding="utf-8")
    return path


def turn_round(path: Path) -> None:
    """Put the routes of a board into the opposite order."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("routes = [")) + 1
    last = next(i for i in range(first, len(lines)) if lines[i].startswith("]"))
    lines[first:last] = reversed(lines[first:last])
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_changed_board_changes_no_game_that_has_begun(folder: Path, own_board: Path) -> None:
    with service_in(folder, board=own_board) as service, Caller(service.url) as caller:
        table = caller.table(ME, ME, board="mine").start()
        for _ in range(30):
            table.play_any()
        before = table.state(0, since=0)
        service.stop()
        turn_round(own_board)
        assert boards.load_map(own_board).routes[0] != boards.load_map("nordic").routes[0]
        service.start()
        after = table.state(0, since=0)
        assert (after["view"], after["events"]) == (before["view"], before["events"])
        table.play_any()
        newer = caller.table(ME, ME, board="mine").start()
        newer.play_any()
        service.stop()
        change(folder, "DELETE FROM boards")
        service.start()
        answer = caller.get(f"/api/tables/{table.id}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "frozen")
        newer.play_any()


def test_a_game_of_other_rules_is_frozen_with_its_record(folder: Path) -> None:
    with service_in(folder) as service, Caller(service.url) as caller:
        table, over = caller.table(ME, ME).start(), caller.table(ME, ME).start()
        over.play_any()
        over.do("resign")
        service.stop()
        for name in (table.id, over.id):
            entry = log.decode(first_of(folder, name))
            assert isinstance(entry, log.Created)
            other = log.encode(structs.replace(entry, rules=99))
            change(folder, "UPDATE entries SET data = ? WHERE table_id = ? AND seq = 1", other, name)
        service.start()
        error = table.state()["error"]
        assert error["code"] == "frozen"
        assert "version 99 of the rules" in error["text"]
        assert caller.get(f"/api/tables/{table.id}/record").status_code == 409, "the cards stay hidden"
        text = caller.get(f"/api/tables/{over.id}/record").text
        assert '"kind":"moved"' in text
        for secret in ("token", "host", "invite"):
            assert f'"{secret}"' not in text


def first_of(folder: Path, name: str) -> bytes:
    """The first entry of a table."""
    database = sqlite3.connect(folder / "tables.sqlite", timeout=20)
    data: bytes = database.execute("SELECT data FROM entries WHERE table_id = ? AND seq = 1", (name,)).fetchone()[0]
    database.close()
    return data
