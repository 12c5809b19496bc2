"""Writes docs/boards: one page a board in one fixed form, from the board's file.

python tools/board_pages.py
"""

from pathlib import Path

from branchline import boards
from branchline.boards import AnyBoard, Board, CardGame
from branchline.boards.facts import cards_asked, changed_rules, value
from branchline.boards.picture import svg
from branchline.notation import notation_of

FOLDER = Path(__file__).parents[1] / "docs" / "boards"
RECONSTRUCTION = """
**This board is a reconstruction.** No public source has the printed one. Counts, rules and the two scoring examples are
the rulebook's; routes, tickets and the other festival tables are ours. Whoever owns the game can put the printed values
into a copy of the file: the checker accepts any board that keeps the rulebook's counts.
"""


ONE_SOURCE = """
Rules, cities, points and the number of cards of every ticket are sure. **Which colours a single ticket asks for rests
on one source**; whoever owns the game can compare and correct a copy of the file.
"""
NOTES = {"reconstruction": RECONSTRUCTION, "one source": ONE_SOURCE}


def page(board: AnyBoard) -> str:
    """The page of a board."""
    least, most = board.rules.players
    actions = f"{notation_of(board).n_actions} numbers, each with a text (`notation.action_name`)"
    own = map_rows(board) if isinstance(board, Board) else card_rows(board)
    rows = [("players", f"{least} to {most}"), *own, ("actions", actions), ("status", board.status)]
    lines = [f"# {board.title}", "", board.about, ""]
    lines += [f"![The board](./{board.name}.svg)", ""] if isinstance(board, Board) else []
    lines += ["| | |", "| --- | --- |", *(f"| {name} | {text} |" for name, text in rows if text != "0"), ""]
    lines += [NOTES[board.status].strip(), ""] if board.status in NOTES else []
    lines += ["## What differs from the base game" if isinstance(board, Board) else "## Rules", ""]
    lines += [f"- `{name}` = {value(getattr(board.rules, name))}" for name in changed_rules(board)] or ["Nothing."]
    if board.options:
        lines += ["", "## Options", "", "The first value is the board's own.", ""]
        for option in board.options:
            values = " or ".join(f"`{value(v)}`" for v in option.values)
            lines.append(f"- `{option.name}` = {values}. {option.about}")
    return "\n".join([*lines, *(ticket_table(board) if isinstance(board, CardGame) else [])]) + "\n"


def map_rows(board: Board) -> list[tuple[str, str]]:
    """The rows that only a map has."""
    kinds = {kind: sum(r.kind == kind for r in board.routes) for kind in ("plain", "tunnel", "ferry")}
    routes = ", ".join(f"{n} {kind}" for kind, n in kinds.items() if n)
    return [
        ("trains", str(board.rules.trains)),
        ("cities", str(len(board.cities))),
        ("routes", f"{len(board.routes)} ({routes})"),
        ("tickets", str(len(board.tickets))),
        ("festivals", str(len(board.festivals))),
        ("points", value(board.rules.points)),
    ]


def card_rows(board: CardGame) -> list[tuple[str, str]]:
    """The rows that only the Card Game has."""
    rules = board.rules
    cards = f"{rules.colour_cards} of each of 8 colours, {rules.locomotives} locomotives"
    bonuses = ", ".join(f"{bonus.city} {bonus.points}" for bonus in board.bonuses)
    return [("train cards", cards), ("tickets", str(len(board.tickets))), ("city bonuses", bonuses)]


def ticket_table(board: CardGame) -> list[str]:
    """The tickets with what they ask for."""
    rows = [f"| {ticket.a}–{ticket.b} | {ticket.points} | {cards_asked(ticket)} |" for ticket in board.tickets]
    return ["", "## Tickets", "", "| ticket | points | cards |", "| --- | --- | --- |", *rows]


def main() -> None:
    """Write them all, with their pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in boards.names():
        board = boards.load(name)
        (FOLDER / f"{name}.md").write_text(page(board), encoding="utf-8")
        if isinstance(board, Board):
            (FOLDER / f"{name}.svg").write_text(svg(board), encoding="utf-8")
    print(f"{len(boards.names())} pages in {FOLDER.name}/")


if __name__ == "__main__":
    main()
