"""The Card Game in plain lines."""

from collections.abc import Iterator

from branchline.boardfile.cards import COLOURS
from branchline.cardgame.board import CardGame, CardTicket


def fingerprinted(board: CardGame) -> Iterator[str]:
    """What makes a set of cards the same set."""
    for bonus in board.bonuses:
        yield f"{bonus.city}|{bonus.points}"
    for t in board.tickets:
        yield f"{t.a}|{t.b}|{t.points}|{sorted(t.cards.items())}"


def counts(board: CardGame) -> str:
    """How many cards of each kind there are."""
    cards = len(COLOURS) * board.rules.colour_cards + board.rules.locomotives
    return f"{cards} train cards, {len(board.tickets)} tickets, {len(board.bonuses)} city bonuses"


def changed_rules(board: CardGame) -> list[str]:
    """The names of all rule fields that are no options."""
    options = {option.name for option in board.options}
    return [name for name in type(board.rules).__dataclass_fields__ if name not in options]


def lists(board: CardGame) -> Iterator[str]:
    """Every bonus and ticket, a line each."""
    yield "City bonuses:"
    yield from (f"  {bonus.city} {bonus.points}" for bonus in board.bonuses)
    yield ""
    yield "Tickets:"
    yield from (f"  {ticket.a}–{ticket.b} {ticket.points}: {cards_asked(ticket)}" for ticket in board.tickets)


def cards_asked(ticket: CardTicket) -> str:
    """The cards that a ticket asks for, in words."""
    return ", ".join(f"{n} {colour}" for colour, n in ticket.cards.items())
