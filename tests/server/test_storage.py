"""The database full, or gone: a clear error, nothing lost, and all goes on when it is back."""

import asyncio
import os
import resource
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import httpx
import pytest

from branchline.errors import SetupError
from branchline.server.storage import MOST_AT_ONCE, TOLD_AT_ONCE, Storage, StorageError

from .service import BOT, COMMAND, ME, Caller, Seated, Service, start_database, wait_until, whole_moves


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
        size = (tmp_path / "tables.sqlite-wal").stat().st_size  # where moves go first
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
    start_database(server)
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
        start_database(server)
        wait_until(lambda: try_to_move(other).status_code == 200)
        after = other.state(0, since=0)
        assert after["seq"] == before["seq"] + 1
        assert after["events"][: len(before["events"])] == before["events"]
        wait_until(lambda: table.state()["table"]["to_move"] == 0)  # the bot goes on too
    server.stop()


def status(caller: Caller) -> int:
    """How the service says it is; 0 if it says nothing."""
    with suppress(httpx.HTTPError):
        return caller.get("/api/health").status_code
    return 0


@pytest.mark.parametrize("away", [12, pytest.param(60, marks=pytest.mark.soak)])
def test_workers_wait_for_a_database_that_is_away(
    tmp_path: Path, postgresql_servers: ModuleType, redis: str, away: int
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    server = postgresql_servers.PostgresServer(folder, cleanup_mode="delete")
    start_database(server)
    service = Service(server.get_uri(driver="psycopg"), tmp_path / "log.txt", bus=redis, workers=2)
    with service, Caller(service.url) as caller:
        table = caller.table(ME, ME).start()
        server.stop()
        assert service.process
        for worker in children(service.process.pid):
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: status(caller) == 503)
        time.sleep(away)
        assert service.process.poll() is None, "the service waits"
        assert caller.get(f"/api/tables/{table.id}").json()["error"]["code"] == "unavailable"
        start_database(server)
        wait_until(lambda: status(caller) == 200)
        assert try_to_move(table).status_code == 200
        assert service.stop() == 0
    server.stop()


def children(process: int) -> list[int]:
    """The workers of a service; not what Python starts to keep track of shared things."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(pid) for pid in found if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()]


async def store_together(url: str) -> list[object]:
    """Store three entries at once, the second with something that the database does not take."""
    storage = Storage(url)
    storage.make_tables()
    storage.open()
    bad = {"table_id": "t", "seq": 1, "seat": 0, "target": "a\0b", "kind": "over", "attempt": 0, "due": 0}
    name = os.urandom(6).hex()
    wishes = [storage.append(f"{name}{n}", 1, b"data", None, [bad] if n == 1 else None) for n in range(3)]
    outcomes = await asyncio.gather(*wishes, return_exceptions=True)
    storage.close()
    return list(outcomes)


def test_one_bad_row_fails_alone(postgresql: str) -> None:
    first, bad, last = asyncio.run(store_together(postgresql))
    assert (first, last) == (True, True)
    assert isinstance(bad, StorageError)


async def rounds_of(url: str, entries: int) -> Counter[int]:
    """How many of those whose entries are stored together go on in each round of the event loop."""
    storage = Storage(url)
    storage.make_tables()
    storage.open()
    rounds, done = 0, Counter[int]()

    async def store(seq: int) -> None:
        assert await storage.append("a table", seq, b"data")
        done[rounds] += 1

    storing = asyncio.gather(*(store(seq) for seq in range(1, entries + 1)))
    while not storing.done():
        await asyncio.sleep(0)
        rounds += 1
    storage.close()
    return done


def test_those_who_wait_are_told_a_few_at_a_time(tmp_path: Path) -> None:
    done = asyncio.run(rounds_of(f"sqlite:///{tmp_path / 'tables.sqlite'}", MOST_AT_ONCE))
    assert done.total() == MOST_AT_ONCE
    assert max(done.values()) <= TOLD_AT_ONCE, "others have their turn between them"


def test_nobody_else_on_the_machine_reads_what_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    folder = home / "branchline"
    folder.mkdir(mode=0o755, parents=True)
    (folder / "tables.sqlite").touch(mode=0o644)
    with Service("", tmp_path / "log.txt") as service, Caller(service.url) as caller:
        caller.table(ME, ME).start()
        files = sorted(folder.iterdir())
        assert len(files) == 3, "the database and what SQLite puts beside it"
        assert {oct(path.stat().st_mode & 0o777) for path in files} == {"0o600"}
        assert oct(folder.stat().st_mode & 0o777) == "0o700"


def started_with(url: str) -> subprocess.CompletedProcess[str]:
    """What a service says that is started with a database that it cannot use."""
    return subprocess.run([*COMMAND, "--port", "0", "--database", url], capture_output=True, text=True, check=False)


def test_a_file_that_cannot_be_written_or_read_is_said_at_once(tmp_path: Path) -> None:
    sound, broken = tmp_path / "sound.sqlite", tmp_path / "broken.sqlite"
    storage = Storage(f"sqlite:///{sound}")
    storage.make_tables()
    storage.engine.dispose()
    broken.write_bytes(sound.read_bytes()[:100] + os.urandom(50_000))
    for url, reason in (
        (f"sqlite:///file:{sound}?mode=ro&uri=true", "readonly"),
        (f"sqlite:///{broken}", "malformed"),
        (f"sqlite:///{Path(__file__)}", "not a database"),
    ):
        done = started_with(url)
        assert done.returncode == SetupError.exit_code, url
        assert reason in " ".join(done.stderr.split()), done.stderr
        assert "Traceback" not in done.stderr


def test_a_database_of_later_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    storage = Storage(f"sqlite:///{path}")
    storage.make_tables()
    storage.engine.dispose()
    database = sqlite3.connect(path)
    database.execute("UPDATE schema SET version = 99")
    database.commit()
    database.close()
    done = started_with(f"sqlite:///{path}")
    assert done.returncode == SetupError.exit_code
    assert "version 99, from a newer Branchline" in " ".join(done.stderr.split())


@pytest.mark.parametrize("url", ["nonsense", "postgres://here", "sqlite:////no/such/folder/tables.sqlite"])
def test_a_database_that_cannot_be_opened_is_said_at_once(url: str) -> None:
    done = started_with(url)
    assert done.returncode == SetupError.exit_code
    assert "--database is like postgresql+psycopg://user@host/name or sqlite:///FILE" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
