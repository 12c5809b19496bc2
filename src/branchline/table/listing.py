"""The legal moves as a list with numbers, grouped so that it is short to hear."""

import re
from dataclasses import dataclass, field

from branchline.boards.board import CARDS
from branchline.notation.moves import paid
from branchline.notation.words import counted, points
from branchline.rules import state as rules
from branchline.table.mapgame import MapGame
from branchline.table.words import Lines, listed, number

FEW = 4  # ways to pay that are all told without being asked for


@dataclass
class Listing:
    """Lines to tell, and the moves that their numbers mean."""

    lines: Lines = field(default_factory=list)
    moves: list[list[int]] = field(default_factory=list)

    def add(self, move: list[int]) -> int:
        """Give a move the next number."""
        self.moves.append(move)
        return len(self.moves)


def list_choices(game: MapGame) -> Listing:
    """The few choices of a payment under way, one a line."""
    listing = Listing()
    for action in game.actions():
        cards = counted(paid(game.position, [action])) if action != rules.WITHDRAW else ""
        listing.lines.append(f"{listing.add([action])}: {f'pay {cards}' if cards else 'withdraw'}.")
    return listing


def list_moves(game: MapGame, city: str = "") -> Listing:
    """Every legal move, of two like routes only the first; with a city its claims, in all ways to pay."""
    listing = Listing()
    moves = list(game.notation.moves(game.position))
    claims: dict[int, list[list[int]]] = {}
    for move in moves:
        if rules.CLAIM <= move[0] < game.notation.first_build:
            claims.setdefault((move[0] - rules.CLAIM) // rules.HOWS, []).append(move)
    if not city:
        list_draws(listing, moves)
    for route, ways in sorted(claims.items(), key=lambda claim: game.notation.routes[claim[0]]):
        ends = game.board.routes[route]
        is_second_of_a_pair = ends in (game.board.routes[other] for other in claims if other < route)
        if not is_second_of_a_pair and (not city or city in (ends.a, ends.b)):
            listing.lines.append(_claim_line(game, listing, route, ways, all_ways=bool(city)))
    if not claims and game.position.record.phase == rules.TURN:
        listing.lines.append("You have the cards for no route.")
    elif city and not listing.moves:
        listing.lines.append(f"You can claim no route of {city} now.")
    return listing


def list_draws(listing: Listing, moves: list[list[int]]) -> None:
    """List what can be drawn, and passing."""
    draws = []
    for move in moves:
        if move[0] == rules.DRAW_BLIND:
            draws.append(f"move {listing.add(move)} the deck")
        elif move[0] < rules.DRAW_BLIND:
            draws.append(f"move {listing.add(move)} {CARDS[move[0]]}")
    if draws:
        listing.lines.append(f"Draw: {', '.join(draws)}.")
    for action, words in ((rules.DRAW_TICKETS, "Draw tickets"), (rules.PASS, "Pass"), (rules.DONE, "Done")):
        if [action] in moves:
            listing.lines.append(f"{words}: move {listing.add([action])}.")


def _claim_line(game: MapGame, listing: Listing, route: int, ways: list[list[int]], all_ways: bool) -> str:
    ends = game.board.routes[route]
    kind = "" if ends.kind == "plain" else f"{ends.kind}, "
    name = re.sub(r" \d\)$", ")", game.notation.routes[route])
    head = f"{name}, {kind}{points(game.board.rules.points[ends.length])}"
    shown = ways if all_ways or len(ways) <= FEW else _thriftiest(ways)
    told = []
    for way in shown:
        how = (way[0] - rules.CLAIM) % rules.HOWS
        what = "by exchange" if how == rules.EXCHANGE else f"for {counted(paid(game.position, way))}"
        told.append(f"move {listing.add(way)} {what}")
    rest = len(ways) - len(shown)
    more = f"; {number(rest, 'more way')} with more locomotives: say moves {ends.a}" if rest else ""
    return f"{head}: {listed(told, 'or')}{more}."


def _thriftiest(ways: list[list[int]]) -> list[list[int]]:
    """Of the ways with the same colour only the one with the fewest locomotives."""
    first: dict[int, list[int]] = {}
    for way in ways:
        first.setdefault(way[0], way)
    return list(first.values())
