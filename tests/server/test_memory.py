"""What tables cost in memory: little each, and nothing once nobody needs them."""

import asyncio
import gc
import os
import sys
import time
import tracemalloc
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline.mapgame import app_moves
from branchline.position import stream
from branchline.server import acts
from branchline.server import entries as log
from branchline.server.loaded import Live
from branchline.server.play import resolve
from branchline.server.table import Table

from .service import BOT, ME, OPEN, Caller, Seated, Service

IDLE_TABLE = 50_000  # bytes
GROWTH = 16_000_000  # bytes by which a process may be larger for no reason of ours
FAST = """
from branchline.server import expiry, hall
hall.QUIET = hall.QUIET_OVER = 1.0
expiry.FORGET, expiry.REMOVED = 0.5, 1000
from branchline.cli import main
main()
"""  # a service for which hours are seconds
SECONDS = 1 / 86_400  # in days


def whole_game(players: int, seed: int) -> Table:
    """A table at which a whole game was played, with any moves."""
    chance, luck = Random(seed), stream(seed)
    seats = tuple(log.SeatPlan("person", f"Player {n + 1}") for n in range(players))
    table = Table("a" * 16, log.Created(board="europe", seats=seats))
    dealt = acts.start()(table)
    assert dealt
    table.apply(*dealt)
    while table.play and (seat := table.to_move) is not None:
        after, actions = table.play.position.copy(), list[int]()
        while not actions or (not after.is_chance and table.ground.notation.is_mid_move(after)):
            actions.append(chance.choice(after.legal()))
            after.apply(actions[-1])
        happened = resolve(after, lambda then: then.draw(luck))
        table.apply(log.Moved(seat=seat, actions=tuple(actions), chance=happened), after)
    return table


async def _size_of_table() -> tuple[int, int]:
    """The moves of a long game, and the bytes that its table takes."""
    whole_game(5, 1)  # what all tables share is there
    gc.collect()
    tracemalloc.start()
    live = Live(whole_game(5, 2))
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert live.table.play
    return len(live.table.play.moves), size


def test_a_table_in_memory_is_small() -> None:
    moves, size = asyncio.run(_size_of_table())
    assert moves > 250
    assert size < IDLE_TABLE


def test_what_is_kept_written_of_a_board_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_moves, "KEPT", 100)
    table = whole_game(5, 3)
    assert table.play
    moves: Any = table.ground.app.moves
    ways, most = moves.__self__, 0
    for back in range(1, len(table.play.moves), 3):
        then = table.play.before(back)
        moves(then.seen_by(then.player))
        most = max(most, len(then.legal()))
        assert len(ways._written) <= 100 + most, "the ways to pay of one more position at most"


def memory(service: Service) -> int:
    """The bytes of memory that a service has."""
    assert service.process
    pages = Path(f"/proc/{service.process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def a_day(caller: Caller, tables: int) -> None:
    """Tables in all states: bots alone, games that are watched and left, lobbies, games that are looked at again."""
    with ExitStack() as open_sockets:
        for number in range(tables):
            board = ("usa", "europe", "cardgame", "nordic")[number // 4 % 4]
            if number % 4 == 0:
                caller.table(BOT, BOT, board=board).start()
            elif number % 4 == 1:
                table = caller.table(ME, BOT, board=board).start()
                open_sockets.enter_context(table.ear(0, since=0))
                open_sockets.enter_context(table.ear())
                play_some(table, 10)
            elif number % 4 == 2:
                caller.table(ME, OPEN, public=True, board=board).do("chat", {"text": "hello?"})
            else:
                look_back(caller, caller.table(ME, ME, board=board).start())
        caller.get("/api/tables")


def play_some(table: Seated, moves: int) -> None:
    """Play a little, whoever else may move."""
    for _ in range(moves):
        if table.state()["table"]["to_move"] in table.tokens:
            table.play_any()


def look_back(caller: Caller, table: Seated) -> None:
    """Play, give up, and look at the game in every way."""
    play_some(table, 20)
    table.do("resign")
    table.state(0, since=0)
    caller.get(f"/api/tables/{table.id}/replay?move=10&as=0", table.tokens[0])
    record = caller.get(f"/api/tables/{table.id}/record").content
    caller.http.post("/api/records", content=record)


@pytest.mark.parametrize(("days", "tables"), [(3, 8), pytest.param(7, 200, marks=pytest.mark.soak)])
def test_memory_stays_as_it_is_over_days(tmp_path: Path, days: int, tables: int) -> None:
    keeps: dict[str, Any] = dict.fromkeys(("keep_lobbies", "keep_games", "keep_finished", "keep_records"), 4 * SECONDS)
    service = Service(f"sqlite:///{tmp_path / 't.sqlite'}", tmp_path / "log.txt", bot_tables=1000, **keeps)
    service.command = [sys.executable, "-c", FAST, "serve"]
    sizes = []
    with service, Caller(service.url) as caller:
        for _ in range(days):
            a_day(caller, tables)
            while caller.get("/api/health").json()["tables"]:
                time.sleep(0.2)
            sizes.append(memory(service))
    assert sizes[-1] < sizes[1] + GROWTH, sizes
    assert "Traceback" not in service.log()


@pytest.mark.soak
def test_a_table_with_an_open_socket_is_small(tmp_path: Path) -> None:
    with Service(f"sqlite:///{tmp_path / 't.sqlite'}", tmp_path / "log.txt") as service, Caller(service.url) as caller:
        tables = [caller.table(ME, ME, board="europe").start() for _ in range(300)]
        before = memory(service)
        with ExitStack() as sockets:
            for table in tables:
                sockets.enter_context(table.ear(0))
            cost = (memory(service) - before) / len(tables)
            print(f"{cost / 1000:.0f} kB a socket")
    assert cost < IDLE_TABLE
