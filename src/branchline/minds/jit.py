"""How thinking is compiled: like the rules, with a cache of its own, so that neither makes the other stale."""

import hashlib
from pathlib import Path
from typing import Any

import numba

from branchline.rules.jit import CACHE_FOLDER, F, compiled
from branchline.rules.jit import source_hash as rules_hash

__all__ = ["FOLDER", "compiled", "thought"]


def source_hash() -> str:
    """A short hash of the sources of the rules and of this package."""
    digest = hashlib.sha256(rules_hash().encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


FOLDER = CACHE_FOLDER.parent / f"minds-{source_hash()}"


def thought(function: F) -> F:
    """Compile a function that Python calls, and keep the machine code in this package's cache folder."""
    others = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(FOLDER)
    try:
        made: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        return made
    finally:
        numba.config.CACHE_DIR = others
