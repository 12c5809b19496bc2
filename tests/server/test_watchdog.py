"""No request holds the event loop for long, not even for a long game; and what does is written down."""

import asyncio
import gc
import json
import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline.bench.server import long_game as long_record
from branchline.server.hall import MOST_TALK
from branchline.server.watchdog import LOOK, Watchdog

from .long_tables import Long
from .service import ME, OPEN, Caller, Seated, Service

LONG_GAME = 390  # entries
LISTED = 60  # public tables
TRIES = 7
KEY = "the operator's key"


class Quiet:
    """A service with somebody alone in it, and tables at which much has happened."""

    def __init__(self, service: Service, caller: Caller, database: Path) -> None:
        self.service, self.caller = service, caller
        long = Long("a" * 16).play(LONG_GAME)
        self.game = long.put(database, caller)
        self.unread = iter([long.named(f"{n:016x}").put(database, caller) for n in range(TRIES)])
        self.over = Long("b" * 16).play(LONG_GAME).resign().put(database, caller)
        self.crowded = Long("c" * 16).chat(MOST_TALK).put(database, caller)
        self.record = long_record(300).record().encode()
        for _ in range(LISTED):
            caller.table(ME, OPEN, public=True)
        self._games = (
            (game, {option["name"]: value})
            for game in caller.get("/api/games").json()
            for option in game["options"]
            for value in option["values"][1:]
        )

    def begin(self) -> None:
        """Begin a game on a board that was not in use."""
        game, options = next(self._games)
        self.caller.table(*[ME] * game["players"][0], board=game["name"], options=options).start()

    def get(self, path: str, token: str = "") -> None:
        """Ask for something that there is."""
        assert self.caller.get(path, token).status_code == 200, path

    def of(self, table: Seated, path: str) -> None:
        """Ask for something of a table."""
        self.get(f"/api/tables/{table.id}/{path}", table.tokens[0])


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Quiet]:
    """Somebody who is alone with a service."""
    folder: Path = tmp_path_factory.mktemp("quiet")
    database = folder / "tables.sqlite"
    service = Service(f"sqlite:///{database}", folder / "log.txt", admin_key=KEY)
    with service, Caller(service.url) as caller:
        yield Quiet(service, caller, database)


def times_held(caller: Caller) -> float:
    """How often the loop was held for more than 20 ms."""
    figures = dict(line.rsplit(" ", 1) for line in caller.get("/metrics").text.splitlines())
    name = "branchline_loop_held_seconds"
    return float(figures[f"{name}_count"]) - float(figures[f'{name}_bucket{{le="0.02"}}'])


def is_held(caller: Caller, ask: Callable[[], Any]) -> bool:
    """Whether something holds the loop for long each time; what only one try meets is the machine's doing."""
    return all(_is_held_once(caller, ask) for _ in range(TRIES))


def _is_held_once(caller: Caller, ask: Callable[[], Any]) -> bool:
    before = times_held(caller)
    ask()
    time.sleep(5 * LOOK)
    return times_held(caller) > before


def hello(table: Seated, *seats: int, since: int | None = 0) -> None:
    """Come back to a table."""
    with table.ear(*seats, since=since) as ear:
        ear.tell({"type": "state", "id": 1, "since": 1})
        ear.hear_news()


def mistyped(table: Seated) -> None:
    """Move in words that mean nothing."""
    seat = table.state()["table"]["to_move"]
    for text in ("clam London–Paris for 3 red", "keep London–Pairs 7", "draw mauve", "x" * 400):
        assert table.do("play", {"move": text}, seat).status_code == 422


def upload(quiet: Quiet) -> None:
    """Bring a record."""
    assert quiet.caller.http.post("/api/records", content=quiet.record).status_code == 201


REQUESTS: dict[str, Callable[[Quiet], Any]] = {
    "hello": lambda quiet: hello(quiet.game, 0, 1),
    "first hello": lambda quiet: hello(next(quiet.unread), 0, 1, 2, 3, 4),
    "watch": lambda quiet: hello(quiet.game),
    "hello where many talked": lambda quiet: hello(quiet.crowded, 0, 1, 2, 3, 4),
    "state": lambda quiet: quiet.game.state(0, since=0),
    "state where many talked": lambda quiet: quiet.crowded.state(0, since=0),
    "replay": lambda quiet: quiet.of(quiet.game, "replay?move=100&as=0"),
    "replay open": lambda quiet: quiet.of(quiet.over, "replay?as=open"),
    "events": lambda quiet: quiet.of(quiet.game, "events"),
    "events where many talked": lambda quiet: quiet.of(quiet.crowded, "events"),
    "record": lambda quiet: quiet.of(quiet.over, "record"),
    "fair": lambda quiet: quiet.of(quiet.over, "fair"),
    "upload": upload,
    "undo": lambda quiet: quiet.game.do("undo", {"action": "offer"}, (quiet.game.state()["table"]["to_move"] - 1) % 5),
    "mistyped": lambda quiet: mistyped(quiet.game),
    "why": lambda quiet: quiet.of(quiet.game, "why/7"),
    "lists": lambda quiet: quiet.get("/api/tables?limit=100"),
    "operator's list": lambda quiet: quiet.get("/api/admin/tables?limit=1000", KEY),
    "operator's look": lambda quiet: quiet.get(f"/api/admin/tables/{quiet.crowded.id}", KEY),
    "schema": lambda quiet: quiet.get("/api/openapi.json"),
    "push key": lambda quiet: quiet.get("/api/push-key"),
    "webhook": lambda quiet: quiet.game.do("webhook", {"url": "https://a.example/"}),
    "rules": lambda quiet: quiet.get("/api/rules/europe?language=is"),
    "games": lambda quiet: quiet.get("/api/games"),
    "game": lambda quiet: quiet.caller.get(f"/api/games/iberia?cards={time.time()}"),
    "new board": lambda quiet: quiet.caller.post("/api/tables", {"board": "iberia", "seats": [ME, ME]}),
    "first game on a board": lambda quiet: quiet.begin(),
    "many fields": lambda quiet: quiet.caller.post("/api/tables", {f"f{n}": n for n in range(1000)}),
}


@pytest.mark.parametrize("kind", REQUESTS)
def test_no_request_holds_the_loop(quiet: Quiet, kind: str) -> None:
    assert not is_held(quiet.caller, lambda: REQUESTS[kind](quiet)), noted(quiet.service)


def noted(service: Service) -> list[str]:
    """What held the loop, as the log of a service says."""
    lines = [line for line in service.log().splitlines() if line.startswith("{")]
    return [str(found["by"]) for line in lines if (found := json.loads(line))["text"] == "loop held"]


def test_nothing_is_read_from_the_disk_while_others_wait(quiet: Quiet) -> None:
    """What few need is imported when somebody first asks for it, but not on the loop."""
    assert [by for by in noted(quiet.service) if "importlib" in by] == []


async def _hold(seconds: float, times: int = 1, hold: Callable[[], object] = int) -> float:
    """The longest hold that is noted while the loop is held some times, with a turn for others in between."""
    watchdog = Watchdog()
    watching = asyncio.get_running_loop().create_task(watchdog.watch())
    await asyncio.sleep(10 * LOOK)
    for _ in range(times):
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            hold()
        await asyncio.sleep(0)
    await asyncio.sleep(10 * LOOK)
    watching.cancel()
    return watchdog.longest()


def test_the_watchdog_sees_who_holds_the_loop(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "branchline.watchdog"):
        assert asyncio.run(_hold(0.2)) >= 0.2 - LOOK
    found = vars(max(caplog.records, key=lambda record: float(vars(record)["ms"])))
    assert found["ms"] >= 190
    assert any("test_watchdog.py" in by and "_hold" in by for by in found["by"]), found


def test_the_watchdog_sees_that_garbage_is_collected(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "branchline.watchdog"):
        asyncio.run(_hold(0.2, hold=gc.collect))
    assert max(vars(record)["collecting_ms"] for record in caplog.records) > 100
    assert not [callback for callback in gc.callbacks if "Watchdog" in repr(callback)], "nothing is left behind"


def test_many_short_turns_are_no_hold() -> None:
    assert min(asyncio.run(_hold(0.002, times=50)) for _ in range(TRIES)) < 0.02
