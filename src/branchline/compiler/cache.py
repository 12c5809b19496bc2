"""Where machine code is kept: by what it is made of and for, so that every copy of the same sources uses the same.

A folder's name is a hash of the sources and of all else that matters: the versions of Numba, LLVM and Python, and the
processor. A wheel may carry such folders; whoever has another processor or version compiles as usual.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import llvmlite
import numba

from branchline.compiler.target import target

PACKAGE = Path(__file__).parents[1]
SHIPPED = PACKAGE / "machine_code.zip"  # what a wheel carries
MAKERS = tuple(f"compiler/{name}.py" for name in ("decorators", "generic", "linking", "masks", "typed", "vectors"))
RULES = (*MAKERS, "engine", "mapgame/limits.py", "mapgame/rules", "cardgame/limits.py", "cardgame/rules")
PLANNERS = ("planner", "mapgame/planner", "cardgame/planner")
LEARNERS = ("learner", "mapgame/learner", "cardgame/learner")


def source_hash(parts: tuple[str, ...]) -> str:
    """A short hash of compiled sources, folders and files, and of what they are compiled with and for."""
    made_with = f"{numba.__version__} {llvmlite.__version__} {sys.implementation.cache_tag} {target()}"
    digest = hashlib.sha256(made_with.encode())
    for part in parts:
        folder = PACKAGE / part
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache(1)
def cache_folder() -> Path:
    """Where everything is kept between runs; `BRANCHLINE_CACHE` moves it."""
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "branchline"
    folder = Path(os.environ.get("BRANCHLINE_CACHE") or usual)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return _for_now(folder)
    return folder


def _for_now(unwritable: Path) -> Path:
    """A folder for as long as this process lives, for it and those it starts, with what another one has."""
    folder = Path(tempfile.mkdtemp(prefix="branchline-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if unwritable.is_dir():
        shutil.copytree(unwritable, folder, dirs_exist_ok=True)
    os.environ["BRANCHLINE_CACHE"] = str(folder)
    print(f"{unwritable} cannot be written: what is compiled now will be compiled again next time.", file=sys.stderr)
    return folder


RULES_CACHE = cache_folder() / f"engine-{source_hash(RULES)}"
PLANNER_CACHE = cache_folder() / f"planner-{source_hash(RULES + PLANNERS)}"
LEARNER_CACHE = cache_folder() / f"learner-{source_hash(RULES + PLANNERS + LEARNERS)}"


def unpack(shipped: Path, folder: Path) -> None:
    """Take a folder out of a file that was shipped, if it is in there and has not been taken out before."""
    if folder.exists() or not shipped.is_file():
        return
    with ZipFile(shipped) as archive, tempfile.TemporaryDirectory(dir=folder.parent, prefix="unpacking-") as apart:
        names = [name for name in archive.namelist() if name.startswith(f"{folder.name}/")]
        if names:
            archive.extractall(apart, names)
            try:
                (Path(apart) / folder.name).rename(folder)  # whole or not at all
            except OSError:
                assert folder.exists(), f"{folder} cannot be made"  # or else somebody was faster


for _folder in (RULES_CACHE, PLANNER_CACHE):
    unpack(SHIPPED, _folder)


class Locator:
    """Numba's question where the machine code of an entry point is kept, and of which sources it was made."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._module = function.__module__
        parts = self._module.split(".")
        self._folder = {"planner": PLANNER_CACHE, "learner": LEARNER_CACHE}.get(parts[1], RULES_CACHE)
        self._stamp = f"{self._folder.name} {hashlib.sha256(Path(file).read_bytes()).hexdigest()}"

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "Locator":
        """The locator of a function."""
        return cls(function, file)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """What changes when sources change."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """What tells functions of the same name apart."""
        return self._module


NUMBAS_NAME = f"{Locator.__module__}.{Locator.__qualname__}"  # by which Numba finds it
