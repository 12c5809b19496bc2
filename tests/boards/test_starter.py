"""A board of one's own: the starter, the schema and the page of all fields."""

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest
from board_pages import fields_page
from typer.testing import CliRunner

from branchline import boards
from branchline.boardfile.fields import types
from branchline.boardfile.schema import schema
from branchline.boardfile.shape import described
from branchline.cli import app
from branchline.game import new
from branchline.kinds import KINDS
from branchline.position import stream

BOARDS = Path(boards.__file__ or "").parent
run = CliRunner()


def errors(kind: str, text: str) -> list[str]:
    """What an editor would mark in a file."""
    validator = jsonschema.Draft202012Validator(schema(KINDS[kind].shape))
    return [error.message for error in validator.iter_errors(tomllib.loads(text))]


def test_a_new_board_plays(tmp_path: Path) -> None:
    path = tmp_path / "little-isle.toml"
    said = run.invoke(app, ["board", "new", str(path)])
    assert said.exit_code == 0, said.output
    board = boards.load(path)
    assert (board.name, board.title, board.status) == ("little-isle", "Little isle", "draft")
    for players in (2, 3):
        game = new(board, players=players, seed=players)
        chance = stream(players)
        position = game.position.copy()
        while not position.is_over:
            position.apply(position.draw(chance) if position.is_chance else position.legal()[0])


def test_a_new_board_never_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "isle.toml"
    path.write_text("mine", encoding="utf-8")
    said = run.invoke(app, ["board", "new", str(path)])
    assert (said.exit_code, path.read_text(encoding="utf-8")) == (3, "mine")
    assert "is there already" in said.output


@pytest.mark.parametrize("name", ["nordic.toml", "Große Insel.toml", 'a"b.toml', "isle.txt"])
def test_a_new_board_has_a_name_of_its_own(tmp_path: Path, name: str) -> None:
    said = run.invoke(app, ["board", "new", str(tmp_path / name)])
    assert said.exit_code == 3, said.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", sorted(BOARDS.rglob("*.toml")), ids=lambda path: path.stem)
def test_every_board_fits_its_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert errors(tomllib.loads(text).get("kind", "map"), text) == []


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("trains = 40", "trains = 400", "400"),
        ("trains = 40", "train = 40", "'train' was unexpected"),
        ("trains = 40", 'trains = "40"', "'40'"),
        ('kind = "tunnel"', 'kind = "tunel"', "'tunel'"),
        ('colour = "blue"', 'colour = "bleu"', "'bleu'"),
        ("players = [2, 3]", "players = [2, 3, 4]", "Expected at most 2 items"),
        ("latitude = 59.91", "latitude = 159.91", "159.91"),
        ("9 = 27", "10 = 27", "'10' was unexpected"),
        ('status = "exact"', "", "'status' is a required property"),
    ],
)
def test_the_schema_marks_what_the_checker_refuses(right: str, wrong: str, said: str) -> None:
    text = (BOARDS / "nordic.toml").read_text(encoding="utf-8").replace('name = "nordic"', 'name = "other"')
    assert errors("map", text) == []
    changed = text.replace(right, wrong)
    assert any(said in error for error in errors("map", changed))
    assert boards.check(changed, "other.toml")


def test_the_schema_is_printed() -> None:
    said = run.invoke(app, ["board", "schema", "cards"])
    assert json.loads(said.output)["properties"]["kind"] == {"const": "cards"}
    assert run.invoke(app, ["board", "schema", "dice"]).exit_code == 3


def test_the_page_of_all_fields_is_up_to_date() -> None:
    page = Path(__file__).parents[2] / "docs" / "boards" / "fields.md"
    assert page.read_text(encoding="utf-8") == fields_page(), "run tools/board_pages.py"


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_described(kind: str) -> None:
    shape = KINDS[kind].shape
    for cls in (shape.rules, *(cls for cls, _ in shape.lists.values())):
        assert [each.name for each in described(cls)] == list(types(cls))
