"""A database that the service before schema versions left behind, with games in every state: all of them go on.

`before/tables.sql` is that database as the old program wrote it, `before/seen.json` what it showed to each seat.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from branchline.cli import app
from branchline.server import entries as log
from branchline.server.schema import SCHEMA, VERSION

from .service import ME, Caller, Seated, Service

BEFORE = Path(__file__).parent / "before"
SEEN: dict[str, dict[str, Any]] = json.loads((BEFORE / "seen.json").read_text(encoding="utf-8"))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The old database."""
    path = tmp_path / "tables.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript((BEFORE / "tables.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def table_of(name: str, caller: Caller) -> Seated:
    """One of the old tables."""
    seats = [{"seat": int(seat), "token": token} for seat, token in SEEN[name]["tokens"].items()]
    made = {"id": SEEN[name]["id"], "host": SEEN[name]["host"], "invite": "", "commitment": "", "seats": seats}
    return Seated(caller, made)


def check_unchanged(caller: Caller) -> None:
    """Fail unless each seat of each table sees what it saw."""
    for name, seen in SEEN.items():
        table = table_of(name, caller)
        assert table.state()["seq"] == seen["seq"]
        for seat, view in seen["views"].items():
            now = table.state(int(seat))["view"]
            assert {key: now[key] for key in view} == view, (name, seat)


def test_games_of_before_go_on(database: Path, tmp_path: Path) -> None:
    with Service(f"sqlite:///{database}", tmp_path / "log.txt") as service, Caller(service.url) as caller:
        key = caller.get("/api/push-key").json()["key"]
        check_unchanged(caller)
        for name in ("usa", "nordic", "europe", "cardgame"):
            table_of(name, caller).play_any()
        over, lobby = table_of("over", caller), table_of("lobby", caller)
        assert over.state()["table"]["ended"] == "resigned"
        assert caller.get(f"/api/tables/{over.id}/record").status_code == 200
        assert "from long ago" in str(table_of("usa", caller).state(0, since=0)["events"])
        assert caller.post(f"/api/tables/{lobby.id}/bot", {"seat": 1, "level": "casual"}, lobby.host).status_code == 200
        caller.table(ME, ME).start().play_any()
        service.kill()
        service.start()
        assert table_of("usa", caller).state()["seq"] == SEEN["usa"]["seq"] + 1
        assert caller.get("/api/push-key").json()["key"] == key, "browsers know it"
    assert '"level":"error"' not in service.log()
    with sa.create_engine(f"sqlite:///{database}").connect() as connection:
        assert connection.execute(sa.select(SCHEMA.c.version)).scalar() == VERSION


def test_webhooks_of_before_are_still_known(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        stored = connection.execute("SELECT data FROM entries WHERE table_id = ?", (SEEN["europe"]["id"],)).fetchall()
    connection.close()
    notices = [entry for row in stored if isinstance(entry := log.decode(row[0]), log.NoticeSet)]
    assert [(notice.how, bool(notice.secret), notice.sealed) for notice in notices] == [("webhook", True, "")]


def test_a_copy_of_a_database_of_before_is_restored(database: Path, tmp_path: Path) -> None:
    again = f"sqlite:///{tmp_path / 'again.sqlite'}"
    done = CliRunner().invoke(app, ["restore", str(database), "--database", again])
    assert done.exit_code == 0, done.output
    with Service(again, tmp_path / "log.txt") as service, Caller(service.url) as caller:
        check_unchanged(caller)
