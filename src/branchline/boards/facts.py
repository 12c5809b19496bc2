"""The facts of a board as a readable text."""

from collections import Counter
from collections.abc import Iterator

from branchline.boards.board import Board, Route, Rules


def facts(board: Board) -> str:
    """Everything there is to know about a board."""
    return "\n".join(
        [*_summary(board), "", *_rules(board), *_options(board), "", *_routes(board), "", *_tickets(board)]
    )


def _summary(board: Board) -> Iterator[str]:
    least, most = board.rules.players
    yield f"{board.title} ({board.name}), {least} to {most} players"
    yield board.about
    if board.status == "reconstruction":
        yield "Status: a reconstruction. Counts and rules are the rulebook's; the map and its numbers are ours."
    else:
        yield "Status: exact."
    kinds = Counter(route.kind for route in board.routes)
    parts = ", ".join(f"{n} {kind}" for kind, n in kinds.items())
    yield f"{len(board.cities)} cities, {len(board.routes)} routes ({parts}), {len(board.tickets)} tickets"


def _rules(board: Board) -> Iterator[str]:
    yield "Rules that differ from the base game:"
    yield from [f"  {name} = {value(getattr(board.rules, name))}" for name in changed_rules(board)] or ["  none"]


def changed_rules(board: Board) -> list[str]:
    """The names of the rule fields in which a board differs from the base game."""
    base = Rules()
    return [name for name in Rules.__dataclass_fields__ if getattr(board.rules, name) != getattr(base, name)]


def value(given: object) -> str:
    """The value of a rule field in words."""
    if isinstance(given, frozenset):
        return ", ".join(sorted(given))
    if isinstance(given, dict):
        return ", ".join(f"{length} → {points}" for length, points in given.items())
    return str(given).lower() if isinstance(given, bool) else str(given)


def _options(board: Board) -> Iterator[str]:
    if board.options:
        yield ""
        yield "Options (the first value is the board's own):"
    for option in board.options:
        values = " | ".join(value(v) for v in option.values)
        yield f"  {option.name} = {values}. {option.about}"


def _routes(board: Board) -> Iterator[str]:
    yield "Routes:"
    yield from (f"  {_route(route)}" for route in board.routes)


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


def _tickets(board: Board) -> Iterator[str]:
    yield "Tickets:"
    yield from (f"  {ticket.a}–{ticket.b} {ticket.points}" for ticket in board.tickets)
