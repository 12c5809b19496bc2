"""What greedy works with in the Card Game; it remembers nothing from one choice to the next."""

import numpy as np

from branchline.engine.limits import KINDS, LOCO
from branchline.engine.records import record

PAPER = record(
    [
        ("asked", np.int64, (LOCO,)),  # cards that the tickets ask for
        ("owned", np.int64, (KINDS,)),  # own cards, wherever they are
    ]
)

MEMORY = record([("count", np.int64)])
