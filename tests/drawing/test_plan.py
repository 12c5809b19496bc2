"""A board as plain data: the same places as in its picture."""

import json
import re
from itertools import accumulate
from math import cos, hypot, radians, sin

import pytest

from branchline.boards import load_map
from branchline.drawing import labels
from branchline.drawing.autolayout import layout
from branchline.drawing.geometry import Rect, box, separation
from branchline.drawing.plan import Plan, plan

MAPS = ("usa", "nordic", "europe", "nederland", "iberia")


@pytest.mark.parametrize("name", MAPS)
def test_a_plan_has_every_city_route_and_ticket_in_its_place(name: str) -> None:
    board, laid_out = load_map(name), layout(load_map(name))
    drawn = json.loads(json.dumps(plan(board)))
    assert {city["name"]: (city["x"], city["y"]) for city in drawn["cities"]} == laid_out.cities
    assert [route["id"] for route in drawn["routes"]] == list(range(len(board.routes)))
    for route, its in zip(drawn["routes"], board.routes, strict=True):
        assert (route["cities"], len(route["spaces"])) == ([its.a, its.b], its.length)
        assert len(route["locomotives"]) == its.locomotives
        assert route["id"] in drawn["tracks"][route["track"]]["routes"]
    assert len({route["name"] for route in drawn["routes"]}) == len(board.routes)
    assert len(drawn["tickets"]) == len(board.tickets)
    assert all(drawn["ground"][part].startswith("M") for part in ("home", "other", "borders", "lakes"))


def test_tunnels_ferries_and_tolls_have_their_shapes() -> None:
    drawn = [*plan(load_map("nordic"))["tracks"], *plan(load_map("nederland"))["tracks"]]
    for track in drawn:
        assert ("bed" in track) == ("portals" in track) == (track["kind"] == "tunnel")
        assert ("band" in track) == (track["kind"] == "ferry")
    assert {"tunnel", "ferry", "plain"} == {track["kind"] for track in drawn}
    assert any("coin" in track for track in drawn)


@pytest.mark.parametrize("name", MAPS)
def test_no_name_covers_a_space_a_city_a_toll_or_another_name_even_when_it_is_lit_up(name: str) -> None:
    drawn = plan(load_map(name))
    chips = {
        city["name"]: box(city["label"]["x"], city["label"]["y"], city["label"]["width"], labels.HEIGHT)
        for city in drawn["cities"]
    }
    things = [(f"a space of {route['name']}", each) for route in drawn["routes"] for each in spaces(route)]
    things += [
        ("a toll", box(track["coin"][0], track["coin"][1], 14.4, 14.4)) for track in drawn["tracks"] if "coin" in track
    ]
    for city, chip in chips.items():
        assert 2 * chip.half_length >= labels.text_width(city)
        covered = [what for what, thing in things if separation(chip, thing) < 0]
        covered += [other["name"] for other in drawn["cities"] if gap(chip, other["x"], other["y"]) < other["r"]]
        covered += [other for other in chips if other != city and separation(chip, chips[other]) < 0]
        assert covered == [], city


def gap(chip: Rect, x: float, y: float) -> float:
    return hypot(max(0.0, abs(x - chip.x) - chip.half_length), max(0.0, abs(y - chip.y) - chip.half_width))


def spaces(route: Plan) -> list[Rect]:
    length, width = route["size"]
    turned = [(x, y, radians(angle)) for x, y, angle in route["spaces"]]
    return [Rect(x, y, cos(angle), sin(angle), length / 2, width / 2) for x, y, angle in turned]


@pytest.mark.parametrize("name", MAPS)
def test_no_city_lies_in_the_water(name: str) -> None:
    drawn = plan(load_map(name))
    land = rings(drawn["ground"]["home"]) + rings(drawn["ground"]["other"])
    lakes = rings(drawn["ground"]["lakes"])
    for city in drawn["cities"]:
        around = [(city["x"] + dx, city["y"] + dy) for dx in (-1.5, 0, 1.5) for dy in (-1.5, 0, 1.5)]
        assert any(any(inside([ring], *place) for ring in land) for place in around), city["name"]
        assert not all(inside(lakes, *place) for place in around), city["name"]


def rings(path: str) -> list[list[tuple[float, float]]]:
    found = []
    for part in path.split("M")[1:]:
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)]
        found.append(
            list(accumulate(zip(numbers[::2], numbers[1::2], strict=True), lambda a, b: (a[0] + b[0], a[1] + b[1])))
        )
    return found


def inside(outlines: list[list[tuple[float, float]]], x: float, y: float) -> bool:
    sides = [side for ring in outlines for side in zip(ring, ring[1:] + ring[:1], strict=True)]
    crossed = [
        a for a, b in sides if (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
    ]
    return len(crossed) % 2 == 1
