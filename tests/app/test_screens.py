"""Every screen: languages, a phone of 360 px, and no serious fault that axe-core finds."""

import json
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from branchline import boards
from branchline.mapgame.board import Board

from .conftest import DESKTOP, PHONE, ROOT, Server, Visitors, faults, sit_down
from .player import Player
from .positions import before_tickets
from .screens import SCREENS

WORDS = ROOT / "web" / "src" / "words"
FLAT, TABLET = {"width": 844, "height": 390}, {"width": 820, "height": 1180}
LANGUAGES = ("en", "is", "da", "sv", "nb", "fi")


@cache
def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return found


CUT_OFF = """() => [...document.querySelectorAll('button, a, h1, h2, h3, td, th, p, b, small, label, dt, dd, span')]
  .filter((e) => e.offsetParent && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 2
    && ['hidden', 'clip'].includes(getComputedStyle(e).overflowX) && getComputedStyle(e).textOverflow !== 'ellipsis')
  .map((e) => e.outerHTML.slice(0, 120))"""
BEYOND = """() => [...document.querySelectorAll('button, a, h1, h2, td, th, p, b, small, label, .chip')]
  .filter((e) => {
    const box = e.getBoundingClientRect();
    if (!box.width || !e.textContent.trim() || (box.right <= innerWidth + 1 && box.left >= -1)) return false;
    for (let around = e; around; around = around.parentElement)
      if (around.matches('.visually-hidden, .frame') || ['auto', 'scroll'].includes(getComputedStyle(around).overflowX))
        return false;
    return true;
  }).map((e) => `beyond the edge: ${e.outerHTML.slice(0, 120)}`)"""
SMALL = """() => [...document.querySelectorAll('button, a, input, select, textarea, summary, [role=tab], [role=radio]')]
  .filter((e) => e.offsetParent && getComputedStyle(e).visibility !== 'hidden' && !e.closest('.visually-hidden')
    && !(e.tagName === 'A' && getComputedStyle(e).display === 'inline'))
  .map((e) => [(e.closest('label') ?? e).getBoundingClientRect(), e.getBoundingClientRect(), e.outerHTML.slice(0, 120)])
  .map(([around, own, words]) => [Math.max(around.width, own.width), Math.max(around.height, own.height), words])
  .filter(([width, height]) => width < 43.5 || height < 43.5)
  .map(([width, height, words]) => `${width.toFixed(0)} × ${height.toFixed(0)}: ${words}`)"""
TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? []
  : [`${document.documentElement.scrollWidth} px on a screen of ${innerWidth}`]"""


def settled(page: Page, look: Callable[[], Collection[str]]) -> Collection[str]:
    """What is still wrong when a page has had time to lay itself out."""
    found = look()
    for _ in range(30):
        if not found:
            break
        page.wait_for_timeout(100)
        found = look()
    return found


def unfit(page: Page, *scripts: str) -> Collection[str]:
    """What scripts find that does not fit."""
    return settled(page, lambda: [each for script in scripts for each in page.evaluate(script)])


def resize(page: Page, size: dict[str, int]) -> None:
    """Change the window, and wait until the page has drawn itself in it: a phone has components of its own."""
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def take_in_hand(page: Page) -> None:
    """Let the page be touched from now on, rather than opened once more on a device that is."""
    page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")


def texts(page: Page) -> set[str]:
    """Everything that can be read or heard on a page."""
    found: list[str] = page.evaluate(TEXTS)
    return set(found)


TEXTS = """() => {
  const found = [...document.querySelectorAll('[aria-label], [title], [placeholder]')]
    .flatMap((e) => [e.getAttribute('aria-label'), e.getAttribute('title'), e.getAttribute('placeholder')]);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const hidden = 'script, style, option, kbd, [role=log][aria-live]';
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest(hidden)) found.push(walk.currentNode.data);
  return found.filter(Boolean).map((text) => text.trim());
}"""


def is_a_name(text: str, names: set[str]) -> bool:
    """Whether nothing is left of a text but names of places and people, numbers and rules."""
    text = re.sub(r"\b[A-Z]-[A-Z]+-\d+\w?\b", "", text)
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return not re.search(r"[^\W\d_]{3}", text)


def expect_no_english(page: Page, languages: Collection[str]) -> None:
    """Switch the language; what stays the same is a name, or the same word in both."""
    menu = page.locator("[data-do=menu]").first
    menu.dispatch_event("click")
    english = texts(page)
    for language in languages:
        page.select_option("[data-language]", language)
        expect(page.locator(f"html[lang={language}]")).to_have_count(1)
        names = NAMES | shared(language)

        def left(names: set[str] = names) -> set[str]:
            return {text for text in texts(page) & english if not is_a_name(text, names)}

        assert settled(page, left) == set(), language
    menu.dispatch_event("click")


@cache
def shared(language: str) -> set[str]:
    """The words of messages that are the same in English and in another language."""
    here, there = words("en"), words(language)
    return {word for key in here for form in forms(here[key]) & forms(there[key]) for word in re.findall(r"\w+", form)}


def forms(message: str) -> set[str]:
    """A message, or its forms if it has several."""
    return set(re.findall(r"\w+:([^|}]*)", message)) or {message}


def place_names() -> set[str]:
    """Cities of all boards, and who plays in the tests."""
    found = {"Branchline", "Freyja", "Aino", "Mikkel", "Siri", "Jens", "Anna", "Bo", "Cleo", "USA", "http://127.0.0.1"}
    for name in boards.names():
        board = boards.load(name)
        found |= {board.title, *(city for ticket in board.tickets for city in (ticket.a, ticket.b))}
        if isinstance(board, Board):
            found |= {city.name for city in board.cities}
    return found


NAMES = place_names()


def test_the_language_is_switched_and_remembered(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    page.click("[data-do=menu]")
    page.select_option("[data-language]", "fi")
    expect(page.locator("h1")).to_have_text(words("fi")["start.title"])
    page.reload()
    expect(page.locator("h1")).to_have_text(words("fi")["start.title"])


@pytest.mark.parametrize(("name", "refusal"), [("Aino", "name_taken"), ("Bo: the second", "bad_name")])
def test_a_table_is_refused_in_every_language(name: str, refusal: str, visitor: Visitors) -> None:
    page = visitor()
    page.goto("/new/nordic")
    page.click("[data-how=device]")
    page.fill("[data-name]", "Aino")
    page.fill("[data-other='0']", name)
    page.click("[data-do=begin]")
    page.locator("[data-do=menu]").first.click()
    for language in LANGUAGES:
        page.select_option("[data-language]", language)
        expect(page.locator("form [role=alert]")).to_have_text(words(language)[f"refused.{refusal}"])


@pytest.mark.parametrize("game", ["nordic", "iberia", "cardgame"])
def test_a_game_on_a_phone(game: str, server: Server, visitor: Visitors) -> None:
    page = visitor(PHONE, has_touch=True)
    sit_down(page, server, before_tickets(game), bot="greedy")
    player = Player(page, taps=True)
    for _ in range(4):
        player.play(4)
        assert unfit(page, TOO_WIDE) == []
    assert len(player.made) > 2, player.made


def each_in_a_language() -> Iterator[Any]:
    """Every screen in one language, since English left in its code shows in any; in all of them in a long run."""
    for screen, language in zip(SCREENS, cycle(LANGUAGES[1:]), strict=False):
        yield pytest.param(screen, [language], id=f"{screen}-{language}")
        yield pytest.param(screen, LANGUAGES[1:], id=f"{screen}-all", marks=pytest.mark.soak)


@pytest.mark.parametrize(("screen", "languages"), [*each_in_a_language()])
def test_every_screen(screen: str, languages: Collection[str], server: Server, visitor: Visitors) -> None:
    """In another language; light on a desktop and dark on a phone, to axe-core; nothing cut off, nor at 200 % text.

    And with a finger every target is 44 by 44; links within sentences are as high as these.
    """
    page = visitor(DESKTOP)
    SCREENS[screen](page, server)
    assert settled(page, lambda: faults(page)) == []
    if screen not in ("menu", "curtain", "over") and "editor" not in screen:  # which have no menu beside them
        expect_no_english(page, languages)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    resize(page, PHONE)
    assert settled(page, lambda: faults(page)) == [], "on a phone, in the dark"
    assert unfit(page, TOO_WIDE) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    resize(page, DESKTOP)
    assert unfit(page, TOO_WIDE, CUT_OFF) == [], "at 200 % text"
    page.evaluate("document.documentElement.style.fontSize = ''")
    take_in_hand(page)
    for size in (PHONE, FLAT, TABLET):
        resize(page, size)
        assert unfit(page, SMALL) == [], f"with a finger, at {size}"


@pytest.mark.parametrize("screen", ["start", "setup", "lobby", "rules"])
def test_pages_grow_on_a_very_large_screen(screen: str, server: Server, visitor: Visitors) -> None:
    page = visitor({"width": 3840, "height": 2160})
    SCREENS[screen](page, server)
    letters = page.locator("main :is(p, b, label)").first
    assert letters.evaluate("(e) => e.currentCSSZoom") == 1.75
    assert unfit(page, TOO_WIDE, BEYOND) == []


def test_it_can_be_installed(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    link = page.get_attribute("link[rel=manifest]", "href")
    assert link
    manifest = page.request.get(link).json()
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    assert all(page.request.get(icon["src"]).ok for icon in manifest["icons"])
