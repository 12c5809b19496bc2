"""Who thinks when: short thoughts for people never wait for long ones, and only one process thinks for a table."""

import asyncio
import time
from pathlib import Path

from branchline.server.thinkers import Rank, Thinkers

from .service import ME, Caller, Service

LONG = 0.05  # seconds


async def think_of(jobs: list[tuple[str, Rank, float]]) -> list[str]:
    """In which order thoughts are done that are all wanted at once."""
    thinkers, done = Thinkers(1), []

    async def one(name: str, rank: Rank, seconds: float) -> None:
        await thinkers.think(rank, lambda: time.sleep(seconds))
        done.append(name)

    await asyncio.gather(*(one(*job) for job in jobs))
    thinkers.close()
    return done


def test_short_thoughts_for_people_wait_for_no_long_ones() -> None:
    jobs = [(f"expert {n}", Rank.LONG, LONG) for n in range(20)] + [("casual", Rank.QUICK, 0.001)]
    assert "casual" in asyncio.run(think_of(jobs))[:2]


def test_tables_of_bots_alone_come_last() -> None:
    jobs = [(f"alone {n}", Rank.ALONE, LONG) for n in range(5)] + [(f"expert {n}", Rank.LONG, LONG) for n in range(5)]
    done = asyncio.run(think_of(jobs))
    assert {f"expert {n}" for n in range(5)} <= set(done[:6]), "but for one that had begun"


def test_a_thought_that_fails_says_so() -> None:
    async def fail() -> object:
        thinkers = Thinkers(1)
        found = await asyncio.gather(thinkers.think(Rank.LONG, lambda: 1 // 0), return_exceptions=True)
        assert await thinkers.think(Rank.LONG, lambda: 7) == 7, "the thread goes on"
        thinkers.close()
        return found[0]

    assert isinstance(asyncio.run(fail()), ZeroDivisionError)


def bot_thoughts(caller: Caller) -> tuple[float, float]:
    """How often a process's bots have thought, and how many moves came of it."""
    figures = dict(line.rsplit(" ", 1) for line in caller.get("/metrics").text.splitlines())
    return float(figures["branchline_bot_seconds_count"]), float(figures["branchline_bot_moves_total"])


def test_only_one_process_thinks_for_a_table(postgresql: str, redis: str, tmp_path: Path) -> None:
    services = [Service(postgresql, tmp_path / f"{n}.txt", bus=redis) for n in range(2)]
    bot = {"kind": "bot", "level": "greedy"}
    with services[0] as one, services[1] as other, Caller(one.url) as here, Caller(other.url) as there:
        table = here.table(ME, bot, bot).start()
        with there.socket(table.id, table.tokens[0]):
            for _ in range(6):
                while table.state()["table"]["to_move"] != 0:
                    time.sleep(0.02)
                table.play_any()
            while table.state()["table"]["to_move"] != 0:
                time.sleep(0.02)
        thoughts, moves = bot_thoughts(here)
        assert thoughts == moves >= 6
        assert bot_thoughts(there) == (0, 0)


def test_a_casual_bot_answers_while_experts_think_at_many_tables(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "log.txt")
    with service, Caller(service.url) as caller:
        experts = [caller.table(ME, {"kind": "bot", "level": "expert"}).start() for _ in range(20)]
        for table in experts:
            table.play_any()
        casual = caller.table(ME, {"kind": "bot", "level": "casual"}).start()
        for _ in range(3):
            casual.play_any()
            while casual.state()["table"]["to_move"] != 0:
                time.sleep(0.02)
        assert sum(table.state()["table"]["to_move"] == 1 for table in experts) > 5, "these wait for their expert still"
