"""How thinking is compiled: like the rules, with a cache of its own, so that neither makes the other stale."""

import hashlib
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from branchline.rules.jit import CACHE_FOLDER, F, compiled
from branchline.rules.jit import source_hash as rules_hash
from branchline.rules.state import CITIES

__all__ = ["FOLDER", "compiled", "shorten", "thought"]


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


def shorten(row: np.ndarray, other: np.ndarray, more: float) -> None:
    """Lower the numbers of a row of distances to those of another with a step more, where these are less."""
    np.minimum(row, other + more, out=row)


@overload(shorten, strict=False)
def _shorten(row: Any, other: Any, more: Any) -> Any:
    return lambda row, other, more: _shorten_vector(row, other, np.float32(more))


@intrinsic
def _shorten_vector(typing: Any, row: Any, other: Any, more: Any) -> Any:
    """The whole row as one vector: as a loop it is not always recognised as such, and takes several times as long."""
    floats, lanes = ir.VectorType(ir.FloatType(), CITIES), ir.VectorType(ir.IntType(32), CITIES)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        places = [
            builder.bitcast(context.make_array(kind)(context, builder, array).data, floats.as_pointer())
            for kind, array in zip(signature.args[:2], args[:2], strict=True)
        ]
        old, ways = (builder.load(place, align=4) for place in places)
        empty = ir.Constant(floats, ir.Undefined)
        steps = builder.insert_element(empty, args[2], ir.Constant(ir.IntType(32), 0))
        ways = builder.fadd(ways, builder.shuffle_vector(steps, empty, ir.Constant(lanes, [0] * CITIES)))
        builder.store(builder.select(builder.fcmp_ordered("<", ways, old), ways, old), places[0], align=4)
        return context.get_dummy_value()

    return types.none(row, other, types.float32), generate
