"""A board with a map in plain lines."""

from collections import Counter
from collections.abc import Iterator

from branchline.mapgame.board import Board, Route, Rules


def fingerprinted(board: Board) -> Iterator[str]:
    """What makes a board the same board."""
    yield from sorted(city.name for city in board.cities)
    for r in board.routes:
        yield f"{r.a}|{r.b}|{r.length}|{r.colour}|{r.kind}|{r.locomotives}|{r.exchange}|{r.toll}"
    for ticket in board.tickets:
        yield f"{ticket.a}|{ticket.b}|{ticket.points}|{ticket.deck}"


def counts(board: Board) -> str:
    """How many cities, routes and tickets a board has."""
    kinds = Counter(route.kind for route in board.routes)
    parts = ", ".join(f"{n} {kind}" for kind, n in kinds.items())
    return f"{len(board.cities)} cities, {len(board.routes)} routes ({parts}), {len(board.tickets)} tickets"


def changed_rules(board: Board) -> list[str]:
    """The names of the rule fields in which a board differs from the base game."""
    base = Rules()
    return [name for name in Rules.__dataclass_fields__ if getattr(board.rules, name) != getattr(base, name)]


def lists(board: Board) -> Iterator[str]:
    """Every route and ticket, a line each."""
    yield "Routes:"
    yield from (f"  {_route(route)}" for route in board.routes)
    yield ""
    yield "Tickets:"
    yield from (f"  {ticket.a}–{ticket.b} {ticket.points}" for ticket in board.tickets)


def _route(route: Route) -> str:
    words = f"{route.a}–{route.b}: {route.length} {route.colour or 'grey'}"
    if route.kind != "plain":
        words += f" {route.kind}"
    if route.locomotives:
        words += f", {route.locomotives} locomotive{'' if route.locomotives == 1 else 's'}"
    if route.exchange:
        words += f", any {route.exchange} cards for 1"
    if route.toll:
        words += f", toll {route.toll}"
    return words
