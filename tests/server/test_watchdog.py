"""No request holds the event loop for long, not even for a long game."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline.server.watchdog import LOOK, Watchdog

from .service import ME, Caller, Seated, Service

LONG_GAME = 400  # entries
TRIES = 7


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """Somebody who is alone with a service."""
    folder: Path = tmp_path_factory.mktemp("quiet")
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    with Service(url, folder / "log.txt") as service, Caller(service.url) as caller:
        yield caller


@pytest.fixture(scope="module")
def long_game(quiet: Caller) -> Seated:
    """A table with a long game, of two who draw and chat."""
    table = quiet.table(ME, ME, board="europe").start()
    with table.ear(0, 1) as ear:
        number = 0
        frame = ear.welcome
        while frame["seq"] < LONG_GAME:
            seat = frame.get("table", {}).get("to_move")
            if seat is None:
                seat = next(int(seat) for seat, view in frame["views"].items() if view["actions"])
            if frame["seq"] < 4:
                ear.tell({"type": "play", "id": number, "seat": seat, "move": "keep all"})
            elif number % 7 == 0:
                ear.tell({"type": "chat", "id": number, "seat": seat, "text": "hm"})
            else:
                ear.tell({"type": "play", "id": number, "seat": seat, "move": "draw deck"})
            number += 1
            news = ear.hear_news()
            frame = {**frame, **news} if news["type"] == "news" else {**frame, "seq": frame["seq"]}
            frame.pop("table", None)
    return table


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


REQUESTS: dict[str, Callable[[Caller, Seated], Any]] = {
    "hello": lambda caller, table: hello(table, 0, 1),
    "watch": lambda caller, table: hello(table),
    "state": lambda caller, table: table.state(0, since=0),
    "replay": lambda caller, table: caller.get(f"/api/tables/{table.id}/replay?move=100&as=0", table.tokens[0]),
    "events": lambda caller, table: caller.get(f"/api/tables/{table.id}/events"),
    "mistyped": lambda caller, table: mistyped(table),
    "why": lambda caller, table: caller.get(f"/api/tables/{table.id}/why/7", table.tokens[0]),
    "game": lambda caller, table: caller.get(f"/api/games/iberia?cards={time.time()}"),
    "new board": lambda caller, table: caller.post("/api/tables", {"board": "iberia", "seats": [ME, ME]}),
    "many fields": lambda caller, table: caller.post("/api/tables", {f"f{n}": n for n in range(1000)}),
}


@pytest.mark.parametrize("kind", REQUESTS)
def test_no_request_holds_the_loop(quiet: Caller, long_game: Seated, kind: str) -> None:
    assert not is_held(quiet, lambda: REQUESTS[kind](quiet, long_game))


async def _hold(seconds: float, times: int = 1) -> float:
    """The longest hold that is noted while the loop is held some times, with a turn for others in between."""
    watchdog = Watchdog()
    watching = asyncio.get_running_loop().create_task(watchdog.watch())
    await asyncio.sleep(10 * LOOK)
    for _ in range(times):
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass
        await asyncio.sleep(0)
    await asyncio.sleep(10 * LOOK)
    watching.cancel()
    return watchdog.longest()


def test_the_watchdog_sees_who_holds_the_loop() -> None:
    assert asyncio.run(_hold(0.1)) >= 0.1 - LOOK


def test_many_short_turns_are_no_hold() -> None:
    assert min(asyncio.run(_hold(0.002, times=50)) for _ in range(TRIES)) < 0.02
