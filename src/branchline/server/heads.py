"""The HTTP of the service: uvicorn's, with a limit on how long and how large the head of a request may be."""

import asyncio
from functools import cache
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

HEADS = "branchline.heads"  # in the state of a request's scope
PATIENCE = 15.0  # seconds for the head of a request
LARGEST_HEAD = 64 * 1024  # bytes


async def _nothing(_scope: Scope, _receive: Receive, _send: Send) -> None:
    """An application that does nothing."""


@cache
def _http() -> Any:
    """What uvicorn itself takes for HTTP."""
    config = Config(_nothing, http="httptools", ws="none", log_config=None)
    config.load()
    return config.http_protocol_class


class Heads(asyncio.Protocol):
    """One connection: uvicorn reads it, and whatever comes while no request is served belongs to a head."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], **more: Any) -> None:
        self._state = {**app_state, HEADS: self}
        made = _http()(config=config, server_state=server_state, app_state=self._state, **more)
        self._http: asyncio.Protocol = made
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None  # runs while a head is waited for
        self._size = 0  # of the head so far
        self._served = 0  # requests

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request."""
        self._transport = cast(asyncio.Transport, transport)
        self._http.connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._let_go()
        self._http.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        self._http.data_received(data)
        if self._timer is not None:
            self._size += len(data)
            self._loop.call_soon(self._look)  # by then a request that is complete is served

    def pause_writing(self) -> None:
        """Read by uvicorn."""
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Read by uvicorn."""
        self._http.resume_writing()

    def _look(self) -> None:
        """End a connection with too large a head; one that became a WebSocket is no longer ours."""
        if self._transport.get_protocol() is not self:
            self._let_go()
        elif self._timer is not None and self._size > LARGEST_HEAD:
            self._transport.close()

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
        self._timer = self._loop.call_later(PATIENCE, self._transport.close)

    def _let_go(self) -> None:
        self._stop_waiting()
        self._state.clear()  # so that nothing of the connection stays in memory

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
        try:
            await self._app(scope, receive, send)
        finally:
            heads.end()
