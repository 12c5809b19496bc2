"""When nobody could store anything: noted once, however many notice it at the same time."""

import asyncio
from pathlib import Path

import sqlalchemy as sa

from branchline.server.storage import Storage
from branchline.server.upkeep import Upkeep

GAP = 6_000  # milliseconds
AT_ONCE, TIMES = 8, 25


async def beat_together(url: str) -> list[list[tuple[int, int]]]:
    """What those are told who say at the same time that they are there, after one outage after the other."""
    storages = [Storage(url) for _ in range(2)]
    storages[0].make_tables()
    for storage in storages:
        storage.open()
    now, told = 10**12, []
    for _ in range(TIMES):
        beats = [Upkeep(storages[n % 2]).beat(now + n, GAP) for n in range(AT_ONCE)]
        told.append(max(await asyncio.gather(*beats)))
        now += 10 * GAP
    for storage in storages:
        storage.close()
    return told


def check_outages(url: str) -> None:
    """Fail unless each outage is noted once, from the last sign of life to the next."""
    told = asyncio.run(beat_together(url))
    assert [len(outages) for outages in told] == list(range(TIMES))
    for began, ended in told[-1]:
        assert 9 * GAP < ended - began <= 10 * GAP + AT_ONCE


def test_an_outage_is_noted_once(tmp_path: Path) -> None:
    check_outages(f"sqlite:///{tmp_path / 'tables.sqlite'}")


def test_an_outage_is_noted_once_by_several_processes(postgresql: str) -> None:
    engine = sa.create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text("CREATE DATABASE outages"))
    engine.dispose()
    check_outages(engine.url.set(database="outages").render_as_string(hide_password=False))
