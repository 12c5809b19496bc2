"""A match keeps what was played: records, games before Ctrl+C or a limit of time, figures that are numbers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from branchline.arena import run as running
from branchline.arena.play import play_deal, seat_names
from branchline.arena.run import run
from branchline.arena.schedule import Deal, Match, Outcome
from branchline.cli import app
from branchline.replay import check

BOT = """class Stubborn:
    def choose(self, table):
        if table.turn > 3:
            raise RuntimeError("enough")
        return table.moves[0]
"""


def invoke(*words: str) -> str:
    done = CliRunner().invoke(app, ["arena", "nordic", *words, "--cores", "1"])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_every_game_has_a_record_that_is_right(tmp_path: Path) -> None:
    said = json.loads(invoke("greedy", "planner", "--games", "4", "--records", str(tmp_path / "kept"), "--json"))
    files = sorted((tmp_path / "kept").iterdir())
    assert [path.name for path in files] == [f"nordic-1-0000{deal}-{turn}.txt" for deal in (0, 1) for turn in (0, 1)]
    games = [check(path) for path in files]
    assert [game.names for game in games[:2]] == [("greedy", "planner"), ("planner", "greedy")]
    totals = [game.result()["scores"][game.names.index("planner")]["total"] for game in games]
    row = next(row for row in said["table"] if row["player"] == "planner")
    assert row["mean_score"] == pytest.approx(sum(totals) / 4, abs=0.01)


def test_a_game_lost_by_an_error_has_a_record_up_to_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stubborn_bot.py").write_text(BOT, encoding="utf-8")
    said = json.loads(invoke("random", "stubborn_bot:Stubborn", "--games", "2", "--records", "kept", "--json"))
    assert len(said["errors"]) == 2
    assert "stubborn_bot:Stubborn failed in turn 4 of deal 0" in said["errors"][0]
    kept = (tmp_path / "kept" / "nordic-1-00000-0.txt").read_text(encoding="utf-8")
    assert "players: random; stubborn_bot.Stubborn" in kept
    assert "result:" not in kept


def test_names_at_a_table_are_told_apart() -> None:
    assert seat_names(["greedy", "mine:Bot", "greedy"]) == ["greedy 1", "mine.Bot", "greedy 2"]


def test_two_equal_bots_have_figures_that_are_numbers() -> None:
    said = json.loads(invoke("greedy", "greedy", "--games", "2", "--json"), parse_constant=pytest.fail)
    low, high = said["first_seat_interval"]
    assert low <= said["first_seat_advantage"] <= high
    assert said["table"][0]["elo"] == 0
    text = " ".join(invoke("random", "random", "--games", "2").split())
    assert "nan" not in text.lower()
    assert "the first seat wins" in text
    assert "2 games on nordic" in text


def match() -> Match:
    return Match("nordic", (), ("random", "random"), 2, 1)


def test_ctrl_c_keeps_all_games_that_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(match: Match, todo: list[Deal], on: str | None, cores: int | None) -> Iterator[list[Outcome]]:
        for number in (0, 3, 2):  # 1 is still under way
            yield play_deal(match, todo[number])
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "_work", work)
    report = run(match(), 20)
    assert [game.deal for game in report.games] == [0, 0, 2, 2, 3, 3]


@pytest.mark.parametrize("cores", [1, 2])
def test_a_limit_of_time_keeps_what_was_played(cores: int) -> None:
    report = run(match(), 100_000, cores=cores, seconds=0)
    assert 2 <= len(report.games) < 1000
