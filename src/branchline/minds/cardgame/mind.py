"""What a planner likes in the Card Game, and what it has in mind."""

from typing import Any

import numpy as np

from branchline.rules.state import KINDS, LOCO, record

# In cards that fit, unless said otherwise. The numbers come from many thousands of games.
LIKES: dict[str, float] = {
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

TASTE = record([(name, np.float32) for name in LIKES])

MIND = record(
    [
        ("lacks", np.int64, (LOCO,)),  # cards that the tickets ask for and that are not laid
        ("use", np.float32, (KINDS,)),  # of one more card in hand
        ("missing", np.int64),  # cards that are neither laid nor in hand, locomotives taken into account
        ("turns", np.float32),  # turns of the player to come after this one
    ]
)


def taste(**changes: float) -> np.ndarray[Any, Any]:
    """An array of one taste: the usual one, changed."""
    made = np.zeros(1, TASTE)
    for name, value in (LIKES | changes).items():
        made[name] = value
    return made
