"""Full games that agree with a view, by what the viewer believes of rivals."""

from branchline.compiler.decorators import compiled
from branchline.compiler.typed import Table, int64
from branchline.engine import steps
from branchline.engine.record_types import Board, State, Stream
from branchline.planner.kind import believe


@compiled
def determinize(s: State, b: Board, view: State, belief: Table[float], g: Stream) -> None:
    """Fill a copy of a view with hidden cards and tickets that agree with it, likely tickets coming up more often."""
    steps.determinize(s, b, int64(view.player), g)
    believe(s, b, view, belief, g)
