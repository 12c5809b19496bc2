"""Every rule has a test that bears its name, and the index of them can be printed."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parent.parent / "tools" / "rule_index.py"
TOOLS = runpy.run_path(str(TOOL))
RULES: list[str] = TOOLS["rule_ids"]()
INDEX: dict[str, list[tuple[str, str]]] = TOOLS["rule_index"]()


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_test(rule: str) -> None:
    prefix = f"test_{rule.lower().replace('-', '_')}_"
    assert INDEX[rule], f"write a test named {prefix}… with {rule} in its docstring"


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    games = {rule.split("-")[0] for rule in RULES if not rule.startswith("SETTLED")}
    named = {(rule, test) for rule, _, test in TOOLS["named_tests"]() if rule.split("-")[0] in games}
    assert sorted(pair for pair in named if pair[0] not in RULES) == []


def test_every_test_of_a_rule_names_it_in_its_docstring() -> None:
    listed = {test for tests in INDEX.values() for _, test in tests}
    for path in (Path(__file__).parent / "mapgame" / "rules").glob("test_*.py"):
        found = {
            line.split("(")[0].split()[1]
            for line in path.read_text("utf-8").splitlines()
            if re.match(r"def test_(settled|[a-z]_[a-z]+)_\d", line)
        }
        assert found <= listed, path.name


def test_no_rule_is_listed_twice() -> None:
    assert len(RULES) == len(set(RULES))


def test_the_index_is_a_table_of_all_rules() -> None:
    printed = subprocess.run([sys.executable, str(TOOL)], capture_output=True, encoding="utf-8", check=True).stdout
    rows = printed.splitlines()
    assert rows[:2] == ["| Rule | Shown by |", "| --- | --- |"]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows[2:]][: len(RULES)] == RULES
    assert "[a face up locomotive is both cards](../tests/mapgame/rules/test_drawing.py)" in printed
