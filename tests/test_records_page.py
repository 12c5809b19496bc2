"""The page about records tells every kind of event there is, with the names it has."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline
from branchline.notation import LABELS
from branchline.replay import loads

ROOT = Path(__file__).parents[1]
SOURCES = Path(branchline.__file__).parent
OF_ALL = {"event", "turn", "player", "kind"}


def documented() -> dict[str, set[str]]:
    """The kinds of the page's table, each with its further names."""
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8").partition("## Events")[2]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\| [^|]+\|$", text, re.MULTILINE)
    return {kind: set(re.findall(r"`(\w+)`", names)) for kind, names in rows}


def texts(node: ast.AST) -> Iterator[str]:
    """The texts in a piece of code."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def makeable() -> set[str]:
    """The kinds that the code can make: what it calls `kind`, and the labels of what chance does."""
    found = {label for label, _ in LABELS.values()}
    for path in (SOURCES / "events.py", *SOURCES.glob("*game/events.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and "kind" in [t.id for t in node.targets if isinstance(t, ast.Name)]:
                found.update(texts(node.value))
            elif isinstance(node, ast.Dict):
                named = [v for k, v in zip(node.keys, node.values, strict=True) if _is_kind(k)]
                found.update(text for value in named if isinstance(value, ast.Constant) for text in texts(value))
    return found


def _is_kind(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and key.value == "kind"


@pytest.fixture(scope="module")
def happened() -> dict[str, set[str]]:
    """The kinds of events in the golden games, each with all names that it ever has."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests" / "golden").glob("*.txt")):
        for event in loads(path.read_text(encoding="utf-8")).events():
            found.setdefault(event["kind"], set()).update(event.keys() - OF_ALL)
    return found


def test_every_kind_that_the_code_can_make_is_told(happened: dict[str, set[str]]) -> None:
    assert set(documented()) == makeable()
    assert set(documented()) == set(happened), "every kind comes up in a golden game"


def test_every_kind_is_told_with_the_names_that_it_has(happened: dict[str, set[str]]) -> None:
    assert documented() == happened
