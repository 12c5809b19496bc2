"""The fields of the records in cardgame/learner, as the type checker sees them: written by tools/record_types.py."""

from __future__ import annotations

from typing import Protocol

from branchline.compiler.typed import Row


class Paper(Protocol):
    asked: Row[int]
    owned: Row[int]


class Memory(Protocol):
    count: int
