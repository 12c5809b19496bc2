"""What every request passes: origin, rate and size, and the headers of every answer."""

import logging
import time
from collections import OrderedDict
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.server.errors import Refusal
from branchline.server.metrics import METRICS
from branchline.server.settings import Settings

LARGEST_BODY = 600_000
ADDRESSES = 20_000  # whose rates are remembered
CONTENT_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
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


class Bucket:
    """How much somebody may still ask for; it fills up again as time goes by."""

    __slots__ = ("at", "left")

    def __init__(self, burst: float) -> None:
        self.left, self.at = burst, time.monotonic()

    def take(self, rate: float, burst: float) -> bool:
        """Take one, if there is one."""
        now = time.monotonic()
        self.left = min(burst, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Guard:
    """Stands before the whole service."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self._settings = app, settings
        self._origins = set(settings.other_origins)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check_origin(headers)
            self._check_rate(scope)
            self._check_size(headers)
        except Refusal as refusal:
            METRICS.refused.labels(refusal.code).inc()
            await self._refuse(scope, receive, send, refusal)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._serve(scope, receive, send)

    def _check_origin(self, headers: dict[bytes, str]) -> None:
        """A page from elsewhere must not use the service by its visitors' browsers, unless it may."""
        origin = headers.get(b"origin", "")
        if not origin or origin in self._origins:
            return
        if urlsplit(origin).netloc != headers.get(b"host", ""):
            raise Refusal(403, "origin", "pages of this origin may not use the service")

    def _check_rate(self, scope: Scope) -> None:
        rate, burst = self._settings.rate, self._settings.burst
        if not rate or not scope["path"].startswith("/api/"):
            return
        address = scope["client"][0] if scope.get("client") else ""
        bucket = self._buckets.pop(address, None) or Bucket(burst)
        self._buckets[address] = bucket
        while len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        if not bucket.take(rate, burst):
            raise Refusal(429, "too_fast", "too many requests; wait a little")

    def _check_size(self, headers: dict[bytes, str]) -> None:
        size = headers.get(b"content-length", "0")
        if not size.isdigit() or int(size) > LARGEST_BODY:
            raise too_long()

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 4000 + refusal.status, "reason": refusal.code})
            return
        headers = [(b"content-type", b"application/json"), *_HEADERS]
        if refusal.status == 429:
            headers.append((b"retry-after", b"1"))
        await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "http.response.body", "body": orjson.dumps({"error": refusal.as_dict()})})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        received = status = 0

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            return {"type": "http.disconnect"} if received > LARGEST_BODY else message

        async def with_headers(message: Any) -> None:
            nonlocal status
            if received > LARGEST_BODY:
                return
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        try:
            await self.app(scope, limited, with_headers)
        finally:
            if received > LARGEST_BODY:
                await self._refuse(scope, receive, send, too_long())
            took = round(1000 * (time.perf_counter() - began), 1)
            told = {"method": scope["method"], "path": scope["path"], "status": status, "ms": took}
            log.log(logging.WARNING if status >= 500 else logging.DEBUG, "request", extra=told)


def too_long() -> Refusal:
    """More came than anybody needs to send."""
    return Refusal(413, "too_long", f"a request has at most {LARGEST_BODY} bytes")
