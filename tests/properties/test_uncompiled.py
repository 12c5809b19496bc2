"""Uncompiled, the rules play the same games; and they compile with nothing in the cache."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import branchline

from . import short_game

SOURCES = Path(branchline.__file__).parents[1]


def run(**environment: str) -> str:
    """What the script of short games prints in a process of its own."""
    script = short_game.__file__
    env = {**os.environ, "PYTHONPATH": str(SOURCES), **environment}
    done = subprocess.run([sys.executable, script], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_uncompiled_rules_play_the_same_games() -> None:
    assert run(NUMBA_DISABLE_JIT="1") == short_game.tell()


@pytest.mark.soak
def test_a_cold_cache(tmp_path: Path) -> None:
    expected = short_game.tell()
    assert run(BRANCHLINE_CACHE=str(tmp_path)) == expected
    assert any(tmp_path.rglob("*.nbc")), "compiled code is kept"
    assert run(BRANCHLINE_CACHE=str(tmp_path)) == expected
