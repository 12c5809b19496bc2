"""Telling players that it is their turn: by Web Push to a browser, or by a signed request to a webhook."""

import asyncio
import hashlib
import hmac
import importlib
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import orjson

from branchline.errors import MissingExtraError
from branchline.server import acts, entries
from branchline.server.errors import Refusal
from branchline.server.hall import Hall
from branchline.server.loaded import Live, now
from branchline.server.metrics import METRICS
from branchline.server.outbox import AT_ONCE, Outbox, Waiting
from branchline.server.outside import Outside, OutsideError
from branchline.server.seal import Seal
from branchline.server.storage import StorageError
from branchline.server.table import Table

if TYPE_CHECKING:
    from branchline.server.push import Pusher

PAUSES = (2, 10, 60, 300)  # seconds before each further attempt
SWEEP = 1.0  # seconds between looks for notices that other processes left
GONE = (404, 410)  # answers that say: never ask again

log = logging.getLogger("branchline.notices")


class Notices:
    """Sends what waits in the outbox."""

    def __init__(self, hall: Hall, outside: Outside, seal: Seal, contact: str) -> None:
        self._hall, self._outside, self._seal, self._contact = hall, outside, seal, contact
        self._pusher: Pusher | None = None
        self._outbox = Outbox(hall.storage)
        self._more = asyncio.Event()
        hall.on_entry.append(self._look)
        hall.tasks.keep("notices", self._send_all)

    async def _push(self) -> "Pusher":
        """What signs and seals our pushes, made when it is first needed."""
        if self._pusher is None:
            await asyncio.to_thread(importlib.import_module, "branchline.server.push")  # that takes a while
            from branchline.server.push import load_pusher

            self._pusher = await load_pusher(self._hall.storage, self._seal, self._contact)
        return self._pusher

    async def push_key(self) -> str:
        """The key by which a browser knows our pushes."""
        return (await self._push()).public_key()

    async def rotate(self) -> str:
        """Seal with another key, and sign pushes with another: browsers that know the old one are forgotten."""
        await asyncio.to_thread(importlib.import_module, "branchline.server.push")
        from branchline.server.push import new_key

        await asyncio.to_thread(self._seal.rotate)
        sealed = await asyncio.to_thread(self._seal.close, new_key())
        await self._hall.upkeep.replace_kept("vapid", sealed)
        self._pusher = None
        return await self.push_key()

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
        except (MissingExtraError, OutsideError, Refusal, StorageError) as error:
            outcome = "failed"
            log.info("notice failed", extra={"table": table.id, "how": notice.how, "reason": str(error)})
        METRICS.notices.labels(notice.how, outcome).inc()
        return outcome

    async def _attempt(self, notice: entries.NoticeSet, body: bytes) -> int:
        if notice.how == "webhook":
            secret = notice.secret
            if notice.sealed:
                secret = (await asyncio.to_thread(self._seal.open, notice.sealed.encode())).decode()
            headers = {"Content-Type": "application/json", "Branchline-Signature": sign(secret, body)}
            return await self._outside.post(notice.target, body, headers)
        pusher = await self._push()
        return await self._outside.post(notice.target, pusher.seal(notice, body), pusher.headers(notice.target))


def sign(secret: str, body: bytes, at: int | None = None) -> str:
    """The signature of a webhook's body: when, and a proof that both are ours."""
    at = int(time.time()) if at is None else at
    proof = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={proof}"
