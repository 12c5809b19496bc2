"""Records of games on boards of one's own carry these boards, and replay anywhere."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import branchline
from branchline import boards
from branchline.arena.random_games import simulate
from branchline.boards.starter import write_starter
from branchline.cli import app
from branchline.errors import RecordError
from branchline.game import Game
from branchline.mapgame.board import Board
from branchline.record import BOARD_FILE

run = CliRunner()


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    """A board of one's own, with a note that a record would take for its own."""
    path = tmp_path / "isle.toml"
    write_starter(path)
    path.write_text(f"# {BOARD_FILE}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    return path


@pytest.fixture
def game(isle: Path) -> Game:
    """A whole game on it."""
    (played,) = simulate(boards.load(isle), 2, 1, 7)
    return played


def test_a_record_carries_its_board_and_replays_without_the_file(isle: Path, game: Game) -> None:
    text = game.record()
    assert f"\n{BOARD_FILE}\n| # {BOARD_FILE}\n| " in text
    isle.unlink()
    again = branchline.loads(text)
    assert again == game
    assert again.record() == text
    assert branchline.loads(text.replace("\n", "\r\n")).record() == text


def test_the_record_of_a_shipped_board_carries_nothing() -> None:
    assert BOARD_FILE not in branchline.new("nordic", seed=1).record()


def test_a_board_that_is_not_as_its_file_had_it_is_not_carried(isle: Path) -> None:
    board = boards.load(isle)
    assert isinstance(board, Board)
    changed = replace(board, rules=replace(board.rules, trains=9))
    text = branchline.new(changed, seed=1).record()
    assert BOARD_FILE not in text
    with pytest.raises(RecordError, match="there is no board 'isle'"):
        branchline.loads(text)
    assert branchline.loads(text, changed).record() == text


def test_the_options_of_a_carried_board_are_chosen(isle: Path) -> None:
    text = isle.read_text(encoding="utf-8")
    text += '\n[options.start_hand]\nabout = "Cards at the start."\nvalues = [4, 6]\n'
    board = boards.loads(text, "isle.toml", {"start_hand": 6})
    game = branchline.new(board, seed=1)
    again = branchline.loads(game.record())
    assert again == game
    assert again.board.chosen == {"start_hand": 6}
    assert branchline.loads(game.record(), boards.loads(text, "isle.toml")) == game


@pytest.mark.parametrize(
    ("old", "new", "said", "at"),
    [
        ("| trains = 20", "| trains = 400", "rules.trains: 400 is out of range", "| trains = 400"),
        ("| trains = 20", "trains = 20", "every line of the board begins with", "trains = 20"),
        ('| name = "isle"', '| name = "other"', "it carries 'other'", "board: isle"),
        ('| name = "isle"', '| name = "nordic"', "comes with Branchline", '| name = "nordic"'),
        ("| [map]", "| [map", "TOML", "| [map"),
    ],
)
def test_a_wrong_board_is_told_with_its_line(game: Game, old: str, new: str, said: str, at: str) -> None:
    text = game.record().replace(old, new, 1)
    with pytest.raises(RecordError, match=said) as caught:
        branchline.loads(text)
    lines = text.splitlines()
    assert caught.value.line is not None
    assert lines[caught.value.line - 1].startswith(at)


def test_a_record_says_if_its_board_is_another(isle: Path, game: Game, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    game.save(record)
    other = tmp_path / "other.toml"
    text = isle.read_text(encoding="utf-8")
    route = next(line for line in text.splitlines() if "length = 2" in line)
    other.write_text(text.replace(route, route.replace("length = 2", "length = 3"), 1), encoding="utf-8")
    said = run.invoke(app, ["replay", str(record), "--check", "--board", str(other)])
    assert said.exit_code == 5, said.output
    assert "was played on another isle board" in said.output


def test_commands_work_on_carried_boards(isle: Path, game: Game, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    game.save(record)
    isle.unlink()
    assert run.invoke(app, ["replay", str(record), "--check"]).exit_code == 0
    told = run.invoke(app, ["replay", str(record), "--json"])
    assert json.loads(told.output.splitlines()[-1])["kind"] == "end"
    analysed = run.invoke(app, ["analyse", str(record), "--playouts", "200", "--json"])
    assert analysed.exit_code == 0, analysed.output


def test_a_saved_game_goes_on(isle: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.txt"
    game = branchline.new(boards.load(isle), ["Anna", "Greedy"], seed=3)
    game.play("keep 1 2")
    game.save(saved)
    isle.unlink()
    said = run.invoke(app, ["play", "--text", "--resume", str(saved)], input="quit\n\n")
    assert said.exit_code == 0, said.output
    assert "Anna" in said.output
