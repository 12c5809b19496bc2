"""The socket of a table: its players and watchers get everything that happens, in order, each thing once."""

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec
import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.errors import MoveError
from branchline.server import acts, showing
from branchline.server.bodies import LARGEST_ACTION, LONGEST_MOVE, MOST_ACTIONS
from branchline.server.errors import Refusal, forbidden
from branchline.server.guard import address_of
from branchline.server.hall import Hall
from branchline.server.limits import Bucket, Limits
from branchline.server.loaded import Live, now
from branchline.server.metrics import METRICS
from branchline.server.past import known_to, told_since
from branchline.server.table import Make
from branchline.server.telling import WATCHER
from branchline.server.wire import WIRE, Wire

LONGEST_FRAME = 16 * 1024
HELLO = 10.0  # seconds until the first frame must be there
MOST_WAITING, LARGEST_WAITING = 256, 4_000_000  # frames, and bytes, that a slow reader may be behind
FEW_WAITING = 2  # frames that may be as large as they are: all that ever happened at a table
LARGEST_PART = 64 * 1024  # bytes of a frame that are sent in one go
MOST_AT_ONCE = 512 * 1024  # bytes that are sent before others have their turn, however fast they are read
TOO_FAST = 0.05  # seconds that a frame takes of whoever sends too many: more are not even read meanwhile

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Id = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)] | Annotated[str, msgspec.Meta(max_length=100)] | None
Actions = Annotated[
    list[Annotated[int, msgspec.Meta(ge=0, le=LARGEST_ACTION)]], msgspec.Meta(min_length=1, max_length=MOST_ACTIONS)
]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)]
Claim = Annotated[dict[str, int | str | dict[str, int]], msgspec.Meta(max_length=4)]


class Hello(msgspec.Struct, tag="hello", tag_field="type"):
    """The first frame: who listens, and the last entry they know."""

    tokens: list[str] = []
    since: Number | None = None


class Asked(msgspec.Struct, tag_field="type", kw_only=True):
    """A frame that is answered by its `id`; `seat` is needed where the connection holds several."""

    id: Id = None
    seat: Number | None = None


class PlayFrame(Asked, tag="play", kw_only=True):
    """A move."""

    move: Words | Actions | Claim
    at: Number | None = None


class ChatFrame(Asked, tag="chat", kw_only=True):
    """A word."""

    text: Annotated[str, msgspec.Meta(max_length=500)]


class UndoFrame(Asked, tag="undo"):
    """An undo offered, accepted or declined."""

    action: Literal["offer", "accept", "decline"] = "offer"


class ResignFrame(Asked, tag="resign"):
    """Giving up."""


class BackFrame(Asked, tag="back"):
    """Taking the seat back from a bot."""


class ReplaceFrame(Asked, tag="replace", kw_only=True):
    """Wanting a bot to stand in for another seat."""

    target: Number


class WhyFrame(Asked, tag="why", kw_only=True):
    """A question: why can this route not be claimed?"""

    route: Number


class StateFrame(Asked, tag="state"):
    """A wish for the whole state."""

    since: Number | None = None


class PingFrame(Asked, tag="ping"):
    """A sign of life."""


class LookFrame(Asked, tag="look", kw_only=True):
    """Whether the table is before the player's eyes, or in a window behind others."""

    visible: bool


Frame = (
    PlayFrame
    | ChatFrame
    | UndoFrame
    | ResignFrame
    | BackFrame
    | ReplaceFrame
    | WhyFrame
    | StateFrame
    | PingFrame
    | LookFrame
)
_frames: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)
UNREADABLE = (msgspec.MsgspecError, RecursionError)  # the latter for lists in lists in lists
_hello: msgspec.json.Decoder[Hello] = msgspec.json.Decoder(Hello)


class Part:
    """A part of a frame, not joined before it is sent: what several are told is not copied for each."""

    __slots__ = ("is_last", "pieces", "size")

    def __init__(self, pieces: list[bytes], size: int) -> None:
        self.pieces, self.size = pieces, size
        self.is_last = False


def _parts(pieces: Iterable[bytes]) -> Iterator[Part]:
    """A frame in parts."""
    part: list[bytes] = []
    size = 0
    for piece in pieces:
        part.append(piece)
        size += len(piece)
        if size >= LARGEST_PART:
            yield Part(part, size)
            part, size = [], 0
    if part:
        yield Part(part, size)


class Socket:
    """One connection to one table."""

    def __init__(self, hall: Hall, live: Live, websocket: WebSocket) -> None:
        self.hall, self.live, self.websocket = hall, live, websocket
        self.seats: tuple[int, ...] = (WATCHER,)
        self.is_looking = True
        self._tokens: list[str] = []
        self._wire: Wire = websocket.scope["state"][WIRE]
        self._waiting: deque[Part] = deque()  # of frames that the connection does not take yet
        self._behind = self._size = 0  # frames of which a part waits, and their bytes
        self._is_lost = False
        self._limits: Limits = websocket.app.state.limits
        self._limit = self._limits.frames
        self._bucket = Bucket(self._limit[1])

    def send(self, *pieces: bytes) -> None:
        """Let a frame wait to be sent; whoever reads too slowly is let go, and may come back from where they were."""
        if self._is_lost:
            return
        if not self._waiting:
            self._wire.soon(self._send_waiting)
        has_room = self._size < LARGEST_WAITING or self._behind < FEW_WAITING
        if self._behind < MOST_WAITING and has_room:
            parts = list(_parts(pieces))
            parts[-1].is_last = True
            self._waiting += parts
            self._behind += 1
            self._size += sum(part.size for part in parts)
        else:
            self._is_lost = True

    def _send_waiting(self) -> None:
        sent = 0
        while self._waiting and self._wire.takes_more:
            if sent > MOST_AT_ONCE:
                self._wire.soon(self._send_waiting)
                return
            part = self._waiting.popleft()
            self._behind -= part.is_last
            self._size -= part.size
            sent += part.size
            self._wire.write(b"".join(part.pieces), part.is_last)
        if self._is_lost and not self._waiting:
            self.hall.go(_close(self.websocket, 1013, "too slow"))

    async def run(self) -> None:
        """Serve the connection until it ends."""
        async with asyncio.timeout(HELLO):
            hello = _hello.decode(await self._receive())
        self._tokens = hello.tokens[:8]
        self.sit()
        self._wire.on_writable = self._send_waiting
        async with self.live.lock:
            self.send(*await self._welcome("welcome", hello.since))
            self.hall.follow(self.live, self)
        try:
            while True:
                await self._handle(await self._receive())
        finally:
            self._wire.on_writable = None
            self.hall.unfollow(self.live, self)

    def sit(self) -> None:
        """Look again which seats the secrets open."""
        table = self.live.table
        held = {seat for token in self._tokens if (seat := table.seat_of(token)) is not None}
        self.seats = tuple(sorted(held)) or (WATCHER,)

    async def _receive(self) -> str:
        message = await self._wire.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = message.get("text")
        if not isinstance(text, str):
            raise Refusal(1003, "unreadable", "frames are texts")
        if len(text) > LONGEST_FRAME:
            raise Refusal(1009, "too_long", f"a frame has at most {LONGEST_FRAME} letters")
        return text

    async def _welcome(self, kind: str, since: int | None, reply: bytes = b"null") -> list[bytes]:
        """The table as these seats see it, in pieces: what happened may be long, and is the same for many."""
        table = self.live.table
        keys = [b'"%s":' % showing.key(seat) for seat in self.seats]
        views = b"{}"
        if table.play:
            views = b"{%s}" % b",".join(k + showing.view_json(table, s) for k, s in zip(keys, self.seats, strict=True))
        told = await told_since(self.hall, self.live, since)
        present = self.live.present() | {seat for seat in self.seats if seat != WATCHER}
        head = b'{"type":"%s","reply":%s,"seq":%d,"seats":%s,"table":%s,"views":%s,"events":{' % (
            kind.encode(),
            reply,
            table.seq,
            orjson.dumps([seat for seat in self.seats if seat != WATCHER]),
            showing.table_json(table, present),
            views,
        )
        pieces = [head]
        for i, (seat, key) in enumerate(zip(self.seats, keys, strict=True)):
            pieces += b"," if i else b"", key, b"[", *known_to(seat, told), b"]"
        return [*pieces, b"}}"]

    async def _handle(self, text: str) -> None:
        reply: Id = None
        is_too_fast = bool(self._limit[0]) and not self._bucket.take(*self._limit)
        if is_too_fast:
            await asyncio.sleep(TOO_FAST)
        try:
            try:
                frame = _frames.decode(text)
            except UNREADABLE as error:
                raise Refusal(400, "unreadable", str(error)) from error
            reply = frame.id
            if is_too_fast:
                raise Refusal(429, "too_fast", "too many frames; wait a little")
            await self._do(frame, orjson.dumps(reply))
        except Refusal as refusal:
            answer = {"type": "reply", "id": reply, "ok": False, "error": refusal.as_dict()}
            self.send(orjson.dumps(answer))

    def _seat(self, asked: int | None) -> int:
        """The seat for which a frame speaks."""
        if asked is None and len(self.seats) == 1 and self.seats[0] != WATCHER:
            return self.seats[0]
        if asked is None or asked not in self.seats or asked == WATCHER:
            raise forbidden("this connection does not hold that seat")
        return asked

    async def _do(self, frame: Frame, reply: bytes) -> None:
        if isinstance(frame, PingFrame):
            self.send(b'{"type":"reply","id":%s,"ok":true,"now":%d}' % (reply, now()))
            return
        if isinstance(frame, LookFrame):
            self.is_looking = frame.visible
            self.send(b'{"type":"reply","id":%s,"ok":true}' % reply)
            return
        if isinstance(frame, StateFrame):
            async with self.live.lock:
                self.send(*await self._welcome("state", frame.since, reply))
            return
        seat = self._seat(frame.seat)
        if isinstance(frame, WhyFrame):
            self.send(b'{"type":"reply","id":%s,"ok":true,"why":%s}' % (reply, orjson.dumps(self._why(seat, frame))))
            return
        if isinstance(frame, ChatFrame):
            self._limits.check_chat(self.live.table.id, seat)
        await self.hall.act(self.live, self._act(seat, frame), self, reply)

    def _act(self, seat: int, frame: Frame) -> Make:
        match frame:
            case PlayFrame():
                return acts.play(seat, frame.move, frame.at)
            case ChatFrame():
                return acts.chat(seat, frame.text)
            case UndoFrame():
                return (
                    acts.ask_undo(seat) if frame.action == "offer" else acts.answer_undo(seat, frame.action == "accept")
                )
            case BackFrame():
                return acts.come_back(seat)
            case ReplaceFrame():
                return acts.ask_replace(self.live, frame.target, seat)
        return acts.resign(seat)

    def _why(self, seat: int, frame: WhyFrame) -> dict[str, Any] | None:
        return why_not(self.live, seat, frame.route)


def why_not(live: Live, seat: int, route: int) -> dict[str, Any] | None:
    """Why a player cannot claim a route, from what that player sees; None if they can."""
    table = live.table
    if table.play is None:
        raise Refusal(422, "invalid", f"there is no route {route}")
    seen = table.play.position.seen_by(seat)
    if seen.player != seat or seen.is_chance or seen.is_over:
        return {"text": "it is not your move", "rule": "B-SET-5"}
    try:
        return table.ground.app.why_not(seen, route)
    except MoveError as error:
        raise Refusal(422, "invalid", str(error)) from error


async def serve_socket(hall: Hall, name: str, websocket: WebSocket) -> None:
    """Serve one connection to one table."""
    limits: Limits = websocket.app.state.limits
    address = address_of(websocket.scope)
    await websocket.accept()
    try:
        limits.open_socket(address)
    except Refusal as refusal:
        await _close(websocket, 4000 + refusal.status, refusal.code)
        return
    METRICS.sockets.inc()
    try:
        live = await hall.get(name)
        # A task of its own: every frame would otherwise wake all the layers between the server and here.
        await asyncio.get_running_loop().create_task(Socket(hall, live, websocket).run())
    except WebSocketDisconnect:
        return
    except TimeoutError:
        await _close(websocket, 4408, "no hello came")
    except UNREADABLE:
        await _close(websocket, 1003, "the first frame is a hello, all frames are JSON texts")
    except Refusal as refusal:
        status = refusal.status
        await _close(websocket, status if status >= 1000 else 4000 + status, refusal.code)
    finally:
        METRICS.sockets.dec()
        limits.close_socket(address)


async def _close(websocket: WebSocket, code: int, reason: str) -> None:
    with suppress(RuntimeError, OSError):
        await websocket.close(code, reason)
