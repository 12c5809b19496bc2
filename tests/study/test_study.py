"""Studies of boards: what is observed, the figures with their intervals, and the reports."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from branchline import boards
from branchline.cli import app
from branchline.replay import load
from branchline.study.beside import changes
from branchline.study.figures import alike, figures, mean, share
from branchline.study.play import Sitting, observe, play, play_all
from branchline.study.run import ONE_STEP, study
from branchline.study.words import Words

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_game_is_observed_as_it_was(path: Path) -> None:
    game = load(path)
    seen = observe(game)
    scores = game.result()["scores"]
    assert [hand.total for hand in seen.hands] == [score["total"] for score in scores]
    assert sum(hand.share for hand in seen.hands) == pytest.approx(1)
    assert [sum(hand.parts.values()) for hand in seen.hands] == [hand.total for hand in seen.hands]
    assert all(claim.when <= 1 for claim in seen.claims)
    assert seen.ending


def test_the_same_sitting_is_the_same_game() -> None:
    sitting = Sitting("usa", (), 2, 5)
    assert play(sitting) == play(sitting)
    assert list(play_all([sitting], cores=1)) == [play(sitting)]


def test_intervals_hold_the_value() -> None:
    assert (share(5, 10).value, share(0, 0).high) == (0.5, 1.0)
    assert share(10, 10).high <= 1
    assert share(0, 10).low >= -1e-12
    found = mean([1.0, 2.0, 3.0])
    assert found.low < 2 < found.high


def test_figures_add_up() -> None:
    games = [play(Sitting("usa", (), 2, seed)) for seed in range(6)]
    found = figures(games, ["Seattle–Portland (grey 1)", "no such route"], [])
    assert sum(found.leads.values()) == pytest.approx(1)
    assert sum(found.endings.values()) == pytest.approx(1)
    assert found.routes["no such route"].claimed.value == 0
    assert sum(found.colours.values()) == pytest.approx(len(found.colours))


def test_cities_are_those_that_a_players_routes_touch() -> None:
    game = observe(load(GOLDEN / "nordic-3-builders.txt"))
    found = figures([game], [], [], ["Oslo", "Stockholm", "Atlantis"]).cities
    for city, visited in found.items():
        seats = {claim.seat for claim in game.claims if city in claim.cities}
        assert visited.value == len(seats) / 3
    assert found["Atlantis"].value == 0 < max(each.value for each in found.values())


def test_orders_are_compared() -> None:
    up = {name: share(i, 5) for i, name in enumerate("abcde")}
    down = {name: share(5 - i, 5) for i, name in enumerate("abcde")}
    assert alike(up, up) == pytest.approx(1)
    assert alike(up, down) == pytest.approx(-1)


class Page(HTMLParser):
    """Counts the tags of a page, and what it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href") and (value or "")[:1] != "#"]


@pytest.mark.parametrize("name", ["isle", "cardgame"])
def test_a_study_by_the_command(tmp_path: Path, name: str) -> None:
    board = name
    if name == "isle":
        board = str(tmp_path / "isle.toml")
        CliRunner().invoke(app, ["board", "new", board])
    page = tmp_path / "study.html"
    command = ["board", "study", board, "--games", "10", "--cores", "1", "--players", "2"]
    said = CliRunner().invoke(app, [*command, "--html", str(page), "--language", "da", "--json"])
    assert said.exit_code == 0, said.output
    found = json.loads(said.stdout)
    assert found["players"]["2"]["games"] == 10
    titles = {finding["title"] for finding in found["findings"]}
    assert "How long games are." in titles
    assert "Going first hardly helps." not in titles, "which ten games cannot say"
    html = Page(page.read_text(encoding="utf-8"))
    assert html.fetched == []
    assert "svg" in html.tags
    assert "Er det en fordel at begynde?" in page.read_text(encoding="utf-8")
    assert CliRunner().invoke(app, [*command, "--json"]).stdout == said.stdout, "the same command, other figures"


def test_a_study_of_two_versions(tmp_path: Path) -> None:
    board = str(tmp_path / "isle.toml")
    CliRunner().invoke(app, ["board", "new", board])
    page = tmp_path / "both.html"
    command = ["board", "study", board, "--games", "10", "--cores", "1", "--players", "2", "--beside", board]
    said = CliRunner().invoke(app, [*command, "--html", str(page)])
    assert said.exit_code == 0, said.output
    text = page.read_text(encoding="utf-8")
    assert "Beside Isle" in text
    assert "Nothing is different in the file" in text


def test_what_changed_between_two_versions_is_told() -> None:
    text = boards.text("nordic").replace('name = "nordic"', 'name = "mine"', 1)
    changed = text.replace("length = 4, colour", "length = 3, colour", 1).replace("trains = 40", "trains = 35")
    old, new = (boards.loads(each, "mine.toml") for each in (text, changed))
    assert list(changes(old, new, Words())) == [
        "gone: route Bergen, Oslo, length 4, blue, tunnel",
        "new: route Bergen, Oslo, length 3, blue, tunnel",
        "trains: 40 → 35",
    ]
    assert next(changes(old, new, Words("da"))) == "væk: strækning Bergen, Oslo, længde 4, blåt, tunnel"


def test_a_study_is_for_numbers_of_players_that_the_board_has() -> None:
    said = CliRunner().invoke(app, ["board", "study", "nordic", "--players", "5", "--games", "10"])
    assert (said.exit_code, "2 to 3 players" in said.output) == (3, True)


def test_each_style_wins_its_share() -> None:
    found = study("nordic", players=3, games=120, cores=1)
    won = found.styles[3]
    assert set(won) == {ONE_STEP, "planning ahead", "many tickets", "long routes"}
    assert sum(one.value for one in won.values()) == pytest.approx(4 / 3)  # each is played in three games of four
    assert won["planning ahead"].value > won["long routes"].value
