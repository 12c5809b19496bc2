"""What a seat sees, as a row of whole numbers with named slices; docs/envs.md lists them.

The row is written by compiled code from the seat's view, in which everything hidden is blank already.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from branchline.boards import AnyBoard
from branchline.kinds import kind_of, packed
from branchline.position import Array, Position
from branchline.whole import Whole, place

VERSION = 1  # goes up when a slice changes its meaning, its place or its size
NUMBER = np.int16


@dataclass(frozen=True)
class Layout:
    """The slices of an observation: each has a name, a place and a shape."""

    shapes: dict[str, tuple[int, ...]]
    version: int = VERSION

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each slice begins and ends."""
        ends = np.cumsum([int(np.prod(shape)) for shape in self.shapes.values()]).tolist()
        return {name: slice(begin, end) for name, begin, end in zip(self.shapes, [0, *ends], ends, strict=False)}

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(int(np.prod(shape)) for shape in self.shapes.values())

    def part(self, observed: Array, name: str) -> Array:
        """One slice of an observation, or of many in rows, in its shape; writing to it writes to the whole."""
        found = observed[..., self.slices[name]]
        return found.reshape(*observed.shape[:-1], *self.shapes[name])


def layout(board: AnyBoard, players: int) -> Layout:
    """The slices of what a seat sees on a board, with so many players."""
    return Layout(kind_of(board).learner.layout(packed(board), players))


def observe(position: Position, seat: Whole | None = None) -> Array:
    """What a seat sees of one position: the seat of whoever is to move, if none is named."""
    from branchline.learner.entries import observe_games

    learner = kind_of(position).learner
    size = Layout(learner.layout(position.board, position.players)).size
    viewer = position.player if seat is None else place(seat, position.players, "a seat")
    out = np.empty((1, size), NUMBER)
    views = np.zeros(1, position.engine.state)
    observe_games(position.states, position.board, views, np.full(1, viewer, np.int64), out)
    row: Array = out[0]
    return row
