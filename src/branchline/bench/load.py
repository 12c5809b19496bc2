"""Load on a running service: many tables at which two players move as fast as they may, and how long they wait."""

import asyncio
import json
import os
import socket
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, cast

TEXT, PING, PONG = 0x1, 0x9, 0xA


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def processor_seconds(processes: Sequence[int]) -> float:
    """Processor time that processes have used so far, where the system tells."""
    ticks = 0
    for process in processes:
        with suppress(FileNotFoundError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Player(asyncio.Protocol):
    """One seat at one table over a bare WebSocket, light enough not to be what is measured."""

    def __init__(self, load: "Load", port: int, table: str, token: str) -> None:
        self._load, self.port, self._table, self._token = load, port, table, token
        self._data = b""
        self._is_open = False
        self._is_moving = False
        self._moves = 0
        self._sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        self._transport = cast(asyncio.Transport, transport)
        host = f"{self._load.host}:{self.port}"
        self._transport.write(
            f"GET /api/tables/{self._table}/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        self._data += data
        if not self._is_open:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                self._load.failures += 1
                return
            self._is_open, self._data = True, rest
            self._send(TEXT, json.dumps({"type": "hello", "tokens": [self._token]}).encode())
        while len(self._data) >= 2:
            size, start = self._data[1] & 127, 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(self._data[2:start], "big")
            if len(self._data) < start + size or len(self._data) < start:
                return
            payload = self._data[start : start + size]
            kind = self._data[0] & 15
            self._data = self._data[start + size :]
            if kind == TEXT:
                self._heard(payload)
            elif kind == PING:
                self._send(PONG, payload)

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else bytes([0x80 | kind, 0xFE]) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)  # a mask of zeros leaves the payload as it is

    def _heard(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"reply"'):
            self._is_moving = False
            self._load.refused(frame)
        elif frame.startswith((b'{"type":"news"', b'{"type":"welcome"')):
            if b'"reply":' in frame[-24:]:
                self._load.answered(time.perf_counter() - self._sent)
                self._is_moving = False
            start = frame.find(b'"actions":[{')
            if start >= 0 and not self._is_moving:
                self._is_moving = True
                self._load.wants_to_move(self, frame[start:])
            elif start < 0 and b'"is_over":true' in frame:
                self._load.a_game_ended.set()

    def move(self, actions: bytes) -> None:
        """Make any of the moves offered."""
        do = pick(actions, self._load.chance)
        self._moves += 1
        self._sent = time.perf_counter()
        self._send(TEXT, b'{"type":"play","id":%d,"move":[%s]}' % (self._moves, do))


def _same(player: Player) -> Player:
    return player


def pick(actions: bytes, chance: Random) -> bytes:
    """The numbers of any whole move among those offered."""
    while True:
        at = actions.find(b'"do":[', chance.randrange(len(actions)))
        at = actions.find(b'"do":[') if at < 0 else at
        if b'"exchange"' not in actions[actions.rfind(b'{"kind"', 0, at) : at]:
            return actions[at + 6 : actions.index(b"]", at)]


class Load:
    """All players together; `rate` is how many moves a second they make at most, 0 for as many as they can."""

    def __init__(self, ports: Sequence[int], tables: int = 0, rate: float = 0.0, board: str = "usa") -> None:
        self.host, self.ports, self.tables, self.rate, self.board = "127.0.0.1", ports, tables, rate, board
        self.chance = Random(1)
        self.waits: list[float] = []
        self.failures = 0
        self.refusals: set[str] = set()  # what was said then
        self.a_game_ended = asyncio.Event()
        self._is_over = False

    def wants_to_move(self, player: Player, actions: bytes) -> None:
        """Let a player move, at once or when it is time."""
        if self._is_over:
            return
        if not self.rate:
            player.move(actions)
            return
        pause = self.chance.uniform(0.5, 1.5) * self.tables / self.rate - (self.waits[-1] if self.waits else 0.0)
        asyncio.get_running_loop().call_later(max(0.0, pause), player.move, actions)

    def refused(self, frame: bytes) -> None:
        """Note a move that was refused, though it was on offer."""
        self.failures += 1
        self.refusals.add(str(json.loads(frame)["error"]["text"]))

    def answered(self, wait: float) -> None:
        """Note how long a move took until it was durable and told."""
        self.waits.append(wait)

    def call(self, path: str, body: Any = None, token: str = "") -> Any:
        """Ask the service something."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.host}:{self.ports[0]}{path}", data, headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def table(self, *seats: dict[str, str]) -> dict[str, Any]:
        """A new table, with its game begun."""
        made: dict[str, Any] = self.call("/api/tables", {"board": self.board, "seats": seats})
        self.call(f"/api/tables/{made['id']}/start", {}, made["host"])
        return made

    def play_any(self, table: dict[str, Any], waits: bool = True) -> float:
        """Make the first move offered to the first seat; how many seconds it takes until it is its turn again."""
        address, token = f"/api/tables/{table['id']}", table["seats"][0]["token"]
        move = self.call(address, token=token)["view"]["actions"][0]["do"]
        began = time.perf_counter()
        self.call(f"{address}/play", {"move": move}, token)
        while waits and self.call(address, token=token)["table"]["to_move"]:
            time.sleep(0.005)
        return time.perf_counter() - began

    def _set_tables(self) -> list[dict[str, Any]]:
        people = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Bo"}]
        return [self.table(*people) for _ in range(self.tables)]

    async def connect(self) -> None:
        """Set all tables, start their games and let the players come, to one process or another."""
        loop = asyncio.get_running_loop()
        for table in await loop.run_in_executor(None, self._set_tables):
            for held in table["seats"]:
                player = Player(self, self.ports[held["seat"] % len(self.ports)], table["id"], held["token"])
                await loop.create_connection(partial(_same, player), self.host, player.port)

    async def run(self, seconds: float, processes: Sequence[int]) -> dict[str, float]:
        """Play for a while, while all games go on; moves a second, waits, and what a move costs `processes` and us."""
        await self.connect()
        await asyncio.sleep(1)
        self.waits.clear()
        began, used, used_here = time.perf_counter(), processor_seconds(processes), time.process_time()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.a_game_ended.wait(), seconds)
        spent = time.perf_counter() - began
        used, used_here = processor_seconds(processes) - used, time.process_time() - used_here
        self._is_over = True
        waits = sorted(self.waits) or [0.0]
        return {
            "moves_per_second": round(len(self.waits) / spent),
            "p50_ms": round(1000 * waits[len(waits) // 2], 1),
            "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 1),
            "service_us_per_move": round(1e6 * used / len(waits)),
            "players_us_per_move": round(1e6 * used_here / len(waits)),
            "failures": self.failures,
        }
