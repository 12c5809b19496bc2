"""Web Push: messages that only the subscribed browser can read, signed with a key of our own."""

import asyncio
import base64
import time
from urllib.parse import urlsplit

from branchline.errors import needs_extra
from branchline.server import entries
from branchline.server.errors import Refusal
from branchline.server.seal import Seal
from branchline.server.storage import Storage

with needs_extra("Web Push", "server"):
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from py_vapid import Vapid02
    from pywebpush import WebPusher, WebPushException

DAY = 86_400


class Pusher:
    """Signs and seals."""

    def __init__(self, vapid: Vapid02, contact: str) -> None:
        self._vapid, self._contact = vapid, contact

    def public_key(self) -> str:
        """The key by which a browser knows our pushes."""
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def headers(self, target: str) -> dict[str, str]:
        """What goes with a message to an address, signed."""
        parts = urlsplit(target)
        origin, expires = f"{parts.scheme}://{parts.netloc}", int(time.time()) + DAY // 2
        claims = {"aud": origin, "exp": expires, "sub": f"mailto:{self._contact}"}
        return {"Content-Encoding": "aes128gcm", "TTL": str(DAY), "Urgency": "high", **self._vapid.sign(claims)}

    @staticmethod
    def seal(notice: entries.NoticeSet, body: bytes) -> bytes:
        """A message that only the subscribed browser can read."""
        subscription = {"endpoint": notice.target, "keys": {"p256dh": notice.p256dh, "auth": notice.auth}}
        try:
            sealed: bytes = WebPusher(subscription).encode(body, "aes128gcm")["body"]
        except (WebPushException, ValueError, TypeError) as error:
            raise Refusal(422, "invalid", "the keys of the subscription cannot be used") from error
        return sealed


async def load_pusher(storage: Storage, seal: Seal, contact: str) -> Pusher:
    """One with the key that signs our pushes: made once, and the same for all processes."""
    kept = await storage.keep("vapid", await asyncio.to_thread(seal.close, new_key()))
    is_open = kept.startswith(b"-----BEGIN")  # of before keys were sealed
    return Pusher(Vapid02.from_pem(kept if is_open else await asyncio.to_thread(seal.open, kept)), contact)


def new_key() -> bytes:
    """A key that nobody else has."""
    fresh = ec.generate_private_key(ec.SECP256R1())
    return fresh.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
