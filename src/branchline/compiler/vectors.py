"""Rows of numbers as one vector of the processor."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import overload

from branchline.compiler.decorators import as_intrinsic
from branchline.compiler.typed import Row, Table

LANES = 64  # numbers of a row of distances
UNITS = 32  # numbers of a row of a network


def shorten(row: Row[float], other: Row[float], more: float) -> None:
    """Lower the numbers of a row of distances to those of another with a step more, where these are less."""
    row[:] = np.minimum(np.asarray(row), np.asarray(other) + more)


@overload(shorten, strict=False)
def _shorten(row: Any, other: Any, more: Any) -> Any:
    return lambda row, other, more: _shorten_vector(row, other, np.float32(more))


@as_intrinsic
def _shorten_vector(typing: Any, row: Any, other: Any, more: Any) -> Any:
    """The whole row as one vector: as a loop it is not always recognised as such, and takes several times as long."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        places = [_place(context, builder, signature, args, i, LANES) for i in range(2)]
        old, other_row = (builder.load(place, align=4) for place in places)
        longer = builder.fadd(other_row, _spread(builder, args[2], LANES))
        builder.store(builder.select(builder.fcmp_ordered("<", longer, old), longer, old), places[0], align=4)
        return context.get_dummy_value()

    return types.none(row, other, types.float32), generate


def add_weighed(row: Row[float], facts: Row[float], weights: Table[float], width: int) -> None:
    """Add to a row the first rows of a table, each times a number; the numbers after these are 0."""
    row[:] += np.asarray(facts)[:width] @ np.asarray(weights)[:width]


@overload(add_weighed, strict=False)
def _add_weighed(row: Any, facts: Any, weights: Any, width: Any) -> Any:
    return lambda row, facts, weights, width: _add_weighed_vectors(row, facts, weights, np.int64(width))


@as_intrinsic
def _add_weighed_vectors(typing: Any, row: Any, facts: Any, weights: Any, width: Any) -> Any:
    """The row stays in the processor's registers; to ask which numbers are 0 would take longer than to add nothing."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place, numbers, rows = (_place(context, builder, signature, args, i, UNITS) for i in range(3))
        builder.store(_weighed(builder, builder.load(place, align=4), numbers, rows, args[3]), place, align=4)
        return context.get_dummy_value()

    return types.none(row, facts, weights, types.int64), generate


def rated(
    common: Row[float], facts: Row[float], weights: Table[float], straight: Row[float], out: Row[float], width: int
) -> float:
    """What a layer of a network, which begins with a row, makes of some numbers, and what these count for straight."""
    first = np.asarray(facts)[:width]
    units = np.asarray(common) + first @ np.asarray(weights)[:width]
    return float(np.maximum(units, 0) @ np.asarray(out) + first @ np.asarray(straight)[:width])


@overload(rated, strict=False)
def _rated(common: Any, facts: Any, weights: Any, straight: Any, out: Any, width: Any) -> Any:
    return lambda common, facts, weights, straight, out, width: _rated_vectors(
        common, facts, weights, straight, out, np.int64(width)
    )


@as_intrinsic
def _rated_vectors(typing: Any, common: Any, facts: Any, weights: Any, straight: Any, out: Any, width: Any) -> Any:
    """All in registers, and added up in halves, as many at once as are left."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        begin, numbers, rows, direct, last = (_place(context, builder, signature, args, i, UNITS) for i in range(5))
        units = _weighed(builder, builder.load(begin, align=4), numbers, rows, args[5])
        none = ir.Constant(units.type, [0.0] * UNITS)
        positive = builder.select(builder.fcmp_ordered(">", units, none), units, none)
        total = builder.fmul(builder.load(numbers, align=4), builder.load(direct, align=4))
        total = _times_and_add(builder, positive, builder.load(last, align=4), total)
        half = UNITS // 2
        while half:
            low, high = (
                ir.Constant(ir.VectorType(ir.IntType(32), half), list(range(at, at + half))) for at in (0, half)
            )
            empty = ir.Constant(total.type, ir.Undefined)
            total = builder.fadd(builder.shuffle_vector(total, empty, low), builder.shuffle_vector(total, empty, high))
            half //= 2
        return builder.extract_element(total, ir.Constant(ir.IntType(32), 0))

    return types.float32(common, facts, weights, straight, out, types.int64), generate


def _weighed(builder: Any, begin: Any, numbers: Any, rows: Any, width: Any) -> Any:
    """A vector and so many rows, each times a number; two sums, so that none waits for the one before."""
    singles = builder.bitcast(numbers, ir.FloatType().as_pointer())
    sums = [cgutils.alloca_once_value(builder, value) for value in (begin, ir.Constant(begin.type, [0.0] * UNITS))]
    pairs = builder.ashr(builder.add(width, width.type(1)), width.type(1))
    with cgutils.for_range(builder, pairs) as loop:
        for k, total in enumerate(sums):
            at = builder.add(builder.shl(loop.index, width.type(1)), width.type(k))
            fact = _spread(builder, builder.load(builder.gep(singles, [at]), align=4), UNITS)
            weight = builder.load(builder.gep(rows, [at]), align=4)
            builder.store(_times_and_add(builder, fact, weight, builder.load(total)), total)
    return builder.fadd(*map(builder.load, sums))


def _times_and_add(builder: Any, one: Any, other: Any, more: Any) -> Any:
    """One times another plus more: one step where the processor has it."""
    name = f"llvm.fmuladd.v{UNITS}f32"
    kind = ir.FunctionType(more.type, [more.type] * 3)
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [one, other, more])


def _place(context: Any, builder: Any, signature: Any, args: Any, i: int, lanes: int) -> Any:
    """Where an argument's numbers are, as vectors."""
    array = context.make_array(signature.args[i])(context, builder, args[i])
    return builder.bitcast(array.data, ir.VectorType(ir.FloatType(), lanes).as_pointer())


def _spread(builder: Any, number: Any, lanes: int) -> Any:
    """A number as a vector."""
    empty = ir.Constant(ir.VectorType(ir.FloatType(), lanes), ir.Undefined)
    one = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes))
