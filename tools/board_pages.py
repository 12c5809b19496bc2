"""Writes docs/boards: one page a board in one fixed form, from the board's file, and the page of all fields.

python tools/board_pages.py
"""

from pathlib import Path

from branchline import boards
from branchline.boardfile.shape import described
from branchline.boards import AnyBoard
from branchline.boards.facts import value
from branchline.cardgame.board import CardGame
from branchline.cardgame.facts import cards_asked
from branchline.drawing.picture import svg
from branchline.kinds import KINDS, kind_of, notation_of
from branchline.mapgame.board import Board
from branchline.rulebook import BOOKS

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
BOOK = "[{0}](../../src/branchline/rulebook/{0}.md)"
FIELDS = """
[A board of your own](own.md) is made step by step. A field without an entry under "if left out" must be given.
`[options.NAME]` tables offer another value for a rule: `values` with the board's own first, `about`, and
`sets.VALUE = { field = … }` where the values are names and not those of the field `NAME`.
"""
NOTES = {"reconstruction": RECONSTRUCTION, "one source": ONE_SOURCE}


def page(board: AnyBoard) -> str:
    """The page of a board."""
    least, most = board.rules.players
    actions = f"{notation_of(board).actions.size} numbers, each with a name (`notation.actions`)"
    assert isinstance(board, Board | CardGame)
    own = map_rows(board) if isinstance(board, Board) else card_rows(board)
    books = ", ".join(BOOK.format(book) for book in BOOKS.get(board.name, (board.name, "base")))
    rows = [("players", f"{least} to {most}"), *own, ("rules", books), ("actions", actions), ("status", board.status)]
    lines = [f"# {board.title}", "", board.about, ""]
    lines += [f"![The board](./{board.name}.svg)", ""] if isinstance(board, Board) else []
    lines += ["| | |", "| --- | --- |", *(f"| {name} | {text} |" for name, text in rows if text != "0"), ""]
    lines += [NOTES[board.status].strip(), ""] if board.status in NOTES else []
    lines += ["## What differs from the base game" if isinstance(board, Board) else "## Rules", ""]
    lines += [f"- `{name}` = {value(getattr(board.rules, name))}" for name in kind_of(board).changed_rules(board)] or [
        "Nothing."
    ]
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


def fields_page() -> str:
    """All fields that a board file may have, from what the reader knows."""
    lines = ["# The fields of a board file", "", FIELDS.strip(), ""]
    for kind in KINDS.values():
        shape = kind.shape
        lines += [f"## Files of the kind `{shape.kind}`", "", *field_table("At the top", shape.board)]
        lines += field_table("`[rules]`", shape.rules)
        for name, (cls, most) in shape.lists.items():
            lines += field_table(f"`{name}` in `[{shape.section}]`, {most} at most", cls)
    return "\n".join(lines).rstrip() + "\n"


def field_table(title: str, cls: type) -> list[str]:
    """A table of fields under a heading."""
    rows = [f"| `{each.name}` | {each.takes} | {each.default} | {each.about} |" for each in described(cls)]
    return [f"### {title}", "", "| field | takes | if left out | what it is |", "| --- | --- | --- | --- |", *rows, ""]


def main() -> None:
    """Write them all, with their pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in boards.names():
        board = boards.load(name)
        (FOLDER / f"{name}.md").write_text(page(board), encoding="utf-8")
        if isinstance(board, Board):
            (FOLDER / f"{name}.svg").write_text(svg(board), encoding="utf-8")
    (FOLDER / "fields.md").write_text(fields_page(), encoding="utf-8")
    print(f"{len(boards.names())} pages in {FOLDER.name}/")


if __name__ == "__main__":
    main()
