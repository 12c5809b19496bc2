"""A board as plain data: the same places as in its picture."""

import json

import pytest

from branchline.boards import load_map
from branchline.boards.autolayout import layout
from branchline.plan import plan

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
