"""The ground under boards of one's own: true outlines of any part of the world."""

import re

import numpy as np
import pytest

from branchline import boards
from branchline.boards.starter import FOLDER
from branchline.drawing.autolayout import automatic
from branchline.drawing.plan import plan
from branchline.drawing.projection import fit
from branchline.drawing.world import carried, ground
from branchline.mapgame.board import Board, City

Point = tuple[float, float]


def rings(path: str) -> list[list[Point]]:
    """The closed outlines of path data in relative steps."""
    found = []
    for ring in path.split("z")[:-1]:
        steps = np.array([float(n) for n in re.findall(r"-?\d*\.?\d+", ring)]).reshape(-1, 2)
        found.append([(float(x), float(y)) for x, y in np.cumsum(steps, axis=0)])
    return found


def is_land(place: Point, outlines: list[list[Point]]) -> bool:
    """Whether a place lies in an odd number of outlines."""
    x, y = place
    crossed = 0
    for ring in outlines:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            crossed += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return crossed % 2 == 1


@pytest.mark.parametrize("name", ["iberia", "usa", "nordic"])
def test_cities_lie_on_land_and_the_sea_is_open(name: str) -> None:
    board = boards.load_map(name)
    project = fit(board.cities, 1200, 900)
    land = rings(ground(project, 1200, 900)["home"])
    ashore = [is_land(project(city.latitude, city.longitude), land) for city in board.cities]
    assert sum(ashore) > 0.8 * len(ashore)  # harbours may lie a little off a coast of this scale
    sea = {"iberia": (44.5, -5.0), "usa": (29.0, -78.0), "nordic": (66.0, 2.0)}[name]
    assert not is_land(project(*sea), land)


def test_islands_on_both_sides_of_the_date_line_are_whole() -> None:
    cities = (City("Suva", -18.1, 178.4), City("Apia", -13.8, -171.8 + 360), City("Auckland", -36.8, 174.8))
    project = fit(cities, 900, 900)
    land = rings(ground(project, 900, 900)["home"])
    assert is_land(project(-17.8, 178.0), land)
    assert is_land(project(-38.5, 176.0), land)
    assert not is_land(project(-30.0, 178.0), land)
    assert max(max(x for x, _ in ring) - min(x for x, _ in ring) for ring in land) < 900


@pytest.mark.parametrize("cities", [[(89.9, 0), (89.8, 180)], [(-90, -180), (90, 180)], [(10, 10), (10, 10)]])
def test_odd_places_do_no_harm(cities: list[Point]) -> None:
    board = tuple(City(str(i), *place) for i, place in enumerate(cities))
    drawn = ground(fit(board, 480, 480), 480, 480)
    assert "nan" not in "".join(drawn.values())


@pytest.mark.parametrize("name", ["iberia", "usa"])
def test_a_place_on_the_board_is_found_again_on_earth(name: str) -> None:
    cities = boards.load_map(name).cities
    project = fit(cities, 1000, 700)
    for city in cities:
        assert project.back(*project(city.latitude, city.longitude)) == pytest.approx((city.latitude, city.longitude))


def test_the_land_follows_its_cities() -> None:
    true, moved = np.array([(100.0, 100.0), (600.0, 100.0)]), np.array([(120.0, 90.0), (600.0, 100.0)])
    place = carried(true, moved)
    assert place(true) == pytest.approx(moved)
    assert place(np.array([(2000.0, 2000.0)])) == pytest.approx(np.array([(2000.0, 2000.0)]))


def test_a_board_of_ones_own_has_its_coast() -> None:
    text = (FOLDER / "map.toml").read_text(encoding="utf-8").replace("NAME", "isle")
    board = boards.loads(text, "isle.toml")
    assert isinstance(board, Board)
    land = rings(plan(board)["ground"]["home"])
    places = automatic(board).cities
    assert sum(is_land(place, land) for place in places.values()) >= 8
