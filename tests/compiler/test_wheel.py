"""A wheel that carries machine code: who installs it plays without compiling."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import build_wheel
import pytest

import branchline
from branchline.compiler import cache
from branchline.kinds import CARD_GAME
from branchline.warm import prepare

ROOT = Path(__file__).parents[2]
PACKAGE = Path(branchline.__file__).parent
PLAY = """
import json, sys
import branchline
from branchline import bots
from branchline.engine import entries
from branchline.planner import rollout, search
game = branchline.new(sys.argv[1], seed=1)
players = [bots.make(name, 1) for name in sys.argv[2:]]
while game.turn < 4 and not game.is_over:
    game.play(players[game.player].choose(game.position.seen_by(game.player), game.position.legal()))
used = [vars(module).values() for module in (entries, rollout, search)]
stats = [entry.stats for values in used for entry in values if hasattr(entry, "stats")]
print(json.dumps([sum(sum(s.cache_hits.values()) for s in stats), sum(sum(s.cache_misses.values()) for s in stats)]))
"""


def play(python: str, board: str, *players: str, **environment: str) -> tuple[int, int]:
    """How many entry points were read, and how many compiled, until some moves were made; nothing is to be said."""
    environment = os.environ | {"BRANCHLINE_CACHE": ""} | environment
    command = [python, "-c", PLAY, board, *players]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    hits, misses = json.loads(done.stdout)
    return hits, misses


def test_code_beside_the_package_is_used_by_whoever_has_none(tmp_path: Path) -> None:
    prepare(CARD_GAME)
    installed, home = tmp_path / "branchline", tmp_path / "home"
    shutil.copytree(PACKAGE, installed, ignore=shutil.ignore_patterns("__pycache__", "web"))
    build_wheel.pack([cache.RULES_CACHE], installed / cache.SHIPPED.name)
    hits, misses = play(
        sys.executable, "cardgame", "greedy", "random", PYTHONPATH=str(tmp_path), XDG_CACHE_HOME=str(home)
    )
    assert hits > 4
    assert misses == 0


@pytest.mark.soak
def test_the_wheel_in_an_empty_environment_with_an_empty_home(tmp_path: Path) -> None:
    """Takes minutes: everything is compiled for the wheel, and pip fetches what it needs."""
    subprocess.run([sys.executable, "tools/build_wheel.py"], cwd=ROOT, check=True)
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    (built,) = (ROOT / "dist").glob("*x86_64.whl")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(built)], check=True)
    for board in ("nordic", "cardgame"):
        hits, misses = play(
            python, board, "strong", "expert@20n", HOME=str(tmp_path / "home"), PYTHONPATH="", XDG_CACHE_HOME=""
        )
        assert hits > 6
        assert misses == 0
