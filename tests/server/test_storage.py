"""The database full, or gone: a clear error, nothing lost, and all goes on when it is back."""

import resource
import subprocess
import time
from pathlib import Path
from types import ModuleType

import httpx
import pytest

from branchline.errors import SetupError

from .service import BOT, COMMAND, ME, Caller, Seated, Service, whole_moves


def try_to_move(table: Seated) -> httpx.Response:
    """Let whoever is to move make the first whole move."""
    seat = table.state()["table"]["to_move"]
    state = table.state(seat)
    return table.do("play", {"move": whole_moves(state["view"])[0]["do"], "at": state["seq"]}, seat)


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with Service(f"sqlite:///{database}", tmp_path / "log.txt") as service, Caller(service.url) as caller:
        table = caller.table(ME, ME).start()
        for _ in range(4):
            table.play_any()
        before = table.state(0, since=0)
        assert service.process
        size = max(path.stat().st_size for path in tmp_path.glob("tables.sqlite*"))
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        refused = [try_to_move(table) for _ in range(3)]
        assert {answer.status_code for answer in refused} == {503}, refused[-1].text
        assert refused[-1].json()["error"]["code"] == "unavailable"
        assert table.state(0, since=0) == before, "what was refused did not happen"
        assert caller.get("/api/health").status_code == 503
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert try_to_move(table).status_code == 200
        after = table.state(0, since=0)
        assert after["events"][: len(before["events"])] == before["events"]
        assert after["seq"] == before["seq"] + 1
        service.kill()
        service.start()
        assert table.state(0, since=0)["events"] == after["events"]


def test_a_database_that_is_gone_is_waited_for(tmp_path: Path, postgresql_servers: ModuleType) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    server = postgresql_servers.PostgresServer(folder, cleanup_mode="delete")
    server.start()
    with (
        Service(server.get_uri(driver="psycopg"), tmp_path / "log.txt") as service,
        Caller(service.url) as caller,
    ):
        table = caller.table(ME, BOT).start()
        other = caller.table(ME, ME).start()
        table.play_any()
        before = other.state(0, since=0)
        server.stop()
        answer = try_to_move(other)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
        assert caller.get("/api/health").status_code == 503
        assert caller.post("/api/tables", {"board": "usa", "seats": [ME, ME]}).status_code == 503
        server.start()
        for _ in range(100):
            if try_to_move(other).status_code == 200:
                break
            time.sleep(0.1)
        after = other.state(0, since=0)
        assert after["seq"] == before["seq"] + 1
        assert after["events"][: len(before["events"])] == before["events"]
        for _ in range(100):
            state = table.state()["table"]
            if state["to_move"] == 0:
                break
            time.sleep(0.1)
        assert state["to_move"] == 0, "the bot goes on too"
    server.stop()


@pytest.mark.parametrize("url", ["nonsense", "postgres://here", "sqlite:////no/such/folder/tables.sqlite"])
def test_a_database_that_cannot_be_opened_is_said_at_once(url: str) -> None:
    done = subprocess.run([*COMMAND, "--port", "0", "--database", url], capture_output=True, text=True, check=False)
    assert done.returncode == SetupError.exit_code
    assert "--database is like postgresql+psycopg://user@host/name or sqlite:///FILE" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
