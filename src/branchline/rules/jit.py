"""How the rules are compiled: one decorator for functions, one for entry points, and bits of masks."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

F = TypeVar("F", bound=Callable[..., Any])


def source_hash() -> str:
    """A short hash of the engine's own sources; the cache of compiled code is keyed by it."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept between runs; `BRANCHLINE_CACHE` moves it."""
    base = os.environ.get("BRANCHLINE_CACHE")
    if base is None:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        base = str(Path(base) / "branchline")
    return Path(base) / f"engine-{source_hash()}"


CACHE_FOLDER = cache_folder()


def compiled(function: F) -> F:
    """Compile a rule; it is reached from Python only through an entry point."""
    made: Any = numba.njit(nogil=True, error_model="numpy")(function)
    return made


def inlined(function: F) -> F:
    """Compile a rule into its callers: on the path of every move a call costs as much as the work."""
    made: Any = numba.njit(inline="always", nogil=True, error_model="numpy")(function)
    return made


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep the machine code in the cache folder."""
    others = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        made: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        return made
    finally:
        numba.config.CACHE_DIR = others


@intrinsic
def _ctpop(typing: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@intrinsic
def _cttz(typing: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(types.uint64), generate


def popcount(x: np.uint64) -> int:
    """How many bits are set."""
    return int(x).bit_count()


def lowest_bit(x: np.uint64) -> int:
    """The index of the lowest set bit of a mask that is not empty."""
    return (int(x) & -int(x)).bit_length() - 1


@overload(popcount, strict=False)
def _popcount(x: Any) -> Any:
    return lambda x: _ctpop(np.uint64(x))


@overload(lowest_bit, strict=False)
def _lowest_bit(x: Any) -> Any:
    return lambda x: _cttz(np.uint64(x))


@compiled
def bit(i: int) -> np.uint64:
    """The mask of element i within its word."""
    return np.uint64(1) << np.uint64(i & 63)


@intrinsic
def _pdep(typing: Any, source: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
        return builder.call(deposit, args)

    return types.uint64(types.uint64, types.uint64), generate


def nth_bit(mask: np.uint64, n: int) -> int:
    """The index of the n-th set bit, counted from 0."""
    for _ in range(n):
        mask &= mask - np.uint64(1)
    return lowest_bit(mask)


@overload(nth_bit, strict=False)
def _nth_bit(mask: Any, n: Any) -> Any:
    if llvmlite.binding.get_host_cpu_features().get("bmi2"):
        return lambda mask, n: _cttz(_pdep(np.uint64(1) << np.uint64(n), np.uint64(mask)))
    return nth_bit
