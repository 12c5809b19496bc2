"""Looking after the service: tables, chat, addresses, keys; backup and restore."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from branchline.cli import app
from branchline.server import backup as backups
from branchline.server.schema import ENTRIES, TABLES, meta
from branchline.server.storage import Storage

from .service import ME, OPEN, Caller, Service

KEY = "the operator's key"


@pytest.fixture(scope="module")
def looked_after(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a key for its operator."""
    folder = tmp_path_factory.mktemp("admin")
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    with Service(url, folder / "log.txt", admin_key=KEY, trusted_proxies="127.0.0.1") as service:
        yield service


def admin(service: Service, *words: str, key: str = KEY) -> str:
    """What `branchline admin` says."""
    done = CliRunner().invoke(app, ["admin", *words, "--key", key, "--url", service.url])
    assert done.exit_code == 0, done.output
    return done.output


def test_tables_are_listed_shown_closed_and_deleted(looked_after: Service) -> None:
    with Caller(looked_after.url) as caller:
        lobby, playing = caller.table(ME, OPEN), caller.table({"kind": "me", "name": "Anna"}, ME).start()
        listed = admin(looked_after, "list")
        assert f"{lobby.id}  lobby" in listed
        assert f"{playing.id}  playing" in listed
        assert lobby.id not in admin(looked_after, "list", "--status", "playing")
        assert "Anna (person)" in admin(looked_after, "show", playing.id)
        admin(looked_after, "close", playing.id)
        state = playing.state()["table"]
        assert (state["status"], state["ended"]) == ("over", "closed")
        assert state["fair"]["secret"], "what was committed to is told"
        for table in (lobby, playing):
            admin(looked_after, "delete", table.id)
            assert caller.get(f"/api/tables/{table.id}").status_code == 410


def test_what_somebody_said_is_removed_for_good(looked_after: Service) -> None:
    with Caller(looked_after.url) as caller:
        table = caller.table(ME, ME)
        line = table.do("chat", {"text": "a terrible word"}).json()["seq"]
        table.state(0, since=0)
        assert "a terrible word" in admin(looked_after, "show", table.id)
        admin(looked_after, "remove-chat", table.id, str(line))
        events = table.state(0, since=0)["events"]
        assert "a terrible word" not in str(events)
        assert events[-1]["kind"] == "chat_removed"
        assert events[-1]["line"] == line
        assert "a terrible word" not in admin(looked_after, "show", table.id)
        answer = caller.http.request(
            "DELETE", f"/api/admin/tables/{table.id}/chat/1", headers={"Authorization": f"Bearer {KEY}"}
        )
        assert answer.status_code == 422


def test_an_address_is_shut_out_and_let_in(looked_after: Service) -> None:
    with Caller(looked_after.url) as caller:
        caller.http.headers["X-Forwarded-For"] = "203.0.113.5"
        assert caller.get("/api/games").status_code == 200
        admin(looked_after, "ban", "203.0.113.5")
        answer = caller.get("/api/games")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "banned")
        assert "203.0.113.5" in admin(looked_after, "bans")
        admin(looked_after, "unban", "203.0.113.5")
        assert caller.get("/api/games").status_code == 200


def test_keys_are_rotated(looked_after: Service) -> None:
    with Caller(looked_after.url) as caller:
        before = caller.get("/api/push-key").json()["key"]
        admin(looked_after, "rotate-keys")
        assert caller.get("/api/push-key").json()["key"] != before


def test_nobody_else_looks_after_anything(looked_after: Service, caller: Caller) -> None:
    with Caller(looked_after.url) as other:
        for path in ("/api/admin/tables", "/api/admin/bans"):
            assert other.get(path).status_code == 403
            assert other.get(path, "wrong").status_code == 403
            assert caller.get(path, "").status_code == 404, "without a key there is nothing"
    done = CliRunner().invoke(app, ["admin", "list", "--key", "wrong", "--url", looked_after.url])
    assert done.exit_code == 1
    assert "operator's key" in done.output


def empty_database(url: str) -> str:
    """A database with nothing in it beside the one that all tests share."""
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text("CREATE DATABASE restored"))
    engine.dispose()
    return sa.make_url(url).set(database="restored").render_as_string(hide_password=False)


def test_a_backup_of_a_running_service_is_restored(looked_after: Service, tmp_path: Path, postgresql: str) -> None:
    with Caller(looked_after.url) as caller:
        table = caller.table(ME, ME).start()
        table.play_any()
        before = table.state(0, since=0)
        database = Path(looked_after.log_path).with_name("tables.sqlite")
        copy, again = tmp_path / "backup.sqlite", tmp_path / "again.sqlite"
        done = CliRunner().invoke(app, ["backup", str(copy), "--database", f"sqlite:///{database}"])
        assert done.exit_code == 0, done.output
        assert oct(copy.stat().st_mode & 0o777) == "0o600"
        assert [path.name for path in tmp_path.iterdir()] == ["backup.sqlite"]
        table.play_any()
        assert CliRunner().invoke(app, ["backup", str(copy), "--database", f"sqlite:///{database}"]).exit_code == 3
    for url in (f"sqlite:///{again}", empty_database(postgresql)):
        done = CliRunner().invoke(app, ["restore", str(copy), "--database", url])
        assert done.exit_code == 0, done.output
        with Service(url, tmp_path / "log.txt") as service, Caller(service.url) as caller:
            table.caller = caller
            assert table.state(0, since=0) == before
            table.play_any()
        assert CliRunner().invoke(app, ["restore", str(copy), "--database", url]).exit_code == 3, "it is not empty"


def test_a_backup_is_of_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, copy = f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "copy.sqlite"
    storage = Storage(url)
    storage.make_tables()

    def one_by_one() -> Iterator[sa.Table]:
        for number, table in enumerate(meta.sorted_tables):
            with storage.engine.begin() as connection:  # somebody sets a table meanwhile
                about = {"status": "lobby", "public": False, "changed": 1}
                connection.execute(sa.insert(ENTRIES).values(table_id=str(number), seq=1, data=b"{}"))
                connection.execute(sa.insert(TABLES).values(id=str(number), **about))
            yield table

    monkeypatch.setattr(backups, "meta", SimpleNamespace(sorted_tables=one_by_one()))
    backups.backup(url, copy)
    storage.engine.dispose()
    with sa.create_engine(f"sqlite:///{copy}").connect() as connection:
        named, logged = (set(connection.execute(sa.select(column)).scalars()) for column in COLUMNS)
    assert named == logged


COLUMNS = (TABLES.c.id, ENTRIES.c.table_id)


def test_a_restore_from_nothing_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["restore", str(tmp_path / "none"), "--database", f"sqlite:///{tmp_path / 'a'}"])
    assert done.exit_code == 3
    assert "there is no file" in done.output
