"""The records of the Card Game's planner: what it works out of the board, what things weigh, and a plan."""

import numpy as np

from branchline.compiler.typed import Array
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.records import record
from branchline.planner.policy import NET, PAPER

ENDLESS = 400  # turns after which a bot draws no more tickets: to draw and return them might go on for ever

ATLAS = record([("cards", np.float32)])  # train cards in all

# What things weigh, in cards that fit unless said otherwise. The numbers come from many thousands of games.
USUAL: dict[str, float] = {
    "robbery": 1.0,  # a card that another loses
    "wait": 0.1,  # a further card of a row, which comes to the platform later
    "idle": 0.3,  # a card laid that no ticket asks for
    "locomotive": 0.2,  # a locomotive laid
    "lay": 1.0,  # a card that fits, laid
    "least": 2.0,  # what laying must bring
    "plenty": 0.4,  # a card in hand makes laying better
    "pace": 1.3,  # cards that the deck loses in a player's turn
    "need": 1.0,  # a card that the tickets lack, drawn
    "spare": 0.15,  # a card that no ticket asks for, drawn
    "wild": 0.9,  # a locomotive, drawn
    "card": 2.0,  # points that a card still lacking takes off a new ticket
    "hope": 0.8,  # share of the cards to come that may be hoped to fit
    "fail": 0.5,  # of a ticket's points, if more than that is lacking
    "tickets": 1.0,  # what new tickets are worth once all cards are there
    "late": 4.0,  # turns to come below which no tickets are drawn
}

WEIGHTS = record([*NET, *((name, np.float32) for name in USUAL)], in_lines=True)

PLAN = record(
    [
        *PAPER,
        ("lacks", np.int64, (LOCO,)),  # cards that the tickets ask for and that are not laid
        ("use", np.float32, (KINDS,)),  # of one more card in hand
        ("missing", np.int64),  # cards that are neither laid nor in hand, locomotives taken into account
        ("turns", np.float32),  # turns of the player to come after this one
        ("longest", np.int64, (LOCO,)),  # row of each colour that a rival has
        ("robbed", np.int64, (LOCO,)),  # cards of each colour in all rows of rivals
    ],
    in_lines=True,
)


def make_atlas(board: Array) -> Array:
    """An array of one record: what the planner works out of the board."""
    made = np.zeros(1, ATLAS)
    made["cards"] = board["cards"].sum()
    return made


def make_weights(board: Array, **changes: float) -> Array:
    """An array of one record: the usual weights, changed."""
    made = np.zeros(1, WEIGHTS)
    for name, value in (USUAL | changes).items():
        made[name] = value
    return made
