"""What the board editor asks: drafts checked, laid out, read from TOML and written as TOML. Nothing here is kept."""

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from branchline import boards
from branchline.boardfile.problems import BoardError
from branchline.boardfile.schema import schema
from branchline.boardfile.source import parse
from branchline.boardfile.writing import write
from branchline.boards import check
from branchline.drawing.autolayout import automatic, in_place
from branchline.drawing.plan import places
from branchline.drawing.projection import Cone, Projection
from branchline.kinds import MAP_GAME, map_of
from branchline.mapgame import limits
from branchline.mapgame.board import Board, Route, Rules
from branchline.mapgame.file import examine
from branchline.mapgame.reader import SHAPE
from branchline.server.errors import Refusal

Json = dict[str, Any]

SOURCE = "board.toml"
MOST_PROBLEMS = 200
PATIENCE = 4.0  # seconds for the shapes of routes; those that are left then stay straight
LARGEST_CANVAS = 3000.0


def text_of(draft: Mapping[str, Any]) -> str:
    """A draft as TOML."""
    return write(draft, SHAPE)


def picture_of(draft: Mapping[str, Any]) -> str:
    """A draft without problems as SVG."""
    return MAP_GAME.picture(board_of(draft))


def board_of(draft: Mapping[str, Any]) -> Board:
    """The board that a draft without problems is."""
    board = boards.loads(text_of(draft), SOURCE)
    with_map = map_of(board)
    if with_map is None:
        raise Refusal(422, "invalid", f"{board.title} has no map to edit")
    return with_map


def problems_of(draft: Mapping[str, Any]) -> list[Json]:
    """Everything that is wrong with a draft."""
    return [problem.as_json() for problem in check(text_of(draft), SOURCE)[:MOST_PROBLEMS]]


def read(text: str) -> Json:
    """A board file as data, as far as it is TOML, and every problem in it."""
    problems = [problem.as_json() for problem in check(text, SOURCE)[:MOST_PROBLEMS]]
    try:
        return {"board": parse(text, SOURCE), "problems": problems}
    except BoardError:
        return {"board": None, "problems": problems}


def shipped(name: str) -> Json:
    """A board with a map that comes with Branchline, as data."""
    board = boards.load_shipped(name)
    if board.kind != MAP_GAME.name:
        raise Refusal(422, "invalid", f"{board.title} has no map to edit")
    return parse(boards.text(name), SOURCE)


@cache
def known_places() -> list[Json]:
    """Where the cities of the shipped boards truly lie."""
    found: dict[str, Json] = {}
    for name in boards.names():
        board = map_of(boards.load(name))
        for city in board.cities if board else ():
            found[city.name] = {"name": city.name, "latitude": city.latitude, "longitude": city.longitude}
    return list(found.values())


def fields() -> Json:
    """The rule fields: what each takes, what it is in the base game and what it means; and how large a board may be."""
    rules = schema(SHAPE)["properties"]["rules"]["properties"]
    usual = Rules()
    known = {name: {**field, "default": _plain(getattr(usual, name))} for name, field in rules.items()}
    most = {
        "cities": limits.CITIES,
        "routes": limits.ROUTES,
        "tickets": limits.TICKETS,
        "festivals": limits.FESTIVALS,
        "festival_cards": limits.FESTIVAL_CARDS,
        "length": limits.LENGTH,
        "points": limits.POINTS,
    }
    return {"rules": known, "limits": most}


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {str(key): each for key, each in value.items()}
    return list(value) if isinstance(value, tuple) else value


def lay_out(draft: Mapping[str, Any], projection: Projection | None, size: tuple[float, float]) -> Json:
    """Where everything of a draft lies, cities at their true places or, without a projection, as in a game.

    What cannot be laid out is left out: routes keep the numbers they have in the draft.
    """
    data = parse(text_of(draft), SOURCE)
    read, _ = examine(data, "", SOURCE)
    board, numbers = _drawable(read.board)
    if not board.cities:
        return {"width": size[0], "height": size[1], "cities": [], "tracks": [], "routes": []}
    until = time.monotonic() + PATIENCE
    laid_out = in_place(board, projection, size, until) if projection else automatic(board)
    drawn = places(board, laid_out)
    for route in drawn["routes"]:
        route["id"] = numbers[route["id"]]
    for track in drawn["tracks"]:
        track["routes"] = [numbers[route] for route in track["routes"]]
    return drawn


def _drawable(board: Board) -> tuple[Board, list[int]]:
    """A board without what has no place, and the numbers that its routes had."""
    cities = {city.name: city for city in board.cities if city.name}
    seen: dict[frozenset[str], int] = {}
    routes: list[Route] = []
    numbers = []
    for number, route in enumerate(board.routes):
        ends = frozenset((route.a, route.b))
        seen[ends] = seen.get(ends, 0) + 1
        if len(ends) == 2 and ends <= cities.keys() and seen[ends] <= 2 and route.length:
            routes.append(route)
            numbers.append(number)
    return replace(board, cities=tuple(cities.values()), routes=tuple(routes), tickets=()), numbers


def projection(numbers: Mapping[str, float]) -> Projection:
    """The projection that an editor uses, from its numbers."""
    cone = Cone(numbers["bend"], numbers["apex"], numbers["middle"], numbers["meridian"])
    return Projection(cone, numbers["x"], numbers["y"], numbers["across"], numbers["down"])
