"""A board with a map read from parsed TOML; whatever is written wrongly goes into the report."""

from typing import Any

from branchline.boardfile.cards import COLOURS
from branchline.boardfile.draft import Draft
from branchline.boardfile.lines import Path
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.option_reader import read_options
from branchline.boardfile.problems import Report
from branchline.boardfile.reader import read_fields, read_list, read_table, read_texts, refuse_unknown
from branchline.boardfile.shape import Shape
from branchline.boardfile.words import show, suggest
from branchline.mapgame import limits
from branchline.mapgame.board import GREY, Board, City, Festival, Route, Rules, Ticket

SHAPE = Shape(
    "map",
    Board,
    Rules,
    "map",
    {
        "cities": (City, limits.CITIES),
        "routes": (Route, limits.ROUTES),
        "tickets": (Ticket, limits.ALL_TICKETS),
        "festivals": (Festival, limits.FESTIVALS),
    },
    may_lack=frozenset({"festivals"}),
)


def read(data: dict[str, Any], report: Report) -> Draft[Board]:
    """The board in the parsed file. Fields that do not fit keep their default or stay empty."""
    refuse_unknown((), data, SHAPE.top, report)
    texts = read_texts(Board, data, report)
    rules = Rules(**read_fields(Rules, read_table(data, "rules", report), ("rules",), report))
    options, sets = read_options(read_table(data, "options", report), rules, report)
    board: Any = {**texts, **_map(data, report)}
    return Draft(Board(**board, rules=rules, options=options), sets)


def _map(data: dict[str, Any], report: Report) -> dict[str, tuple[Any, ...]]:
    table = read_table(data, "map", report)
    refuse_unknown(("map",), table, tuple(SHAPE.lists), report)
    lists = {}
    for name, (cls, most) in SHAPE.lists.items():
        if name not in table and name not in SHAPE.may_lack:
            report.add(("map", name), FormMistake.MISSING_LIST(name=name, section="map"))
        amend = _colour if cls is Route else None
        lists[name] = read_list(cls, table.get(name, []), ("map", name), report, most, amend)
    return lists


def _colour(fields: dict[str, Any], path: Path, report: Report) -> None:
    """Take "grey" for no colour."""
    colour = fields["colour"]
    if colour and colour != GREY and colour not in COLOURS:
        said = FormMistake.NO_COLOUR(name=show(colour), **suggest(colour, (*COLOURS, GREY)))
        report.add((*path, "colour"), said)
    fields["colour"] = None if colour in (None, GREY) else colour
