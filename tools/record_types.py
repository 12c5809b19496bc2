"""Writes the types of the records' fields for the type checker, from the records: `python tools/record_types.py`."""

from pathlib import Path
from typing import Any

import numpy as np

import branchline
from branchline.cardgame.learner import records as card_learner
from branchline.cardgame.planner import records as card_planner
from branchline.cardgame.rules import score as card_score
from branchline.cardgame.rules import state as card_state
from branchline.mapgame.learner import records as map_learner
from branchline.mapgame.planner import records as map_planner
from branchline.mapgame.rules import score as map_score
from branchline.mapgame.rules import state as map_state

PACKAGE = Path(branchline.__file__).parent
Record = np.dtype[Any]
RECORDS: dict[str, dict[str, Record]] = {
    "mapgame/rules": {
        "State": map_state.STATE,
        "Board": map_state.BOARD,
        "Moves": map_state.MOVES,
        "Result": map_score.RESULT,
    },
    "mapgame/planner": {"Atlas": map_planner.ATLAS, "Weights": map_planner.WEIGHTS, "Plan": map_planner.PLAN},
    "mapgame/learner": {"Paper": map_learner.PAPER, "Memory": map_learner.MEMORY},
    "cardgame/rules": {
        "State": card_state.STATE,
        "Board": card_state.BOARD,
        "Moves": card_state.MOVES,
        "Result": card_score.RESULT,
    },
    "cardgame/planner": {"Atlas": card_planner.ATLAS, "Weights": card_planner.WEIGHTS, "Plan": card_planner.PLAN},
    "cardgame/learner": {"Paper": card_learner.PAPER, "Memory": card_learner.MEMORY},
}
HEAD = '''"""The fields of the records in {folder}, as the type checker sees them: written by tools/record_types.py."""

from __future__ import annotations

from typing import Protocol
'''


def main() -> None:
    """Write one module for each folder."""
    for folder in RECORDS:
        place(folder).write_text(module(folder), encoding="utf-8")


def place(folder: str) -> Path:
    """Where the types of a folder's records stand."""
    return PACKAGE / folder / "record_types.py"


def module(folder: str) -> str:
    """The module for a folder."""
    classes = [_class(name, record) for name, record in RECORDS[folder].items()]
    text = "".join(classes)
    head = HEAD.format(folder=folder)
    if "np.uint64" in text:
        head += "\nimport numpy as np\n"
    shapes = [name for name in ("Row", "Table") if f"{name}[" in text]
    if shapes:
        head += f"\nfrom branchline.compiler.typed import {', '.join(shapes)}\n"
    return head + text


def _class(name: str, record: Record) -> str:
    assert record.fields is not None
    lines = [f"    {field}: {_type(kind[0])}\n" for field, kind in record.fields.items()]
    return f"\n\nclass {name}(Protocol):\n" + "".join(lines)


def _type(kind: Record) -> str:
    """One value, a row of values, or a table of them."""
    one = {"b": "bool", "i": "int", "u": "int", "f": "float"}[kind.base.kind]
    if kind.base == np.uint64:
        one = "np.uint64"
    return f"{['', 'Row[', 'Table['][min(2, kind.ndim)]}{one}{']' if kind.ndim else ''}"


if __name__ == "__main__":
    main()
