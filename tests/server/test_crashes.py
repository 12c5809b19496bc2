"""Processes killed at any moment under load: nothing acknowledged is lost, no game is stuck or differs from its log."""

import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import httpx
import pytest
import sqlalchemy as sa

from branchline.server import entries as log
from branchline.server import showing
from branchline.server.hall import unfold
from branchline.server.storage import ENTRIES

from .service import BOT, ME, Caller, Seated, Service, whole_moves


class Crowd:
    """Players who move at their tables all the time, whichever process answers, and note what was acknowledged."""

    def __init__(self, services: list[Service], tables: int) -> None:
        self._services = services
        self.acknowledged: dict[tuple[str, int], tuple[int, tuple[int, ...]]] = {}
        self._is_over = threading.Event()
        with Caller(services[0].url) as caller:
            self.tables = [self._set(caller, number) for number in range(tables)]
        self._threads = [threading.Thread(target=self._play, args=(number,)) for number in range(tables)]

    def _set(self, caller: Caller, number: int) -> Seated:
        board = ("usa", "nordic", "europe", "nederland", "iberia")[number % 5]
        return caller.table(ME, BOT if number % 2 else ME, board=board).start()

    def start(self) -> None:
        """Begin to play."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop playing."""
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _play(self, number: int) -> None:
        table, chance = self.tables[number], Random(number)
        while not self._is_over.is_set():
            service = chance.choice(self._services)
            with suppress(httpx.HTTPError), Caller(service.url) as caller:
                while not self._is_over.is_set() and self._move(caller, table, chance):
                    pass
            time.sleep(0.02)

    def _move(self, caller: Caller, table: Seated, chance: Random) -> bool:
        path = f"/api/tables/{table.id}"
        for seat, token in table.tokens.items():
            state = caller.get(path, token).json()
            if not state.get("view") or not state["view"]["actions"]:
                continue
            do = chance.choice(whole_moves(state["view"]))["do"]
            answer = caller.post(f"{path}/play", {"move": do, "at": state["seq"]}, token)
            if answer.status_code == 200:
                self.acknowledged[table.id, answer.json()["seq"]] = (seat, tuple(do))
            return True
        return False


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


def check(crowd: Crowd, url: str, caller: Caller) -> None:
    """Fail unless the database and the service agree with all that was acknowledged."""
    stored = logs_of(url)
    for (name, seq), (seat, actions) in crowd.acknowledged.items():
        entry = log.decode(stored[name][seq - 1])
        assert isinstance(entry, log.Moved)
        assert (entry.seat, entry.actions) == (seat, actions)
    for table in crowd.tables:
        for seat, token in table.tokens.items():
            served = caller.get(f"/api/tables/{table.id}", token).content
            seq = caller.get(f"/api/tables/{table.id}").json()["seq"]
            if len(stored[table.id]) == seq:  # a bot may have moved in between
                assert showing.view_json(unfold(table.id, stored[table.id]), seat) in served


def check_none_is_stuck(crowd: Crowd, caller: Caller) -> None:
    """Fail unless every game goes on: it is over, or a person is to move and can."""
    for table in crowd.tables:
        for _ in range(400):
            state = caller.get(f"/api/tables/{table.id}").json()["table"]
            if state["status"] == "over" or state["seats"][state["to_move"]]["kind"] == "person":
                break
            time.sleep(0.05)
        else:
            pytest.fail(f"table {table.id} is stuck")
        if state["status"] == "playing":
            table.caller = caller
            table.play_any()


def kill_often(url: str, services: list[Service], times: int, tables: int = 6) -> None:
    """Let a crowd play, and kill one process after the other."""
    chance = Random(times)
    with ExitStack() as running:
        for service in services:
            running.enter_context(service)
        crowd = Crowd(services, tables)
        crowd.start()
        try:
            for number in range(times):
                time.sleep(chance.uniform(0.05, 1.5))
                victim = services[number % len(services)]
                victim.kill()
                victim.start()
        finally:
            crowd.stop()
        assert len(crowd.acknowledged) > times
        with Caller(services[0].url) as caller:
            check(crowd, url, caller)
            check_none_is_stuck(crowd, caller)


def test_a_clock_goes_on_while_nobody_looks(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with Service(url, tmp_path / "log.txt") as service, Caller(service.url) as caller:
        table = caller.table(ME, ME, clock={"kind": "live", "move_seconds": 5}).start()
        service.kill()
        service.start()
        for _ in range(600):
            kinds = [type(log.decode(data)) for data in logs_of(url)[table.id]]
            if log.TimedOut in kinds and log.Moved in kinds:
                break
            time.sleep(0.05)
        assert log.TimedOut in kinds, "without anybody asking for the table"
        assert log.Moved in kinds, "the bot that stands in moves"


@pytest.mark.parametrize("times", [3, pytest.param(140, marks=pytest.mark.soak)])
def test_a_process_is_killed(tmp_path: Path, times: int) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    kill_often(url, [Service(url, tmp_path / "log.txt", bot_grace=500)], times)


@pytest.mark.soak
def test_two_processes_are_killed(tmp_path: Path, postgresql: str, redis: str) -> None:
    services = [Service(postgresql, tmp_path / f"{n}.txt", bus=redis, bot_grace=500) for n in range(2)]
    kill_often(postgresql, services, 60)
