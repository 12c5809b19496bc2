"""How legal moves are listed: by their numbers, one after the other, or each by a mark in its place."""

from branchline.compiler.decorators import inlined
from branchline.compiler.typed import Row

NUMBERS, MARKS = False, True


@inlined
def put(out: Row[int], n: int, move: int, marks: bool) -> None:
    """Write the number of a move after n others, or mark the move."""
    out[move if marks else n] = 1 if marks else move
