"""News between processes over Redis: entries that one of them stored, and who is connected where.

Nothing depends on a message arriving: the database knows all, and a process that heard nothing for a while reads it.
"""

import asyncio
import logging
import secrets
import time

import msgspec

from branchline.errors import needs_extra
from branchline.server import entries
from branchline.server.errors import Refusal
from branchline.server.hall import Hall
from branchline.server.loaded import Live

with needs_extra("--bus", "server"):
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

CHANNEL = "branchline"
HEARTBEAT = 5.0  # seconds
FORGOTTEN = 3 * HEARTBEAT  # a process that is silent for so long is gone

log = logging.getLogger("branchline.bus")


class Message(msgspec.Struct, array_like=True):
    """What one process tells the others at once."""

    sender: str
    entries: list[tuple[str, int, bytes]] = []
    present: list[tuple[str, list[int]]] = []


_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(Message)


class Bus:
    """This process's ear and mouth."""

    def __init__(self, hall: Hall, url: str) -> None:
        self._hall = hall
        self._ear = Redis.from_url(url, socket_timeout=None, socket_connect_timeout=2)
        self._mouth = Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
        self._me = secrets.token_hex(6)
        self._to_tell = Message(self._me)
        self._is_telling = False
        self._heard: dict[str, float] = {}
        hall.on_entry.append(self._tell_entry)
        hall.on_presence.append(self._tell_presence)
        hall.is_deaf, hall.is_alone = True, False
        hall.tasks.keep("bus listens", self._listen, longest_pause=1.0)
        hall.tasks.keep("bus beats", self._beat)

    async def close(self) -> None:
        """Fall silent."""
        await self._ear.aclose()
        await self._mouth.aclose()

    def _tell_entry(self, live: Live, entry: entries.AnyEntry, data: bytes) -> None:
        self._to_tell.entries.append((live.table.id, live.table.seq, data))
        self._tell_soon()

    def _tell_presence(self, live: Live) -> None:
        self._to_tell.present.append((live.table.id, sorted(live.connected())))
        self._tell_soon()

    def _tell_soon(self) -> None:
        if not self._is_telling:
            self._is_telling = True
            self._hall.go(self._tell())

    def _take_to_tell(self) -> Message:
        message, self._to_tell = self._to_tell, Message(self._me)
        return message

    async def _tell(self) -> None:
        """Send all there is to tell in one message, until there is nothing more."""
        try:
            while self._to_tell.entries or self._to_tell.present:
                await self._publish(self._take_to_tell())
        finally:
            self._is_telling = False

    async def _publish(self, message: Message) -> None:
        try:
            await self._mouth.publish(CHANNEL, _encode(message))
        except (RedisError, OSError) as error:
            log.warning("news not sent", extra={"reason": str(error)})

    async def _listen(self) -> None:
        """Hear the others, and ourselves, as long as that works; while it does not, every table is read anew."""
        self._hall.is_deaf = True
        try:
            async with self._ear.pubsub() as ear:
                await ear.subscribe(CHANNEL)
                self._hall.hear_again()
                await self._hall.catch_up_all()
                while True:
                    async with asyncio.timeout(FORGOTTEN):
                        message = await ear.get_message(ignore_subscribe_messages=True, timeout=None)
                    if message is not None:
                        await self._hear(_decoder.decode(message["data"]))
        except (RedisError, OSError, TimeoutError) as error:
            log.warning("no news from other processes", extra={"reason": str(error) or type(error).__name__})
        except Refusal as refusal:
            log.warning("news not taken in", extra={"reason": refusal.text})
        finally:
            self._hall.is_deaf = True
        await self._look_ourselves()

    async def _look_ourselves(self) -> None:
        """Read what is new at the tables that somebody follows, for news that never came."""
        try:
            await self._hall.catch_up_all()
        except Refusal as refusal:
            log.warning("news not read", extra={"reason": refusal.text})

    async def _hear(self, message: Message) -> None:
        if message.sender == self._me:
            return
        self._heard[message.sender] = time.monotonic()
        for table, seq, data in message.entries:
            await self._hall.heard(table, seq, data)
        for table, seats in message.present:
            if live := self._hall.tables.get(table):
                self._set_present(live, message.sender, set(seats))

    def _set_present(self, live: Live, process: str, seats: set[int]) -> None:
        before = live.present()
        if seats:
            live.elsewhere[process] = seats
        else:
            live.elsewhere.pop(process, None)
        self._hall.tell_presence(live, before, is_ours=False)

    async def _beat(self) -> None:
        """Say now and then that we are here and who is connected; forget processes that do not."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            self._to_tell.present += [
                (name, sorted(live.connected())) for name, live in self._hall.tables.items() if live.listeners
            ]
            await self._publish(self._take_to_tell())
            for process in [p for p, at in self._heard.items() if time.monotonic() - at > FORGOTTEN]:
                del self._heard[process]
                for live in list(self._hall.tables.values()):
                    self._set_present(live, process, set())
            await self._look_ourselves()
