"""A board as plain data for whoever draws it: the same places as in `boards.picture`, and what its names mean."""

from typing import Any

from branchline.drawing.autolayout import is_solved, layout
from branchline.drawing.geometry import Rect
from branchline.drawing.ground import ground
from branchline.drawing.layout import Laid, Layout, radius
from branchline.drawing.marks import band, cased_curve, path_of, portals
from branchline.drawing.picture import locomotive_spaces
from branchline.drawing.world import land_under
from branchline.mapgame.board import Board, Route
from branchline.mapgame.notation import MapNotation

Plan = dict[str, Any]


def plan(board: Board) -> Plan:
    """Ground, cities, tracks, routes, tickets and festivals; a route's or ticket's id is its place in the board."""
    laid_out = layout(board)
    notation = MapNotation(board)
    drawn = places(board, laid_out)
    return {
        **drawn,
        "ground": ground(board.name) if is_solved(board) else land_under(board, laid_out),
        "routes": [{**route, "name": notation.routes[route["id"]]} for route in drawn["routes"]],
        "tickets": [
            {
                "id": index,
                "name": notation.tickets[index],
                "cities": [ticket.a, ticket.b],
                "points": ticket.points,
                "deck": ticket.deck,
                "neutral": list(ticket.neutral) if ticket.neutral else None,
            }
            for index, ticket in enumerate(board.tickets)
        ],
        "festivals": [{"cities": list(each.cities), "points": list(each.points)} for each in board.festivals],
        "points": {str(length): points for length, points in board.rules.points.items()},
        "trains": board.rules.trains,
        "stations": board.rules.stations,
        "toll_tokens": board.rules.toll_tokens,
    }


def places(board: Board, laid_out: Layout) -> Plan:
    """Where cities, tracks and the spaces of every route lie."""
    routes: dict[int, Plan] = {}
    for number, laid in enumerate(laid_out.laid):
        for lane, index in enumerate(laid.track.routes):
            lies = {"track": number, **_spaces(laid.lane(lane))}
            routes[index] = {"id": index, **_route(board, board.routes[index]), **lies}
    return {
        "width": laid_out.width,
        "height": laid_out.height,
        "cities": [
            {
                "name": city.name,
                **({"names": city.names} if city.names else {}),
                "x": laid_out.cities[city.name][0],
                "y": laid_out.cities[city.name][1],
                "r": radius(board, city.name),
                "label": _label(laid_out.names[city.name]),
            }
            for city in board.cities
        ],
        "tracks": [_track(laid) for laid in laid_out.laid],
        "routes": [routes[index] for index in sorted(routes)],
    }


def _route(board: Board, route: Route) -> Plan:
    return {
        "cities": [route.a, route.b],
        "length": route.length,
        "colour": route.colour or "grey",
        "kind": route.kind,
        "locomotives": sorted(locomotive_spaces(route.length, route.locomotives)) if route.locomotives else [],
        "exchange": route.exchange or (board.rules.ferry_exchange if route.kind == "ferry" else 0),
        "toll": route.toll,
    }


def _spaces(places: tuple[Rect, ...]) -> Plan:
    return {
        "size": [round(2 * places[0].half_length, 1), round(2 * places[0].half_width, 1)],
        "spaces": [[round(place.x, 1), round(place.y, 1), round(place.angle, 1)] for place in places],
    }


def _track(laid: Laid) -> Plan:
    drawn: Plan = {"kind": laid.track.kind, "width": laid.track.width, "rail": path_of(laid.curve)}
    drawn["routes"] = list(laid.track.routes)
    drawn["core"] = path_of(laid.curve.piece(*laid.ends))
    if laid.track.kind == "tunnel":
        drawn |= {"bed": path_of(cased_curve(laid)), "portals": "".join(portals(laid))}
    elif laid.track.kind == "ferry":
        drawn["band"] = band(laid)
    if laid.coin:
        drawn |= {"coin": [round(laid.coin[0], 1), round(laid.coin[1], 1)], "toll": laid.track.toll}
    return drawn


def _label(place: Rect) -> Plan:
    width = round(2 * place.half_length, 1)
    return {"x": round(place.x, 1), "y": round(place.y, 1), "width": width}
