"""Two processes that want to store at the same place: one is told what the other stored, and nothing else."""

import asyncio
from pathlib import Path

import orjson

from branchline.server import acts
from branchline.server import entries as log
from branchline.server.errors import Refusal
from branchline.server.hall import Hall
from branchline.server.past import tell_log
from branchline.server.storage import Storage
from branchline.server.telling import WATCHER

SEATS = tuple(log.SeatPlan("person", name) for name in ("Anna", "Bo"))


class Ear:
    """Somebody who follows a table, and keeps what they hear."""

    is_looking = True

    def __init__(self, *seats: int) -> None:
        self.seats, self.heard = seats, list[bytes]()

    def send(self, frame: bytes) -> None:
        """Hear something."""
        self.heard.append(frame)

    def sit(self) -> None:
        """Stay."""


async def clash(url: str) -> tuple[list[bytes], Ear, Ear]:
    """Two processes make another move at the same place; what is stored, and what those at the slower one hear."""
    halls = [Hall(Storage(url)) for _ in range(2)]
    halls[0].storage.make_tables()
    for hall in halls:
        hall.storage.open()
    slow = await halls[0].create(log.Created(board="nordic", seats=SEATS))
    await halls[0].act(slow, acts.start())
    quick = await halls[1].get(slow.table.id)
    anna, watcher = Ear(0), Ear(WATCHER)
    for ear in (anna, watcher):
        halls[0].follow(slow, ear)
    anna.heard.clear()
    watcher.heard.clear()
    await halls[1].act(quick, acts.play(0, "keep 1 2", None))
    try:
        await halls[0].act(slow, acts.play(0, "keep all", None))
    except Refusal as refusal:
        assert refusal.code == "conflict"  # noqa: PT017 (a refusal is wanted)
    else:
        raise AssertionError("the place was taken")
    stored = await halls[1].storage.read(slow.table.id)
    for hall in halls:
        hall.storage.close()
    return stored, anna, watcher


def test_who_came_too_late_hears_what_was_stored(tmp_path: Path) -> None:
    stored, anna, watcher = asyncio.run(clash(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    told = tell_log("table", stored)[-1]
    for ear, seat, name in ((anna, 0, "0"), (watcher, WATCHER, "watch")):
        (frame,) = ear.heard
        assert orjson.loads(frame)["events"][name] == orjson.loads(b"[" + (told.get(seat) or told[WATCHER]) + b"]")
