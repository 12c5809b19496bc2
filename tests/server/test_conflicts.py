"""Two processes that want to store at the same place: one is told what the other stored, and nothing else."""

import asyncio
from pathlib import Path

import orjson
import pytest

from branchline.engine.phases import TURN
from branchline.server import acts
from branchline.server.errors import Refusal
from branchline.server.hall import Hall
from branchline.server.past import tell_log
from branchline.server.storage import Storage
from branchline.server.table import Table
from branchline.server.telling import WATCHER

from .long_tables import Long


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


def two_claims(table: Table) -> tuple[list[int], list[int]]:
    """Two moves of whoever is to move after which chance has nothing to do."""
    assert table.play
    seen = table.play.position.seen_by(table.play.player)
    ways = [way for way in orjson.loads(table.ground.app.moves(seen)) if way["kind"] == "claim"]
    return ways[0]["do"], next(way["do"] for way in ways if way["route"] != ways[0]["route"])


async def clash(folder: Path) -> tuple[list[bytes], Ear, Ear]:
    """Two processes make another move at the same place; what is stored, and what those at the slower one hear."""
    database = folder / "tables.sqlite"
    halls = [Hall(Storage(f"sqlite:///{database}")) for _ in range(2)]
    halls[0].storage.make_tables()
    long = Long("d" * 16, "usa").play(60)
    while long.table.play and long.table.play.position.phase != TURN:  # else the second card is to be drawn
        long.play(len(long.entries) + 1)
    long.store(database)
    for hall in halls:
        hall.storage.open()
    slow, quick = [await hall.get(long.table.id) for hall in halls]
    mover = slow.table.to_move
    assert mover is not None
    player, watcher = Ear(mover), Ear(WATCHER)
    slow.listeners |= {player, watcher}
    taken, late = two_claims(slow.table)
    await halls[1].act(quick, acts.play(mover, taken, None))
    with pytest.raises(Refusal, match="something else happened at this table first"):
        await halls[0].act(slow, acts.play(mover, late, None))
    stored = await halls[1].storage.read(long.table.id)
    for hall in halls:
        hall.storage.close()
    return stored, player, watcher


def test_who_came_too_late_hears_what_was_stored(tmp_path: Path) -> None:
    stored, player, watcher = asyncio.run(clash(tmp_path))
    told = tell_log("d" * 16, stored)[-1]
    for ear in (player, watcher):
        (frame,) = ear.heard
        (events,) = orjson.loads(frame)["events"].values()
        assert events == orjson.loads(b"[" + (told.get(ear.seats[0]) or told[WATCHER]) + b"]")
        assert [event["kind"] for event in events] == ["claim", "claimed"]
