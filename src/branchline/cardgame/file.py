"""The file of the Card Game: examined, and read with the options chosen."""

from collections.abc import Mapping
from typing import Any

from branchline.boardfile.draft import Draft, with_options, wrong_by_option
from branchline.boardfile.problems import Problem, Report
from branchline.cardgame import checks
from branchline.cardgame.board import CardGame
from branchline.cardgame.reader import read
from branchline.cardgame.rule_checks import check_rules


def examine(data: dict[str, Any], text: str, source: str) -> tuple[Draft[CardGame], list[Problem]]:
    """The game in a parsed text, as far as it could be read, and every problem in it."""
    report = Report(data, "cards")
    draft = read(data, report)
    if report.is_cut:
        return draft, report.problems(text, source)
    for find in checks.CHECKS:
        report.extend(find(draft.board))
    report.extend(check_rules(draft.board, draft.board.rules))
    report.extend(wrong_by_option(draft, check_rules))
    return draft, report.problems(text, source)


def choose(draft: Draft[CardGame], options: Mapping[str, object]) -> CardGame:
    """The game with the options chosen."""
    game: CardGame = with_options(draft, options, check_rules)
    return game
