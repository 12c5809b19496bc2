"""Whole numbers, whoever brings them: Python's, NumPy's, and floats without a fraction."""

from operator import index
from typing import SupportsIndex

import numpy as np

from branchline.errors import BranchlineError, SetupError

Whole = SupportsIndex | float | np.floating


def whole(value: object, what: str, error: type[BranchlineError] = SetupError) -> int:
    """The whole number that a value is; anything else raises a sentence that says what was asked for."""
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return int(value)
    if isinstance(value, SupportsIndex) and not isinstance(value, np.ndarray):
        return index(value)
    raise error(f"{what} is a whole number, not {value!r}")


def place(value: object, count: int, what: str, error: type[BranchlineError] = SetupError) -> int:
    """The same for one of so many, counted from 0."""
    number = whole(value, what, error)
    if not 0 <= number < count:
        raise error(f"{what} is 0 to {count - 1}, not {number}")
    return number
