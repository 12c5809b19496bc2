"""Bits of masks and small tables, compiled and plain."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.numpy_support import carray

from branchline.compiler.decorators import as_intrinsic, compiled
from branchline.compiler.target import features
from branchline.compiler.typed import Row


@as_intrinsic
def _ctpop(typing: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@as_intrinsic
def _cttz(typing: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(types.uint64), generate


@as_intrinsic
def _load_word(typing: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        word = builder.load(builder.bitcast(data, ir.IntType(64).as_pointer()))
        word.align = 1
        return word

    return types.uint64(array), generate


def first_bytes(array: Row[int]) -> np.uint64:
    """The first eight numbers of an array of int8 as the bytes of one word."""
    return np.uint64(int.from_bytes(np.asarray(array)[:8].tobytes(), "little"))


def add_to_first_bytes(array: Row[int], word: np.uint64) -> None:
    """Add a word to the first eight numbers of an array of int8, byte by byte if no sum overflows."""
    with np.errstate(over="ignore"):
        array[:8] = np.frombuffer((first_bytes(array) + word).tobytes(), np.int8)


@as_intrinsic
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


def _stack(element: Any) -> Any:
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
    return lambda rows, columns: carray(_stack_int8(rows, columns), (rows, columns))


@overload(small_masks, strict=False, prefer_literal=True, inline="always")
def _small_masks(rows: Any, columns: Any) -> Any:
    return lambda rows, columns: carray(_stack_uint64(rows, columns), (rows, columns))


@compiled
def bit(i: int) -> np.uint64:
    """The mask of element i within its word."""
    return np.uint64(1) << np.uint64(i & 63)


@as_intrinsic
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
    if "+bmi2" in features().split(","):
        return lambda mask, n: _cttz(_pdep(np.uint64(1) << np.uint64(n), np.uint64(mask)))
    return nth_bit
