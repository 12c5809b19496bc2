"""The legal moves as a list with numbers, grouped so that it is short to hear."""

import re

from branchline.engine import phases
from branchline.mapgame.actions import EXCHANGE, Claim, Withdraw
from branchline.mapgame.contents import paid
from branchline.mapgame.talk.game import MapGame
from branchline.names import counted, points
from branchline.notation import Played
from branchline.talk.listing import Listing, list_draws
from branchline.talk.words import listed, number

FEW = 4  # ways to pay that are all told without being asked for


def list_choices(game: MapGame) -> Listing:
    """The few choices of a payment under way, one a line."""
    listing = Listing()
    withdraw = game.notation.actions.number(Withdraw())
    for move in game.notation.moves(game.position):
        cards = counted(paid(game.position, move.after)) if move.actions != (withdraw,) else ""
        listing.lines.append(f"{listing.add(move)}: {f'pay {cards}' if cards else 'withdraw'}.")
    return listing


def list_moves(game: MapGame, city: str = "") -> Listing:
    """Every legal move, of two like routes only the first; with a city its claims, in all ways to pay."""
    listing = Listing()
    space = game.notation.actions
    moves = list(game.notation.moves(game.position))
    claims: dict[int, list[Played]] = {}
    for move in moves:
        if isinstance(claim := space.action(move.actions[0]), Claim):
            claims.setdefault(claim.route, []).append(move)
    if not city:
        list_draws(listing, moves, space)
    for route, ways in sorted(claims.items(), key=lambda claim: game.notation.routes[claim[0]]):
        ends = game.board.routes[route]
        is_second_of_a_pair = ends in (game.board.routes[other] for other in claims if other < route)
        if not is_second_of_a_pair and (not city or city in (ends.a, ends.b)):
            listing.lines.append(_claim_line(game, listing, route, ways, all_ways=bool(city)))
    if not claims and game.position.record.phase == phases.TURN:
        listing.lines.append("You have the cards for no route.")
    elif city and not listing.moves:
        listing.lines.append(f"You can claim no route of {city} now.")
    return listing


def _claim_line(game: MapGame, listing: Listing, route: int, ways: list[Played], all_ways: bool) -> str:
    ends = game.board.routes[route]
    kind = "" if ends.kind == "plain" else f"{ends.kind}, "
    name = re.sub(r" \d\)$", ")", game.notation.routes[route])
    head = f"{name}, {kind}{points(game.board.rules.points[ends.length])}"
    shown = ways if all_ways or len(ways) <= FEW else _thriftiest(ways)
    told = []
    for way in shown:
        is_exchange = game.notation.actions.action(way.actions[0]) == Claim(route, EXCHANGE)
        what = "by exchange" if is_exchange else f"for {counted(paid(game.position, way.after))}"
        told.append(f"move {listing.add(way)} {what}")
    rest = len(ways) - len(shown)
    more = f"; {number(rest, 'more way')} with more locomotives: say moves {ends.a}" if rest else ""
    return f"{head}: {listed(told, 'or')}{more}."


def _thriftiest(ways: list[Played]) -> list[Played]:
    """Of the ways with the same colour only the one with the fewest locomotives."""
    first: dict[int, Played] = {}
    for way in ways:
        first.setdefault(way.actions[0], way)
    return list(first.values())
