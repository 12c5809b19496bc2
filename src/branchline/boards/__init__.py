"""The boards: cities, routes, tickets and rule fields as data, their loader and their checker."""

from branchline.boards.board import (
    CARDS,
    COLOURS,
    LOCOMOTIVE,
    Board,
    City,
    Festival,
    Option,
    Route,
    RouteKind,
    Rules,
    Ticket,
)
from branchline.boards.check import Problem, check
from branchline.boards.loader import BoardError, load, names, variants

__all__ = [
    "CARDS",
    "COLOURS",
    "LOCOMOTIVE",
    "Board",
    "BoardError",
    "City",
    "Festival",
    "Option",
    "Problem",
    "Route",
    "RouteKind",
    "Rules",
    "Ticket",
    "check",
    "load",
    "names",
    "variants",
]
