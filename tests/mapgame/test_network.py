"""Shortest ways over own and open routes."""

import numpy as np

from branchline import boards
from branchline.kinds import new_position
from branchline.mapgame.network import CLOSED, Network, elements, mask

USA = boards.load_map("usa")


def city(name: str) -> int:
    return next(i for i, c in enumerate(USA.cities) if c.name == name)


def test_shortest_way_is_what_the_ticket_is_worth() -> None:
    # On this board a ticket's points are its shortest way, except for a few that were rounded.
    position = new_position(USA, 2)
    network = Network(position.board)
    costs = network.costs(position, 0)
    trains, way = network.shortest((city("Seattle"), city("Los Angeles")), costs) or (0, [])
    assert trains == 9
    assert sum(network.length[route] for route in way) == 9
    ends = [network.ends[route] for route in way]
    assert city("Seattle") in ends[-1]
    assert city("Los Angeles") in ends[0]


def test_own_routes_cost_nothing_and_lost_ones_are_closed() -> None:
    position = new_position(USA, 2)
    network = Network(position.board)
    seattle, portland = city("Seattle"), city("Portland")
    routes = [r for r, ends in enumerate(network.ends) if set(ends) == {seattle, portland}]
    record = position.states[0]
    record.owned[0, routes[0] // 64] |= np.uint64(1) << np.uint64(routes[0] % 64)
    for player in (0, 1):
        for route in routes:
            record.open[player, route // 64] &= ~(np.uint64(1) << np.uint64(route % 64))
    assert network.shortest((seattle, portland), network.costs(position, 0)) == (0, [routes[0]])
    others = network.costs(position, 1)
    assert [others[route] for route in routes] == [CLOSED, CLOSED]
    assert (network.shortest((seattle, portland), others) or (0, []))[0] > 1


def test_no_way_left() -> None:
    position = new_position(USA, 2)
    network = Network(position.board)
    assert network.shortest((0, 1), [CLOSED] * len(network.length)) is None


def test_masks() -> None:
    words = new_position(USA, 2).record.open[0]
    assert elements(mask(words)) == list(range(len(USA.routes)))
