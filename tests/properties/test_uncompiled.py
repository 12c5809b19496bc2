"""Uncompiled, the rules play the same games and bots choose the same; and all compiles with nothing in the cache."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import branchline

from . import bot_choices, short_game

SOURCES = Path(branchline.__file__).parents[1]


def run(script: str = short_game.__file__, **environment: str) -> str:
    """What a script prints in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(SOURCES), **environment}
    done = subprocess.run([sys.executable, script], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_uncompiled_rules_play_the_same_games() -> None:
    assert run(NUMBA_DISABLE_JIT="1") == short_game.tell()


def test_uncompiled_bots_choose_the_same() -> None:
    assert run(bot_choices.__file__, NUMBA_DISABLE_JIT="1") == bot_choices.tell()


@pytest.mark.soak
def test_a_cold_cache(tmp_path: Path) -> None:
    expected = short_game.tell()
    assert run(BRANCHLINE_CACHE=str(tmp_path)) == expected
    assert any(tmp_path.rglob("*.nbc")), "compiled code is kept"
    assert run(BRANCHLINE_CACHE=str(tmp_path)) == expected
