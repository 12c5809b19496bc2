"""How a record is laid out."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """An aligned record whose fields read as attributes, compiled or not."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))
