"""Lines of problems in boards that are written in other ways than the shipped ones."""

import re
import sys
from pathlib import Path

import pytest

from branchline.boardfile.lines import lines
from branchline.boards import check, load, names

SHIPPED = Path(sys.modules["branchline.boards"].__file__ or "").parent


def text_of(name: str, called: str = "mine") -> str:
    """The text of a shipped board, under a name of its own if it will be changed."""
    return (SHIPPED / f"{name}.toml").read_text(encoding="utf-8").replace(f'name = "{name}"', f'name = "{called}"')


def line_of(text: str, place: str) -> int:
    return text[: text.index(place)].count("\n") + 1


def as_tables(text: str) -> str:
    """The board with its lists written as [[map.…]] tables, a field a line."""
    head, _, lists = text.partition("[map]")
    for name in re.findall(r"^(\w+) = \[$", lists, re.MULTILINE):
        before, _, rest = lists.partition(f"\n{name} = [\n")
        entries, _, after = rest.partition("\n]\n")
        lists = f"{before}\n{tables(name, entries)}\n{after}"
    return head + lists


def tables(name: str, entries: str) -> str:
    def table(found: re.Match[str]) -> str:
        return f"[[map.{name}]]\n" + re.sub(r", +(?=\w+ = )", "\n", found[1].strip())

    return re.sub(r"^ *\{(.*)\},$", table, entries, flags=re.MULTILINE)


@pytest.mark.parametrize("name", [name for name in names() if name != "cardgame"])
def test_a_board_written_as_tables(name: str, tmp_path: Path) -> None:
    path = tmp_path / "tables.toml"
    path.write_text(as_tables(text_of(name, name)), encoding="utf-8")
    assert load(path) == load(name)


def test_the_line_of_a_field_in_a_long_entry() -> None:
    text = as_tables(text_of("nordic")).replace('colour = "red"', 'colour = "rad"', 1)
    (problem,) = check(text, "")
    assert (problem.line, problem.entry) == (line_of(text, '"rad"'), "routes[1] Bergen–Oslo")


def test_the_line_of_a_city_in_a_long_list() -> None:
    text = text_of("iberia").replace('["Valencia"]', '[\n"Valencia",\n]').replace(', "Coimbra"]', ',\n"Coymbra"]')
    (problem,) = check(text, "")
    assert (problem.line, problem.entry) == (line_of(text, '"Coymbra"'), "festivals[5] Porto/Coymbra")


def test_the_scanner_follows_all_of_toml() -> None:
    text = '''
# comment = "no key"
"quoted.key" = 1
a.b = """two
lines ] } # here"""
[t."x y".z]
list = [
    1, [2,
    3], # ]
    { k = "]", l = [ 4,
        5 ] }, '}',
]
when = 1979-05-27 07:32:00
[[many]]
k = 1
[[many]]
k = 2
[many.inner]
k = 3
'''
    where = lines(text)
    table = ("t", "x y", "z")
    assert where["quoted.key",] == 3
    assert where["a", "b"] == 4
    assert where[table] == 6
    assert where[*table, "list", 1, 1] == 9
    assert where[*table, "list", 2, "l", 1] == 11
    assert where[*table, "list", 3] == 11
    assert where[*table, "when"] == 13
    assert where["many", 1, "k"] == 17
    assert where["many", 1, "inner", "k"] == 19
