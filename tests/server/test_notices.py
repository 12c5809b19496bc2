"""Web Push and webhooks: what arrives, that it is signed and tried again, and where it never goes."""

import asyncio
import base64
import json
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from branchline.server.addresses import is_public
from branchline.server.notices import sign
from branchline.server.resolver import PublicOnly
from branchline.server.seal import Seal, SealError

from .service import ME, Caller, Service, wait_until

Received = tuple[dict[str, str], bytes]


class Receiver(HTTPServer):
    """Something that listens at this machine; it fails as often as it is told to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.received: Queue[Received] = Queue()
        self.failures: list[int] = []

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}/hook"


class Answer(BaseHTTPRequestHandler):
    """Notes what comes."""

    server: Receiver

    def do_POST(self) -> None:
        """Take a message, or fail."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.failures:
            self.send_response(self.server.failures.pop())
        else:
            self.server.received.put(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver, listening."""
    with Receiver() as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.05,))
        thread.start()
        yield listening
        listening.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """A service that may send to this machine."""
    folder: Path = tmp_path_factory.mktemp("neighbour")
    service = Service(f"sqlite:///{folder / 'tables.sqlite'}", folder / "log.txt", allow_private=None)
    with service, Caller(service.url) as caller:
        yield caller


def test_a_webhook_is_signed_and_tried_again(neighbour: Caller, receiver: Receiver) -> None:
    table = neighbour.table(ME, ME)
    secret = table.do("webhook", {"url": receiver.url}, 1).json()["secret"]
    receiver.failures.append(500)
    table.start()
    table.play_any()
    headers, body = receiver.received.get(timeout=20)
    at = int(headers["branchline-signature"].partition(",")[0].removeprefix("t="))
    assert headers["branchline-signature"] == sign(secret, body, at)
    told = json.loads(body)
    assert (told["kind"], told["table"], told["seat"], told["seq"]) == ("your_turn", table.id, 1, 4)
    assert secret not in body.decode()
    assert set(told) == {"kind", "table", "seat", "seq", "board", "page"}, "nothing of the game itself"


def test_secrets_are_sealed_where_they_are_kept(tmp_path: Path, receiver: Receiver) -> None:
    database = tmp_path / "tables.sqlite"
    more = {"allow_private": None, "admin_key": "the operator's"}
    with Service(f"sqlite:///{database}", tmp_path / "log.txt", 0, **more) as service, Caller(service.url) as caller:
        table = caller.table(ME, ME)
        secret = table.do("webhook", {"url": receiver.url}, 1).json()["secret"]
        before = caller.get("/api/push-key").json()["key"]
        keys = tmp_path / "tables.sqlite.keys"
        first = keys.read_text()
        assert oct(keys.stat().st_mode & 0o777) == "0o600"
        assert caller.post("/api/admin/keys", {}, "the operator's").json()["push_key"] != before
        assert keys.read_text().splitlines()[1:] == [first.strip()], "what was sealed before can still be opened"
        table.start()
        table.play_any()
        headers, body = receiver.received.get(timeout=60)
        at = int(headers["branchline-signature"].partition(",")[0].removeprefix("t="))
        assert headers["branchline-signature"] == sign(secret, body, at)
        stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite*"))
        for plain in (secret.encode(), b"PRIVATE KEY"):
            assert plain not in stored
        assert [path.name for path in tmp_path.glob("*.keys*")] == [keys.name], "nothing is left behind"


def test_a_seal_is_opened_only_with_its_key(tmp_path: Path) -> None:
    seals = [Seal(tmp_path / "keys") for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        sealed = list(threads.map(lambda seal: seal.close(b"a secret"), seals))
    assert {seal.open(one) for seal, one in zip(seals, reversed(sealed), strict=True)} == {b"a secret"}
    seals[0].rotate()
    assert {seals[1].open(one) for one in (*sealed, seals[2].close(b"a secret"))} == {b"a secret"}
    keys = (tmp_path / "keys").read_text().split()
    assert len(keys) == 2
    (tmp_path / "keys").write_text(keys[0])
    with pytest.raises(SealError, match="no key for it"):
        seals[0].open(sealed[0])
    (tmp_path / "keys").unlink()
    with pytest.raises(SealError):
        seals[0].open(sealed[0])
    assert Seal(tmp_path / "new" / "keys").close(b"a secret"), "the folder is made"
    (tmp_path / "file").touch()
    with pytest.raises(SealError, match="cannot be used"):
        Seal(tmp_path / "file" / "keys").close(b"a secret")


def test_a_notice_is_not_lost_with_its_process(tmp_path: Path, receiver: Receiver) -> None:
    service = Service(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "log.txt", allow_private=None)
    with service, Caller(service.url) as caller:
        table = caller.table(ME, ME)
        table.do("webhook", {"url": receiver.url})
        receiver.failures.append(500)
        table.start()
        while receiver.failures:
            time.sleep(0.01)
        service.kill()
        service.start()
        assert json.loads(receiver.received.get(timeout=60)[1])["table"] == table.id
        time.sleep(2)
        assert receiver.received.empty(), "it came once"


def test_of_two_processes_one_sends(tmp_path: Path, receiver: Receiver, postgresql: str, redis: str) -> None:
    one = Service(postgresql, tmp_path / "one.txt", bus=redis, allow_private=None)
    other = Service(postgresql, tmp_path / "other.txt", bus=redis, allow_private=None)
    with one, other, Caller(one.url) as caller:
        table = caller.table(ME, ME)
        for seat in (0, 1):
            table.do("webhook", {"url": receiver.url}, seat)
        table.start()
        for _ in range(6):
            told = json.loads(receiver.received.get(timeout=60)[1])
            assert told["seq"] == table.state()["seq"]
            while table.state()["table"]["to_move"] == told["seat"]:
                table.play_any()
        receiver.received.get(timeout=60)
        time.sleep(2)
        assert receiver.received.empty(), "each came once"


def test_an_address_that_is_gone_is_forgotten(neighbour: Caller, receiver: Receiver) -> None:
    table = neighbour.table(ME, ME)
    table.do("webhook", {"url": receiver.url}, 0)
    receiver.failures.append(410)
    table.start()
    wait_until(lambda: "notices_removed" in [event["kind"] for event in table.state(since=0)["events"]])
    assert receiver.url not in json.dumps(table.state(0, since=0))


def test_a_push_can_be_read_by_its_browser_alone(neighbour: Caller, receiver: Receiver) -> None:
    key, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    keys = {"p256dh": base64.urlsafe_b64encode(point).decode(), "auth": base64.urlsafe_b64encode(auth).decode()}
    table = neighbour.table(ME, ME)
    assert table.do("push", {"endpoint": receiver.url, "keys": {**keys, "auth": "x"}}, 1).status_code == 422
    assert table.do("push", {"endpoint": receiver.url, "keys": keys}, 1).status_code == 200
    table.start()
    table.play_any()
    headers, body = receiver.received.get(timeout=20)
    assert table.id.encode() not in body
    assert json.loads(http_ece.decrypt(body, private_key=key, auth_secret=auth))["table"] == table.id
    assert headers["authorization"].startswith("vapid t=")
    assert neighbour.get("/api/push-key").json()["key"] in headers["authorization"]
    table.caller.http.request(
        "DELETE", f"/api/tables/{table.id}/notices", headers={"Authorization": f"Bearer {table.tokens[1]}"}
    )
    table.play_any()
    table.play_any()
    assert receiver.received.empty()


PRIVATE = """127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1
255.255.255.255 ::1 fe80::1 fc00::1 ::ffff:127.0.0.1 2002:7f00:1:: nonsense ::7f00:1 64:ff9b::7f00:1 64:ff9b:1::1
fec0::1 ::ffff:0:7f00:1"""


def test_private_addresses_are_known() -> None:
    assert not [address for address in PRIVATE.split() if is_public(address)]
    assert is_public("9.9.9.9")
    assert is_public("2620:fe::fe")


async def resolve(host: str) -> list[str]:
    """The addresses that a request to a host would go to."""
    return [found["host"] for found in await PublicOnly().resolve(host)]


def test_a_name_of_a_private_address_is_refused() -> None:
    with pytest.raises(OSError, match="not a public address"):
        asyncio.run(resolve("localhost"))


WRONG = """http://example.org/ https://127.0.0.1/ https://[::1]/ https://u:p@example.org/ https://u@example.org ftp://a/
x https://127。0。0。1/ https://127．0．0．1/ https://127｡0｡0｡1 https://１２７.0.0.1/ https://①②⑦.0.0.1/ https://[::7f00:1]
https://[64:ff9b::7f00:1]/ https://[::ffff:127.0.0.1] https://[ https://[::1 https://a:99999999/ https://a:b/ https://
https:///x //example.org https://127.0.0.1.:1/ https://0/"""


@pytest.mark.parametrize(
    "url", [*WRONG.split(), "", "https://a.example/\0", "https://a.example/ b", "https://a\n", "https://" + "a" * 999]
)
def test_wrong_addresses_are_refused_at_once(caller: Caller, url: str) -> None:
    table = caller.table(ME, ME)
    answer = table.do("webhook", {"url": url})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] in ("address", "invalid")
    push = {"endpoint": url, "keys": {"p256dh": "B" * 87, "auth": "B" * 22}}
    assert table.do("push", push).status_code == 422
