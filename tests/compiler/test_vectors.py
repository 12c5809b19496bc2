"""Rows as vectors of the processor do what the plain functions beside them do."""

from typing import Any

import numba
import numpy as np
import pytest

from branchline.compiler.typed import Array
from branchline.compiler.vectors import UNITS, add_weighed, rated


def work(row: Array, facts: Array, weights: Array, straight: Array, out: Array, width: int) -> float:
    add_weighed(row, facts, weights, width)
    return rated(row, facts, weights, straight, out, width)


@pytest.mark.parametrize("width", [1, 8, 15, UNITS])
def test_a_layer_of_a_network_is_what_numpy_says(width: int) -> None:
    chance = np.random.default_rng(3)
    row, facts, straight, out = (chance.normal(size=UNITS).astype(np.float32) for _ in range(4))
    facts[::3] = facts[width:] = 0
    weights = chance.normal(size=(UNITS, UNITS)).astype(np.float32)
    plain = row.copy()
    expected = work(plain, facts, weights, straight, out, width)
    compiled: Any = numba.njit(work)
    assert compiled(row, facts, weights, straight, out, width) == pytest.approx(expected, rel=1e-4)
    np.testing.assert_allclose(row, plain, rtol=1e-4)
