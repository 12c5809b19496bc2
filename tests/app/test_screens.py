"""Every screen: languages, a phone of 360 px, and no serious fault that axe-core finds."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, ROOT, Visitors, at_table, begin, drive, faults

WORDS = ROOT / "web" / "src" / "words"
LANGUAGES = ("en", "is", "da", "sv", "nb", "fi")


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return found


def is_too_wide(page: Page) -> bool:
    wide: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wide


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browsers_language_is_spoken(language: str, visitor: Visitors) -> None:
    page = visitor(locale=language)
    page.goto("/")
    expect(page.locator("h1")).to_have_text(words(language)["start.title"])
    assert page.get_attribute("html", "lang") == language
    begin(page, "nordic")
    at_table(page)
    drive(page, 3)
    text = page.inner_text("body")
    assert words(language)["hand.title"] in text
    if language != "en":
        english = {
            words("en")[key] for key in ("hand.title", "log.title", "display.deck", "tickets.mine", "status.yours")
        }
        assert not [phrase for phrase in english if phrase in text]


def test_the_language_is_switched_and_remembered(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    page.click("[data-do=menu]")
    page.select_option("[data-language]", "fi")
    expect(page.locator("h1")).to_have_text(words("fi")["start.title"])
    page.reload()
    expect(page.locator("h1")).to_have_text(words("fi")["start.title"])


@pytest.mark.parametrize("game", ["nordic", "iberia", "cardgame"])
def test_a_game_on_a_phone(game: str, visitor: Visitors) -> None:
    page = visitor(PHONE, has_touch=True)
    begin(page, game)
    at_table(page)
    for _ in range(4):
        drive(page, 4)
        assert not is_too_wide(page)
    heights = page.evaluate("[...document.querySelectorAll('.tabs button, .bar button')].map((b) => b.offsetHeight)")
    assert all(height >= 40 for height in heights if height)


def start(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector("[data-game]")


def setup(page: Page) -> None:
    page.goto("/new/nordic")
    page.wait_for_selector("[data-do=begin]")
    page.click("summary")


def lobby(page: Page) -> None:
    begin(page, "usa", how="friends")
    page.wait_for_selector("[data-invite]")


def rules(page: Page) -> None:
    page.goto("/rules/nederland")
    page.wait_for_selector(".rule")


def tickets(page: Page) -> None:
    begin(page, "nordic")
    page.wait_for_selector("[data-ticket]")


def claiming(page: Page) -> None:
    begin(page, "nordic", players=3)
    at_table(page)
    drive(page, 9)
    while not page.query_selector(".route.can"):
        drive(page, 1)
    page.locator(".route.can").first.dispatch_event("click")
    page.wait_for_selector(".claim")


def dock(page: Page) -> None:
    begin(page, "europe", players=5)
    at_table(page)
    drive(page, 6)


def curtain(page: Page) -> None:
    begin(page, "usa", how="device")
    page.wait_for_selector("[data-do=curtain]")


def cards(page: Page) -> None:
    begin(page, "cardgame")
    at_table(page)
    drive(page, 8)


def over(page: Page) -> None:
    begin(page, "iberia")
    at_table(page)
    assert drive(page)["over"]


def replay(page: Page) -> None:
    begin(page, "nederland")
    at_table(page)
    drive(page, 5)
    page.goto(page.url.replace("/t/", "/replay/"))
    page.wait_for_selector("[data-slider]")


SCREENS = (start, setup, lobby, rules, tickets, claiming, dock, curtain, cards, over, replay)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: str(screen.__name__))
def test_no_serious_fault(screen: Callable[[Page], None], visitor: Visitors) -> None:
    page = visitor(DESKTOP)
    screen(page)
    page.wait_for_timeout(150)
    assert faults(page) == []
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.wait_for_timeout(150)
    assert faults(page) == [], "in the dark"
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.wait_for_timeout(150)
    assert faults(page) == [], "on a phone, in the dark"
    assert not is_too_wide(page)


def test_it_can_be_installed(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    link = page.get_attribute("link[rel=manifest]", "href")
    assert link
    manifest = page.request.get(link).json()
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    assert all(page.request.get(icon["src"]).ok for icon in manifest["icons"])
