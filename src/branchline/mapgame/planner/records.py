"""The records of the planner: a board as the planner reads it, what things weigh, and a plan."""

import numpy as np

from branchline.compiler.typed import Array, float32
from branchline.engine.limits import KINDS
from branchline.engine.records import record
from branchline.mapgame.limits import CITIES, CLAIMS, NEIGHBOURS, OFFER, PLAYERS, ROUTES
from branchline.planner.policy import NET, PAPER

FAR = float32(1e6)  # the cost of a way that is closed
OWN = float32(0.01)  # the cost of an own route: a little, so that no way goes in circles

ATLAS = record(
    [
        ("degree", np.int64, (CITIES,)),
        ("to", np.int64, (CITIES, NEIGHBOURS)),  # the city at the other end
        ("by", np.int64, (CITIES, NEIGHBOURS)),  # the route that leads there
        ("order", np.int64, (CITIES,)),  # in which cities are taken off the map to measure it
        ("remaining", np.int64, (CITIES,)),  # how many neighbours each has then
        ("neighbour", np.int64, (CITIES, CITIES)),  # and which
        ("least_kept", np.int64, (OFFER + 1,)),  # of so many tickets drawn
    ]
)

# What things weigh, in points unless said otherwise. The numbers come from many thousands of games.
USUAL: dict[str, float] = {
    # What a route costs when ways are compared
    "claim": 2.0,  # the turn of claiming it
    "card": 1.0,  # each card
    "worth": 0.6,  # off for each point that it scores
    "held": 0.3,  # off for each card of its colour in hand
    "coloured": 0.0,  # more for each card of its one colour that is missing
    "shown": 0.5,  # a card of it in the display counts as so much of one in hand there
    "contested": 0.5,  # for each end where a rival has been
    "tunnel": 1.0,
    "symbol": 0.7,  # each locomotive that it asks for
    "toll": 0.5,  # each token
    "least": 0.3,  # no open route costs less
    # Tickets
    "completed": 1.0,  # a point of a ticket in an offer, for the way to it
    "share": 0.9,  # of the trains that tickets may be planned for
    "tempo": 4.0,  # a turn spent on new tickets
    "draw": 1.0,  # a point that new tickets are expected to bring
    "spare": 10.0,  # trains beyond the plan without which no tickets are drawn
    # Cards
    "need": 12.0,  # a card that the plan asks for; the next two and `symbols` are shares of it
    "near": 0.3,  # how few are missing
    "grey": 0.3,  # a card for a grey route
    "lack": 0.05,  # more for each further card of its kind that is missing
    "blind": 0.9,  # a card from the deck, times what it is worth on average
    "extra": 0.25,  # a card for a route beyond the plan, a point of it
    "wild": 1.3,  # a locomotive, times the best card
    "swap": 1.0,  # any card, while locomotives are missing for which several cards may stand
    "symbols": 1.5,  # a locomotive that a route of the plan asks for
    # Claims
    "planned": 6.0,  # a route of the plan
    "points": 0.3,  # a point of it
    "risk": 1.0,  # each end of it where a rival has been
    "beyond": 1.0,  # a point of a route beyond the plan
    "patience": 4.0,  # what a route beyond the plan must bring
    "conflict": 1.5,  # a card that the plan needs elsewhere
    "locomotive": 1.0,  # a locomotive spent
    "waste": 0.2,  # a card that nothing needs, spent in an exchange
    "plenty": 0.15,  # a card in hand makes any claim better
    "path": 1.0,  # a route that makes the own network longer, where the longest path counts
    # The end
    "pace": 3.5,  # trains a claim is expected to place
    "haste": 2.5,  # turns left below which points come first
    "late": 6.0,  # turns left below which tickets without the time for them are given up
    "fitting": 0.5,  # share of the cards without other use that will do for grey routes
    "catch": 1.4,  # cards of the right kind that a turn brings
    "slack": 1.2,  # turns that a network may take for each that is left
    "hope": 10.0,  # the same for one with a new ticket
    "fresh": 100.0,  # cards come or gone after which a plan is made anew
}

WEIGHTS = record([*NET, *((name, np.float32) for name in USUAL)], in_lines=True)

PLAN = record(
    [
        ("distances", np.float32, (CITIES, CITIES)),  # the cost of the cheapest way between any two cities
        *PAPER,
        ("player", np.int64),
        ("wanted", np.uint64, (2,)),  # routes of the plan
        ("tickets", np.uint64, (2,)),  # the tickets that it was made for
        ("given_up", np.uint64, (2,)),  # those of them without a way
        ("visited", np.uint64),  # cities where rivals have been
        ("own_cities", np.uint64),
        ("cost", np.float32, (ROUTES,)),
        ("use", np.float32, (KINDS,)),  # of one more card of each kind
        ("demand", np.int64, (KINDS,)),  # cards that the plan asks for
        ("held", np.int64, (KINDS,)),  # cards in hand and in the payment under way
        ("trains", np.int64),  # that the plan still needs
        ("claims", np.int64),  # that it will take
        ("asked", np.int64, (KINDS,)),  # its cards of each colour, the last for grey routes
        ("symbols", np.int64),  # its locomotives
        ("hand_size", np.int64),  # when it was made
        ("is_made", np.bool_),
        ("is_late", np.bool_),  # whether it was made near the end
        ("draw_value", np.float32),  # what new tickets are expected to bring; FAR: not worked out
        ("draw_most", np.float32),  # what they bring at most; the same
        ("prospect", np.float32),  # what they bring in the turns that are left; the same
        ("path_routes", np.uint64, (PLAYERS, 2)),  # the routes by which paths were measured
        ("paths", np.int64, (PLAYERS,)),  # the longest of each player
        ("path", np.int64),  # the longest of the own routes
        ("rival_path", np.int64),  # and of the best rival's
        ("parts", np.uint64, (CLAIMS + 1,)),  # of the own network, each as its cities
        ("n_parts", np.int64),
    ],
    in_lines=True,
)


def make_atlas(board: Array) -> Array:
    """The neighbours of every city, and how many tickets must be kept, from a board's record."""
    made = np.zeros(1, ATLAS)
    a, b = made[0], board[0]
    for drawn, subsets in enumerate(b.draw_subsets):
        a.least_kept[drawn] = min(subset.bit_count() for subset in range(1 << OFFER) if int(subsets) >> subset & 1)
    near: dict[int, set[int]] = {city: set() for city in range(b.n_cities)}
    for route in range(b.n_routes):
        ends = int(b.route_a[route]), int(b.route_b[route])
        for here, there in (ends, ends[::-1]):
            a.to[here, a.degree[here]] = there
            a.by[here, a.degree[here]] = route
            a.degree[here] += 1
            near[here].add(there)
    for i in range(b.n_cities):
        city = min(near, key=lambda city: len(near[city]))
        left = near.pop(city)
        a.order[i], a.remaining[city] = city, len(left)
        a.neighbour[city, : len(left)] = sorted(left)
        for other in left:
            near[other] = (near[other] | left) - {city, other}
    return made
