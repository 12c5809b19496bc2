"""What every request passes: origin, rate and size, and the headers of every answer."""

import asyncio
import ipaddress
import logging
import time
from contextlib import suppress
from typing import Any, Protocol

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.server.errors import Refusal
from branchline.server.limits import Buckets, client
from branchline.server.metrics import METRICS
from branchline.server.settings import Settings

LARGEST_BODY, LARGEST_SITTING, LARGEST_DRAFT, LARGEST_RECORD = 20_000, 80_000, 300_000, 600_000  # bytes
WHOLE_FILES, DRAFTS, SITTING = ("/api/records", "/api/boards"), "/api/editor/", "/api/sit"
FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-real-ip", b"via"}
DRAIN = 5.0  # seconds
PATIENCE = 20.0  # seconds for the body of a request
CONTENT_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

log = logging.getLogger("branchline.requests")


class Banned(Protocol):
    """Knows who is shut out."""

    def has(self, address: str) -> bool:
        """Whether an address is."""


class Guard:
    """Stands before the whole service."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self._settings = app, settings
        self._hosts = {"localhost", *settings.own_hosts}
        self._origins = set(settings.other_origins)
        self._requests = Buckets()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check_ban(scope)
            self._check_host(headers)
            self._check_origin(headers)
            self._check_rate(scope)
            self._check_size(headers, _largest(scope))
        except Refusal as refusal:
            METRICS.refused.labels(refusal.code).inc()
            await self._refuse(scope, receive, send, refusal)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._serve(scope, receive, send)

    def _check_ban(self, scope: Scope) -> None:
        bans: Banned | None = getattr(scope["app"].state, "bans", None)
        if bans is not None and bans.has(address_of(scope)):
            raise Refusal(403, "banned", "the operator has shut this address out")

    def _check_host(self, headers: dict[bytes, str]) -> None:
        """A name that is not ours may be that of a page elsewhere which had it point here; a number cannot be."""
        host = headers.get(b"host", "").lower()
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        if name in self._hosts or "*" in self._hosts or _is_address(name):
            return
        raise Refusal(403, "host", "the service does not go by this name; its operator can add it with --hosts")

    def _check_origin(self, headers: dict[bytes, str]) -> None:
        """A page from elsewhere must not use the service by its visitors' browsers, unless it may."""
        origin = headers.get(b"origin", "")
        if not origin or origin in self._origins:
            return
        if origin.partition("://")[2] != headers.get(b"host", ""):
            raise Refusal(403, "origin", "pages of this origin may not use the service")

    def _check_rate(self, scope: Scope) -> None:
        rate, burst = self._settings.rate, self._settings.burst
        if not rate or not scope["path"].startswith("/api/"):
            return
        if not self._requests.take(client(address_of(scope)), rate, burst):
            raise Refusal(429, "too_fast", "too many requests; wait a little")

    def _check_size(self, headers: dict[bytes, str], largest: int) -> None:
        size = headers.get(b"content-length", "0")
        if not size.isdecimal() or len(size) > 12 or int(size) > largest:
            raise too_long(largest)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 4000 + refusal.status, "reason": refusal.code})
            return
        if refusal.status == 413:
            await _drain(receive)
        headers = [(b"content-type", b"application/json"), *_HEADERS]
        if refusal.status == 429:
            headers.append((b"retry-after", b"1"))
        await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "http.response.body", "body": orjson.dumps({"error": refusal.as_dict()})})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        largest = _largest(scope)
        until = asyncio.get_running_loop().time() + PATIENCE
        is_complete = is_slow = False
        received = status = 0

        async def limited() -> Message:
            nonlocal received, is_complete, is_slow
            try:
                async with asyncio.timeout_at(None if is_complete else until):
                    message = await receive()
            except TimeoutError:
                is_slow = True
                return {"type": "http.disconnect"}
            received += len(message.get("body", b""))
            is_complete = not message.get("more_body", False)
            return {"type": "http.disconnect"} if received > largest else message

        async def with_headers(message: Any) -> None:
            nonlocal status
            if received > largest or is_slow:
                return
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        try:
            await self.app(scope, limited, with_headers)
        finally:
            if received > largest:
                await self._refuse(scope, receive, send, too_long(largest))
            elif is_slow:
                await self._refuse(scope, receive, send, Refusal(408, "too_slow", "the request came too slowly"))
            took = round(1000 * (time.perf_counter() - began), 1)
            told = {"method": scope["method"], "path": scope["path"], "status": status, "ms": took}
            log.log(logging.WARNING if status >= 500 else logging.DEBUG, "request", extra=told)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


async def _drain(receive: Receive) -> None:
    """Read on for a while what is too long anyway: who still sends would not hear why it is refused."""
    left = 2 * LARGEST_RECORD
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    return str(scope["client"][0]) if scope.get("client") else ""


def is_local(scope: Scope) -> bool:
    """Whether a request comes from this machine, and not through a proxy on it."""
    names = {name for name, _ in scope["headers"]}
    address = address_of(scope)
    return _is_address(address) and ipaddress.ip_address(address).is_loopback and not names & FORWARDED


def _largest(scope: Scope) -> int:
    if scope["path"].startswith(DRAFTS):
        return LARGEST_DRAFT
    if scope["path"] == SITTING:
        return LARGEST_SITTING
    return LARGEST_RECORD if scope["path"] in WHOLE_FILES else LARGEST_BODY


def too_long(largest: int) -> Refusal:
    """More came than anybody needs to send."""
    return Refusal(413, "too_long", f"a request has at most {largest} bytes here")
