"""Nothing for ever: what nobody needs is deleted, by its host or by time."""

import asyncio
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from branchline.server import acts, hall
from branchline.server import entries as log
from branchline.server.errors import Refusal
from branchline.server.hall import QUIET, QUIET_OVER, Hall
from branchline.server.levels import make_bot
from branchline.server.loaded import Live
from branchline.server.storage import Storage
from branchline.server.table import Table

from .service import ME, OPEN, Caller, Service, wait_until

SHORT = 6 / 86_400  # days


def test_lobbies_and_abandoned_games_are_deleted_in_time(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    keeps = {"keep_lobbies": SHORT, "keep_games": SHORT, "keep_finished": 0, "keep_records": SHORT}
    with Service(f"sqlite:///{path}", tmp_path / "log.txt", 0, **keeps) as service, Caller(service.url) as caller:
        lobby, quiet, busy = caller.table(ME, OPEN), caller.table(ME, ME).start(), caller.table(ME, ME).start()
        over = caller.table(ME, ME).start()
        over.do("resign")
        text = caller.get(f"/api/tables/{over.id}/record").content
        record = caller.http.post("/api/records", content=text).json()["id"]

        def is_gone(name: str) -> bool:
            busy.do("chat", {"text": "still here"})
            return caller.get(f"/api/tables/{name}").status_code == 410

        for name in (lobby.id, quiet.id, record):
            wait_until(partial(is_gone, name))
        for name in (lobby.id, quiet.id, record):
            answer = caller.get(f"/api/tables/{name}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (410, "deleted")
        assert busy.state()["table"]["status"] == "playing"
        assert over.state()["table"]["status"] == "over", "0 is for ever"
        assert caller.get("/api/service").json()["keeps_days"]["over"] == 0
        service.stop()
        database = sqlite3.connect(path)
        database.execute("UPDATE tables SET changed = 1 WHERE status = 'deleted'")
        database.commit()
        service.start()
        wait_until(lambda: lobby.id not in names(database))
        wait_until(lambda: not {quiet.id, record} & names(database))
        assert {busy.id, over.id} <= names(database)
        database.close()


def names(database: sqlite3.Connection) -> set[str]:
    """The tables of which anything is left."""
    query = "SELECT id FROM tables UNION SELECT table_id FROM entries UNION SELECT table_id FROM secrets"
    return {row[0] for row in database.execute(query)}


def test_where_many_are_open_the_oldest_go(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    settings: dict[str, Any] = {"open_tables": 10, "keep_games": 0, "keep_records": SHORT}
    with Service(f"sqlite:///{path}", tmp_path / "log.txt", 0, **settings) as service, Caller(service.url) as caller:
        tables = [caller.table(ME, ME).start() for _ in range(10)]
        wish = {"board": "usa", "seats": [ME, ME]}
        assert caller.post("/api/tables", wish).status_code == 503
        service.stop()
        database = sqlite3.connect(path)
        for number, table in enumerate(tables[4:7]):
            database.execute("UPDATE tables SET changed = ? WHERE id = ?", (number + 1, table.id))
            last = log.encode(log.Chatted(at=number + 1, seat=0, text="long ago"))
            database.execute("INSERT INTO entries VALUES (?, 3, ?)", (table.id, last))
        database.commit()
        database.close()
        service.start()
        wait_until(lambda: caller.get(f"/api/tables/{tables[4].id}").status_code == 410)
        assert caller.post("/api/tables", wish).status_code == 201
        left = [caller.get(f"/api/tables/{table.id}").status_code for table in tables if table is not tables[4]]
        assert left == [200] * 9, "no more than needed"


async def fill(hall: Hall) -> list[str]:
    """What is said at a table until it is full, and then."""
    hall.storage.make_tables()
    hall.storage.open()
    seats = tuple(log.SeatPlan("person", name) for name in ("Anna", "Bo"))
    live = await hall.create(log.Created(board="usa", seats=seats))
    await hall.act(live, acts.start())
    said = []
    for act in (acts.chat(0, "a"), acts.chat(1, "b"), acts.rename(0, "C"), acts.play(0, "keep all", None)):
        try:
            said.append(str(await hall.act(live, act)))
        except Refusal as refusal:
            said.append(refusal.code)
    hall.storage.close()
    return said


def test_a_table_has_so_many_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "MOST_TALK", 3)
    said = asyncio.run(fill(Hall(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"))))
    assert said == ["3", "full", "4", "5"], "only talk ends"
    monkeypatch.setattr(hall, "MOST_ENTRIES", 3)
    said = asyncio.run(fill(Hall(Storage(f"sqlite:///{tmp_path / 'others.sqlite'}"))))
    assert said == ["3", "full", "full", "4"], "the game goes on"


def test_a_host_deletes_but_not_while_others_play(caller: Caller) -> None:
    table, lobby, over = caller.table(ME, ME).start(), caller.table(ME, OPEN), caller.table(ME, ME).start()
    over.do("resign")

    def delete(name: str, secret: str) -> int:
        headers = {"Authorization": f"Bearer {secret}"}
        return caller.http.request("DELETE", f"/api/tables/{name}", headers=headers).status_code

    assert delete(table.id, table.host) == 409
    assert delete(lobby.id, lobby.tokens[0]) == 403, "only whoever set it"
    for one in (lobby, over):
        assert delete(one.id, one.host) == 200
        assert caller.get(f"/api/tables/{one.id}").status_code == 410
        assert one.do("chat", {"text": "hello"}).status_code == 410
    assert lobby.id not in [entry["id"] for entry in caller.get("/api/tables").json()]


def test_quiet_tables_leave_the_memory(tmp_path: Path) -> None:
    hall = Hall(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    seats = tuple(log.SeatPlan("person", name) for name in ("Anna", "Bo"))
    for name, quiet in (("new", 0.0), ("lobby", QUIET_OVER + 1), ("open", QUIET + 1)):
        live = hall.tables[name] = Live(Table(name, log.Created(board="usa", seats=seats)))
        live.touched -= quiet
        live.told = []
    hall.tables["open"].listeners.add(Deaf())
    hall.tables["open"].bots[0, "casual"] = make_bot("casual")
    asyncio.run(hall.forget_quiet())
    assert set(hall.tables) == {"new", "open"}
    assert hall.tables["new"].told is not None
    assert hall.tables["open"].told is None, "what can be told again is not kept for who only waits"
    assert not hall.tables["open"].bots


class Deaf:
    """Somebody who follows a table."""

    seats: tuple[int, ...] = (0,)
    is_looking = True

    def send(self, frame: bytes) -> None:
        """Take no notice."""

    def sit(self) -> None:
        """Stay."""
