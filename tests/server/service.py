"""A real service in processes of its own, and somebody who talks to it."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import forked
import httpx
from websockets.sync.client import ClientConnection, connect

COMMAND = [*forked.COMMAND, "serve"]
LONG = 120.0  # seconds in which anything that is waited for must happen
PATIENCE = 300.0  # seconds until a service must answer; on a new machine it compiles first
Json = dict[str, Any]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Service:
    """`branchline serve`, started and stopped, or killed."""

    def __init__(self, database: str, log: Path, port: int = 0, **settings: object) -> None:
        self.port = port or free_port()
        self._log = self.log_path = log
        self._arguments = ["--port", str(self.port), "--database", database]
        for name, value in {"rate": 0, **settings}.items():
            self._arguments += [f"--{name.replace('_', '-')}", *([] if value is None else [str(value)])]
        self.process: forked.Process | None = None
        self.command = COMMAND if "workers" in settings else []  # empty: a fork will do

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Start it, and wait until it answers."""
        with self._log.open("ab") as log:
            if self.command:
                self.process = subprocess.Popen([*self.command, *self._arguments], stdout=log, stderr=log)
            else:
                self.process = forked.start(["serve", *self._arguments], log, log)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(f"the service ended at once:\n{self.log()}")
            try:
                if httpx.get(f"{self.url}/api/health", timeout=5, verify=False, trust_env=False).status_code == 200:
                    return self
            except httpx.HTTPError:
                time.sleep(0.05)
        self.kill()
        raise AssertionError(f"the service does not answer:\n{self.log()}")

    def kill(self) -> None:
        """End it at once, as when the power fails."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end, and say how it did."""
        assert self.process
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LONG)

    def log(self) -> str:
        """What it wrote."""
        return self._log.read_text()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process and self.process.poll() is None:
            self.kill()


class Caller:
    """Somebody who asks a service over HTTP."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=LONG, trust_env=False, verify=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.http.close()

    def post(self, path: str, body: object = None, token: str = "") -> httpx.Response:
        """Ask for something to be done."""
        return self.http.post(path, json={} if body is None else body, headers=_bearer(token))

    def get(self, path: str, token: str = "") -> httpx.Response:
        """Ask for something to be shown."""
        return self.http.get(path, headers=_bearer(token))

    def table(self, *seats: Json, board: str = "usa", **more: Any) -> "Seated":
        """A new table with these seats."""
        answer = self.post("/api/tables", {"board": board, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        return Seated(self, answer.json())

    def socket(self, table: str, *tokens: str, since: int | None = None) -> "Ear":
        """A connection to a table that has said hello."""
        return Ear(self.url, table, tokens, since)


class Seated:
    """A table as its host holds it."""

    def __init__(self, caller: Caller, made: Json) -> None:
        self.caller = caller
        self.id: str = made["id"]
        self.host: str = made["host"]
        self.invite: str = made["invite"].partition("#join=")[2]
        self.commitment: str = made["commitment"]
        self.tokens: dict[int, str] = {held["seat"]: held["token"] for held in made["seats"]}

    def do(self, what: str, body: object = None, seat: int | None = 0, token: str | None = None) -> httpx.Response:
        """Do something for a seat, or for the host if it is None."""
        secret = token if token is not None else self.host if seat is None else self.tokens[seat]
        return self.caller.post(f"/api/tables/{self.id}/{what}", body, secret)

    def start(self) -> Self:
        """Deal."""
        answer = self.do("start", seat=None)
        assert answer.status_code == 200, answer.text
        return self

    def state(self, seat: int | None = None, since: int | None = None) -> Json:
        """The table as a seat sees it."""
        query = "" if since is None else f"?since={since}"
        token = "" if seat is None else self.tokens[seat]
        found: Json = self.caller.get(f"/api/tables/{self.id}{query}", token).json()
        return found

    def ear(self, *seats: int, since: int | None = None) -> "Ear":
        """A connection for some seats."""
        return self.caller.socket(self.id, *(self.tokens[seat] for seat in seats), since=since)

    def play_any(self) -> Json:
        """Let whoever is to move make the first whole move; return the state before it."""
        seat = self.state()["table"]["to_move"]
        state = self.state(seat)
        answer = self.do("play", {"move": whole_moves(state["view"])[0]["do"], "at": state["seq"]}, seat)
        assert answer.status_code == 200, answer.text
        return state


class Ear:
    """A socket that says hello; used in a `with` statement."""

    def __init__(self, url: str, table: str, tokens: tuple[str, ...], since: int | None) -> None:
        self._connect = connect(f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live", max_size=None, proxy=None)
        self._hello = {"type": "hello", "tokens": list(tokens), "since": since}

    def __enter__(self) -> Self:
        self.socket: ClientConnection = self._connect.__enter__()
        try:
            self.tell(self._hello)
            self.welcome = self.hear()
        except BaseException:
            self.socket.close()
            raise
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.socket.close()

    def tell(self, frame: object) -> None:
        """Send a frame."""
        self.socket.send(json.dumps(frame))

    def hear(self, timeout: float = LONG) -> Json:
        """The next frame."""
        found: Json = json.loads(self.socket.recv(timeout))
        return found

    def hear_news(self) -> Json:
        """The next frame that is no sign of presence."""
        while (frame := self.hear())["type"] == "table":
            pass
        return frame


def wait_until(is_so: Callable[[], object], seconds: float = LONG) -> None:
    """Wait until something is so; how long that takes depends on the machine."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, "it did not come to pass"
        time.sleep(0.05)


def start_database(server: Any) -> None:
    """Start a PostgreSQL, which is given up after ten seconds though it may need more on a busy machine."""
    until = time.monotonic() + LONG
    while True:
        try:
            server.start()
        except (subprocess.SubprocessError, AssertionError):
            if time.monotonic() > until:
                raise
        else:
            return


def whole_moves(view: Json) -> list[Json]:
    """The moves on offer that need no further choice of cards or tickets."""
    return [way for way in view["actions"] if not way.get("exchange") and not way.get("more")]


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "greedy"}
os.environ.setdefault("NO_PROXY", "127.0.0.1")
