"""B-END-3: the longest continuous path, against walking every way and on shapes with a known answer."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from branchline import boards
from branchline.engine import entries
from branchline.mapgame.limits import CITIES, LENGTH, ROUTES
from branchline.mapgame.rules.engine import MAP_RECORDS
from branchline.mapgame.rules.state import BOARD

Edge = tuple[int, int, int]  # two cities and a length


def longest(edges: Sequence[Edge], numbers: Sequence[int] | None = None) -> int:
    """What the engine finds for a player who owns these edges, as the routes of these numbers."""
    packed, states, results = np.zeros(1, BOARD), np.zeros(1, MAP_RECORDS.state), np.zeros(1, MAP_RECORDS.result)
    b, owned = packed[0], states[0].owned[0]
    b.n_cities, b.longest_path_bonus, states[0].players = CITIES, 10, 1
    for r, (one, other, length) in zip(numbers or range(len(edges)), edges, strict=False):
        mask = np.uint64(1) << np.uint64(r % 64)
        b.route_a[r], b.route_b[r], b.length[r] = one, other, length
        b.length_upto[length:, r // 64] |= mask
        owned[r // 64] |= mask
    entries.score(states, 0, packed, results)
    return int(results[0].longest_path[0])


def longest_by_walking(edges: Sequence[Edge]) -> int:
    """The longest of all trails, found by walking every one of them."""
    at: dict[int, list[tuple[int, int, int]]] = {}
    for i, (one, other, length) in enumerate(edges):
        at.setdefault(one, []).append((i, other, length))
        at.setdefault(other, []).append((i, one, length))

    def walk(city: int, used: int) -> int:
        return max((n + walk(to, used | 1 << i) for i, to, n in at[city] if not used >> i & 1), default=0)

    return max((walk(city, 0) for city in at), default=0)


def circle(*cities: int, length: int = 1) -> list[Edge]:
    return [(one, other, length) for one, other in zip(cities, (*cities[1:], cities[0]), strict=True)]


def line(*cities: int, length: int = 1) -> list[Edge]:
    return circle(*cities, length=length)[:-1]


def torus(size: int) -> list[Edge]:
    """A grid that closes on itself, so that four routes meet in every city."""
    rows = [circle(*range(size * i, size * i + size)) for i in range(size)]
    columns = [circle(*range(i, size * size, size)) for i in range(size)]
    return [edge for way in (*rows, *columns) for edge in way]


def total(edges: Sequence[Edge]) -> int:
    return sum(length for _, _, length in edges)


@pytest.mark.parametrize(
    ("edges", "length"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param([(3, 8, 6)], 6, id="one route"),
        pytest.param(line(0, 5, 2, 7, length=3), 9, id="a line"),
        pytest.param([(0, 1, 2), (0, 2, 3), (0, 3, 5), (0, 4, 1)], 8, id="a star: its two longest arms"),
        pytest.param([*line(0, 1, 2, 3, 4), (1, 5, 9), (3, 6, 9)], 20, id="a tree"),
        pytest.param(circle(0, 1, 2, 3, 4, length=2), 10, id="a circle"),
        pytest.param([*circle(0, 1, 2), (0, 3, 4)], 7, id="a circle with an arm"),
        pytest.param([*circle(0, 1, 2), (0, 3, 4), (0, 4, 2), (0, 5, 1)], 9, id="both arms in one city"),
        pytest.param([*circle(0, 1, 2), (0, 3, 4), (1, 4, 4)], 10, id="two arms and the long way round"),
        pytest.param([*circle(0, 1, 2, 3), *circle(4, 5, 6, length=2)], 6, id="two circles apart"),
        pytest.param([*line(0, 1, 2), *circle(4, 5, 6)], 3, id="a line and a circle"),
        pytest.param([*circle(0, 1, 2), *circle(0, 3, 4, length=2)], 9, id="a figure eight"),
        pytest.param([*circle(0, 1, 2), (2, 3, 1), *circle(3, 4, 5)], 7, id="two circles and a bridge"),
        pytest.param([*line(0, 1, 9), *line(0, 2, 9), *line(0, 3, 4, 9)], 7, id="a theta"),
        pytest.param([(0, 1, 2), (0, 1, 2)], 4, id="a doubled route: there and back"),
        pytest.param([(0, 1, 2), (1, 0, 3), (0, 1, 1)], 6, id="three routes between two cities"),
        pytest.param([*line(0, 1, 2, 3), *line(0, 1, 2, 3)], 6, id="a doubled line"),
        pytest.param([*line(0, 1, 2), *line(0, 1, 2), (1, 4, 5), (2, 5, 5)], 13, id="a doubled line and arms"),
        pytest.param([(a, c, 1) for a in range(4) for c in range(a)], 5, id="four cities, each with each"),
        pytest.param([(a, c, 1) for a in range(5) for c in range(a)], 10, id="five cities, each with each"),
        pytest.param(line(*range(0, 64, 7), 63, length=5), 45, id="as long as 45 trains go"),
    ],
)
def test_shapes(edges: list[Edge], length: int) -> None:
    assert longest(edges) == length


def test_a_grid_of_even_cities_is_walked_whole() -> None:
    grid = torus(5)
    assert longest(grid) == total(grid)
    assert longest([*grid, (0, 30, 2), (0, 31, 1), (7, 32, 1)]) == total(grid) + 3


def test_a_grid_with_four_odd_cities_loses_the_shortest_way_between_two() -> None:
    grid = torus(5)
    assert longest(grid[1:]) == total(grid[1:])  # two odd cities: the ends
    holes = [edge for edge in grid if edge not in ((0, 1, 1), (12, 13, 1))]
    assert longest(holes) == total(holes) - 3  # from 1 over 2 and 7 to 12


@pytest.mark.parametrize("seed", range(300))
def test_random_networks(seed: int) -> None:
    dice = Random(seed)
    n_edges = dice.randint(1, 9)
    cities = dice.sample(range(64), dice.randint(2 + n_edges // 3, 7 + n_edges // 3))
    longest_edge = dice.choice((1, 2, LENGTH))
    edges: list[Edge] = []
    for _ in range(n_edges):
        one, other = dice.sample(cities, 2)
        edges.append((one, other, dice.randint(1, longest_edge)))
    numbers = dice.sample(range(ROUTES), n_edges)
    assert longest(edges, numbers) == longest_by_walking(edges), edges


@pytest.mark.parametrize("name", ["usa", "europe", "nordic"])
def test_networks_of_45_trains(name: str) -> None:
    board = boards.load_map(name)
    city = {c.name: i for i, c in enumerate(board.cities)}
    routes = [(city[r.a], city[r.b], r.length) for r in board.routes]
    dice = Random(name)
    for prefers_short in (False, True) * 4:
        owned = grown(routes, 45, dice, prefers_short)
        edges = [routes[r] for r in owned]
        assert longest(edges, owned) == longest_by_walking(edges), edges


def grown(routes: Sequence[Edge], trains: int, dice: Random, prefers_short: bool) -> list[int]:
    """The numbers of a connected network's routes, none of them doubled."""
    owned = [dice.randrange(len(routes))]
    while True:
        left = trains - sum(routes[r][2] for r in owned)
        pairs = {frozenset(routes[r][:2]) for r in owned}
        cities = {c for pair in pairs for c in pair}
        near = [i for i, (a, b, n) in enumerate(routes) if n <= left and (a in cities or b in cities)]
        near = [i for i in near if frozenset(routes[i][:2]) not in pairs]
        if not near:
            return owned
        choice = dice.sample(near, min(3, len(near)))
        owned.append(min(choice, key=lambda i: routes[i][2]) if prefers_short else choice[0])
