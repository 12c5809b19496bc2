"""The fields that records of every kind of game have, as the type checker sees them."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from branchline.compiler.typed import Row


class State(Protocol):
    """A game in progress."""

    phase: int
    player: int
    players: int
    turn: int
    turns_left: int
    hand_size: Row[int]


class Board(Protocol):
    """The facts of what is played on."""


class Moves(Protocol):
    """The legal moves of a player."""

    count: int


class Result(Protocol):
    """The score."""

    total: Row[int]
    completed: Row[int]
    place: Row[int]


class Stream(Protocol):
    """A random stream."""

    word: np.uint64
