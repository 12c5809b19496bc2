"""Whatever the check accepts is played to its end by the rules; whatever it refuses is named with its line."""

import os
import subprocess
import sys
from pathlib import Path

import playing_out
import pytest
from strange_boards import MECHANICS, map_board

import branchline
from branchline import boards
from branchline.compiler.cache import cache_folder

SOURCES = Path(branchline.__file__).parents[1]
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "BRANCHLINE_CACHE": str(cache_folder() / "bounds-checked")}

BAD_RECORD = """
from branchline import boards
from branchline.kinds import new_position
from branchline.position import stream
position, chance = new_position(boards.load("usa"), 2), stream(1)
while position.is_chance:
    position.apply(position.draw(chance))
position.record.player = 77
position.legal()
"""


UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}  # NumPy checks every access too, and nothing is compiled for it
both_ways = pytest.mark.parametrize(
    "way", [UNCOMPILED, pytest.param(CHECKED, marks=pytest.mark.soak)], ids=["uncompiled", "compiled"]
)


def run_checked(way: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own in which every access to an array is checked."""
    env = {**os.environ, "PYTHONPATH": str(SOURCES), **way}
    return subprocess.run([sys.executable, *arguments], env=env, capture_output=True, text=True, check=False)


def play_checked(way: dict[str, str], count: int, how: str, seed: int) -> dict[str, int]:
    """Play strange boards out with checks; what there was among them."""
    done = run_checked(way, playing_out.__file__, str(count), how, str(seed))
    assert done.returncode == 0, done.stdout + done.stderr[-6000:]
    return {name: int(n) for name, n in (word.split("=") for word in done.stdout.split())}


@both_ways
def test_an_access_beyond_an_array_is_caught(way: dict[str, str]) -> None:
    """Without this the tests below would say nothing."""
    done = run_checked(way, "-c", BAD_RECORD)
    assert done.returncode == 1
    assert "IndexError" in done.stderr


def test_strange_boards_are_played_to_their_end() -> None:
    seen = playing_out.run(20, False, 1)
    assert min(seen["accepted"], seen["refused"], seen["cards"]) >= 3


def test_strange_boards_are_played_within_their_arrays() -> None:
    seen = play_checked(UNCOMPILED, 3, "few", 1)
    assert min(seen["accepted"], seen["refused"], seen["cards"]) >= 1


def test_bots_play_strange_boards() -> None:
    assert playing_out.run(5, True, 2)["accepted"] >= 3


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_thousands_of_strange_boards(seed: int) -> None:
    seen = play_checked(CHECKED, 150, "thorough", 1000 + seed)
    print("\n", seen)
    assert min(seen["accepted"], seen["refused"], seen["cards"]) >= 50
    assert not {"stations", "toll_tokens", "festivals", "exchange", "tunnel", "options"} - seen.keys()


@pytest.mark.parametrize("mechanic", sorted(set(MECHANICS) - {"beyond", "neutral"}))
def test_every_mechanic_can_be_accepted(mechanic: str) -> None:
    wishes = frozenset({mechanic})
    assert any(not boards.check(map_board(seed, wishes), "") for seed in range(30))


def test_a_neutral_player_can_be_accepted() -> None:
    wishes = frozenset({"neutral", "tolls", "doubles"})
    assert any(not boards.check(map_board(seed, wishes), "") for seed in range(30))
