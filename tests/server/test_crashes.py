"""Processes killed at any moment under load: nothing acknowledged is lost, no game is stuck or differs from its log."""

import json
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from branchline.server import entries as log
from branchline.server import showing
from branchline.server.past import tell_log
from branchline.server.schema import ENTRIES, PULSE
from branchline.server.telling import WATCHER
from branchline.server.unfolding import unfold

from .crowd import Crowd, is_same
from .service import ME, Caller, Service, wait_until

IN_A_ROUND = 20  # kills, after which everything is checked


def logs_of(url: str) -> dict[str, list[bytes]]:
    """Every table's log, as the database has it."""
    engine = sa.create_engine(url)
    found: dict[str, list[bytes]] = {}
    with engine.connect() as connection:
        for table, seq, data in connection.execute(sa.select(ENTRIES).order_by(ENTRIES.c.table_id, ENTRIES.c.seq)):
            found.setdefault(table, []).append(data)
            assert len(found[table]) == seq, "no number is left out"
    engine.dispose()
    return found


def kinds_of(url: str, table: str) -> list[type[log.AnyEntry]]:
    """What is in a table's log, in order."""
    return [type(log.decode(data)) for data in logs_of(url)[table]]


def check(crowd: Crowd, url: str, caller: Caller) -> None:
    """Fail unless the database and the service agree with all that was acknowledged, and with all that was told."""
    stored = logs_of(url)
    for name, at, seq, wanted in crowd.acknowledged:
        assert any(is_same(wanted, log.decode(data)) for data in stored[name][at:seq]), (name, at, seq, wanted)
    for (name, seat), heard in crowd.heard.items():
        told = tell_log(name, stored[name])
        for seq, events in heard.items():
            known = told[seq - 2]
            assert events == json.loads(b"[" + (known.get(seat) or known[WATCHER]) + b"]"), (name, seat, seq)
    for table in crowd.tables:
        for seat, token in table.tokens.items():
            served = caller.get(f"/api/tables/{table.id}", token).content
            seq = caller.get(f"/api/tables/{table.id}").json()["seq"]
            if len(stored[table.id]) == seq:  # a bot may have moved in between
                assert view_in(table.id, stored[table.id], seat) in served


def view_in(name: str, stored: list[bytes], seat: int) -> bytes:
    """What a seat must see of a table with such a log."""
    table = unfold(name, stored)
    return b'"view":' + (showing.view_json(table, seat) if table.play else b"null")


def check_none_is_stuck(crowd: Crowd, caller: Caller) -> None:
    """Fail unless every game goes on: it is over, or a person is to move and can, perhaps having come back."""
    for table in crowd.tables:
        table.caller = caller
        until = time.monotonic() + 60
        while (state := table.state()["table"])["status"] == "playing":
            seat = state["seats"][state["to_move"]]
            if seat["away"] and table.do("back", seat=seat["seat"]).status_code == 200:
                continue
            if seat["kind"] == "person" and not seat["away"]:
                table.play_any()
                break
            assert time.monotonic() < until, f"table {table.id} is stuck"
            time.sleep(0.05)


def wait_for_moves(crowd: Crowd, most: int) -> None:
    """Wait until a crowd is well under way."""
    while len(crowd.acknowledged) < most and not crowd.failed:
        time.sleep(0.05)


def kill_often(url: str, services: list[Service], times: int, tables: int = 8) -> None:
    """Let a crowd play, and kill one process after the other; all is checked after every few kills."""
    with ExitStack() as running:
        for service in services:
            running.enter_context(service)
        for first in range(0, times, IN_A_ROUND):
            crowd = Crowd(services, tables, first)
            kill_some(crowd, services, min(times - first, IN_A_ROUND), Random(first), 10 * tables)
            with Caller(services[0].url) as caller:
                check(crowd, url, caller)
                check_none_is_stuck(crowd, caller)
            print(f"{first + IN_A_ROUND} kills: {len(crowd.acknowledged)} acknowledged, none lost")


def kill_some(crowd: Crowd, services: list[Service], times: int, chance: Random, least: int) -> None:
    """Kill one process after the other while a crowd plays."""
    crowd.start()
    try:
        wait_for_moves(crowd, least)
        for number in range(times):
            time.sleep(chance.uniform(0.05, 1.5))
            victim = services[number % len(services)]
            victim.kill()
            victim.start()
    finally:
        crowd.stop()
    assert crowd.failed == []
    assert len(crowd.acknowledged) > least + times


def test_a_clock_goes_on_while_nobody_looks(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with Service(url, tmp_path / "log.txt") as service, Caller(service.url) as caller:
        table = caller.table(ME, ME, clock={"kind": "live", "move_seconds": 5}).start()
        service.kill()
        service.start()
        wait_until(lambda: log.TimedOut in kinds_of(url, table.id))  # without anybody asking for the table
        wait_until(lambda: log.Moved in kinds_of(url, table.id))  # the bot that stands in moves


def has_pulse(url: str) -> bool:
    """Whether somebody has said that they are there."""
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        found = connection.execute(sa.select(PULSE.c.at)).scalar()
    engine.dispose()
    return found is not None


def test_a_clock_stands_still_while_the_service_is_away(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with Service(url, tmp_path / "log.txt") as service, Caller(service.url) as caller:
        table = caller.table(ME, ME, clock={"kind": "live", "move_seconds": 40}).start()
        before = table.state()["table"]
        wait_until(lambda: has_pulse(url))
        service.kill()
        time.sleep(7)
        service.start()
        wait_until(lambda: log.Paused in kinds_of(url, table.id))
        state = table.state()["table"]
        assert not state["seats"][0]["away"]
        assert state["deadline"] > before["deadline"] + 7_000
        assert kinds_of(url, table.id).count(log.Paused) == 1
        table.do("play", {"move": "keep all"}, 0)
        seats = table.state()["table"]["seats"]
        assert seats[0]["spent_ms"] < time.time() * 1000 - before["turn_began"] - 7_000


@pytest.mark.parametrize("times", [3, pytest.param(140, marks=pytest.mark.soak)])
def test_a_process_is_killed(tmp_path: Path, times: int) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    kill_often(url, [Service(url, tmp_path / "log.txt", bot_grace=500)], times)


@pytest.mark.parametrize("times", [2, pytest.param(60, marks=pytest.mark.soak)])
def test_two_processes_are_killed(tmp_path: Path, postgresql: str, redis: str, times: int) -> None:
    services = [Service(postgresql, tmp_path / f"{n}.txt", bus=redis, bot_grace=500) for n in range(2)]
    kill_often(postgresql, services, times)
