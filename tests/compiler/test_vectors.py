"""Rows as vectors of the processor do what the plain functions beside them do."""

from typing import Any

import numba
import numpy as np
import pytest

from branchline.compiler.typed import Array
from branchline.compiler.vectors import UNITS, add_weighed, sum_weighed


def work(row: Array, facts: Array, weights: Array) -> float:
    add_weighed(row, facts, weights)
    return sum_weighed(row, facts, True) + 1000 * sum_weighed(row, facts, False)


def test_a_layer_of_a_network_is_what_numpy_says() -> None:
    chance = np.random.default_rng(3)
    row, facts = (chance.normal(size=UNITS).astype(np.float32) for _ in range(2))
    facts[::3] = 0
    weights = chance.normal(size=(UNITS, UNITS)).astype(np.float32)
    plain = row.copy()
    add_weighed(plain, facts, weights)
    expected = sum_weighed(plain, facts, True) + 1000 * sum_weighed(plain, facts, False)
    compiled: Any = numba.njit(work)
    assert compiled(row, facts, weights) == pytest.approx(expected, rel=1e-4)
    np.testing.assert_allclose(row, plain, rtol=1e-4)
    assert sum_weighed(plain, facts, True) != sum_weighed(plain, facts, False)
