"""The WebSockets of the service: uvicorn hands a connection over, `websockets` reads and writes its frames.

To the application it is an ASGI connection, with a short way out for the frames of a table: by the usual way a task of
each connection is woken for every frame. Here everything that is said in one round of the event loop is sent at its
end, all at once, so that those who read are woken once and not for every frame.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import unquote

from starlette.types import Message
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

WIRE = "branchline.wire"  # in the state of a socket's scope
PIECE = 256  # bytes that are read in one go: a frame may have as few as six, and others wait for all of them
MOST_EMPTY = 500  # frames between two of our pings that are no message: pings of others, and pieces of messages
MOST_UNREAD = 16  # messages; who sends more waits until some are read
FAREWELL = 10.0  # seconds for the other side to close too
_ENDS: list[Callable[[], None]] = []  # what to do at the end of the round

log = logging.getLogger("branchline.wire")
log.setLevel(logging.WARNING)  # no line for every connection


def _end_round() -> None:
    work, _ENDS[:] = _ENDS.copy(), []
    for do in work:
        do()


class Wire(asyncio.Protocol):
    """One connection, made as uvicorn makes those of its own."""

    on_writable: Callable[[], None] | None = None  # called when it takes frames again

    def __init__(self, config: Config, server_state: ServerState, **_: Any) -> None:
        self._config, self._server = config, server_state
        self._loop = asyncio.get_running_loop()
        self._frames = ServerProtocol(max_size=config.ws_max_size, logger=log)
        self._raw = b""  # what came and is not read yet
        self._is_paused = False  # no more comes until that is read
        self._message = bytearray()  # that is not complete
        self._empty = 0  # frames since our last ping that were no message
        self._is_text = True
        self._unread: deque[Message] = deque()
        self._reader: asyncio.Future[None] | None = None  # somebody waits for a message
        self._timer: asyncio.TimerHandle | None = None
        self._has_answered = True  # the last ping
        self.takes_more = True  # whether what is written is sent; else it should wait

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over."""
        self._transport = cast(asyncio.Transport, transport)
        self._server.connections.add(cast(Any, self))

    def connection_lost(self, _: Exception | None) -> None:
        """Let the application know."""
        self._server.connections.discard(cast(Any, self))
        self._stop_timer()
        self._frames.receive_eof()
        self._arrived({"type": "websocket.disconnect", "code": self._frames.close_code or 1006})

    def pause_writing(self) -> None:
        """The other side reads too slowly."""
        self.takes_more = False

    def resume_writing(self) -> None:
        """Say that there is room again."""
        self.takes_more = True
        if self.on_writable is not None:
            self.on_writable()

    def shutdown(self) -> None:
        """The service ends."""
        self._close(1012, "")
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Read what came, unless the application has to read first."""
        self._raw += data
        if not self._is_paused:
            self._read_on()

    def _read_on(self) -> None:
        """Read a few frames; pings are answered, and what is no frame ends the connection."""
        piece, self._raw = self._raw[:PIECE], self._raw[PIECE:]
        self._frames.receive_data(piece)
        for event in self._frames.events_received():
            if isinstance(event, Frame):
                self._heard(event)
            elif isinstance(event, Request):
                self._asked(event)
        self._flush()
        if not self._transport.is_closing():
            self._pause(bool(self._raw) or len(self._unread) >= MOST_UNREAD)
            if self._raw and not self._unread:
                self._loop.call_soon(self._read_on)

    def _pause(self, is_paused: bool) -> None:
        if is_paused != self._is_paused:
            self._is_paused = is_paused
            (self._transport.pause_reading if is_paused else self._transport.resume_reading)()

    def _flush(self) -> None:
        if waiting := self._frames.data_to_send():
            self._transport.write(b"".join(waiting))
            if waiting[-1] == SEND_EOF:
                self._transport.close()
                self._end_later()

    def _end_later(self) -> None:
        """Wait a while for the other side; who reads nothing more does not keep the connection."""
        self._stop_timer()
        self._timer = self._loop.call_later(FAREWELL, self._transport.abort)

    def _asked(self, request: Request) -> None:
        """Ask the application whether it takes the connection."""
        self._response = self._frames.accept(request)
        if self._response.status_code != 101:
            self._frames.send_response(self._response)
            return
        path, _, query = request.path.partition("?")
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": _address(self._transport, "sockname"),
            "client": _address(self._transport, "peername"),
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("latin-1"),
            "query_string": query.encode("latin-1"),
            "headers": [
                (name.lower().encode(), value.encode("latin-1")) for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": {WIRE: self},
        }
        self._arrived({"type": "websocket.connect"})
        task = self._loop.create_task(self._serve(scope))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    async def _serve(self, scope: dict[str, Any]) -> None:
        try:
            await self._config.loaded_app(scope, self.receive, self.send)
        except Exception:
            log.exception("socket failed")
        if self._frames.state is State.CONNECTING:
            self._refuse(500)
        self._close(1011, "")

    def _heard(self, frame: Frame) -> None:
        self._empty += frame.opcode in (Opcode.PING, Opcode.PONG) or not frame.fin
        if self._empty > MOST_EMPTY:
            self._frames.fail(1008, "too many frames that say nothing")
            return
        if frame.opcode is Opcode.PONG:
            self._has_answered = True
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if frame.opcode is not Opcode.CONT:
                self._is_text = frame.opcode is Opcode.TEXT
            self._message += frame.data
            if frame.fin:
                message, self._message = bytes(self._message), bytearray()
                self._complete(message)

    def _complete(self, data: bytes) -> None:
        try:
            content = {"text": data.decode()} if self._is_text else {"bytes": data}
        except UnicodeDecodeError:
            self._frames.fail(1007, "a text is in UTF-8")
        else:
            self._arrived({"type": "websocket.receive", **content})

    def _arrived(self, message: Message) -> None:
        self._unread.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def receive(self) -> Message:
        """What came next, as ASGI has it."""
        if len(self._unread) > 1:
            await asyncio.sleep(0)  # many frames at once: others have their turn between them
        if self._is_paused and not self._unread and not self._transport.is_closing():
            self._read_on()
        while not self._unread:
            self._reader = self._loop.create_future()
            await self._reader
        return self._unread.popleft()

    async def send(self, message: Message) -> None:
        """Do what the application wants, as ASGI has it."""
        match message["type"]:
            case "websocket.accept":
                self._frames.send_response(self._response)
                self._flush()
                self._ping_later()
            case "websocket.close" if self._frames.state is State.CONNECTING:
                self._refuse(403)
            case "websocket.close":
                self._close(message.get("code", 1000), message.get("reason") or "")
            case "websocket.send":
                self.write((message.get("text") or "").encode())

    def _refuse(self, status: int) -> None:
        if not self._transport.is_closing():  # that is, unless it was refused before
            self._frames.send_response(self._frames.reject(status, ""))
            self._flush()

    def _close(self, code: int, reason: str) -> None:
        """Say goodbye, and wait a while for the same."""
        if self._frames.state is not State.OPEN:
            return
        self._frames.send_close(code, reason)
        self._flush()
        self._end_later()
        self._arrived({"type": "websocket.disconnect", "code": code, "reason": reason})
        self._pause(False)

    def _ping_later(self) -> None:
        if self._config.ws_ping_interval:
            self._timer = self._loop.call_later(self._config.ws_ping_interval, self._ping)

    def _ping(self) -> None:
        """See whether the other side is there; who did not answer the last time is gone."""
        if self._has_answered and self._frames.state is State.OPEN:
            self._has_answered, self._empty = False, 0
            self._frames.send_ping(b"")
            self._ping_later()
        else:
            self._frames.fail(1011, "no answer to a ping")
        self._flush()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def soon(self, work: Callable[[], None]) -> None:
        """Do something after everything that waits to be done in this round."""
        if not _ENDS:
            self._loop.call_soon(_end_round)
        _ENDS.append(work)

    def write(self, text: bytes, is_all: bool = True) -> None:
        """Send a text, or a part that the next call goes on with; nothing happens if the connection is ending."""
        if self._frames.state is State.OPEN and not self._transport.is_closing():
            if self._frames.expect_continuation_frame:
                self._frames.send_continuation(text, is_all)
            else:
                self._frames.send_text(text, is_all)
            self._flush()


def _address(transport: asyncio.Transport, which: str) -> tuple[str, int] | None:
    found = transport.get_extra_info(which)
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) else None
