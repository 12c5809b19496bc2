"""The fields of the records in mapgame/planner, as the type checker sees them: written by tools/record_types.py."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from branchline.compiler.typed import Row, Table


class Atlas(Protocol):
    degree: Row[int]
    to: Table[int]
    by: Table[int]
    order: Row[int]
    remaining: Row[int]
    neighbour: Table[int]
    least_kept: Row[int]


class Weights(Protocol):
    by_position: Table[float]
    by_move: Table[float]
    straight: Table[float]
    out: Table[float]
    caution: Row[float]
    learned: bool
    claim: float
    card: float
    worth: float
    held: float
    coloured: float
    shown: float
    contested: float
    tunnel: float
    symbol: float
    toll: float
    least: float
    completed: float
    share: float
    tempo: float
    draw: float
    spare: float
    need: float
    near: float
    grey: float
    lack: float
    blind: float
    extra: float
    wild: float
    swap: float
    symbols: float
    planned: float
    points: float
    risk: float
    beyond: float
    patience: float
    conflict: float
    locomotive: float
    waste: float
    plenty: float
    path: float
    pace: float
    haste: float
    late: float
    fitting: float
    catch: float
    slack: float
    hope: float
    fresh: float


class Plan(Protocol):
    distances: Table[float]
    features: Table[float]
    position: Row[float]
    common: Row[float]
    ratings: Row[float]
    moves: Row[int]
    decision: int
    width: int
    player: int
    wanted: Row[np.uint64]
    tickets: Row[np.uint64]
    given_up: Row[np.uint64]
    visited: np.uint64
    own_cities: np.uint64
    cost: Row[float]
    use: Row[float]
    demand: Row[int]
    held: Row[int]
    trains: int
    claims: int
    asked: Row[int]
    symbols: int
    hand_size: int
    is_made: bool
    is_late: bool
    draw_value: float
    draw_most: float
    prospect: float
    path_routes: Table[np.uint64]
    paths: Row[int]
    path: int
    rival_path: int
    parts: Row[np.uint64]
    n_parts: int
