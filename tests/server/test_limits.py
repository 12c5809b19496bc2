"""How much one may ask for, and how slowly."""

import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from branchline.server.limits import Buckets, client

from .service import BOT, LONG, ME, OPEN, Caller, Service

HASTY = """
from branchline.server import guard, heads, live
heads.PATIENCE, guard.PATIENCE, live.HELLO = 2.0, 3.0, 2.0
from branchline.cli import main
main()
"""  # a service that waits for nobody for long


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that lets through little."""
    folder: Path = tmp_path_factory.mktemp("strict")
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    limits: dict[str, Any] = {"client_tables": 12, "client_sockets": 3, "bot_tables": 1}
    more: dict[str, Any] = {"trusted_proxies": "127.0.0.1", "metrics": "a word", "bot_pause": 60}
    service = Service(url, folder / "log.txt", rate=500, **limits, **more)
    service.command = [sys.executable, "-c", HASTY, "serve"]
    with service:
        yield service


def asking(service: Service, address: str) -> Caller:
    """Somebody from elsewhere, by way of a proxy."""
    caller = Caller(service.url)
    caller.http.headers["X-Forwarded-For"] = address
    return caller


def test_one_address_sets_so_many_tables(strict: Service) -> None:
    wish = {"board": "usa", "seats": [ME, ME]}
    with asking(strict, "203.0.113.7") as many, asking(strict, "203.0.113.8") as other:
        statuses = [many.post("/api/tables", wish).status_code for _ in range(14)]
        assert statuses == [201] * 12 + [429] * 2
        assert other.post("/api/tables", wish).status_code == 201


def test_one_address_brings_so_many_records(strict: Service) -> None:
    """Those that are wrong count too: to find that out takes as long."""
    with asking(strict, "203.0.113.14") as many:
        statuses = [many.http.post("/api/records", content=b"no record").status_code for _ in range(14)]
        assert statuses == [422] * 12 + [429] * 2


def test_tables_of_bots_alone_are_few(strict: Service) -> None:
    with asking(strict, "203.0.113.9") as caller:
        caller.table(BOT, BOT).start()
        answer = caller.table(BOT, BOT).do("start", seat=None)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "full")
        caller.table(ME, BOT).start()


def test_one_address_has_so_many_connections(strict: Service) -> None:
    with asking(strict, "203.0.113.10") as caller:
        table = caller.table(ME, ME)
        with table.ear(0), table.ear(0), table.ear(0):
            address = f"{strict.url.replace('http', 'ws')}/api/tables/{table.id}/live"
            with connect(address, proxy=None) as one:
                with pytest.raises(ConnectionClosed):
                    one.recv(10)
                assert one.close_code == 4429
        with table.ear(0):
            pass


def test_nobody_talks_without_end(strict: Service) -> None:
    with asking(strict, "203.0.113.11") as caller:
        table = caller.table(ME, ME)
        statuses = [table.do("chat", {"text": "a"}).status_code for _ in range(15)]
        assert statuses[:10] == [200] * 10
        assert 429 in statuses
        assert table.do("chat", {"text": "a"}, 1).status_code == 200, "the others may still talk"


def test_the_counters_are_for_whom_the_operator_wants(strict: Service, caller: Caller) -> None:
    with asking(strict, "203.0.113.12") as stranger:
        assert stranger.get("/metrics").status_code == 403
        assert stranger.get("/metrics", "another word").status_code == 403
        assert stranger.get("/metrics", "a word").status_code == 200
    assert caller.get("/metrics").status_code == 200
    assert caller.http.get("/metrics", headers={"X-Forwarded-For": "203.0.113.1"}).status_code == 403


def test_half_a_request_is_not_waited_for(strict: Service) -> None:
    halves = [
        b"",
        b"GET /api/games HTTP/1.1\r\nHost: x",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
        b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /",
    ]
    connections = [socket.create_connection(("127.0.0.1", strict.port)) for _ in halves]
    for connection, half in zip(connections, halves, strict=True):
        connection.sendall(half)
        connection.settimeout(LONG)
    began = time.monotonic()
    for connection in connections:
        while connection.recv(65536):
            pass
        connection.close()
    assert time.monotonic() - began > 1, "there is some time"


def test_one_address_keeps_so_many_connections_busy(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"rate": 500, "client_sockets": 5}
    with Service(f"sqlite:///{tmp_path / 't.sqlite'}", tmp_path / "log.txt", **limits) as service:
        held = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(30)]
        time.sleep(1)
        for one in held:
            one.setblocking(False)
        assert sum(is_open(one) for one in held) <= 10
        for one in held:
            one.close()
        with Caller(service.url) as caller:  # and they can have others then
            tables = [caller.table(ME, ME) for _ in range(20)]
            for table in tables:
                with table.ear(0):
                    pass
    assert "Traceback" not in service.log()


def is_open(connection: socket.socket) -> bool:
    """Whether a connection at which nothing is said has not ended."""
    try:
        return bool(connection.recv(1))
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_a_head_without_end_is_cut_off(caller: Caller) -> None:
    host, port = caller.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection, pytest.raises(OSError):  # noqa: PT011, PT012
        connection.settimeout(10)
        connection.sendall(b"GET / HTTP/1.1\r\n")
        for number in range(100_000):
            connection.sendall(b"X-%d: %s\r\n" % (number, b"x" * 1000))


def test_a_socket_that_says_nothing_is_closed(strict: Service) -> None:
    with asking(strict, "203.0.113.13") as caller:
        table = caller.table(ME, ME)
        with connect(f"{caller.url.replace('http', 'ws')}/api/tables/{table.id}/live", proxy=None) as one:
            with pytest.raises(ConnectionClosed):
                one.recv(LONG)
            assert one.close_code == 4408


@pytest.mark.parametrize(
    "name",
    ["A\u202eB", "A\u200bB", "\u2066x", "a\x07", "\ue000", "\u3164", "A\u034fB", "A\ufe0f", "\u2800", "A\U000e0101"],
)
def test_a_name_has_no_signs_that_nobody_sees(caller: Caller, name: str) -> None:
    wish = {"board": "usa", "seats": [{"kind": "me", "name": name}, OPEN]}
    assert caller.post("/api/tables", wish).status_code == 422
    table = caller.table(ME, OPEN, public=True)
    assert caller.post(f"/api/tables/{table.id}/join", {"name": name}).status_code == 422
    assert table.do("rename", {"name": name}).status_code == 422
    assert table.do("rename", {"name": "Søren Ångström 李"}).status_code == 200


@pytest.mark.parametrize("alike", ["Zo\u0065\u0308  B", "Zo\u00eb\u2003B", " Zo\u00eb\u00a0B "])
def test_names_that_look_alike_are_one(caller: Caller, alike: str) -> None:
    first, second = ({"kind": "me", "name": name} for name in ("Zo\u00eb B", alike))
    wish = {"board": "usa", "seats": [first, second, OPEN]}
    assert caller.post("/api/tables", wish).json()["error"]["code"] == "name_taken"
    table = caller.table(first, OPEN, public=True)
    answer = caller.post(f"/api/tables/{table.id}/join", {"name": alike})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "name_taken")


def test_a_household_is_one_client() -> None:
    assert client("2001:db8:1:2:3:4:5:6") == client("2001:db8:1:2::9") != client("2001:db8:1:3::9")
    assert client("203.0.113.7") == "203.0.113.7"
    assert client("nonsense") == "nonsense"


def test_who_asked_longest_ago_is_forgotten() -> None:
    buckets = Buckets()
    assert buckets.take("a", 0, 1)
    assert not buckets.take("a", 0, 1)
    for number in range(20_000):
        buckets.take(number, 0, 1)
    assert buckets.take("a", 0, 1)
