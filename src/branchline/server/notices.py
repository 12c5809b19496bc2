"""Telling players that it is their turn: by Web Push to a browser, or by a signed request to a webhook."""

import asyncio
import base64
import hashlib
import hmac
import logging
import time
from contextlib import suppress
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from branchline.server import acts, entries
from branchline.server.errors import Refusal
from branchline.server.hall import Hall, Live, now
from branchline.server.metrics import METRICS
from branchline.server.outbox import AT_ONCE, Outbox, Waiting
from branchline.server.outside import Outside, OutsideError
from branchline.server.storage import Storage, StorageError
from branchline.server.table import Table

PAUSES = (2, 10, 60, 300)  # seconds before each further attempt
SWEEP = 1.0  # seconds between looks for notices that other processes left
DAY = 86_400
GONE = (404, 410)  # answers that say: never ask again

log = logging.getLogger("branchline.notices")


class Notices:
    """Sends what waits in the outbox."""

    def __init__(self, hall: Hall, outside: Outside, vapid: Vapid02, contact: str) -> None:
        self._hall, self._outside, self._vapid, self._contact = hall, outside, vapid, contact
        self._outbox = Outbox(hall.storage)
        self._more = asyncio.Event()
        hall.on_entry.append(self._look)
        hall.go(self._send_all())

    @property
    def push_key(self) -> str:
        """The key by which a browser knows our pushes."""
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def _look(self, live: Live, entry: entries.AnyEntry, _: bytes) -> None:
        if any(seat.notices for seat in live.table.seats):
            self._more.set()

    async def _send_all(self) -> None:
        """Send what is due, also what a stopped process left behind."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(SWEEP):
                    await self._more.wait()
            self._more.clear()
            try:
                due = await self._outbox.take(now())
            except StorageError as error:
                log.warning("notices not read", extra={"reason": str(error)})
                continue
            for one in due:
                self._hall.go(self._send(one))
            if len(due) == AT_ONCE:
                self._more.set()

    async def _send(self, one: Waiting) -> None:
        """Try to send a notice; if that fails leave it for later, and forget an address that is gone."""
        try:
            live = await self._hall.get(one.table_id)
            if live.table.seq < one.seq:
                async with live.lock:
                    await self._hall.catch_up(live)
            outcome = await self._outcome(live.table, one)
            if outcome == "failed" and one.attempt < len(PAUSES):
                await self._outbox.try_later(one, now() + 1000 * PAUSES[one.attempt])
                return
            await self._outbox.remove(one)
            if outcome == "gone":
                removed = entries.NoticesRemoved(seat=one.seat, target=one.target)
                await self._hall.act(live, acts.set_notice(removed))
        except (Refusal, StorageError) as error:
            log.warning("notice left for later", extra={"table": one.table_id, "reason": str(error)})

    async def _outcome(self, table: Table, one: Waiting) -> str:
        notice = next((n for n in table.seats[one.seat].notices if n.target == one.target), None)
        if notice is None or table.last_game_seq > one.seq:
            return "late"  # the game has gone on, or nobody wants to know any more
        message = {"kind": one.kind, "table": table.id, "seat": one.seat, "seq": one.seq, "board": table.created.board}
        body = orjson.dumps({**message, "page": f"/t/{table.id}"})
        try:
            status = await self._attempt(notice, body)
            outcome = "sent" if status < 300 else "gone" if status in GONE else "failed"
        except (OutsideError, Refusal) as error:
            outcome = "failed"
            log.info("notice failed", extra={"table": table.id, "how": notice.how, "reason": str(error)})
        METRICS.notices.labels(notice.how, outcome).inc()
        return outcome

    async def _attempt(self, notice: entries.NoticeSet, body: bytes) -> int:
        if notice.how == "webhook":
            headers = {"Content-Type": "application/json", "Branchline-Signature": sign(notice.secret, body)}
            return await self._outside.post(notice.target, body, headers)
        parts = urlsplit(notice.target)
        origin, expires = f"{parts.scheme}://{parts.netloc}", int(time.time()) + DAY // 2
        claims = {"aud": origin, "exp": expires, "sub": f"mailto:{self._contact}"}
        headers = {"Content-Encoding": "aes128gcm", "TTL": str(DAY), "Urgency": "high", **self._vapid.sign(claims)}
        return await self._outside.post(notice.target, seal(notice, body), headers)


def seal(notice: entries.NoticeSet, body: bytes) -> bytes:
    """A message that only the subscribed browser can read."""
    subscription = {"endpoint": notice.target, "keys": {"p256dh": notice.p256dh, "auth": notice.auth}}
    try:
        sealed: bytes = WebPusher(subscription).encode(body, "aes128gcm")["body"]
    except (WebPushException, ValueError, TypeError) as error:
        raise Refusal(422, "invalid", "the keys of the subscription cannot be used") from error
    return sealed


def sign(secret: str, body: bytes, at: int | None = None) -> str:
    """The signature of a webhook's body: when, and a proof that both are ours."""
    at = int(time.time()) if at is None else at
    proof = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={proof}"


async def load_vapid(storage: Storage) -> Vapid02:
    """The key that signs our pushes; made once, and the same for all processes."""
    fresh = ec.generate_private_key(ec.SECP256R1())
    pem = fresh.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    kept = await storage.keep("vapid", pem)
    loaded: Vapid02 = Vapid02.from_pem(kept)
    return loaded
