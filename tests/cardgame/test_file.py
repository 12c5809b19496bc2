"""The file of the Card Game: its facts, its options, and what is said about mistakes in it."""

from pathlib import Path

import pytest

from branchline import boards
from branchline.boardfile.problems import BoardError
from branchline.boards import check, load, loads

FILE = Path(boards.__file__).parent / "cards" / "cardgame.toml"
TEXT = FILE.read_text(encoding="utf-8")
MINE = TEXT.replace('name = "cardgame"', 'name = "mine"')

# What is replaced, by what, then the entry in the problem, what it calls wrong and what right
MISTAKES = [
    ('title = "The Card Game"', 'title = "The', "TOML", "Illegal", "in quotes"),
    ('kind = "cards"', 'kind = "card"', "kind", '"card"', '"cards"'),
    ('kind = "cards"', 'kind = "cards"\nextra = 1', "extra", "no field", "one of"),
    ('status = "one source"\n', "", "status", "is missing", "status ="),
    ('status = "one source"', 'status = "exakt"', "status", '"exakt"', '"exact"'),
    ("locomotives = 16", "locomotives = 17", "rules.locomotives", "17 is out of range", "from 0 to 16"),
    ("locomotives = 16", "locomotives = true", "rules.locomotives", "true is not a whole", "whole number"),
    ("locomotives = 16", "locomotive = 16", "rules.locomotive", "no field", '"locomotives"'),
    ("players = [2, 4]", "players = [4, 2]", "rules.players", "from 4 to 2", "[2, 4]"),
    ("players = [2, 4]", "players = [2, 5]", "rules.players", "5 is out of range", "from 2 to 4"),
    ("start_keep = 1", "start_tickets = 1 #", "TOML", "overwrite", "TOML"),
    ("start_tickets = 6\nstart_keep = 1", "start_tickets = 2\nstart_keep = 3", "rules.start_keep", "keep 3",
     "2 or less"),
    ("[options.open_platform]", "[options.open_plat]", "options.open_plat", "no rule field", '"open_platform"'),
    ("values = [false, true]", "values = [true, false]", "options.open_platform", "first value", "false first"),
    ('colour = "black"', 'colour = "blak"', "bonuses[0] Seattle", '"blak"', '"black"'),
    ("cards = { yellow = 1 }", "cards = { yelow = 1 }", "tickets[0] Chicago–New York", '"yelow"', '"yellow"'),
    ("cards = { yellow = 1 }", "cards = {}", "tickets[0] Chicago–New York", "no cards", "red = 1"),
    ("{ yellow = 1 }", "{ yellow = 0 }", "tickets[0] Chicago–New York", "0 is out of range", "from 1 to 10"),
    ("points =  5, cards", "points = 0, cards", "tickets[0] Chicago–New York", "0 is out of range", "from 1 to 100"),
    ("points =  5, cards", "cards", "tickets[0] Chicago–New York", "points is missing", "points ="),
    ('{ a = "New York",    b = "Chicago", ', '{ a = "Chicago", b = "New York", ', "tickets[1] Chicago–New York",
     "tickets[0] already", "leave one out"),
]  # fmt: skip


def test_the_file_that_comes_with_branchline_is_sound() -> None:
    assert check(TEXT, FILE.name) == []
    assert loads(TEXT, FILE.name) == load(FILE) == load("cardgame")


@pytest.mark.parametrize(("old", "new", "entry", "wrong", "right"), MISTAKES)
def test_a_mistake_is_named_with_its_line(old: str, new: str, entry: str, wrong: str, right: str) -> None:
    text = MINE.replace(old, new, 1)
    assert text != MINE
    problems = check(text, "mine.toml")
    assert problems, "the mistake is found"
    problem = problems[0]
    assert problem.entry == entry
    assert wrong in problem.wrong
    assert right in problem.right
    assert str(problem).startswith(f"mine.toml:{problem.line}: {entry}: ")
    if new and entry != "TOML":
        first = TEXT[: TEXT.index(old)].count("\n") + 1
        assert first <= problem.line <= first + new.count("\n")


def test_a_file_with_mistakes_cannot_be_loaded(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        MINE.replace("start_hand = 7", "start_hand = 99").replace("locomotives = 16", "locomotives = 99"), "utf-8"
    )
    with pytest.raises(BoardError) as error:
        load(mine)
    assert len(error.value.problems) == 2
    assert "mine.toml has 2 problems" in str(error.value)
    with pytest.raises(BoardError, match="there is no file"):
        load(tmp_path / "other.toml")


def test_too_little_for_everyone() -> None:
    text = MINE.replace("start_hand = 7", "start_hand = 12").replace("colour_cards = 10", "colour_cards = 2")
    text = text.replace("start_locomotives = 1", "start_locomotives = 4").replace("locomotives = 16", "locomotives = 8")
    problems = check(text, "mine.toml")
    assert [problem.entry for problem in problems] == ["rules.start_locomotives", "rules.start_hand"]


def test_options_are_chosen_by_name() -> None:
    assert load("cardgame", {"open_platform": True}).chosen == {"open_platform": True}
    assert load("cardgame", {"open_platform": "off"}).chosen == {}
    with pytest.raises(BoardError, match="did you mean 'open_platform'"):
        load("cardgame", {"open_plattform": True})
    with pytest.raises(BoardError, match="choose from: false, true"):
        load("cardgame", {"open_platform": "maybe"})
