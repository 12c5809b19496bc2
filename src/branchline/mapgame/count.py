"""The end of a game on a map, as people describe it: what cannot be is refused, the rest is a position to score."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from branchline.count import CountError, Ending, checked_tickets
from branchline.engine.phases import OVER
from branchline.mapgame.names import MapNames
from branchline.position import Array, Engine, Position

MOST_TOKENS, MOST_LOANS = 999, 60


def end_position(
    engine: Engine, names: MapNames, record: Array, endings: Sequence[Ending], neutral: Sequence[int]
) -> Position:
    """The position in which a game ended; `neutral` are the routes of the neutral player."""
    _check_routes(names, record[0], endings, neutral)
    checked_tickets(endings, names.tickets)
    _check_stations(names, endings)
    _check_festivals(names, endings)
    states = np.zeros(1, engine.state)
    s, b = states[0], record[0]
    s["phase"], s["players"] = OVER, len(endings)
    s["neutral"][:] = _mask(neutral)
    city = {name: i for i, name in enumerate(names.places.names)}
    for p, ending in enumerate(endings):
        s["owned"][p], s["tickets"][p] = _mask(ending.routes), _mask(ending.tickets)
        s["trains"][p] = b["trains"] - _trains(names, ending.routes)
        s["score"][p] = b["start_scores"][p] + sum(int(b["value"][r]) for r in ending.routes)
        s["stations"][p] = sum(1 << city[each] for each in ending.stations)
        s["tokens"][p], s["loans"][p] = _tolls(names, ending)
        for f, held in _piles(names, ending).items():
            s["pile"][p][f] = held
    return Position(engine, record, states)


def _mask(elements: Sequence[int]) -> tuple[int, int]:
    mask = sum(1 << i for i in set(elements))
    return mask & (1 << 64) - 1, mask >> 64


def _trains(names: MapNames, routes: Sequence[int]) -> int:
    return sum(names.board.routes[r].length for r in routes)


def _check_routes(names: MapNames, b: Any, endings: Sequence[Ending], neutral: Sequence[int]) -> None:
    """Refuse routes that do not exist or that two have, doubles that could not be claimed, and too many trains."""
    owner: dict[int, str] = {}
    most = names.board.rules.trains
    for name, routes in [*((ending.name, ending.routes) for ending in endings), ("", neutral)]:
        for r in routes:
            if not 0 <= r < len(names.routes):
                raise CountError("route", f"there is no route {r}; they are 0 to {len(names.routes) - 1}", route=r)
            if r in owner:
                wrong = f"{names.routes[r]} is claimed twice; a route has one owner"
                raise CountError("route_twice", wrong, route=names.routes[r], player=name, other=owner[r])
            owner[r] = name
        if name and (trains := _trains(names, routes)) > most:
            wrong = f"{name} has {trains} trains on the board; there are {most}"
            raise CountError("trains", wrong, player=name, trains=trains, most=most)
    single = len(endings) < names.board.rules.both_doubles_from
    for r, name in owner.items():
        twin = int(b["twin"][r])
        if twin > r and twin in owner and name and owner[twin]:
            both = names.routes[r]
            if owner[twin] == name:
                raise CountError(
                    "double", f"{name} cannot have both routes of a double: {both}", player=name, route=both
                )
            if single:
                wrong = f"with {len(endings)} players only one route of a double is claimed: {both}"
                raise CountError("double_closed", wrong, route=both, players=len(endings))


def _check_stations(names: MapNames, endings: Sequence[Ending]) -> None:
    most, built = names.board.rules.stations, Counter(city for ending in endings for city in ending.stations)
    for city, count in built.items():
        if city not in names.places.names:
            raise CountError("city", f"there is no city {city[:40]!r} on this board", city=city[:40])
        if count > 1:
            raise CountError("station_twice", f"{city} has {count} stations; a city has one at most", city=city)
    for ending in endings:
        if len(ending.stations) > most:
            wrong = f"{ending.name} has {len(ending.stations)} stations; there are {most}"
            raise CountError("stations", wrong, player=ending.name, stations=len(ending.stations), most=most)


def _check_festivals(names: MapNames, endings: Sequence[Ending]) -> None:
    for f, festival in enumerate(names.board.festivals):
        held, most = sum(_piles(names, ending).get(f, 0) for ending in endings), len(festival.points)
        if held > most:
            wrong = f"{held} festival cards of {names.festivals[f]} are counted; there are {most}"
            raise CountError("festivals", wrong, city=names.festivals[f], cards=held, most=most)


def _piles(names: MapNames, ending: Ending) -> dict[int, int]:
    """The festival cards that a player holds, by the number of the festival."""
    found: dict[int, int] = {}
    for city, count in ending.festivals.items():
        if city not in names.festivals:
            raise CountError("city", f"there is no festival {city[:40]!r} on this board", city=city[:40])
        if count < 0:
            raise CountError("number", f"{ending.name} cannot have {count} cards of {city}", player=ending.name)
        found[names.festivals.index(city)] = count
    return found


def _tolls(names: MapNames, ending: Ending) -> tuple[int, int]:
    if not names.board.rules.toll_tokens:
        return 0, 0
    if not 0 <= ending.tokens <= MOST_TOKENS or not 0 <= ending.loans <= MOST_LOANS:
        wrong = f"{ending.name} has tokens worth 0 to {MOST_TOKENS} and 0 to {MOST_LOANS} loans"
        raise CountError("number", wrong, player=ending.name)
    return ending.tokens, ending.loans
