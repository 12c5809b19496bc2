"""The facts of a board as a readable text."""

from collections import Counter
from collections.abc import Iterator

from branchline.boards.board import Board, Route, Rules
from branchline.boards.cardgame import CardGame, CardTicket
from branchline.boards.loader import AnyBoard

STATUS = {
    "exact": "exact",
    "one source": "exact, but the colours that single tickets ask for rest on one source",
    "reconstruction": "a reconstruction. Counts and rules are the rulebook's; the map and its numbers are ours",
}


def facts(board: AnyBoard) -> str:
    """Everything there is to know about a board."""
    lists = _lists(board) if isinstance(board, Board) else _card_lists(board)
    return "\n".join([*_summary(board), "", *_rules(board), *_options(board), "", *lists])


def _summary(board: AnyBoard) -> Iterator[str]:
    least, most = board.rules.players
    yield f"{board.title} ({board.name}), {least} to {most} players"
    yield board.about
    yield f"Status: {STATUS[board.status]}."
    yield counts(board)


def counts(board: AnyBoard) -> str:
    """How many things of each kind a board has."""
    if isinstance(board, CardGame):
        cards = 8 * board.rules.colour_cards + board.rules.locomotives
        return f"{cards} train cards, {len(board.tickets)} tickets, {len(board.bonuses)} city bonuses"
    kinds = Counter(route.kind for route in board.routes)
    parts = ", ".join(f"{n} {kind}" for kind, n in kinds.items())
    return f"{len(board.cities)} cities, {len(board.routes)} routes ({parts}), {len(board.tickets)} tickets"


def _rules(board: AnyBoard) -> Iterator[str]:
    names = changed_rules(board)
    yield "Rules that differ from the base game:" if isinstance(board, Board) else "Rules:"
    yield from [f"  {name} = {value(getattr(board.rules, name))}" for name in names] or ["  none"]


def changed_rules(board: AnyBoard) -> list[str]:
    """The names of the rule fields in which a board differs from the base game; of the Card Game all."""
    if isinstance(board, CardGame):
        options = {option.name for option in board.options}
        return [name for name in type(board.rules).__dataclass_fields__ if name not in options]
    base = Rules()
    return [name for name in Rules.__dataclass_fields__ if getattr(board.rules, name) != getattr(base, name)]


def value(given: object) -> str:
    """The value of a rule field in words."""
    if isinstance(given, frozenset):
        return ", ".join(sorted(given))
    if isinstance(given, dict):
        return ", ".join(f"{length} → {points}" for length, points in given.items())
    return str(given).lower() if isinstance(given, bool) else str(given)


def _options(board: AnyBoard) -> Iterator[str]:
    if board.options:
        yield ""
        yield "Options (the first value is the board's own):"
    for option in board.options:
        values = " | ".join(value(v) for v in option.values)
        yield f"  {option.name} = {values}. {option.about}"


def _lists(board: Board) -> Iterator[str]:
    yield "Routes:"
    yield from (f"  {_route(route)}" for route in board.routes)
    yield ""
    yield "Tickets:"
    yield from (f"  {ticket.a}–{ticket.b} {ticket.points}" for ticket in board.tickets)


def _card_lists(board: CardGame) -> Iterator[str]:
    yield "City bonuses:"
    yield from (f"  {bonus.city} {bonus.points}" for bonus in board.bonuses)
    yield ""
    yield "Tickets:"
    yield from (f"  {ticket.a}–{ticket.b} {ticket.points}: {cards_asked(ticket)}" for ticket in board.tickets)


def cards_asked(ticket: CardTicket) -> str:
    """The cards that a ticket asks for, in words."""
    return ", ".join(f"{n} {colour}" for colour, n in ticket.cards.items())


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
