"""One-letter names of compiled code mean what the legend in `branchline.engine` says."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline
from branchline import engine

PACKAGE = Path(branchline.__file__).parent
COMPILED = ("compiled", "inlined", "entry", "generic")
KINDS = [f"{kind}/{part}" for kind in ("mapgame", "cardgame") for part in ("rules", "planner", "learner")]
FOLDERS = ("compiler", "engine", "planner", "learner", *KINDS)
LEGEND = dict(re.findall(r"^    ([a-z])  (\S+)  +\S", engine.__doc__ or "", re.MULTILINE))


def wrong(source: str) -> Iterator[str]:
    """The one-letter names of compiled functions that are not in the legend, or not of its type."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        if not {ast.unparse(decorator) for decorator in function.decorator_list} & set(COMPILED):
            continue
        for parameter in function.args.args:
            kind = ast.unparse(parameter.annotation) if parameter.annotation else "nothing"
            if len(parameter.arg) == 1 and LEGEND.get(parameter.arg) != kind:
                yield f"{function.name}: {parameter.arg} is {kind}, not {LEGEND.get(parameter.arg, 'in the legend')}"
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and len(node.id) == 1 and node.id not in ("_", *LEGEND):
                yield f"{function.name}: {node.id} is not in the legend"


@pytest.mark.parametrize("folder", FOLDERS)
def test_letters_mean_what_the_legend_says(folder: str) -> None:
    found = [
        f"{path.name}: {line}"
        for path in sorted((PACKAGE / folder).glob("*.py"))
        for line in wrong(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_a_wrong_letter_is_found() -> None:
    assert len(LEGEND) > 15
    source = "@compiled\ndef f(s: State, m: Plan) -> int:\n    y = s.turn\n    return y\n"
    assert list(wrong(source))[:2] == ["f: m is Plan, not Moves", "f: y is not in the legend"]
