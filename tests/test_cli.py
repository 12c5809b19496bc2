"""The command line: what it prints, and how it fails."""

import json
import pydoc
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import branchline
from branchline.cli import app

GOLDEN = Path(__file__).parent / "golden"


def run(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=text)


def test_boards_are_listed_with_their_status() -> None:
    printed = run("board", "list").output
    assert "Nordic Countries, 2–3 players, exact" in printed
    assert "Iberia, 2–5 players, reconstruction" in printed
    assert "The Card Game, 2–4 players, one source" in printed


def test_show_prints_the_facts() -> None:
    printed = run("board", "show", "nordic").output
    assert "39 cities, 81 routes" in printed
    assert "Lieksa–Murmansk: 9 grey, any 4 cards for 1" in printed
    assert "start_hand = 4 | 5" in printed


def test_show_prints_the_facts_of_the_card_game() -> None:
    printed = run("board", "show", "cardgame").output
    assert "96 train cards, 46 tickets, 6 city bonuses" in printed
    assert "the colours that single tickets ask for rest on one source" in printed
    assert "Los Angeles–Pittsburgh 18: 1 white, 2 blue, 1 purple" in printed
    assert "open_platform = false | true" in printed


def test_show_draws(tmp_path: Path) -> None:
    assert run("board", "show", "usa", "--svg", str(tmp_path / "usa.svg")).exit_code == 0
    assert "<svg" in (tmp_path / "usa.svg").read_text(encoding="utf-8")


def test_a_game_without_a_map_is_not_drawn(tmp_path: Path) -> None:
    failed = run("board", "show", "cardgame", "--svg", str(tmp_path / "cards.svg"))
    assert failed.exit_code == 3
    assert "The Card Game has no map" in failed.output


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_a_board_is_checked_by_its_name(board: str) -> None:
    told = run("board", "check", board)
    assert told.exit_code == 0
    assert told.output.startswith(f"{board}: ")
    failed = run("board", "check", "nordik")
    assert failed.exit_code == 3
    assert "did you mean 'nordic'" in failed.output


@pytest.mark.parametrize("board", ["usa.toml", "cards/cardgame.toml"])
def test_the_boards_that_come_along_are_in_order(board: str) -> None:
    told = run("board", "check", str(Path(branchline.__file__).parent / "boards" / board))
    assert told.exit_code == 0
    assert "is in order (" in told.output


def test_check_names_the_line_and_the_remedy(tmp_path: Path) -> None:
    good = (Path(branchline.__file__).parent / "boards" / "usa.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(good, encoding="utf-8")
    assert "is in order" in run("board", "check", str(file)).output
    file.write_text(good.replace('b = "Nashville"', 'b = "Nashvile"', 1), encoding="utf-8")
    failed = run("board", "check", str(file))
    assert failed.exit_code == 3
    assert "Nashvile" in failed.output
    assert "Nashville" in failed.output
    assert "line" in failed.output


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_simulate_writes_records_that_check(board: str, tmp_path: Path) -> None:
    told = run("simulate", board, "--players", "3", "--games", "2", "--seed", "5", "--records", str(tmp_path))
    assert told.exit_code == 0, told.output
    for file in sorted(tmp_path.iterdir()):
        assert run("replay", str(file), "--check").exit_code == 0
    again = tmp_path / "again"
    run("simulate", board, "--players", "3", "--games", "2", "--seed", "5", "--records", str(again))
    assert [f.read_text() for f in sorted(again.iterdir())] == [f.read_text() for f in sorted(tmp_path.glob("*.txt"))]


def test_replay_prints_events_as_json() -> None:
    printed = run("replay", str(GOLDEN / "nordic-3-tunnels.txt"), "--json").output
    events = [json.loads(line) for line in printed.splitlines()]
    assert [event["event"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["kind"] == "end"
    claim = next(event for event in events if event["kind"] == "claim")
    assert {"player", "cities", "cards", "length", "colour"} <= set(claim)


def test_replay_steps_through() -> None:
    printed = run("replay", str(GOLDEN / "usa-5-random.txt")).output
    assert "1 Anna:" in printed
    assert "place 1" in printed


def test_a_record_cut_short_is_not_in_order(tmp_path: Path) -> None:
    lines = (GOLDEN / "usa-3-builders.txt").read_text(encoding="utf-8").splitlines()
    cut = tmp_path / "cut.txt"
    cut.write_text("\n".join(lines[:60]), encoding="utf-8")
    failed = run("replay", str(cut), "--check")
    assert failed.exit_code == 5
    assert "cut short" in failed.output or "line" in failed.output


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["simulate", "nordic", "--players", "4"], 3, "2 to 3 players, not 4"),
        (["simulate", "nordic", "--players", "1"], 3, "2 to 3 players, not 1"),
        (["simulate", "norfic"], 3, "nordic"),
        (["simulate", "nordic", "--option", "start_hand=6"], 3, "4, 5"),
        (["simulate", "nordic", "--option", "hands=6"], 3, "start_hand"),
        (["simulate", "nordic", "--option", "start_hand"], 3, "name=value"),
        (["replay", "there-is-no-such-file.txt"], 5, "there-is-no-such-file.txt"),
        (["bench", "--board", "nordic", "--players", "5", "--json"], 3, "2 to 3 players"),
        (["dance"], 2, "dance"),
    ],
)
def test_bad_input_gets_an_exit_code_and_a_reason(arguments: list[str], code: int, says: str) -> None:
    failed = run(*arguments)
    assert failed.exit_code == code
    assert says in failed.output


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_a_game_can_be_played_to_quit(board: str) -> None:
    told = run("play", board, "--text", "--seed", "3", "--name", "Anna", text="keep 1 2\nhelp\nquit\n\n")
    assert told.exit_code == 0, told.output
    assert "Goodbye" in told.output


def test_the_version_is_told() -> None:
    told = run("--version")
    assert told.exit_code == 0
    assert told.output == f"branchline {branchline.__version__}\n"


def test_shells_can_complete_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    told = run("--show-completion", "bash")
    assert told.exit_code == 0
    assert "complete -o default -F" in told.output


def test_help_shows_what_the_package_offers() -> None:
    shown = pydoc.plain(pydoc.render_doc(branchline))
    for name in ("new(board", "load(path", "class Game", "class Batch"):
        assert name in shown


@pytest.mark.parametrize(
    "wish",
    [("--resume", "game.txt"), ("--seed", "0"), ("--name", "Anna"), ("--bots", "greedy"), ("--save", "game.txt")],
)
def test_what_only_the_terminal_can_do_is_not_ignored_in_the_browser(wish: tuple[str, str]) -> None:
    refused = run("play", "nordic", *wish)
    assert refused.exit_code == 2
    assert wish[0] in refused.output
    assert "add --text" in refused.output
