"""Rows of numbers as one vector of the processor."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import overload

from branchline.compiler.decorators import as_intrinsic
from branchline.compiler.typed import Row

LANES = 64  # numbers of a row


def shorten(row: Row[float], other: Row[float], more: float) -> None:
    """Lower the numbers of a row of distances to those of another with a step more, where these are less."""
    row[:] = np.minimum(np.asarray(row), np.asarray(other) + more)


@overload(shorten, strict=False)
def _shorten(row: Any, other: Any, more: Any) -> Any:
    return lambda row, other, more: _shorten_vector(row, other, np.float32(more))


@as_intrinsic
def _shorten_vector(typing: Any, row: Any, other: Any, more: Any) -> Any:
    """The whole row as one vector: as a loop it is not always recognised as such, and takes several times as long."""
    floats, lanes = ir.VectorType(ir.FloatType(), LANES), ir.VectorType(ir.IntType(32), LANES)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        places = [
            builder.bitcast(context.make_array(kind)(context, builder, array).data, floats.as_pointer())
            for kind, array in zip(signature.args[:2], args[:2], strict=True)
        ]
        old, other_row = (builder.load(place, align=4) for place in places)
        empty = ir.Constant(floats, ir.Undefined)
        steps = builder.insert_element(empty, args[2], ir.Constant(ir.IntType(32), 0))
        longer = builder.fadd(other_row, builder.shuffle_vector(steps, empty, ir.Constant(lanes, [0] * LANES)))
        builder.store(builder.select(builder.fcmp_ordered("<", longer, old), longer, old), places[0], align=4)
        return context.get_dummy_value()

    return types.none(row, other, types.float32), generate
