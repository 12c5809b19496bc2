"""The boards: cities, routes, tickets and rule fields as data, and how one is loaded."""

from branchline.boardfile.board import AnyBoard
from branchline.boardfile.problems import BoardError, Problem
from branchline.boards.loader import (
    carried,
    check,
    fingerprint,
    load,
    load_map,
    load_shipped,
    loads,
    names,
    text,
    variants,
)

__all__ = [
    "AnyBoard",
    "BoardError",
    "Problem",
    "carried",
    "check",
    "fingerprint",
    "load",
    "load_map",
    "load_shipped",
    "loads",
    "names",
    "text",
    "variants",
]
