"""The Card Game read from parsed TOML; whatever is written wrongly goes into the report."""

from typing import Any

from branchline.boardfile.draft import Draft
from branchline.boardfile.mistakes import FormMistake
from branchline.boardfile.option_reader import read_options
from branchline.boardfile.problems import Report
from branchline.boardfile.reader import read_fields, read_list, read_table, read_texts, refuse_unknown
from branchline.boardfile.shape import Shape
from branchline.cardgame import limits
from branchline.cardgame.board import Bonus, CardGame, CardRules, CardTicket

SHAPE = Shape(
    "cards",
    CardGame,
    CardRules,
    "cards",
    {"bonuses": (Bonus, limits.BONUSES), "tickets": (CardTicket, limits.TICKETS)},
)


def read(data: dict[str, Any], report: Report) -> Draft[CardGame]:
    """The game in the parsed file. Fields that do not fit keep their default or stay empty."""
    refuse_unknown((), data, SHAPE.top, report)
    texts = read_texts(CardGame, data, report)
    rules = CardRules(**read_fields(CardRules, read_table(data, "rules", report), ("rules",), report))
    options, sets = read_options(read_table(data, "options", report), rules, report)
    table = read_table(data, "cards", report)
    refuse_unknown(("cards",), table, tuple(SHAPE.lists), report)
    game: Any = dict(texts)
    for name, (cls, most) in SHAPE.lists.items():
        if name not in table:
            report.add(("cards", name), FormMistake.MISSING_LIST(name=name, section="cards"))
        game[name] = read_list(cls, table.get(name, []), ("cards", name), report, most)
    return Draft(CardGame(**game, rules=rules, options=options), sets)
