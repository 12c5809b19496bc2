"""Checks a board file: every mistake with its line, what is wrong and what would be right."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace

from branchline.boards import map_checks
from branchline.boards.cardgame import examine_cardgame, is_cardgame
from branchline.boards.problems import Finding, Problem, Report, not_toml
from branchline.boards.reader import Draft, read
from branchline.boards.rule_checks import check_rules
from branchline.boards.words import show, suggest


def check(text: str, source: str) -> list[Problem]:
    """Every problem in the text of a board file, in the order of its lines; none: the board is sound."""
    return (examine_cardgame if is_cardgame(text) else examine)(text, source)[1]


def examine(text: str, source: str) -> tuple[Draft | None, list[Problem]]:
    """The map board in the text, as far as it could be read, and every problem in it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, [not_toml(text, source, str(error))]
    report = Report(data)
    draft = read(data, report)
    for find in map_checks.CHECKS:
        report.extend(find(draft.board))
    report.extend(check_rules(draft.board, draft.board.rules))
    report.extend(_wrong_by_option(draft))
    report.extend(_never_in_play(draft))
    return draft, report.problems(text, source)


def _wrong_by_option(draft: Draft) -> Iterator[Finding]:
    """What an option's value makes wrong that is right without it."""
    board = draft.board
    own = set(check_rules(board, board.rules))
    for name, values in draft.sets.items():
        for value, changes in values.items():
            for finding in check_rules(board, replace(board.rules, **changes)):
                if finding not in own:
                    _, wrong, right = finding
                    yield ("options", name, "sets", value), f"with {name} = {value}, {wrong}", right


def _never_in_play(draft: Draft) -> Iterator[Finding]:
    """Tickets of a deck that neither the rules nor an option bring into play."""
    decks = set(draft.board.rules.ticket_decks)
    for values in draft.sets.values():
        for changes in values.values():
            decks.update(changes.get("ticket_decks", ()))
    for i, ticket in enumerate(draft.board.tickets):
        if ticket.deck not in decks:
            wrong = f"the deck {show(ticket.deck)} is never in play"
            yield ("map", "tickets", i, "deck"), wrong, suggest(ticket.deck, sorted(decks))
