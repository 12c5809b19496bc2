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

from branchline.server import entries
from branchline.server.errors import Refusal
from branchline.server.hall import Hall, Live
from branchline.server.metrics import METRICS
from branchline.server.outside import Outside, OutsideError
from branchline.server.storage import Storage

PAUSES = (2, 10, 60, 300)  # seconds before each further attempt
DAY = 86_400
GONE = (404, 410)  # answers that say: never ask again

log = logging.getLogger("branchline.notices")


class Notices:
    """Watches whose turn it becomes."""

    def __init__(self, hall: Hall, outside: Outside, vapid: Vapid02, contact: str) -> None:
        self._hall, self._outside, self._vapid, self._contact = hall, outside, vapid, contact
        hall.on_entry.append(self._look)

    @property
    def push_key(self) -> str:
        """The key by which a browser knows our pushes."""
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def _look(self, live: Live, entry: entries.AnyEntry, _: bytes) -> None:
        table = live.table
        if not any(seat.notices for seat in table.seats):
            return
        if table.status == "over" and isinstance(entry, entries.Moved | entries.Resigned | entries.TimedOut):
            for seat in range(len(table.seats)):
                self._notify(live, seat, "over")
        elif table.to_move is not None and table.to_move != table.before_move:
            self._notify(live, table.to_move, "your_turn")

    def _notify(self, live: Live, seat: int, kind: str) -> None:
        table = live.table
        message = {"kind": kind, "table": table.id, "seat": seat, "seq": table.seq, "board": table.created.board}
        message["page"] = f"/t/{table.id}"
        for notice in table.seats[seat].notices:
            if notice.how == "webhook" or seat not in live.present():
                self._hall.go(self._send(live, seat, notice, orjson.dumps(message)))

    async def _send(self, live: Live, seat: int, notice: entries.NoticeSet, body: bytes) -> None:
        """Send, and try again for a while; an address that is gone is forgotten."""
        seq = live.table.seq
        for pause in (*PAUSES, 0):
            try:
                status = await self._attempt(notice, body)
                outcome = "sent" if status < 300 else "gone" if status in GONE else "failed"
            except (OutsideError, Refusal) as error:
                outcome = "failed"
                log.info("notice failed", extra={"table": live.table.id, "how": notice.how, "reason": str(error)})
            METRICS.notices.labels(notice.how, outcome).inc()
            if outcome != "failed" or not pause:
                break
            await asyncio.sleep(pause)
            if live.table.last_game_seq > seq:
                return  # the game has gone on: there is nothing left to tell
        if outcome == "gone":
            with suppress(Refusal):
                removed = entries.NoticesRemoved(seat=seat, target=notice.target)
                await self._hall.act(live, lambda _: (removed, None))

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
