"""What runs beside the requests: a failure is noted, told and got over."""

import ast
import asyncio
from pathlib import Path

import pytest

import branchline.server
from branchline.server import tasks
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
    outcomes: list[object] = await asyncio.gather(storage.append("a", 1, b"x"), return_exceptions=True)
    outcomes.append(await storage.append("a", 1, b"x"))
    storage.close()
    return outcomes


def test_the_writer_survives_what_nobody_expected(tmp_path: Path) -> None:
    failed, then = asyncio.run(store_after_a_mistake(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    assert isinstance(failed, StorageError)
    assert then is True


def test_the_service_builds_on_nothing_private() -> None:
    """What others keep to themselves may change with any version."""
    for path in Path(branchline.server.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.module.startswith("branchline"):
                named = [*node.module.split("."), *(alias.name for alias in node.names)]
                assert not [name for name in named if name.startswith("_") and name != "__future__"], path.name
                assert not node.module.startswith("uvicorn.protocols"), path.name
