"""What runs beside the requests: a failure is noted, told and got over."""

import ast
import asyncio
from pathlib import Path

import pytest

import branchline.server
from branchline.server import entries as log
from branchline.server import tasks
from branchline.server.clocks import LATER, Clocks
from branchline.server.hall import Hall
from branchline.server.loaded import Live, now
from branchline.server.storage import Append, Storage, StorageError
from branchline.server.tasks import Tasks


async def fail_twice() -> tuple[int, list[str]]:
    """How often work is begun that fails, ends by itself, and then goes on; and what is said to have failed."""
    began, kept = 0, Tasks()
    goes_on = asyncio.Event()

    async def work() -> None:
        nonlocal began
        began += 1
        if began == 1:
            raise RuntimeError("nobody expected this")
        if began == 3:
            goes_on.set()
            await asyncio.sleep(3600)

    kept.keep("work", work)
    await goes_on.wait()
    failing = kept.failing()
    kept.close()
    return began, failing


def test_work_that_fails_or_ends_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "FIRST_PAUSE", 0.01)
    assert asyncio.run(fail_twice()) == (3, ["work"])


class Stumbling(Storage):
    """Makes a mistake, once."""

    has_stumbled = False

    def _insert(self, batch: list[Append]) -> list[bool]:
        if not self.has_stumbled:
            self.has_stumbled = True
            raise RuntimeError("nobody expected this")
        return super()._insert(batch)


async def store_after_a_mistake(url: str) -> list[object]:
    """What the one is told whose entry meets a mistake of ours, and the one who comes next."""
    storage = Stumbling(url)
    storage.make_tables()
    storage.open()
    outcomes: list[object] = [*await asyncio.gather(storage.append("a", 1, b"x"), return_exceptions=True)]
    outcomes.append(await storage.append("a", 1, b"x"))
    storage.close()
    return outcomes


def test_the_writer_survives_what_nobody_expected(tmp_path: Path) -> None:
    failed, then = asyncio.run(store_after_a_mistake(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    assert isinstance(failed, StorageError)
    assert then is True


async def serve_two(url: str) -> tuple[list[str], int]:
    """What is due at two tables, of which one makes whoever looks at it stumble: who is served, and what stays due."""
    hall = Hall(Storage(url))
    hall.storage.make_tables()
    hall.storage.open()
    seats = tuple(log.SeatPlan("person", name) for name in ("Anna", "Bo"))
    lives = [await hall.create(log.Created(at=now(), board="usa", seats=seats)) for _ in range(2)]
    for due, live in enumerate(lives, 1):
        await hall.upkeep.put_off(live.table.id, due)
    clocks, served = Clocks(hall), list[str]()

    def look(live: Live) -> None:
        served.append(live.table.id)
        if live is lives[0]:
            raise RuntimeError("nobody expected this")

    hall.after_change.append(look)
    for name, _ in await hall.upkeep.due(now()):
        await clocks._due(name)
    later = await hall.upkeep.due(now() + 2 * LATER)
    hall.tasks.close()
    hall.storage.close()
    return [["first", "second"][name == lives[1].table.id] for name in served], later[-1][1] - now()


def test_a_table_that_nobody_can_serve_keeps_no_other_waiting(tmp_path: Path) -> None:
    served, later = asyncio.run(serve_two(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    assert served == ["first", "second"]
    assert LATER / 2 < later <= LATER, "it is tried again later"


def test_the_service_builds_on_nothing_private() -> None:
    """What others keep to themselves may change with any version."""
    for path in Path(branchline.server.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.module.startswith("branchline"):
                named = [*node.module.split("."), *(alias.name for alias in node.names)]
                assert not [name for name in named if name.startswith("_") and name != "__future__"], path.name
                assert not node.module.startswith("uvicorn.protocols"), path.name
