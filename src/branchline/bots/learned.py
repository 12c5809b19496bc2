"""The learned weights as data: those that are shipped, by board, and those of boards of one's own."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from branchline.compiler.cache import cache_folder
from branchline.compiler.typed import Array
from branchline.planner.policy import NET

FOLDER = Path(__file__).with_name("learned")
FIELDS = tuple(name for name, *_ in NET if name != "learned")


def take_in(weights: Array, board: Array, akin: str) -> Array:
    """Give players the learned weights for a board: its own, or those shipped for boards like it, if there are any."""
    net = learned_for(board, akin)
    return with_net(weights, net) if net else weights


def learned_for(board: Array, akin: str) -> dict[str, Array]:
    """The learned weights for a board, if there are any."""
    return read(own_file(board)) or read(FOLDER / f"{akin}.npz")


def with_net(weights: Array, net: Mapping[str, Array]) -> Array:
    """Give players learned weights."""
    weights["learned"] = True
    for field in FIELDS:
        weights[field] = net[field]
    return weights


@lru_cache(32)
def read(file: Path) -> dict[str, Array]:
    """The learned weights in a file; none if there is no such file."""
    if not file.is_file():
        return {}
    with np.load(file) as stored:
        return {field: stored[field].astype(np.float32) for field in FIELDS}


def write(file: Path, net: Mapping[str, Array]) -> None:
    """Keep learned weights, each rounded to two bytes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    rounded: dict[str, Any] = {field: net[field].astype(np.float16) for field in FIELDS}
    np.savez_compressed(file, **rounded)
    read.cache_clear()


def own_file(board: Array) -> Path:
    """Where weights are kept that were learned here for a board."""
    return cache_folder() / "learned" / f"{hashlib.sha256(board.tobytes()).hexdigest()[:16]}.npz"
