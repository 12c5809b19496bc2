"""What can be wrong with cities, routes, tickets and festivals that are each written rightly.

One function a kind of mistake; each yields where, what is wrong and what would be right.
"""

import re
from collections import Counter
from collections.abc import Iterator

from branchline.boardfile.city_names import alike, misread, wrong_name
from branchline.boardfile.lines import Path
from branchline.boardfile.problems import Finding
from branchline.boardfile.words import show, suggest
from branchline.mapgame import limits
from branchline.mapgame.board import Board, Route, Ticket
from branchline.names import plain


def more_routes_than_a_city_holds(board: Board) -> Iterator[Finding]:
    routes = Counter(end for route in board.routes for end in (route.a, route.b))
    for i, city in enumerate(board.cities):
        if (count := routes[city.name]) > limits.NEIGHBOURS:
            right = f"a city can have {limits.NEIGHBOURS}: leave out {count - limits.NEIGHBOURS}"
            yield ("map", "cities", i), f"{count} routes lead to the city", right


def names(board: Board) -> Iterator[Finding]:
    if not re.fullmatch(r"[a-z0-9_-]{1,40}", board.name):
        right = "write up to 40 small letters, digits, - and _"
        yield ("name",), f"{show(board.name)} is no name for a board", right
    for i, city in enumerate(board.cities):
        if wrong := wrong_name(city.name):
            yield ("map", "cities", i, "name"), *wrong
        for language, name in city.names.items():
            if wrong := wrong_name(name):
                yield ("map", "cities", i, "names", language), *wrong


def two_cities_of_one_name_in_a_language(board: Board) -> Iterator[Finding]:
    for language in sorted({language for city in board.cities for language in city.names}):
        called = [city.names.get(language, city.name) for city in board.cities]
        for i, at in alike(called):
            if called[i] != board.cities[i].name or called[at] != board.cities[at].name:
                wrong = f"{board.cities[i].name} and {board.cities[at].name} are both {called[i]} in {language}"
                yield ("map", "cities", i, "names"), wrong, "give one of the two another name"


def names_that_cannot_be_read(board: Board) -> Iterator[Finding]:
    """Names that go into a record and do not come out of it."""
    cities = [city.name for city in board.cities]
    if any(wrong_name(name) for name in cities):
        return
    for i, at in alike(cities):
        if cities[i] != cities[at]:
            yield ("map", "cities", i, "name"), f"{cities[i]} reads like {cities[at]}", "give it another name"
            return
    for i, read in misread(cities):
        wrong = f"a record could not tell {cities[i]} from {read}"
        yield ("map", "cities", i, "name"), wrong, "give one of the two another name"


def no_cities_or_routes(board: Board) -> Iterator[Finding]:
    for name in ("cities", "routes"):
        if not getattr(board, name):
            yield ("map", name), f"there are no {name}", "add at least one"


def city_twice(board: Board) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for i, city in enumerate(board.cities):
        if first.setdefault(city.name, i) != i:
            wrong = f"the city is already cities[{first[city.name]}]"
            yield ("map", "cities", i), wrong, "leave one of them out, or give it another name"


def two_cities_at_one_place(board: Board) -> Iterator[Finding]:
    first: dict[tuple[float, float], int] = {}
    for i, city in enumerate(board.cities):
        if (at := first.setdefault((city.latitude, city.longitude), i)) != i and city.name != board.cities[at].name:
            wrong = f"{city.name} lies where {board.cities[at].name} lies"
            yield ("map", "cities", i), wrong, "write its own latitude and longitude"


def city_without_routes(board: Board) -> Iterator[Finding]:
    reached = {end for route in board.routes for end in (route.a, route.b)}
    for i, city in enumerate(board.cities):
        if city.name not in reached:
            yield ("map", "cities", i), "no route leads to the city", "add a route, or leave the city out"


def unknown_city(board: Board) -> Iterator[Finding]:
    known = [city.name for city in board.cities]
    for path, city in _places(board):
        if city not in known:
            yield path, f"there is no city {show(city)}", suggest(city, known)


def same_city_at_both_ends(board: Board) -> Iterator[Finding]:
    for name in ("routes", "tickets"):
        for i, entry in enumerate(getattr(board, name)):
            if entry.a == entry.b:
                yield ("map", name, i, "b"), f"{entry.a} is at both ends", "give two different cities"


def more_than_a_double(board: Board) -> Iterator[Finding]:
    seen: Counter[frozenset[str]] = Counter()
    for i, route in enumerate(board.routes):
        seen[_ends(route)] += 1
        if seen[_ends(route)] > 2:
            wrong = f"this is route {seen[_ends(route)]} between these cities"
            yield ("map", "routes", i), wrong, "leave it out: two at most, a double"


def symbols(board: Board) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        path = ("map", "routes", i, "locomotives")
        if route.locomotives and route.kind != "ferry":
            right = 'write kind = "ferry", or leave locomotives out'
            yield path, "locomotive symbols on a route that is no ferry", right
        elif route.locomotives > route.length:
            wrong = f"{route.locomotives} locomotive symbols on a route of {route.length}"
            yield path, wrong, f"write locomotives = {route.length} or fewer"


def exchange_on_a_tunnel(board: Board) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if route.exchange and route.kind == "tunnel":
            wrong = "an exchange on a tunnel, whose surcharge asks for the colour of the set"
            yield ("map", "routes", i, "exchange"), wrong, "leave exchange out, or write another kind"


def ticket_out_of_reach(board: Board) -> Iterator[Finding]:
    group = _joined(board)
    for i, ticket in enumerate(board.tickets):
        if ticket.a in group and ticket.b in group and group[ticket.a] != group[ticket.b]:
            wrong = f"no routes join {ticket.a} and {ticket.b}"
            yield ("map", "tickets", i), wrong, "add the routes, or leave the ticket out"


def neutral_line_without_route(board: Board) -> Iterator[Finding]:
    known = {city.name for city in board.cities}
    routes = {_ends(route) for route in board.routes}
    for i, ticket in enumerate(board.tickets):
        if ticket.neutral and known.issuperset(ticket.neutral) and frozenset(ticket.neutral) not in routes:
            wrong = f"no route joins {' and '.join(ticket.neutral)} for the neutral player"
            yield (("map", "tickets", i, "neutral"), wrong, "name the two ends of a route, or leave neutral out")


def unequal_tolls(board: Board) -> Iterator[Finding]:
    tolls: dict[frozenset[str], int] = {}
    for i, route in enumerate(board.routes):
        if (toll := tolls.setdefault(_ends(route), route.toll)) != route.toll:
            wrong = f"toll {route.toll}, but {toll} on the other route of the double"
            yield ("map", "routes", i, "toll"), wrong, "write the same toll on both"


def toll_without_tokens(board: Board) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if route.toll and not board.rules.toll_tokens:
            wrong = "a toll, but no player has tokens to pay it"
            yield (("map", "routes", i, "toll"), wrong, "add toll_tokens = … under [rules], or leave the toll out")


def festival_points(board: Board) -> Iterator[Finding]:
    for i, festival in enumerate(board.festivals):
        path, count = ("map", "festivals", i, "points"), len(festival.points)
        if not 1 <= count <= limits.FESTIVAL_CARDS:
            right = f"write one number a card, from 1 to {limits.FESTIVAL_CARDS} of them"
            yield path, f"points for {count} cards", right
        elif list(festival.points) != sorted(festival.points):
            yield path, "more cards are worth fewer points", "write points that rise with the number of cards"


def festival_deck(board: Board) -> Iterator[Finding]:
    cards = sum(len(festival.points) for festival in board.festivals)
    if cards > limits.FESTIVAL_DECK:
        right = f"a game can hold {limits.FESTIVAL_DECK}: leave out {cards - limits.FESTIVAL_DECK}"
        yield ("map", "festivals"), f"{cards} festival cards", right


def festivals_and_tunnels(board: Board) -> Iterator[Finding]:
    for i, route in enumerate(board.routes):
        if route.kind == "tunnel" and board.festivals:
            wrong = "a tunnel, for which festival cards might be turned up"
            yield ("map", "routes", i, "kind"), wrong, "leave out the tunnels or the festivals"


def festival_cities(board: Board) -> Iterator[Finding]:
    seen: set[str] = set()
    for i, festival in enumerate(board.festivals):
        path = ("map", "festivals", i, "cities")
        if not festival.cities:
            yield path, "a festival without a city", 'write cities = ["…"]'
        for city in festival.cities:
            if city in seen:
                yield path, f"{city} has a festival already", "leave one of them out"
            seen.add(city)
            if "festival " in plain(city):
                yield path, f"a record could not tell where the name {city} begins", "give the city another name"


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
