"""Rows of numbers as one vector of the processor."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
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


def add_weighed(row: Row[float], facts: Row[float], weights: Table[float]) -> None:
    """Add to a row the rows of a table, each times a number."""
    row[:] += np.asarray(facts) @ np.asarray(weights)


@overload(add_weighed, strict=False)
def _add_weighed(row: Any, facts: Any, weights: Any) -> Any:
    return lambda row, facts, weights: _add_weighed_vectors(row, facts, weights)


@as_intrinsic
def _add_weighed_vectors(typing: Any, row: Any, facts: Any, weights: Any) -> Any:
    """The row stays in the processor's registers; to ask which numbers are 0 would take longer than to add nothing."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place, numbers, rows = (_place(context, builder, signature, args, i, UNITS) for i in range(3))
        total, facts = builder.load(place, align=4), builder.load(numbers, align=4)
        for i in range(UNITS):
            index = ir.Constant(ir.IntType(32), i)
            fact = _spread(builder, builder.extract_element(facts, index), UNITS)
            weight = builder.load(builder.gep(rows, [index]), align=4)
            total = builder.fadd(total, builder.fmul(fact, weight))
        builder.store(total, place, align=4)
        return context.get_dummy_value()

    return types.none(row, facts, weights), generate


def sum_weighed(row: Row[float], weights: Row[float], only_positive: bool) -> float:
    """The sum of a row's numbers, each times its weight; negative ones may count as nothing."""
    numbers = np.asarray(row)
    return float((np.maximum(numbers, 0) if only_positive else numbers) @ np.asarray(weights))


@overload(sum_weighed, strict=False)
def _sum_weighed(row: Any, weights: Any, only_positive: Any) -> Any:
    return lambda row, weights, only_positive: _sum_weighed_vectors(row, weights, only_positive)


@as_intrinsic
def _sum_weighed_vectors(typing: Any, row: Any, weights: Any, only_positive: Any) -> Any:
    """Added up in halves, as many at once as are left."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        numbers, weighing = (
            builder.load(_place(context, builder, signature, args, i, UNITS), align=4) for i in range(2)
        )
        none = ir.Constant(numbers.type, [0.0] * UNITS)
        positive = builder.select(builder.fcmp_ordered(">", numbers, none), numbers, none)
        total = builder.fmul(builder.select(args[2], positive, numbers), weighing)
        half = UNITS // 2
        while half:
            low, high = (
                ir.Constant(ir.VectorType(ir.IntType(32), half), list(range(at, at + half))) for at in (0, half)
            )
            empty = ir.Constant(total.type, ir.Undefined)
            total = builder.fadd(builder.shuffle_vector(total, empty, low), builder.shuffle_vector(total, empty, high))
            half //= 2
        return builder.extract_element(total, ir.Constant(ir.IntType(32), 0))

    return types.float32(row, weights, types.boolean), generate


def _place(context: Any, builder: Any, signature: Any, args: Any, i: int, lanes: int) -> Any:
    """Where an argument's numbers are, as vectors."""
    array = context.make_array(signature.args[i])(context, builder, args[i])
    return builder.bitcast(array.data, ir.VectorType(ir.FloatType(), lanes).as_pointer())


def _spread(builder: Any, number: Any, lanes: int) -> Any:
    """A number as a vector."""
    empty = ir.Constant(ir.VectorType(ir.FloatType(), lanes), ir.Undefined)
    one = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes))
