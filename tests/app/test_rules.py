"""The rules: found from the start page, first in two minutes and in pictures, then numbered."""

from playwright.sync_api import expect

from .conftest import PHONE, Visitors

PICTURES = {"nordic": 4, "europe": 4, "usa": 2, "iberia": 4, "nederland": 2, "cardgame": 2}


def test_the_start_page_leads_to_the_rules(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_role("heading", name="The game in two minutes")).to_be_visible()
    page.get_by_role("link", name="Nederland").click()
    expect(page.get_by_role("heading", name="Nederland")).to_be_visible()
    expect(page.locator("figcaption").last).to_contain_text("toll")
    page.get_by_role("link", name="Play this game").click()
    expect(page.locator("[data-do=begin]")).to_be_visible()


def test_every_game_is_shown_in_pictures(visitor: Visitors) -> None:
    page = visitor(PHONE)
    for name, pictures in PICTURES.items():
        page.goto(f"/rules/{name}")
        expect(page.locator("figure")).to_have_count(pictures)
        expect(page.locator(".rule").first).to_be_visible()
        widest = page.evaluate("Math.max(...[...document.querySelectorAll('figure')].map((each) => each.scrollWidth))")
        assert widest <= 360, name


def test_rules_that_cannot_be_read_say_so(visitor: Visitors) -> None:
    page = visitor()
    page.route("**/api/rules/*", lambda route: route.abort())
    page.goto("/rules/usa")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute("**/api/rules/*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".rule").first).to_be_visible()
