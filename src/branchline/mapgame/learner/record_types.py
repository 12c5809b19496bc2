"""The fields of the records in mapgame/learner, as the type checker sees them: written by tools/record_types.py."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from branchline.compiler.typed import Row


class Paper(Protocol):
    cost: Row[int]
    trains: Row[int]
    by: Row[int]
    way: Row[int]
    length: int
    best_way: Row[int]
    best_length: int
    payment: Row[int]
    use: Row[float]
    offered: Row[int]


class Memory(Protocol):
    owned: Row[np.uint64]
    open: Row[np.uint64]
    tickets: Row[np.uint64]
    trains: int
    wanted: Row[int]
    marked: Row[np.uint64]
    count: int
