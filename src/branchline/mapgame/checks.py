"""What can be wrong with cities, routes, tickets and festivals that are each written rightly.

One function a kind of mistake; each yields where, and what is said of it.
"""

import re
from collections import Counter
from collections.abc import Iterator

from branchline.boardfile.city_names import alike, misread, wrong_name
from branchline.boardfile.lines import Path
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.problems import Finding
from branchline.boardfile.words import show, suggest
from branchline.mapgame import limits
from branchline.mapgame.board import Board, Route, Ticket
from branchline.mapgame.mistakes import MapMistake
from branchline.names import plain


def more_routes_than_a_city_holds(board: Board) -> Iterator[Finding]:
    routes = Counter(end for route in board.routes for end in (route.a, route.b))
    for i, city in enumerate(board.cities):
        if (over := routes[city.name] - limits.NEIGHBOURS) > 0:
            said = MapMistake.ROOM_CITY(n=routes[city.name], most=limits.NEIGHBOURS, over=over)
            yield ("map", "cities", i), said


def names(board: Board) -> Iterator[Finding]:
    if not re.fullmatch(r"[a-z0-9_-]{1,40}", board.name):
        yield ("name",), FormMistake.BOARD_NAME(name=show(board.name))
    for i, city in enumerate(board.cities):
        if wrong := wrong_name(city.name):
            yield ("map", "cities", i, "name"), wrong
        for language, name in city.names.items():
            if wrong := wrong_name(name):
                yield ("map", "cities", i, "names", language), wrong


def two_cities_of_one_name_in_a_language(board: Board) -> Iterator[Finding]:
    for language in sorted({language for city in board.cities for language in city.names}):
        called = [city.names.get(language, city.name) for city in board.cities]
        for i, at in alike(called):
            if called[i] != board.cities[i].name or called[at] != board.cities[at].name:
                a, b = board.cities[i].name, board.cities[at].name
                said = MapMistake.SAME_IN_LANGUAGE(a=a, b=b, name=called[i], language=language)
                yield ("map", "cities", i, "names"), said


def names_that_cannot_be_read(board: Board) -> Iterator[Finding]:
    """Names that go into a record and do not come out of it."""
    cities = [city.name for city in board.cities]
    if any(wrong_name(name) for name in cities):
        return
    for i, at in alike(cities):
        if cities[i] != cities[at]:
            yield ("map", "cities", i, "name"), FormMistake.READS_LIKE(a=cities[i], b=cities[at])
            return
    for i, said in misread(cities):
        yield ("map", "cities", i, "name"), said


def no_cities_or_routes(board: Board) -> Iterator[Finding]:
    if not board.cities:
        yield ("map", "cities"), MapMistake.NO_CITIES()
    if not board.routes:
        yield ("map", "routes"), MapMistake.NO_ROUTES()


def city_twice(board: Board) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for i, city in enumerate(board.cities):
        if first.setdefault(city.name, i) != i:
            yield ("map", "cities", i), MapMistake.CITY_TWICE(n=first[city.name])


def two_cities_at_one_place(board: Board) -> Iterator[Finding]:
    first: dict[tuple[float, float], int] = {}
    for i, city in enumerate(board.cities):
        if (at := first.setdefault((city.latitude, city.longitude), i)) != i and city.name != board.cities[at].name:
            yield ("map", "cities", i), MapMistake.ONE_PLACE(a=city.name, b=board.cities[at].name)


def city_without_routes(board: Board) -> Iterator[Finding]:
    reached = {end for route in board.routes for end in (route.a, route.b)}
    for i, city in enumerate(board.cities):
        if city.name not in reached:
            yield ("map", "cities", i), MapMistake.LONELY()


def unknown_city(board: Board) -> Iterator[Finding]:
    known = [city.name for city in board.cities]
    for path, city in _places(board):
        if city not in known:
            yield path, MapMistake.NO_CITY(name=show(city), **suggest(city, known))


def same_city_at_both_ends(board: Board) -> Iterator[Finding]:
    for name in ("routes", "tickets"):
        for i, entry in enumerate(getattr(board, name)):
            if entry.a == entry.b:
                yield ("map", name, i, "b"), FormMistake.SAME_ENDS(a=entry.a)


def more_than_a_double(board: Board) -> Iterator[Finding]:
    seen: Counter[frozenset[str]] = Counter()
    for i, route in enumerate(board.routes):
        seen[_ends(route)] += 1
        if seen[_ends(route)] > 2:
            yield ("map", "routes", i), MapMistake.THIRD(n=seen[_ends(route)])


def symbols(board: Board) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        path = ("map", "routes", i, "locomotives")
        if route.locomotives and route.kind != "ferry":
            yield path, MapMistake.SYMBOLS_NO_FERRY()
        elif route.locomotives > route.length:
            yield path, MapMistake.SYMBOLS_MANY(n=route.locomotives, length=route.length)


def exchange_on_a_tunnel(board: Board) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if route.exchange and route.kind == "tunnel":
            yield ("map", "routes", i, "exchange"), MapMistake.EXCHANGE_TUNNEL()


def ticket_out_of_reach(board: Board) -> Iterator[Finding]:
    group = _joined(board)
    for i, ticket in enumerate(board.tickets):
        if ticket.a in group and ticket.b in group and group[ticket.a] != group[ticket.b]:
            yield ("map", "tickets", i), MapMistake.OUT_OF_REACH(a=ticket.a, b=ticket.b)


def neutral_line_without_route(board: Board) -> Iterator[Finding]:
    known = {city.name for city in board.cities}
    routes = {_ends(route) for route in board.routes}
    for i, ticket in enumerate(board.tickets):
        if ticket.neutral and known.issuperset(ticket.neutral) and frozenset(ticket.neutral) not in routes:
            a, b = ticket.neutral
            yield ("map", "tickets", i, "neutral"), MapMistake.NEUTRAL_LINE(a=a, b=b)


def unequal_tolls(board: Board) -> Iterator[Finding]:
    tolls: dict[frozenset[str], int] = {}
    for i, route in enumerate(board.routes):
        if (toll := tolls.setdefault(_ends(route), route.toll)) != route.toll:
            yield ("map", "routes", i, "toll"), MapMistake.UNEQUAL_TOLLS(n=route.toll, m=toll)


def toll_without_tokens(board: Board) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if route.toll and not board.rules.toll_tokens:
            yield ("map", "routes", i, "toll"), MapMistake.TOLL_NO_TOKENS()


def festival_points(board: Board) -> Iterator[Finding]:
    for i, festival in enumerate(board.festivals):
        path, count = ("map", "festivals", i, "points"), len(festival.points)
        if not 1 <= count <= limits.FESTIVAL_CARDS:
            yield path, MapMistake.FESTIVAL_CARDS(n=count, most=limits.FESTIVAL_CARDS)
        elif list(festival.points) != sorted(festival.points):
            yield path, MapMistake.FESTIVAL_FALL()


def festival_deck(board: Board) -> Iterator[Finding]:
    cards = sum(len(festival.points) for festival in board.festivals)
    if (over := cards - limits.FESTIVAL_DECK) > 0:
        yield ("map", "festivals"), MapMistake.FESTIVAL_DECK(n=cards, most=limits.FESTIVAL_DECK, over=over)


def festivals_and_tunnels(board: Board) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if route.kind == "tunnel" and board.festivals:
            yield ("map", "routes", i, "kind"), MapMistake.FESTIVAL_TUNNEL()


def festival_cities(board: Board) -> Iterator[Finding]:
    seen: set[str] = set()
    for i, festival in enumerate(board.festivals):
        path = ("map", "festivals", i, "cities")
        if not festival.cities:
            yield path, MapMistake.FESTIVAL_NOWHERE()
        for city in festival.cities:
            if city in seen:
                yield path, MapMistake.FESTIVAL_TWICE(city=city)
            seen.add(city)
            if "festival " in plain(city):
                yield path, MapMistake.FESTIVAL_NAME(city=city)


def _places(board: Board) -> Iterator[tuple[Path, str]]:
    """Every mention of a city outside the list of cities."""
    for i, route in enumerate(board.routes):
        yield ("map", "routes", i, "a"), route.a
        yield ("map", "routes", i, "b"), route.b
    for i, ticket in enumerate(board.tickets):
        yield ("map", "tickets", i, "a"), ticket.a
        yield ("map", "tickets", i, "b"), ticket.b
        for j, city in enumerate(ticket.neutral or ()):
            yield ("map", "tickets", i, "neutral", j), city
    for i, festival in enumerate(board.festivals):
        for j, city in enumerate(festival.cities):
            yield ("map", "festivals", i, "cities", j), city


def _ends(entry: Route | Ticket) -> frozenset[str]:
    return frozenset((entry.a, entry.b))


def _joined(board: Board) -> dict[str, str]:
    """For every city one that stands for all that routes join it to."""
    group = {city.name: city.name for city in board.cities}
    for route in board.routes:
        if route.a in group and route.b in group and group[route.a] != group[route.b]:
            old, new = group[route.a], group[route.b]
            group = {city: new if found == old else found for city, found in group.items()}
    return group


CHECKS = (
    more_routes_than_a_city_holds,
    names,
    names_that_cannot_be_read,
    two_cities_of_one_name_in_a_language,
    no_cities_or_routes,
    city_twice,
    two_cities_at_one_place,
    city_without_routes,
    unknown_city,
    same_city_at_both_ends,
    more_than_a_double,
    symbols,
    exchange_on_a_tunnel,
    ticket_out_of_reach,
    neutral_line_without_route,
    unequal_tolls,
    toll_without_tokens,
    festival_points,
    festival_deck,
    festivals_and_tunnels,
    festival_cities,
)
