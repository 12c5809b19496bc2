"""Limits, origins and headers; logs without secrets; a clean end."""

import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from .service import BOT, ME, Caller, Seated, Service


def test_every_answer_has_its_headers(caller: Caller) -> None:
    for path in ("/", "/api/games", "/api/tables/none", "/t/some-table"):
        headers = caller.get(path).headers
        assert headers["referrer-policy"] == "no-referrer", path
        assert headers["x-content-type-options"] == "nosniff"
        policy = headers["content-security-policy"].split("; ")
        assert {"frame-ancestors 'none'", "connect-src 'self'", "default-src 'self'"} <= set(policy)
        assert "server" not in headers


def test_pages_of_other_origins_are_refused(caller: Caller, service: Service) -> None:
    elsewhere = {"Origin": "https://evil.example"}
    answer = caller.http.get("/api/games", headers=elsewhere)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin")
    assert caller.http.get("/api/games", headers={"Origin": service.url}).status_code == 200
    table = caller.table(ME, ME)
    address = f"{service.url.replace('http', 'ws')}/api/tables/{table.id}/live"
    with connect(address, origin=Origin("https://evil.example"), proxy=None) as socket:
        with pytest.raises(ConnectionClosed):
            socket.recv(10)
        assert socket.close_code == 4403


def test_bodies_that_are_too_long_are_refused(caller: Caller) -> None:
    answer = caller.http.post("/api/tables", content=b"x" * 700_000)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_long")
    answer = caller.http.post("/api/tables", content=iter([b"x" * 100_000] * 7))
    assert answer.status_code == 413


def test_games_are_cached_by_their_tag(caller: Caller) -> None:
    first = caller.get("/api/games/nordic")
    assert first.json()["routes"]
    again = caller.http.get("/api/games/nordic", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert caller.get("/api/games/atlantis").status_code == 404
    assert caller.get("/api/games/nordic?start_hand=9999").status_code == 422


@pytest.fixture
def strict(tmp_path: Path) -> Service:
    """A service that lets through little."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return Service(url, tmp_path / "log.txt", rate=5, open_tables=3, origins="https://friend.example")


def test_rates_and_open_tables_are_limited(strict: Service) -> None:
    with strict, Caller(strict.url) as caller:
        made, *others = [caller.post("/api/tables", {"board": "usa", "seats": [ME, ME]}) for _ in range(5)]
        assert [answer.status_code for answer in others] == [201] * 2 + [503] * 2
        friend = {"Origin": "https://friend.example"}
        allowed = caller.http.get("/api/games", headers=friend)
        assert allowed.headers["access-control-allow-origin"] == "https://friend.example"
        with Seated(caller, made.json()).ear(0) as ear:
            for number in range(150):
                ear.tell({"type": "ping", "id": number})
            answers = [ear.hear_news() for _ in range(150)]
            assert answers[0]["ok"]
            assert {answer["error"]["code"] for answer in answers if not answer["ok"]} == {"too_fast"}
        for number in range(150):  # whoever makes an address up is not believed
            answer = caller.http.get("/api/games", headers={"X-Forwarded-For": f"203.0.113.{number}"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_fast")
        assert answer.headers["retry-after"] == "1"


def test_logs_are_json_without_secrets_and_the_end_is_clean(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "log.txt")
    with service, Caller(service.url) as caller:
        table = caller.table(ME, BOT).start()
        with table.ear(0) as ear:
            ear.tell({"type": "chat", "id": 1, "text": "a word in private"})
            ear.hear_news()
            assert service.stop() == 0
        with pytest.raises(httpx.HTTPError):
            caller.get("/api/games")
    lines = service.log().splitlines()
    assert lines[0].startswith("Branchline is at ")
    assert {json.loads(line)["text"] for line in lines[1:]} >= {"serving", "stopped"}
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite*"))
    assert b"a word in private" in stored
    for secret in (*table.tokens.values(), table.host, table.invite):
        assert secret not in service.log()
        assert secret.encode() not in stored, "only its hash is kept"
    assert "a word in private" not in service.log()


def test_health_and_metrics(caller: Caller) -> None:
    assert caller.get("/api/health").json()["ok"] is True
    text = caller.get("/metrics").text
    assert "branchline_entries_total" in text
    assert "branchline_store_seconds_bucket" in text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "", "127.0.0.1.evil.example", "[::1].evil", "["])
def test_a_page_that_has_its_own_name_point_here_is_refused(caller: Caller, host: str) -> None:
    answer = caller.http.get("/api/games", headers={"Host": host, "Origin": f"http://{host}"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "host")


def test_own_names_and_numbers_are_ours(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 't.sqlite'}", tmp_path / "log.txt", hosts="play.example, other.example")
    with service, Caller(service.url) as caller:
        for host in ("localhost:1", "127.0.0.1", "[::1]:80", "192.168.1.5:80", "Play.example", "other.example:443"):
            answer = caller.http.get("/api/games", headers={"Host": host, "Origin": f"https://{host}"})
            assert answer.status_code == 200, host
        assert caller.http.get("/api/games", headers={"Host": "evil.example"}).status_code == 403


@pytest.mark.parametrize("origin", ["http://[", "[", "http://", "null", "http://[::1", "\xff"])
def test_an_origin_that_is_none_is_refused(caller: Caller, origin: str) -> None:
    answer = caller.http.get("/api/games", headers={b"Origin": origin.encode("latin-1")})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin")


@pytest.mark.parametrize(
    "path", ["/%00", "/" + "a" * 300, "/" + "a/" * 3000, "/..%2f..%2fetc%2fpasswd", "/%ff", "/%2e%2e/x"]
)
def test_a_path_that_is_none_is_answered_by_the_app(caller: Caller, path: str) -> None:
    assert caller.get(path).status_code == 200
    assert caller.get(path).headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("name", ["%00", "a" * 300, "%ff", "..%2f", "'", "0" * 15, "0000000000000000%00"])
def test_a_table_that_cannot_be_is_not_found(caller: Caller, name: str) -> None:
    for path in ("", "/fair", "/record", "/events", "/replay"):
        assert caller.get(f"/api/tables/{name}{path}").status_code in (404, 414), path


@pytest.mark.parametrize(
    "body", [b"[" * 15_000, b'{"board": ' + b"1" * 10_000 + b"}", b"\xff", b"", b'{"a": 1e999}', b"nul"]
)
def test_a_body_that_is_none_is_refused(caller: Caller, body: bytes) -> None:
    answer = caller.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["text"]
