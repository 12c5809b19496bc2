"""The fields of the records in cardgame/planner, as the type checker sees them: written by tools/record_types.py."""

from __future__ import annotations

from typing import Protocol

from branchline.compiler.typed import Row, Table


class Atlas(Protocol):
    cards: float


class Weights(Protocol):
    by_position: Table[float]
    by_move: Table[float]
    straight: Table[float]
    out: Table[float]
    caution: Row[float]
    learned: bool
    robbery: float
    wait: float
    idle: float
    locomotive: float
    lay: float
    least: float
    plenty: float
    pace: float
    need: float
    spare: float
    wild: float
    card: float
    hope: float
    fail: float
    tickets: float
    late: float


class Plan(Protocol):
    features: Table[float]
    position: Row[float]
    common: Row[float]
    ratings: Row[float]
    moves: Row[int]
    decision: int
    width: int
    lacks: Row[int]
    use: Row[float]
    missing: int
    turns: float
    longest: Row[int]
    robbed: Row[int]
