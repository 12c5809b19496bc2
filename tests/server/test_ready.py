"""The page comes first and the compiler behind it: tables can be set at once, and games begin as soon as they can."""

import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from branchline.compiler.cache import PLANNER_CACHE, RULES_CACHE
from branchline.warm.lock import Lock

from .service import Caller, Service

ME, BOT = {"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "beginner"}
PREPARE = "from branchline.kinds import CARD_GAME as c; from branchline.warm import prepare; prepare(c)"
FORGOTTEN = ("entries.play*", "entries.apply-*", "entries.score-*")


def leave_all_but_the_cards(folder: Path) -> None:
    """Lay down what is compiled, without what the Card Game is played by: only that has to be compiled again."""
    for compiled in (RULES_CACHE, PLANNER_CACHE):
        shutil.copytree(compiled, folder / compiled.name, ignore=shutil.ignore_patterns("ready-cards-*", *FORGOTTEN))


@pytest.mark.parametrize("is_bare", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_with_nothing_compiled_the_page_answers_and_a_game_begins_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_bare: bool
) -> None:
    if not is_bare:
        leave_all_but_the_cards(tmp_path / "cache")
    monkeypatch.setenv("BRANCHLINE_CACHE", str(tmp_path / "cache"))
    compiling = Lock(tmp_path / "cache" / "compiling.lock")
    assert compiling.take()  # so that nobody compiles before all that comes first has been looked at
    with (
        Service(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "log.txt") as service,
        Caller(service.url) as anna,
        subprocess.Popen([sys.executable, "-c", PREPARE], stderr=subprocess.PIPE, text=True) as other,
        ExitStack() as held,
    ):
        held.callback(compiling.leave)
        anna.http.timeout = 300
        assert anna.get("/").status_code == 200
        table = anna.table(ME, BOT, board="cardgame")
        left = anna.get("/api/ready?board=cardgame&level=beginner&level=expert").json()
        assert 0 < left["rules"] <= left["bots"]["beginner"] < left["bots"]["expert"]
        assert left["waits_for_others"]
        assert table.state(0)["table"]["status"] == "lobby"
        assert other.stderr
        assert "Compiling the rules" in other.stderr.readline()
        assert "Another process is compiling the same" in other.stderr.readline()
        held.close()
        table.start()
        assert (left := anna.get("/api/ready?board=cardgame&level=beginner").json())["rules"] == 0
        assert left["bots"] == {"beginner": 0}
        table.play_any()
        assert table.state(0)["table"]["status"] == "playing"
        other.stderr.read()
        assert other.wait() == 0
        while anna.get("/api/ready?board=cardgame").json()["waits_for_others"]:
            time.sleep(0.1)


def test_what_is_compiled_already_is_ready(caller: Caller) -> None:
    until = time.monotonic() + 300
    while (left := caller.get("/api/ready?board=usa&level=greedy").json())["rules"] and time.monotonic() < until:
        time.sleep(0.1)
    assert left["bots"] == {"greedy": 0.0}


def test_only_a_game_that_there_is_can_be_got_ready(caller: Caller) -> None:
    assert caller.get("/api/ready?board=atlantis").status_code == 404
    assert caller.get("/api/ready").status_code == 422
