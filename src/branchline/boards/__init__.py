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
from branchline.boards.cardgame import CardGame
from branchline.boards.check import check
from branchline.boards.loader import AnyBoard, load, load_map, names, variants
from branchline.boards.problems import BoardError, Problem

__all__ = [
    "CARDS",
    "COLOURS",
    "LOCOMOTIVE",
    "AnyBoard",
    "Board",
    "BoardError",
    "CardGame",
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
    "load_map",
    "names",
    "variants",
]
