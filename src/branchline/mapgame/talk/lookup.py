"""What a person may look up at the table: the routes, why one cannot be claimed, the whole board."""

from collections import Counter

from branchline.engine import phases
from branchline.errors import MoveError
from branchline.mapgame.actions import EXCHANGE, Claim
from branchline.mapgame.contents import paid
from branchline.mapgame.network import Network, elements, mask
from branchline.mapgame.refusals import price, price_rule, why_closed
from branchline.mapgame.talk.game import MapGame
from branchline.mapgame.talk.help import example
from branchline.names import counted, nearest, plain, points
from branchline.talk.words import Lines, listed, number, sentence


def find_city(game: MapGame, text: str) -> str:
    """The one city that a name, or the beginning of one, means."""
    names = game.notation.places.names
    words = plain(text)
    found = [name for name in names if plain(name) == words] or [n for n in names if plain(n).startswith(words)]
    if len(found) == 1:
        return found[0]
    if found:
        raise MoveError(f"{text!r} can be {listed(found, 'or')}")
    raise MoveError(f"there is no city {text!r} on this board{nearest(text.title(), names)}")


def find_pair(game: MapGame, text: str) -> tuple[int, int, str]:
    """The two cities that a text begins with, and the rest of it."""
    if not text or plain(text) in map(plain, game.notation.places.names):
        raise MoveError(f"name two cities, for example {example(game.board)[1]}")
    return game.notation.places.parse_pair(text)


def cost(game: MapGame, route: int) -> str:
    """What a route costs, in few words."""
    r = game.board.routes[route]
    plain_spaces = r.length - r.locomotives
    colour = r.colour or ("of any colour" if plain_spaces == 1 else "of one colour")
    parts = [number(r.locomotives, "locomotive")] if r.locomotives else []
    parts += [f"{plain_spaces} {colour}"] if plain_spaces else []
    kind = "" if r.kind == "plain" else f", {r.kind}"
    return listed(parts) + kind


def owner(game: MapGame, route: int) -> int | None:
    """Who has claimed a route."""
    owned = game.position.record.owned
    return next((p for p in range(len(game.names)) if mask(owned[p]) >> route & 1), None)


def _standing(game: MapGame, me: int, route: int) -> str:
    whose = owner(game, route)
    if whose is not None:
        return "yours" if whose == me else f"{game.names[whose]}'s"
    return "open" if mask(game.position.record.open[me]) >> route & 1 else "closed to you"


def routes_of(game: MapGame, me: int, city: str) -> Lines:
    """Every route of a city: where it leads, what it costs, whose it is."""
    lines = []
    for i, r in enumerate(game.board.routes):
        if city in (r.a, r.b):
            value = points(game.board.rules.points[r.length])
            other = r.b if city == r.a else r.a
            lines.append(f"{other}: {cost(game, i)}, {value}, {_standing(game, me, i)}.")
    return [f"{number(len(lines), 'route')} from {city}.", *_merged(sorted(lines))]


def _merged(lines: list[str]) -> list[str]:
    """Lines that are alike told once, as two."""
    return [f"Two to {line}" if n > 1 else line for line, n in Counter(lines).items()]


def open_routes(game: MapGame, me: int) -> Lines:
    """The routes still open to a person, a line for every city that has some; each is told once."""
    by_city: dict[str, list[str]] = {}
    free = elements(mask(game.position.record.open[me]))
    for i in free:
        r = game.board.routes[i]
        by_city.setdefault(r.a, []).append(f"{r.b} {cost(game, i)}")
    lines = [f"{city}: {'; '.join(dict.fromkeys(told))}." for city, told in sorted(by_city.items())]
    head = f"{number(len(free), 'route')} open to you, each told at one of its cities."
    return [f"{head} For all routes of a city say routes and its name.", *lines]


def why(game: MapGame, text: str) -> Lines:
    """Why each route between two cities cannot be claimed now, or how it can."""
    a, z, _ = find_pair(game, text)
    if found := routes_between(game, a, z):
        return [sentence(_why_route(game, route)) for route in found]
    names = listed([game.notation.places.names[c] for c in (a, z)])
    return [f"No route joins {names} directly.", *_way(game, a, z)]


def routes_between(game: MapGame, a: int, z: int) -> list[int]:
    """The routes that join two cities."""
    names = {game.notation.places.names[c] for c in (a, z)}
    return [i for i, r in enumerate(game.board.routes) if {r.a, r.b} == names]


def _way(game: MapGame, a: int, z: int) -> Lines:
    network = Network(game.position.board)
    way = network.shortest((a, z), network.costs(game.position, game.player))
    if way is None:
        return ["No way between them is left for you."]
    routes = [game.notation.routes[route] for route in reversed(way[1])]
    return [f"Your shortest way takes {number(way[0], 'more train')}: {', '.join(routes)}."]


def _why_route(game: MapGame, route: int) -> str:
    position, name = game.position, game.notation.routes[route]
    s, b = position.record, position.board[0]
    me = game.player
    whose = owner(game, route)
    if whose is not None:
        return f"{name} is claimed already, by {'you' if whose == me else game.names[whose]} [B-CLAIM-4]"
    if closed := why_closed(game.notation, position, [route]):
        return str(closed)
    if b.length[route] > s.trains[me]:
        return f"{name} needs {number(int(b.length[route]), 'train')}, you have {s.trains[me]} [B-CLAIM-3]"
    ways = _payments(game, route)
    if ways and s.phase == phases.TURN:
        return f"{name} can be claimed: {listed(ways, 'or')}"
    if s.phase != phases.TURN:
        return f"{name} is open, but a route is claimed as the one action of a turn [B-TURN-1]"
    held = counted(s.hand[me]) or "no cards"
    return f"you cannot pay for {name}: {price(b, route)} [{price_rule(b, route)}]. Your hand: {held}"


def _payments(game: MapGame, route: int) -> list[str]:
    ways = []
    for move in game.notation.moves(game.position):
        claim = game.notation.actions.action(move.actions[0])
        if isinstance(claim, Claim) and claim.route == route:
            ways.append("by exchange" if claim.how == EXCHANGE else f"for {counted(paid(game.position, move.after))}")
    return ways


def board_lines(game: MapGame, me: int) -> Lines:
    """Everybody's routes, the cards they are known to hold, and what is left."""
    s = game.position.seen_by(me).record
    lines = []
    for p in (me, *(q for q in range(len(game.names)) if q != me)):
        owned = elements(mask(s.owned[p]))
        routes = ", ".join(f"{game.notation.routes[r]} {game.board.routes[r].length}" for r in owned)
        lines.append(f"{'Your' if p == me else game.names[p] + chr(39) + 's'} routes: {routes or 'none'}.")
        if p != me and (known := counted(s.known[p])):
            lines.append(f"{game.names[p]} is known to hold: {known}.")
    left = int(s.ticket_deck_size) + int(s.under_size)
    piles = (number(int(s.deck_size), "card"), number(int(s.discards_size), "card"), number(left, "ticket"))
    lines.append(f"Deck: {piles[0]}. Discards: {piles[1]}. Ticket deck: {piles[2]}.")
    return lines
