"""A board file of a map game: examined, and read with the options chosen."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from branchline.boardfile.draft import Draft, with_options, wrong_by_option
from branchline.boardfile.problems import Finding, Problem, Report
from branchline.boardfile.words import show, suggest
from branchline.mapgame import checks
from branchline.mapgame.board import Board
from branchline.mapgame.mistakes import MapMistake
from branchline.mapgame.reader import read
from branchline.mapgame.rule_checks import check_rules


def examine(data: dict[str, Any], text: str, source: str) -> tuple[Draft[Board], list[Problem]]:
    """The board in a parsed text, as far as it could be read, and every problem in it."""
    report = Report(data, "map")
    draft = read(data, report)
    if report.is_cut:
        return draft, report.problems(text, source)
    for find in checks.CHECKS:
        report.extend(find(draft.board))
    report.extend(check_rules(draft.board, draft.board.rules))
    report.extend(wrong_by_option(draft, check_rules))
    report.extend(_never_in_play(draft))
    return draft, report.problems(text, source)


def choose(draft: Draft[Board], options: Mapping[str, object]) -> Board:
    """The board with the options chosen; `tickets` are those in play."""
    board: Board = with_options(draft, options, check_rules)
    tickets = tuple(ticket for ticket in board.tickets if ticket.deck in board.rules.ticket_decks)
    return replace(board, tickets=tickets)


def _never_in_play(draft: Draft[Board]) -> Iterator[Finding]:
    """Tickets of a deck that neither the rules nor an option bring into play."""
    decks = set(draft.board.rules.ticket_decks)
    for values in draft.sets.values():
        for changes in values.values():
            decks.update(changes.get("ticket_decks", ()))
    for i, ticket in enumerate(draft.board.tickets):
        if ticket.deck not in decks:
            instead = suggest(ticket.deck, sorted(decks))
            yield ("map", "tickets", i, "deck"), MapMistake.NEVER_IN_PLAY(name=show(ticket.deck), **instead)
