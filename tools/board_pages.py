"""Writes docs/boards: one page a board in one fixed form, from the board's file.

python tools/board_pages.py
"""

from pathlib import Path

from branchline import boards
from branchline.boards.board import Board
from branchline.boards.facts import changed_rules, value
from branchline.boards.picture import svg
from branchline.notation.moves import MapNotation

FOLDER = Path(__file__).parents[1] / "docs" / "boards"
RECONSTRUCTION = """
**This board is a reconstruction.** No public source has the printed one. Counts, rules and the two scoring examples are
the rulebook's; routes, tickets and the other festival tables are ours. Whoever owns the game can put the printed values
into a copy of the file: the checker accepts any board that keeps the rulebook's counts.
"""


def page(board: Board) -> str:
    """The page of a board."""
    least, most = board.rules.players
    kinds = {kind: sum(r.kind == kind for r in board.routes) for kind in ("plain", "tunnel", "ferry")}
    routes = ", ".join(f"{n} {kind}" for kind, n in kinds.items() if n)
    notation = MapNotation(board)
    rows = [
        ("players", f"{least} to {most}"),
        ("trains", str(board.rules.trains)),
        ("cities", str(len(board.cities))),
        ("routes", f"{len(board.routes)} ({routes})"),
        ("tickets", str(len(board.tickets))),
        ("festivals", str(len(board.festivals))),
        ("points", value(board.rules.points)),
        ("actions", f"{notation.n_actions} numbers, each with a text (`notation.action_name`)"),
        ("status", board.status),
    ]
    lines = [f"# {board.title}", "", board.about, "", f"![The board](./{board.name}.svg)", ""]
    lines += ["| | |", "| --- | --- |", *(f"| {name} | {text} |" for name, text in rows if text != "0"), ""]
    if board.status == "reconstruction":
        lines += [RECONSTRUCTION.strip(), ""]
    lines += ["## What differs from the base game", ""]
    lines += [f"- `{name}` = {value(getattr(board.rules, name))}" for name in changed_rules(board)] or ["Nothing."]
    if board.options:
        lines += ["", "## Options", "", "The first value is the board's own.", ""]
        for option in board.options:
            values = " or ".join(f"`{value(v)}`" for v in option.values)
            lines.append(f"- `{option.name}` = {values}. {option.about}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write them all, with their pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in boards.names():
        board = boards.load(name)
        (FOLDER / f"{name}.md").write_text(page(board), encoding="utf-8")
        (FOLDER / f"{name}.svg").write_text(svg(board), encoding="utf-8")
    print(f"{len(boards.names())} pages in {FOLDER.name}/")


if __name__ == "__main__":
    main()
