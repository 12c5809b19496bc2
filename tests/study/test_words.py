"""A study's report in the languages of the app: every word in each, and nothing left in English."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from branchline import boards
from branchline.boardfile.cards import COLOURS
from branchline.cli import app
from branchline.kinds import KINDS
from branchline.notation import LABELS
from branchline.replay import load
from branchline.sentences import LANGUAGES, slots
from branchline.study.figures import Estimate, figures
from branchline.study.html import write_html
from branchline.study.play import observe
from branchline.study.run import ONE_STEP, Study
from branchline.study.words import Names, Words, messages

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_has_every_message_with_the_same_values(language: str) -> None:
    english, words = messages("en"), messages(language)
    assert words.keys() == english.keys()
    for key, message in words.items():
        assert slots(message) == slots(english[key]), key
        assert message != english[key] or len(message) < 20, key


def test_whatever_games_show_has_a_word() -> None:
    words = messages("en")
    for path in GOLDEN:
        seen = observe(load(path))
        assert {f"event.{name}" for name in seen.events} - {"event.undo", "event.resigned"} <= words.keys(), path.stem
        assert {f"part.{name}" for hand in seen.hands for name in hand.parts} <= words.keys(), path.stem
    assert {f"event.{label}" for label, _ in LABELS.values()} <= words.keys()
    assert {f"colour.{colour}" for colour in COLOURS} <= words.keys()
    assert {f"style.{style}" for kind in KINDS.values() for style in (ONE_STEP, *kind.styles)} <= words.keys()


def text_of(page: str) -> str:
    """What a page says, without its style and its tags."""
    return re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_told_in_one_language(tmp_path: Path, language: str) -> None:
    path = tmp_path / "study.html"
    half = Estimate(0.5, 0.4, 0.6)
    game = load(next(each for each in GOLDEN if each.stem == "nordic-3-builders"))
    notation = game.notation
    seen = figures([observe(game)], getattr(notation, "routes", ()), notation.tickets, ["Oslo", "Stockholm", "Bergen"])
    found = Study(boards.load("nordic"), 1, {3: seen}, half, {3: {ONE_STEP: half, "many tickets": half}})
    write_html(found, path, language=language)
    page = path.read_text(encoding="utf-8")
    said = text_of(page)
    assert f'<html lang="{language}">' in page
    assert Words(language)("first") in said
    other = Words("da" if language == "en" else "en")
    for key in ("first", "turns.about", "heat.about", "tickets.about", "found.length", "styles.style", "event.draw"):
        assert other(key, n=3) not in said, key
    assert not re.search(r"\{\w", said)


def test_cities_and_colours_are_called_as_in_the_language() -> None:
    oslo = '{ name = "Oslo", '
    text = (
        boards.text("nordic")
        .replace('name = "nordic"', 'name = "mine"')
        .replace(oslo, f'{oslo}names = {{ fi = "Osló" }}, ')
    )
    board = boards.loads(text, "mine.toml")
    names = Names(board, Words("fi"))
    assert names.pair("Bergen–Oslo (red)") == "Bergen–Osló (punainen)"
    assert names.pair("Oslo–Helsinki 8") == "Osló–Helsinki 8"
    assert Names(board, Words()).pair("Bergen–Oslo (red)") == "Bergen–Oslo (red)"


def test_numbers_are_written_as_in_the_language() -> None:
    assert [Words(language).number(-1234.5, 1, True) for language in ("en", "da", "fi")] == [
        *("−1,234.5", "−1.234,5", "−1\u00a0234,5"),
    ]
    assert Words("da").percent(Estimate(0.125, 0.1, 0.2)) == "12\u00a0% (10–20)"


def test_a_language_that_there_is_not_is_refused() -> None:
    said = CliRunner().invoke(app, ["board", "study", "nordic", "--games", "10", "--language", "xx"])
    assert (said.exit_code, "da, fi" in said.output) == (3, True)
