"""The HTTP of the service: uvicorn's, with limits on how long and how large the head of a request may be, on all else
that is sent without being a body, and on how long an answer may wait to be read."""

import asyncio
from collections import Counter
from functools import cache
from typing import Any, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from branchline.server.limits import client
from branchline.server.settings import from_environment

HEADS = "branchline.heads"  # in the state of a request's scope
PATIENCE = 15.0  # seconds for the head of a request
LARGEST_HEAD = 64 * 1024  # bytes
LARGEST_REST = 1024 * 1024  # bytes that come while a request is served, and that nobody has read of its body
UNREAD = 60.0  # seconds for which an answer may wait to be read
_OPEN: Counter[str] = Counter()  # connections of each client that are no sockets of tables


async def _nothing(_scope: Scope, _receive: Receive, _send: Send) -> None:
    """An application that does nothing."""


@cache
def _http() -> Any:
    """What uvicorn itself takes for HTTP."""
    config = Config(_nothing, http="httptools", ws="none", log_config=None)
    config.load()
    return config.http_protocol_class


@cache
def _most_open() -> int:
    """How many one client may have open besides sockets; behind a proxy all come from one address, and it counts."""
    settings = from_environment()
    return 0 if settings.trusted_proxies or not settings.rate else 2 * settings.client_sockets


class Heads(asyncio.Protocol):
    """One connection: uvicorn reads it, and whatever comes while no request is served belongs to a head."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], **more: Any) -> None:
        self._state = {**app_state, HEADS: self}
        made = _http()(config=config, server_state=server_state, app_state=self._state, **more)
        self._http: asyncio.Protocol = made
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None  # runs while a head is waited for
        self._patience: asyncio.TimerHandle | None = None  # runs while an answer is not read
        self._size = 0  # of the head so far, or of what came since
        self._served = 0  # requests

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request."""
        self._transport = cast(asyncio.Transport, transport)
        self._client = client(str((transport.get_extra_info("peername") or ("",))[0]))
        self._http.connection_made(transport)
        self._wait()
        _OPEN[self._client] += 1
        if _OPEN[self._client] > _most_open() > 0:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._let_go()
        self._read_at_last()
        self._http.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        self._http.data_received(data)
        self._size += len(data)
        if self._timer is not None:
            self._loop.call_soon(self._look)  # by then a request that is complete is served
        elif self._size > LARGEST_REST:  # lines after a body, or a head after it that never ends
            self._transport.abort()

    def took(self, body: bytes) -> None:
        """A part of a body was read."""
        self._size = max(0, self._size - len(body))

    def pause_writing(self) -> None:
        """Read by uvicorn; the other side has some time to read what it asked for."""
        self._http.pause_writing()
        self._patience = self._loop.call_later(UNREAD, self._transport.abort)

    def resume_writing(self) -> None:
        """Read by uvicorn."""
        self._http.resume_writing()
        self._read_at_last()

    def _read_at_last(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _look(self) -> None:
        """End a connection with too large a head; one that became a WebSocket is no longer ours."""
        if self._transport.get_protocol() is not self:
            self._let_go()
        elif self._timer is not None and self._size > LARGEST_HEAD:
            self._transport.abort()

    def begin(self) -> None:
        """A head is complete, and its request is served."""
        self._served += 1
        self._stop_waiting()

    def end(self) -> None:
        """A request was served."""
        self._served -= 1
        if not self._served and not self._transport.is_closing():
            self._wait()

    def _wait(self) -> None:
        self._size = 0
        self._timer = self._loop.call_later(PATIENCE, self._transport.abort)

    def _let_go(self) -> None:
        self._stop_waiting()
        if self._state:
            self._state.clear()  # so that nothing of the connection stays in memory
            _OPEN[self._client] -= 1
            if not _OPEN[self._client]:
                del _OPEN[self._client]

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Served:
    """Tells a connection which of its requests are being served."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        heads: Heads | None = scope.get("state", {}).get(HEADS) if scope["type"] == "http" else None
        if heads is None:
            await self._app(scope, receive, send)
            return
        heads.begin()

        async def noted() -> Message:
            message = await receive()
            heads.took(message.get("body", b""))
            return message

        try:
            await self._app(scope, noted, send)
        finally:
            heads.end()
