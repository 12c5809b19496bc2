"""Prints which tests show each rule: a Markdown table, rule by rule, made from the docstrings in tests/."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
RULE_IDS = TESTS / "rule_ids.txt"
RULE_ID = re.compile(r"\b(?:[BCEHIN]-[A-Z]+|SETTLED)-\d+\b")


def rule_ids() -> list[str]:
    """Every rule that must have a test, in the order of the rulebooks."""
    return RULE_IDS.read_text(encoding="utf-8").split()


def named_tests() -> Iterator[tuple[str, str, str]]:
    """Every test that names a rule: the rule, the test's file from the root, its name."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in dict.fromkeys(RULE_ID.findall(ast.get_docstring(node) or "")):
                    yield rule, path.relative_to(ROOT).as_posix(), node.name


def is_about(rule: str, test: str) -> bool:
    """Whether a test bears a rule in its name: test_b_draw_3_… is about B-DRAW-3."""
    return test.startswith(f"test_{rule.lower().replace('-', '_')}_")


def rule_index() -> dict[str, list[tuple[str, str]]]:
    """The tests about each rule, in the order of the files; a mere mention does not count."""
    index: dict[str, list[tuple[str, str]]] = {rule: [] for rule in rule_ids()}
    for rule, path, test in named_tests():
        if is_about(rule, test):
            index.setdefault(rule, []).append((path, test))
    return index


def what_it_shows(rule: str, test: str) -> str:
    """A test's name as words, without the rule's."""
    return test.removeprefix(f"test_{rule.lower().replace('-', '_')}_").replace("_", " ")


def table() -> str:
    """The index as a Markdown table, with links from the docs folder."""
    lines = ["| Rule | Shown by |", "| --- | --- |"]
    for rule, tests in rule_index().items():
        shown = "<br>".join(f"[{what_it_shows(rule, test)}](../{path})" for path, test in tests)
        lines.append(f"| {rule} | {shown or '—'} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
