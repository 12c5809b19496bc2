"""Every kind of problem that a draft in the editor can have is told there in every language of the app."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_check import MISTAKES, changed

from branchline.boardfile.problems import BoardError, Finding
from branchline.boardfile.source import parse
from branchline.boards import check
from branchline.mapgame import checks, rule_checks
from branchline.mapgame.board import Board
from branchline.mapgame.file import examine

WORDS = Path(__file__).parents[2] / "web" / "src" / "editor" / "words" / "en.json"
PATTERNS = [
    re.compile("(.+?)".join(map(re.escape, re.split(r"\{\w+\}", text))))
    for key, text in json.loads(WORDS.read_text(encoding="utf-8")).items()
    if key.startswith("problem.")
]
ONLY_IN_FILES = ("there is no city", "a festival without a city")  # the editor knows cities by number


def findings(board: Board) -> Iterator[Finding]:
    for find in checks.CHECKS:
        yield from find(board)
    yield from rule_checks.check_rules(board, board.rules)


@pytest.mark.parametrize(
    ("name", "old", "new"), [(name, *each[:2]) for name, mistakes in MISTAKES.items() for each in mistakes]
)
def test_what_a_check_says_has_words(name: str, old: str, new: str) -> None:
    text = changed(name, (old, new))
    try:
        data = parse(text, "")
    except BoardError:
        return
    draft, _ = examine(data, text, "")
    reported = {(problem.wrong, problem.right) for problem in check(text, "")}
    for _, wrong, right in findings(draft.board):
        if (wrong, right) in reported and not wrong.startswith(ONLY_IN_FILES):
            assert any(pattern.fullmatch(f"{wrong}; {right}") for pattern in PATTERNS), f"{wrong}; {right}"


def test_there_are_words_for_every_kind() -> None:
    assert len(PATTERNS) >= 55
