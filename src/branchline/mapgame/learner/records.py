"""What greedy works with on a map: paper to find ways on, and what it remembers from one choice to the next."""

import numpy as np

from branchline.engine.limits import KINDS
from branchline.engine.records import record
from branchline.mapgame.limits import CITIES, OFFER, ROUTES

PAPER = record(
    [
        ("cost", np.int64, (ROUTES,)),  # trains that each route costs: 0 an own one, CLOSED what cannot be claimed
        ("trains", np.int64, (CITIES,)),  # that the way to each city takes
        ("by", np.int64, (CITIES,)),  # the route by which it comes there
        ("way", np.int64, (CITIES,)),  # the routes of the way found last, from its end
        ("length", np.int64),  # how many those are
        ("best_way", np.int64, (CITIES,)),
        ("best_length", np.int64),
        ("payment", np.int64, (KINDS,)),
        ("use", np.float64, (KINDS,)),  # of one more card of each kind
        ("offered", np.int64, (OFFER,)),
    ]
)

MEMORY = record(
    [
        ("owned", np.uint64, (2,)),  # what the routes wanted were last worked out of
        ("open", np.uint64, (2,)),
        ("tickets", np.uint64, (2,)),
        ("trains", np.int64),
        ("wanted", np.int16, (ROUTES,)),  # routes that the unfinished tickets still need
        ("marked", np.uint64, (2,)),  # the same as a mask
        ("count", np.int64),
    ]
)
