"""Nothing below imports anything above, and no modules import each other in a circle."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import branchline

PACKAGE = Path(branchline.__file__).parent

# From the bottom up; what stands in one row may import each other.
LAYERS = (
    ("errors", "sentences", "rulebook", "compiler", "whole", "shown"),
    ("boardfile", "names", "engine"),
    ("planner", "learner"),
    (
        *("position", "log", "notation", "actions", "events", "history", "view"),
        *("table", "talk", "kind", "advice", "count", "hearsay"),
    ),
    ("mapgame", "cardgame", "drawing"),
    ("kinds",),
    ("boards", "warm"),
    ("fair", "record", "game", "batch", "replay", "observation", "vector"),
    ("bots",),
    ("coach",),
    ("arena", "dataset", "study", "training", "bench", "terminal", "sit", "server", "envs"),
    ("cli", "__main__"),
)
HEIGHT = {part: height for height, layer in enumerate(LAYERS) for part in layer}


def modules() -> dict[str, Path]:
    """Every module by its name within the package; the package's face, which may name all, is left out."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name:
            found[name] = path
    return found


def named(tree: ast.AST) -> Iterator[str]:
    """The full names that a module imports: modules, and names from modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"import {ast.unparse(node)!r} by its full name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports(path: Path, known: dict[str, Path]) -> set[str]:
    """The modules of the package that a module imports."""
    found = set()
    for name in named(ast.parse(path.read_text(encoding="utf-8"))):
        package, _, inside = name.partition(".")
        if package == "branchline" and inside:
            module = inside if inside in known else inside.rpartition(".")[0]
            module = module or branchline._WHERE.get(inside, "")  # a name from the package's face
            if module:
                found.add(module)
    return found


def part(module: str) -> str:
    """The part of the package to which a module belongs."""
    return module.partition(".")[0]


def test_every_part_has_its_layer() -> None:
    missing = {part(module) for module in modules()} - set(HEIGHT)
    assert not missing, f"say in LAYERS where these belong: {', '.join(sorted(missing))}"


def test_nothing_below_imports_anything_above() -> None:
    known = modules()
    wrong = [
        f"{module} imports {other}"
        for module, path in known.items()
        for other in sorted(imports(path, known))
        if HEIGHT.get(part(other), 0) > HEIGHT.get(part(module), len(LAYERS))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_circles() -> None:
    known = modules()
    try:
        TopologicalSorter({module: imports(path, known) for module, path in known.items()}).prepare()
    except CycleError as error:
        pytest.fail(f"these import each other in a circle: {' → '.join(error.args[1])}")


def test_imports_are_found(tmp_path: Path) -> None:
    """The tests above can fail: imports in functions count, and those for a type checker."""
    path = tmp_path / "module.py"
    path.write_text(
        "from typing import TYPE_CHECKING\n"
        "import branchline.game\n"
        "from branchline import boards, new\n"
        "from branchline.mapgame.rules import state as rules\n"
        "from branchline.mapgame.rules.state import GREY\n"
        "if TYPE_CHECKING:\n    from branchline.view import View\n"
        "def late() -> None:\n    from branchline.replay import load\n",
        encoding="utf-8",
    )
    assert imports(path, modules()) == {"game", "boards", "mapgame.rules.state", "replay", "view"}


# The numbers of actions, which only the compiled code and a kind's `actions` may know.
NUMBERS = {
    *("TAKE", "DRAW_BLIND", "DRAW_TICKETS", "PASS", "WITH", "CARD", "DONE", "WITHDRAW", "PICK_TICKET", "TAKE_FESTIVAL"),
    *("NEUTRAL_ROUTE", "KEEP_SET", "CLAIM", "HOWS", "EXCHANGE", "first_build"),
    *("COMPLETE_BEST", "LAY_THREE", "LAY_ROW", "TICKET", "ROW", "ACTIONS", "TRIPLES"),
}
OF_ACTIONS = tuple(f"branchline.{part}.actions." for part in ("engine", "mapgame.rules", "cardgame.rules"))
COMPILED = {"rules", "planner", "learner", "compiler", "engine"}


def numbers(path: Path) -> set[str]:
    """The numbers of actions that a module reads from the compiled code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    taken = {name.rpartition(".")[2] for name in named(tree) if name.startswith(OF_ACTIONS)}
    return (read | taken) & NUMBERS


def test_only_the_actions_know_the_numbers_of_actions() -> None:
    wrong = {
        module: found
        for module, path in modules().items()
        if not COMPILED & set(module.split(".")) and not module.endswith("actions") and (found := numbers(path))
    }
    assert not wrong
    assert {"CLAIM", "HOWS"} <= numbers(PACKAGE / "mapgame" / "actions.py")
