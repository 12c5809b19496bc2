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

from branchline.rules.linking import RuleCompiler

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
RULE: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(function: F) -> F:
    """Compile a rule; it is reached from Python only through an entry point."""
    made: Any = numba.njit(pipeline_class=RuleCompiler, **RULE)(function)
    return made


def inlined(function: F) -> F:
    """Compile a rule into its callers: on the path of every move a call costs as much as the work."""
    made: Any = numba.njit(pipeline_class=RuleCompiler, forceinline=True, **RULE)(function)
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


@intrinsic
def _load_word(typing: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        word = builder.load(builder.bitcast(data, ir.IntType(64).as_pointer()))
        word.align = 1
        return word

    return types.uint64(array), generate


def first_bytes(array: np.ndarray) -> np.uint64:
    """The first eight numbers of an array of int8 as the bytes of one word."""
    return np.uint64(int.from_bytes(array[:8].tobytes(), "little"))


def add_to_first_bytes(array: np.ndarray, word: np.uint64) -> None:
    """Add a word to the first eight numbers of an array of int8, byte by byte if no sum overflows."""
    with np.errstate(over="ignore"):
        array[:8] = np.frombuffer((first_bytes(array) + word).tobytes(), np.int8)


@intrinsic
def _add_word(typing: Any, array: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(data, ir.IntType(64).as_pointer())
        old = builder.load(place)
        old.align = 1
        builder.store(builder.add(old, args[1]), place, align=1)
        return context.get_dummy_value()

    return types.none(array, types.uint64), generate


@overload(add_to_first_bytes, strict=False)
def _add_to_first_bytes(array: Any, word: Any) -> Any:
    return lambda array, word: _add_word(array, np.uint64(word))


@overload(first_bytes, strict=False)
def _first_bytes(array: Any) -> Any:
    return lambda array: _load_word(array)


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


def _stack(element: types.Integer) -> Any:
    """An intrinsic that reserves zeroed memory on the stack for rows × columns elements, both literal numbers."""

    @intrinsic(prefer_literal=True)
    def reserve(typing: Any, rows: Any, columns: Any) -> Any:
        if not isinstance(rows, types.IntegerLiteral) or not isinstance(columns, types.IntegerLiteral):
            return None
        n = rows.literal_value * columns.literal_value

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            size = ir.Constant(ir.IntType(64), n)
            memory = cgutils.alloca_once(builder, context.get_data_type(element), size=size)
            cgutils.memset(builder, memory, ir.Constant(ir.IntType(64), n * element.bitwidth // 8), 0)
            return memory

        return types.CPointer(element)(rows, columns), generate

    return reserve


_stack_int8, _stack_uint64 = _stack(types.int8), _stack(types.uint64)


def small_numbers(rows: int, columns: int) -> Any:
    """A small table of int8 zeros that lives as long as the calling rule: the heap would cost more than the work."""
    return np.zeros((rows, columns), np.int8)


def small_masks(rows: int, columns: int) -> Any:
    """A small table of empty masks that lives as long as the calling rule."""
    return np.zeros((rows, columns), np.uint64)


@overload(small_numbers, strict=False, prefer_literal=True, inline="always")
def _small_numbers(rows: Any, columns: Any) -> Any:
    return lambda rows, columns: numba.carray(_stack_int8(rows, columns), (rows, columns))


@overload(small_masks, strict=False, prefer_literal=True, inline="always")
def _small_masks(rows: Any, columns: Any) -> Any:
    return lambda rows, columns: numba.carray(_stack_uint64(rows, columns), (rows, columns))


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
