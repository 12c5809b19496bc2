"""The arena: who plays whom, what the table says, and that the same command gives the same table."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from branchline.arena.html import write_html
from branchline.arena.ratings import Advantage, first_seat_advantage, standings
from branchline.arena.run import in_order, run
from branchline.arena.schedule import Match, Outcome, deals, line_ups
from branchline.arena.show import print_report
from branchline.arena.sprt import evidence, is_decided
from branchline.cli import app
from branchline.errors import SetupError

FIELDS = "player games wins win_rate win_rate_low win_rate_high mean_score elo elo_low elo_high"


def match(*entrants: str, seats: int = 2, seed: int = 3) -> Match:
    return Match("nordic", (), entrants, seats, seed)


def game(deal: int, seating: tuple[int, ...], scores: tuple[int, ...]) -> Outcome:
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    shares = tuple(float(place == 1) / places.count(1) for place in places)
    return Outcome(deal, seating, scores, shares, places, 50, tuple(10.0 for _ in scores))


def test_every_pair_meets_and_a_full_table_is_one_line_up() -> None:
    assert line_ups(["a", "b", "c"], 2) == [(0, 1), (0, 2), (1, 2)]
    assert line_ups(["a", "b", "b"], 3) == [(0, 1, 2)]
    with pytest.raises(SetupError, match="3 seats need at least 3 players"):
        line_ups(["a", "b"], 3)
    with pytest.raises(SetupError, match="repeated"):
        line_ups(["a", "b", "b"], 2)


def test_all_line_ups_share_their_deals() -> None:
    todo = deals(match("random", "greedy", "planner"), 12)
    assert [deal.number for deal in todo] == list(range(6))
    assert {deal.seed for deal in todo if deal.line_up == (0, 1)} == {deal.seed for deal in todo}


def test_seats_rotate_and_the_same_seed_gives_the_same_table() -> None:
    first, again = (run(match("greedy", "random", "planner"), 12, cores=cores) for cores in (1, 2))
    strip = [{**vars(row), "microseconds_per_decision": 0} for row in first.table]
    assert strip == [{**vars(row), "microseconds_per_decision": 0} for row in again.table]
    assert [g.seating for g in first.games[:2]] == [(0, 1), (1, 0)]
    assert sum(row.games for row in first.table) == 2 * len(first.games)


def test_json_has_every_field() -> None:
    done = CliRunner().invoke(app, ["arena", "nordic", "greedy", "random", "--games", "4", "--cores", "1", "--json"])
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert (found["board"], found["games"], found["seed"]) == ("nordic", 4, 1)
    assert all(field in row for row in found["table"] for field in [*FIELDS.split(), "microseconds_per_decision"])


def test_a_wrong_player_or_number_of_seats_is_refused() -> None:
    wrong = CliRunner().invoke(app, ["arena", "nordic", "greedy", "deep", "--games", "4"])
    assert (wrong.exit_code, "no bot 'deep'" in wrong.output) == (3, True)
    with pytest.raises(SetupError, match="2 to 3 players, not 4"):
        run(match("greedy", "greedy", "greedy", "greedy", seats=4), 4)


def test_ratings_follow_bradley_and_terry() -> None:
    games = [game(i, (0, 1), (50, 40) if i % 4 else (40, 50)) for i in range(400)]
    one, other = standings(["a", "b"], games)
    assert one.win_rate == 0.75
    assert one.elo - other.elo == pytest.approx(400 * np.log10(3), abs=2)
    assert one.elo_low < one.elo < one.elo_high
    assert 0.70 < one.win_rate_low < 0.75 < one.win_rate_high < 0.80
    advantage = first_seat_advantage(games)
    assert advantage.mean == 0.25
    assert 0.2 < advantage.low < 0.25 < advantage.high < 0.3


def test_a_draw_counts_half_and_a_repeated_player_has_one_row() -> None:
    games = [game(0, (0, 1, 2), (50, 50, 40)), game(0, (1, 2, 0), (10, 20, 30))]
    rows = standings(["a", "b", "b"], games)
    assert [(row.player, row.games, row.wins) for row in rows] == [("a", 2, 1.5), ("b", 4, 0.5)]


def test_the_sequential_test_stops_when_it_is_clear() -> None:
    clear = [game(i, (0, 1), (50, 40) if i % 5 else (40, 50)) for i in range(200)]
    even = [game(i, (0, 1), (50, 40) if i % 2 else (40, 50)) for i in range(200)]
    assert is_decided(clear)
    assert evidence(clear) > 0
    assert not is_decided(even)


def test_deals_are_counted_once_and_in_order() -> None:
    came = [[game(n, (0, 1), (1, 2))] for n in (2, 0, 0, 1, 1, 3)]
    assert [outcomes[0].deal for outcomes in in_order(iter(came), {})] == [0, 1, 2, 3]


def test_the_report_is_a_page_with_plots(tmp_path: Path) -> None:
    report = run(match("greedy", "random"), 4, cores=1)
    write_html(report, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "greedy" in page


def test_the_table_fits_a_terminal_of_80_columns() -> None:
    report = run(match("greedy", "random"), 4, cores=1)
    rates = {"win_rate": 0.617, "win_rate_low": 0.592, "win_rate_high": 0.641, "elo": -401.0}
    wide = [replace(row, player="expert@0.05s", wins=1234, games=2000, **rates) for row in report.table]
    shown_on = StringIO()
    console = Console(width=80, file=shown_on)
    print_report(replace(report, table=wide, first_seat_advantage=Advantage(-0.0625, -0.1, -0.025)), console)
    shown = shown_on.getvalue()
    assert "1234/2000 61.7 (59.2–" in shown
    assert "-401 (" in shown
    assert "…" not in shown.replace("…+", "").replace("…-", "")  # nothing is cut
    assert "6.2 percentage points less often" in " ".join(shown.split())
    assert "expert@0.05s" in shown


def test_parquet_has_a_row_for_every_player_of_every_game(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    from branchline.arena.parquet import write_parquet

    report = run(match("greedy", "random"), 4, cores=1)
    write_parquet(report, tmp_path / "games.parquet")
    assert polars.read_parquet(tmp_path / "games.parquet").height == 8
