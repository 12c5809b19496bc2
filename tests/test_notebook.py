"""The notebook of the documentation runs, and what its cells show can be shown."""

import ast
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

NOTEBOOK = Path(__file__).parents[1] / "docs" / "examples" / "notebook.ipynb"


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does: what its last line is worth is what it shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def test_every_cell_runs() -> None:
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    names: dict[str, Any] = {}
    shown = [run("".join(cell["source"]), names) for cell in book["cells"] if cell["cell_type"] == "code"]
    pictures = [thing._repr_svg_() for thing in shown if hasattr(thing, "_repr_svg_")]
    assert len(pictures) == 3
    assert len(set(pictures)) == 3
    for picture in (*pictures, names["film"]):
        ElementTree.fromstring(picture)
    assert 0.5 < shown[-1] <= 1.0
