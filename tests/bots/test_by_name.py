"""Bots that think in names: those of the documentation get better step by step, and a failure costs only a game."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest
from doc_pages import ROOT, blocks
from typer.testing import CliRunner

import branchline
from branchline.arena.run import run
from branchline.arena.schedule import Match, Outcome
from branchline.cli import app
from branchline.kinds import board_of, kind_of, notation_of
from branchline.mapgame.actions import Claim
from branchline.mapgame.table import MapTable

FAILING = """
class Careless:
    def choose(self, table):
        if table.turn >= 3:
            raise RuntimeError("no idea")
        return table.moves[0]

class Cheat:
    def choose(self, view, legal):
        return -5
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for block in blocks(ROOT / "docs" / "bots.md"):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
    (tmp_path / "failing.py").write_text(FAILING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("mybot", "failing"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("better", "worse"), [("Collector", None), ("Traveller", "Collector"), ("Shopper", "Traveller")]
)
def test_each_bot_of_the_page_beats_the_one_before(better: str, worse: str | None) -> None:
    match = Match("nordic", (), (f"mybot:{better}", f"mybot:{worse}" if worse else "random"), 2, 7)
    report = run(match, 60, cores=1)
    assert report.errors == []
    assert report.table[0].win_rate > 0.5, report.table


def table_of(game: branchline.Game) -> MapTable:
    view = game.position.seen_by(game.player)
    table = kind_of(view).table(notation_of(board_of(view)), view)
    assert isinstance(table, MapTable)
    return table


def test_a_table_says_what_routes_lack_and_tickets_need() -> None:
    game = branchline.new("nordic", players=2, seed=3)
    seen_claims = seen_ways = 0
    while not game.is_over and game.turn < 40:
        table = table_of(game)
        assert table.moves == game.legal_actions()
        for route in table.routes:
            if route.claims:
                seen_claims += 1
                assert route.is_open
                assert route.lacks == 0 or route.claims == (Claim(route.number, "exchange"),)
                after = table.what_if(route.claims[0])
                assert after.me == table.me
        for ticket in table.tickets:
            ways = table.ways(ticket)
            if ticket.needs and not ticket.is_done:
                seen_ways += 1
                assert ways[0].trains == ticket.needs.trains == sum(route.length for route in ticket.needs.routes)
                assert all(route.owner is None for way in ways for route in way.routes)
        claims = [move for move in table.moves if isinstance(move, Claim)]
        game.play(claims[0] if claims else game.actions()[0])
    assert seen_claims > 5
    assert seen_ways > 20


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("bot", "told"), [("failing:Careless", "RuntimeError('no idea')"), ("failing:Cheat", "which is not legal")]
)
def test_a_bot_that_fails_loses_the_game_and_all_results_are_kept(bot: str, told: str) -> None:
    report = run(Match("nordic", (), (bot, "random"), 2, 7), 6, cores=1)
    assert len(report.games) == 6
    assert len(report.errors) == 6
    assert report.table[0].wins == 0
    assert report.table[1].wins == 6
    assert report.errors[0].startswith(f"{bot} failed in turn ")
    assert "of deal 0 (seed 7000021)" in report.errors[0]
    assert told in report.errors[0]
    first = run(Match("nordic", (), (bot, "random"), 2, 7, stops_on_error=True), 6, cores=1)
    assert len(first.games) == 2


def test_equal_bots_are_equal_and_the_json_is_json() -> None:
    done = CliRunner().invoke(app, ["arena", "nordic", "random", "random", "--games", "2", "--cores", "1", "--json"])
    assert done.exit_code == 0, done.output

    def refuse(text: str) -> None:
        raise AssertionError(f"{text} is no JSON")

    found = json.loads(done.stdout, parse_constant=refuse)
    assert [row["elo"] for row in found["table"]] == [0.0]
    low, high = found["first_seat_interval"]
    assert low <= found["first_seat_advantage"] <= high
    words = CliRunner().invoke(app, ["arena", "nordic", "random", "random", "--games", "2", "--cores", "1"]).stdout
    assert "nan" not in words.lower()
    assert "percentage points" in words.replace("\n", " ")


def test_one_game_is_one_game() -> None:
    done = CliRunner().invoke(app, ["simulate", "nordic", "--games", "1"])
    assert done.stdout.startswith("1 game on ")


def test_a_time_limit_ends_a_match_with_its_results() -> None:
    report = run(Match("nordic", (), ("random", "random"), 2, 1), 10**6, cores=1, seconds=0.01)
    assert 0 < len(report.games) < 1000


@pytest.mark.parametrize("cores", [1, 2])
def test_an_interrupt_ends_a_match_with_its_results(cores: int) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that run in the background ignore it

    pressed: list[int] = []

    def press_ctrl_c(games: list[Outcome], total: int) -> None:
        if len(games) >= 4 and not pressed:
            pressed.append(len(games))
            os.kill(os.getpid(), signal.SIGINT)

    report = run(Match("nordic", (), ("random", "random"), 2, 1), 10**5, cores=cores, watch=press_ctrl_c)
    assert 4 <= len(report.games) < 1000
