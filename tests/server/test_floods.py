"""More than anybody needs to send, at once or without end: whoever sends it is cut off, and costs others nothing."""

import asyncio
import base64
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from branchline.server import live, wire
from branchline.server.wire import WIRE, Wire

from .service import LONG, ME, Caller, Seated, Service

TEXT, CONTINUED, PING = 1, 0, 9  # kinds of frames
HASTY = """
from branchline.server import heads
heads.UNREAD = 1.0
from branchline.cli import main
main()
"""  # a service that waits for nobody for long


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that waits for nobody for long."""
    folder: Path = tmp_path_factory.mktemp("hasty")
    service = Service(f"sqlite:///{folder / 'tables.sqlite'}", folder / "log.txt")
    service.command = [sys.executable, "-c", HASTY, "serve"]
    with service:
        yield service


def line_to(service: Service) -> socket.socket:
    """A bare connection that takes little at a time."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(LONG)
    line.connect(("127.0.0.1", service.port))
    return line


def upgrade(path: str) -> bytes:
    """A request for a WebSocket."""
    key = base64.b64encode(bytes(16)).decode()
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    return f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()


def frame(kind: int, data: bytes = b"", is_last: bool = True) -> bytes:
    """A frame as a client sends it."""
    length = bytes([128 | len(data)]) if len(data) < 126 else bytes([128 | 126]) + struct.pack(">H", len(data))
    return bytes([is_last << 7 | kind]) + length + bytes(4) + data


def followed(service: Service, table: Seated) -> socket.socket:
    """A bare connection that follows a table."""
    line = line_to(service)
    line.sendall(upgrade(f"/api/tables/{table.id}/live"))
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    line.sendall(frame(TEXT, b'{"type":"hello"}'))
    return line


def is_cut_off(line: socket.socket, piece: bytes, most: int) -> bool:
    """Whether a connection ends before so many bytes are sent."""
    try:
        for _ in range(most // len(piece)):
            line.sendall(piece)
    except OSError:
        return True
    return False


HALF = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
SLOW = (
    b"POST /api/editor/read HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
    + b"a.a=1\n" * 16_666
    + b"#\n  "
)


@pytest.mark.parametrize("before", [HALF + b"0\r\n", SLOW + b"GET / HTTP/1.1\r\n"], ids=["trailers", "next head"])
def test_lines_without_end_are_cut_off(service: Service, before: bytes) -> None:
    with line_to(service) as line:
        line.sendall(before)
        assert is_cut_off(line, b"X-Line: " + b"x" * 4000 + b"\r\n", 50_000_000)


@pytest.mark.parametrize("piece", [frame(PING, b"x" * 125), frame(CONTINUED, b"", False)], ids=["pings", "pieces"])
def test_frames_that_say_nothing_are_cut_off(service: Service, caller: Caller, piece: bytes) -> None:
    with followed(service, caller.table(ME, ME)) as line:
        line.sendall(frame(TEXT, b"", False))
        assert is_cut_off(line, piece * 100, 50_000_000)


def test_a_message_in_pieces_is_one(service: Service, caller: Caller) -> None:
    with followed(service, caller.table(ME, ME)) as line:
        text = b'{"type":"ping","id":"in pieces"}'
        line.sendall(frame(TEXT, text[:5], False) + frame(PING) + frame(CONTINUED, b"", False))
        line.sendall(frame(CONTINUED, text[5:9], False) + frame(CONTINUED, text[9:]))
        heard = b""
        while b"in pieces" not in heard:
            heard += (part := line.recv(65536))
            assert part, heard


def test_who_asks_too_fast_is_answered_at_a_walk(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "log.txt", rate=5)
    with service, Caller(service.url) as caller, caller.table(ME, ME).ear(0) as ear:
        began = time.monotonic()
        for _ in range(160):
            ear.socket.send("nonsense")
        assert {ear.hear_news()["error"]["code"] for _ in range(160)} == {"unreadable"}
        assert time.monotonic() - began > 1


def test_a_page_that_nobody_reads_is_not_waited_with(hasty: Service) -> None:
    with line_to(hasty) as line:
        line.sendall(b"GET /api/games/europe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 200)
        time.sleep(4)
        size = 0
        with suppress(ConnectionResetError):
            while part := line.recv(1_000_000):
                size += len(part)
    assert size < 8_000_000, "it does not come when somebody reads at last"


class Unread(asyncio.Transport):
    """The way to somebody who reads nothing: what is said waits for ever."""

    def __init__(self) -> None:
        super().__init__()
        self.is_closed = self.is_gone = False

    def write(self, data: object) -> None:
        """Let it wait."""

    def close(self) -> None:
        """End once all is read."""
        self.is_closed = True

    def abort(self) -> None:
        """End at once."""
        self.is_gone = True

    def is_closing(self) -> bool:
        """Whether it ends."""
        return self.is_closed

    def pause_reading(self) -> None:
        """Nothing comes anyway."""

    resume_reading = pause_reading


async def accept(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that takes every socket, and says nothing."""
    await send({"type": "websocket.accept"})
    await asyncio.sleep(LONG)


async def never_read() -> tuple[bool, bool]:
    """Whether the connection of somebody who answers no ping and reads nothing is closed, and whether it is gone."""
    config = Config(accept, ws_ping_interval=0.01, ws="none", log_config=None)
    config.load()
    line, way = Wire(config, ServerState()), Unread()
    line.connection_made(way)
    line.data_received(upgrade("/"))
    await asyncio.sleep(0.3)
    return way.is_closed, way.is_gone


def test_who_answers_no_ping_and_reads_nothing_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "FAREWELL", 0.05)
    assert asyncio.run(never_read()) == (True, True)


def test_nobody_lets_more_wait_than_a_few_large_frames() -> None:
    """Frames of which each is as large as all that happened at a table."""
    wire_to = SimpleNamespace(soon=lambda _: None)
    state = SimpleNamespace(limits=SimpleNamespace(frames=(0, 0.0)))
    websocket: Any = SimpleNamespace(scope={"state": {WIRE: wire_to}}, app=SimpleNamespace(state=state))
    nobody: Any = None
    one = live.Socket(nobody, nobody, websocket)
    for _ in range(100):
        one.send(bytes(1_000_000))
    assert sum(part.size for part in one._waiting) < 10_000_000
    assert one._is_lost
    one._waiting.clear()
    one.send(b"later")
    assert not one._waiting, "nothing follows what was left out"


def test_a_large_frame_is_sent_in_parts_and_others_have_their_turn_between_them() -> None:
    rounds: list[Any] = []
    sent: list[tuple[bytes, bool]] = []
    wire_to = SimpleNamespace(
        soon=rounds.append, takes_more=True, write=lambda text, is_all: sent.append((text, is_all))
    )
    state = SimpleNamespace(limits=SimpleNamespace(frames=(0, 0.0)))
    websocket: Any = SimpleNamespace(scope={"state": {WIRE: wire_to}}, app=SimpleNamespace(state=state))
    nobody: Any = None
    one = live.Socket(nobody, nobody, websocket)
    pieces = [b"%07d," % n * 100 for n in range(5000)]
    one.send(*pieces)
    one.send(b"later")
    while rounds:
        before = sum(len(text) for text, _ in sent)
        rounds.pop()()
        assert sum(len(text) for text, _ in sent) - before <= live.MOST_AT_ONCE + 2 * live.LARGEST_PART
    assert b"".join(text for text, _ in sent) == b"".join(pieces) + b"later"
    assert [text for text, is_all in sent if is_all][1:] == [b"later"], "two frames, the second whole"
    assert (one._behind, one._size) == (0, 0)


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/tables/0000000000000000", "http://evil.example/"])
def test_a_socket_where_there_is_none_is_refused(service: Service, path: str) -> None:
    noted = service.log().count("Traceback")
    with line_to(service) as line:
        line.sendall(upgrade(path))
        assert line.recv(100).startswith(b"HTTP/1.1 403")
    time.sleep(0.2)
    assert service.log().count("Traceback") == noted
