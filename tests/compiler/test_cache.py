"""Machine code is kept by what it is made of and for: every copy of the same sources uses the same."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import branchline
from branchline.compiler import cache, target

PACKAGE = Path(branchline.__file__).parent
PLAY = """
import branchline
from branchline.engine import entries
game = branchline.new("nordic", seed=1)
game.play(game.actions()[0])
used = [entries.apply, entries.play, entries.play_chance, entries.legal_moves, entries.chance_draw]
print(sum(len(entry.stats.cache_hits) for entry in used), sum(len(entry.stats.cache_misses) for entry in used))
"""


def run(code: str, **environment: str) -> str:
    """What Python prints in a process of its own."""
    env = os.environ | {"PYTHONPATH": str(PACKAGE.parent)} | environment
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_sources_in_another_folder_use_the_same_machine_code(tmp_path: Path) -> None:
    run(PLAY)
    shutil.copytree(PACKAGE, tmp_path / "branchline", ignore=shutil.ignore_patterns("__pycache__", "web"))
    read, made = run(PLAY, PYTHONPATH=str(tmp_path)).split()
    assert int(read) >= 2
    assert made == "0"


def test_machine_code_goes_stale_when_any_compiled_source_changes() -> None:  # an entry point itself has its own stamp
    kept = [PACKAGE / part for part in cache.RULES + cache.PLANNERS + cache.LEARNERS]
    uses = re.compile(r"^@(compiled|inlined|as_intrinsic|intrinsic|overload|generic)\b", re.MULTILINE)
    for path in PACKAGE.rglob("*.py"):
        if uses.search(path.read_text(encoding="utf-8")):
            assert any(path.is_relative_to(part) for part in kept), f"{path} is compiled; name it in compiler/cache.py"


def test_code_for_another_processor_is_kept_apart() -> None:
    ask = "from branchline.compiler.cache import RULES_CACHE; print(RULES_CACHE.name)"
    assert run(ask, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="+sse2") != cache.RULES_CACHE.name
    assert run(f"import numba; {ask}", NUMBA_CPU_NAME="", NUMBA_CPU_FEATURES="") != cache.RULES_CACHE.name


def test_whoever_asks_for_a_processor_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(target.NAME, "generic")
    monkeypatch.setenv(target.FEATURES, "+sse2")
    target.aim()
    assert target.target().endswith(" generic +sse2")


def test_shipped_code_is_taken_out_once_and_only_if_it_fits(tmp_path: Path) -> None:
    shipped, folder = tmp_path / "shipped.zip", tmp_path / "engine-0123"
    with ZipFile(shipped, "w") as archive:
        archive.writestr("engine-0123/entries.apply.nbi", "code")
        archive.writestr("engine-4567/entries.apply.nbi", "code for others")
    cache.unpack(shipped, folder)
    assert [path.name for path in tmp_path.rglob("*.nbi")] == ["entries.apply.nbi"]
    (folder / "entries.apply.nbi").write_text("changed")
    cache.unpack(shipped, folder)
    assert (folder / "entries.apply.nbi").read_text() == "changed"
    cache.unpack(shipped, tmp_path / "engine-89ab")
    assert not (tmp_path / "engine-89ab").exists()


def test_where_nothing_can_be_written_code_is_kept_for_as_long_as_the_process_lives(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ask = "from branchline.compiler.cache import cache_folder as f; print(f(), f().is_dir())"
    folder, is_there = run(ask, BRANCHLINE_CACHE=str(tmp_path / "file" / "cache")).split()
    assert is_there == "True"
    assert not Path(folder).exists()
