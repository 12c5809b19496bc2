"""The picture of an empty board, and the layouts it is drawn from."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest
from layout_check import faults

from branchline.boards import load_map as load
from branchline.drawing.autolayout import automatic, layout
from branchline.drawing.geometry import Rect, Spacing, along, box, separation
from branchline.drawing.labels import HEIGHT, outside, text_width
from branchline.drawing.layout import SPACE_WIDTH, Layout, stored, tracks
from branchline.drawing.picture import locomotive_spaces, route_title, svg
from branchline.drawing.projection import fit
from branchline.drawing.symbols import DARK_THEME, LIGHT_THEME, SYMBOLS
from branchline.mapgame.board import Board, City, Festival, Route, Rules

MAPS = ("usa", "nordic", "europe", "nederland", "iberia")
SVG = "{http://www.w3.org/2000/svg}"

OWN = Board(
    name="own",
    title="Rivers & <Hills>",
    status="exact",
    about="",
    cities=(
        City("Ems & Co", 52.0, 7.0),
        City("Lee", 52.4, 8.5),
        City("Po", 51.2, 7.9),
        City("Tagus", 51.0, 6.2),
        City("Ob", 52.6, 6.1),
    ),
    routes=(
        Route("Ems & Co", "Lee", 3, "red", "tunnel"),
        Route("Ems & Co", "Lee", 4, None, "ferry", locomotives=2),
        Route("Ems & Co", "Po", 2, "blue", toll=3),
        Route("Ems & Co", "Po", 2, "black", toll=3),
        Route("Lee", "Po", 5, "white"),
        Route("Po", "Tagus", 6, "green"),
        Route("Tagus", "Ob", 4, "yellow"),
        Route("Ob", "Ems & Co", 1, "orange", exchange=4),
        Route("Ob", "Lee", 6, "purple"),
    ),
    tickets=(),
    festivals=(Festival(("Po", "Tagus"), (2, 5, 9)),),
    rules=Rules(),
    options=(),
)


@cache
def board(name: str) -> Board:
    return OWN if name == "own" else load(name)


@cache
def picture(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg(board(name)))


@cache
def laid(name: str) -> Layout:
    return layout(board(name))


def with_class(root: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    return (element for element in root.iter() if name in element.get("class", "").split())


def title(element: ElementTree.Element) -> str:
    found = element.find(f"{SVG}title")
    assert found is not None
    assert found.text
    return found.text


def spaces(laid_out: Layout) -> dict[int, tuple[Rect, ...]]:
    return {route: laid.lane(lane) for laid in laid_out.laid for lane, route in enumerate(laid.track.routes)}


@pytest.mark.parametrize("name", [*MAPS, "own"])
def test_every_city_is_there_with_its_name(name: str) -> None:
    names = [element.text for element in with_class(picture(name), "name")]
    assert sorted(filter(None, names)) == sorted(city.name for city in board(name).cities)
    marks = {element.get("id"): title(element) for element in with_class(picture(name), "city") if element.get("id")}
    for index, city in enumerate(board(name).cities):
        assert marks[f"city-{index}"].startswith(city.name)


@pytest.mark.parametrize("name", [*MAPS, "own"])
def test_every_route_is_there_with_its_title_spaces_and_symbols(name: str) -> None:
    drawn = {element.get("id"): element for element in with_class(picture(name), "route") if element.get("id")}
    assert set(drawn) == {f"route-{index}" for index in range(len(board(name).routes))}
    for index, route in enumerate(board(name).routes):
        group = drawn[f"route-{index}"]
        assert title(group) == route_title(board(name), route)
        assert group.get("class", "").split() == ["route", route.kind, route.colour or "grey"]
        assert len(list(with_class(group, "space"))) == len(list(group.iter(f"{SVG}rect"))) == route.length
        symbols = [use.get("href") for use in group.iter(f"{SVG}use")]
        assert symbols.count("#symbol-locomotive") == route.locomotives
        assert symbols.count(f"#symbol-{route.colour or 'grey'}") == route.length - route.locomotives


@pytest.mark.parametrize("name", MAPS)
def test_drawn_spaces_lie_where_the_layout_puts_them(name: str) -> None:
    drawn = {element.get("id"): element for element in with_class(picture(name), "route") if element.get("id")}
    for index, places in spaces(laid(name)).items():
        groups = list(with_class(drawn[f"route-{index}"], "space"))
        for group, place in zip(groups, places, strict=True):
            x, y = map(float, re.findall(r"-?[\d.]+", group.get("transform", ""))[:2])
            rect = group.find(f"{SVG}rect")
            assert rect is not None
            assert (x, y) == pytest.approx((place.x, place.y), abs=0.06)
            assert float(rect.get("width", "")) == pytest.approx(2 * place.half_length, abs=0.06)


@pytest.mark.parametrize("name", MAPS)
def test_no_two_spaces_overlap_and_all_lie_on_the_canvas(name: str) -> None:
    laid_out = laid(name)
    everything = [(route, space) for route, places in spaces(laid_out).items() for space in places]
    for (route, space), (other, neighbour) in combinations(everything, 2):
        assert separation(space, neighbour) > 0, f"routes {route} and {other}"
    for route, space in everything:
        assert outside(space, laid_out.width, laid_out.height) == 0, f"route {route}"
        assert 25.8 <= 2 * space.half_length <= 33


@pytest.mark.parametrize("name", MAPS)
def test_no_name_overlaps_a_space_or_another_name(name: str) -> None:
    laid_out = laid(name)
    everything = [space for places in spaces(laid_out).values() for space in places]
    for city, place in laid_out.names.items():
        assert outside(place, laid_out.width, laid_out.height) == 0, city
        assert all(separation(place, space) > 0 for space in everything), city
    for (city, place), (other, neighbour) in combinations(laid_out.names.items(), 2):
        assert separation(place, neighbour) > 0, f"{city} and {other}"


@pytest.mark.parametrize("name", MAPS)
def test_the_exact_check_finds_no_fault_in_a_stored_layout(name: str) -> None:
    assert stored(name) is not None
    assert faults(board(name), laid(name)) == []


@pytest.mark.parametrize("name", MAPS)
def test_cities_stay_near_their_true_places(name: str) -> None:
    laid_out = laid(name)
    project = fit(board(name).cities, laid_out.width, laid_out.height)
    for city in board(name).cities:
        x, y = project(city.latitude, city.longitude)
        place = laid_out.cities[city.name]
        assert abs(place[0] - x) < 30, city.name
        assert abs(place[1] - y) < 30, city.name


def test_the_check_finds_what_is_wrong() -> None:
    nordic = board("nordic")
    good = layout(nordic)
    names = {**good.names, "Oslo": good.names["Bergen"]}
    assert "the names of Bergen and Oslo overlap" in faults(nordic, replace(good, names=names))
    twice = replace(good, laid=(*good.laid, good.laid[0]))
    assert any("overlap by" in fault for fault in faults(nordic, twice))
    assert any("hangs over the edge" in fault for fault in faults(nordic, replace(good, width=700.0)))
    moved = replace(good, cities={**good.cities, "Oslo": (good.laid[0].spaces[1].x, good.laid[0].spaces[1].y)})
    assert any("from Oslo" in fault or "covers Oslo" in fault for fault in faults(nordic, moved))


@pytest.mark.parametrize("name", MAPS)
def test_a_picture_is_small_self_contained_and_says_what_it_is(name: str) -> None:
    text = svg(board(name))
    assert len(text.encode()) < 300_000
    assert not re.search(r"<script|<image|@import|@font-face|(?<!xmlns=\")https?:", text)
    root = picture(name)
    assert root.get("role") == "img"
    assert title(root) == board(name).title
    assert ("a reconstruction" in text) == (board(name).status == "reconstruction")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([\w-]+)"', text)) <= set(ids)


def test_route_titles() -> None:
    titles = {route_title(board("nordic"), route) for route in board("nordic").routes}
    assert "Bergen–Oslo, blue tunnel, 4 spaces, 7 points" in titles
    assert "Bergen–Stavanger, purple ferry, 2 spaces, 1 locomotive, 2 points" in titles
    assert "Boden–Tornio, green route, 1 space, 1 point" in titles
    own = [route_title(OWN, route) for route in OWN.routes]
    assert own[2] == "Ems & Co–Po, blue route, 2 spaces, 2 points, toll 3"
    assert own[7].endswith("4 cards of any kind stand for one")


def test_doubles_share_a_track_and_unlike_ones_do_not() -> None:
    found = {(track.a, track.b, track.spaces, track.kind): len(track.routes) for track in tracks(board("nordic"))}
    assert found["Bergen", "Oslo", 4, "tunnel"] == 2
    assert found["Kristiansand", "Stavanger", 2, "tunnel"] == found["Kristiansand", "Stavanger", 3, "ferry"] == 1


def test_tunnels_ferries_tolls_and_festivals_are_marked() -> None:
    nordic = layout(board("nordic"))
    kinds = [each.track.kind for each in nordic.laid]
    groups = {element.get("class"): element for element in picture("nordic").iter(f"{SVG}g")}
    drawn = groups["tracks"]
    assert len(list(with_class(drawn, "lining"))) == kinds.count("tunnel")
    assert len(list(with_class(drawn, "portal"))) == 2 * kinds.count("tunnel")
    assert len(list(with_class(drawn, "band"))) == kinds.count("ferry")
    coins = [element for element in with_class(picture("nederland"), "toll") if element.find(f"{SVG}title") is not None]
    assert len(coins) == len(tracks(board("nederland")))
    festive = [title(element) for element in with_class(picture("iberia"), "city") if element.get("id")]
    held = sum(len(festival.cities) for festival in board("iberia").festivals)
    assert sum("festival card" in words for words in festive) == held


@pytest.mark.parametrize(
    ("length", "locomotives", "expected"),
    [
        (2, 1, {0}),
        (3, 1, {1}),
        (4, 2, {1, 2}),
        (5, 2, {1, 3}),
        (6, 2, {1, 4}),
        (2, 2, {0, 1}),
        (4, 3, {0, 1, 3}),
    ],
)
def test_locomotive_symbols_lie_around_the_middle(length: int, locomotives: int, expected: set[int]) -> None:
    assert locomotive_spaces(length, locomotives) == expected


def test_themes() -> None:
    light, dark, both = (svg(board("usa"), theme) for theme in ("light", "dark", "auto"))
    assert LIGHT_THEME.keys() == DARK_THEME.keys()
    assert LIGHT_THEME["ground"] in light
    assert DARK_THEME["ground"] not in light
    assert LIGHT_THEME["ground"] not in dark
    assert DARK_THEME["ground"] in dark
    assert "prefers-color-scheme:dark" in both
    assert "prefers-color-scheme" not in light + dark
    used = set(re.findall(r"var\(--([\w-]+)\)", both))
    assert used <= LIGHT_THEME.keys()


def test_a_background_lies_under_everything() -> None:
    text = svg(board("usa"), background='<path id="coast" d="M0 0"/>')
    assert text.index('id="coast"') < text.index('class="tracks"')


def test_symbols_are_all_different() -> None:
    assert len(set(SYMBOLS.values())) == len(SYMBOLS) == 10


def test_a_board_without_a_stored_layout_gets_a_picture() -> None:
    assert stored("own") is None
    laid_out = layout(OWN)
    places = spaces(laid_out)
    assert {route: len(each) for route, each in places.items()} == {i: r.length for i, r in enumerate(OWN.routes)}
    assert faults(OWN, laid_out) == []


def test_a_stored_layout_serves_a_board_with_a_changed_route_but_not_with_a_new_city() -> None:
    iberia = board("iberia")
    longer = replace(iberia, routes=(replace(iberia.routes[3], length=5), *iberia.routes))
    assert layout(longer).cities == layout(iberia).cities
    assert len(spaces(layout(longer))) == len(longer.routes)
    wider = replace(iberia, cities=(*iberia.cities, City("Toulouse", 43.6, 1.44)))
    assert "Toulouse" in layout(wider).cities


def test_an_automatic_layout_of_a_big_board_is_nearly_clean() -> None:
    laid_out = automatic(board("usa"))
    assert sum("overlap by" in fault for fault in faults(board("usa"), laid_out)) < 8
    assert len(laid_out.names) == 36


@pytest.mark.parametrize(
    "cities",
    [
        (City("A", 0.0, 10.0), City("B", 0.0, 20.0)),
        (City("A", 50.0, 10.0), City("B", 50.0, 10.0)),
        (City("A", -30.0, 150.0), City("B", -38.0, 145.0)),
    ],
)
def test_odd_regions_are_drawn_too(cities: tuple[City, ...]) -> None:
    tiny = replace(OWN, cities=cities, routes=(Route("A", "B", 6, "red"),), festivals=())
    assert "nan" not in svg(tiny)
    (a, b) = (layout(tiny).cities[name] for name in "AB")
    assert a != b


def test_separation_is_exact() -> None:
    flat = Rect(0, 0, 1, 0, 10, 5)
    assert separation(flat, Rect(25, 0, 1, 0, 10, 5)) == pytest.approx(5)
    assert separation(flat, Rect(19, 0, 1, 0, 10, 5)) == pytest.approx(-1)
    turned = Rect(0, 0, 0.6, 0.8, 10, 5)
    assert separation(turned, Rect(6 * 3, 8 * 3, 0.6, 0.8, 10, 5)) == pytest.approx(10)
    corner = Rect(14, 9, 2**-0.5, 2**-0.5, 3, 3)
    assert separation(flat, corner) > 0
    assert separation(flat, box(14, 9, 8.2, 8.2)) < 0


def test_spaces_on_a_bend_do_not_touch() -> None:
    placed = along((0, 0), (150, 0), 28, (12, 12), 4, SPACE_WIDTH, Spacing(33, 2, 6))
    rects = [Rect(x, y, ux, uy, length / 2, SPACE_WIDTH / 2) for x, y, ux, uy, length, _ in placed]
    assert len({round(rect.half_length, 6) for rect in rects}) == 1
    assert min(separation(p, q) for p, q in combinations(rects, 2)) > 0.5


def test_a_name_is_as_wide_as_its_letters() -> None:
    assert text_width("Åndalsnes") == text_width("Andalsnes")
    assert text_width("Oslo") < text_width("Stockholm") < 8 * HEIGHT
