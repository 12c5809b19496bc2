"""The end of a Card Game, as people describe it: what cannot be is refused, the rest is a position to score."""

from collections.abc import Sequence

import numpy as np

from branchline.cardgame.names import CardNames
from branchline.count import CountError, Ending, checked_tickets
from branchline.engine.phases import OVER
from branchline.position import Array, Engine, Position


def end_position(engine: Engine, names: CardNames, record: Array, endings: Sequence[Ending]) -> Position:
    """The position in which a game ended: whose tickets are completed, and whose are not."""
    checked_tickets(endings, list(names.tickets))
    states = np.zeros(1, engine.state)
    s = states[0]
    s["phase"], s["players"] = OVER, len(endings)
    for p, ending in enumerate(endings):
        if missing := set(ending.done) - set(ending.tickets):
            wrong = f"{ending.name} has completed tickets that are not among the tickets kept: {sorted(missing)}"
            raise CountError("ticket", wrong, player=ending.name, ticket=min(missing))
        done = sum(1 << t for t in set(ending.done))
        s["done"][p] = done
        s["tickets"][p] = sum(1 << t for t in set(ending.tickets)) & ~done
    return Position(engine, record, states)
