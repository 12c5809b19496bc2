"""The first game that teaches: each caption at its thing, each waiting; it can be left and taken up again."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Visitors, click_route
from .test_reach import FLAT, is_whole

DESK = {"width": 1440, "height": 900}


def step(page: Page, number: int) -> None:
    """Wait for a caption."""
    expect(page.locator(f"[data-step='{number}']")).to_be_visible()


def choose_short_tickets(page: Page) -> None:
    for cities in ("Oslo – Stockholm", "Oslo – Helsinki"):
        page.locator("[data-ticket]", has_text=cities).click()
    page.click("[data-do=keep]")


def route(page: Page) -> int:
    """Oslo–Örebro in green, as the board numbers it."""
    routes = page.request.get("/api/games/nordic").json()["routes"]
    return next(int(r["id"]) for r in routes if set(r["cities"]) == {"Oslo", "Örebro"} and r["colour"] == "green")


@pytest.mark.parametrize("size", [DESK, PHONE, FLAT])
def test_the_first_game_teaches_step_by_step(visitor: Visitors, size: dict[str, int]) -> None:
    page = visitor(size)
    page.goto("/")
    page.get_by_role("button", name="Learn to play").first.click()
    step(page, 1)
    choose_short_tickets(page)
    step(page, 2)
    expect(page.locator("[data-step='2']")).to_contain_text("Oslo–Örebro")
    expect(page.locator("#lesson-routes rect").nth(1)).to_be_attached()  # where names lie the ring has holes
    assert is_whole(page, ".stack.purple")
    click_route(page, route(page))
    step(page, 3)
    if size != DESK:
        page.get_by_role("button", name="Go on").click()  # lays the route aside, under which the display is
    page.click("[data-draw=green]")
    expect(page.locator("[role=log][aria-live=polite]")).to_contain_text("green from the display")
    page.click("[data-draw=deck]")
    step(page, 4)
    page.get_by_role("button", name="Go on").click()
    step(page, 5)
    expect(page.get_by_role("heading", name="Claim your route")).to_be_visible()
    click_route(page, route(page))
    page.click("[data-do=claim]")
    step(page, 6)
    for number in (6, 7):
        step(page, number)
        page.get_by_role("button", name="Go on").click()
    step(page, 8)
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("[data-step]")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-route]").first).to_be_visible()
    expect(page.locator("[data-step]")).to_have_count(0)


def test_a_lesson_is_taken_up_again_and_skipped(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    page.click("[data-do=learn]")
    step(page, 1)
    choose_short_tickets(page)
    step(page, 2)
    address = page.url
    page.goto("/")
    expect(page.locator("[data-more]").first).to_be_visible()
    page.click("[data-do=learn]")
    step(page, 2)
    assert page.url == address
    page.get_by_role("button", name="Skip the lesson").click()
    expect(page.locator("[data-step]")).to_have_count(0)
    expect(page.locator("[data-draw=deck]")).to_be_enabled()


def test_the_card_game_is_taught_too(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/new/cardgame")
    page.get_by_role("button", name="Learn to play").click()
    step(page, 1)
    page.locator("[data-ticket]").first.click()
    page.click("[data-do=keep]")
    step(page, 2)
    for card in ("red", "blue"):  # of which there are two: the caption lies beside them
        assert is_whole(page, f"[data-pay={card}]")
    page.click("[data-pay=red]")
    page.click("[data-pay=red]")
    page.click("[data-do=lay]")
    for number in (3, 4):
        step(page, number)
        page.get_by_role("button", name="Go on").click()
    step(page, 5)
    page.click("[data-draw=deck]")
    step(page, 6)
    page.get_by_role("button", name="Go on").click()
    step(page, 7)
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("[data-step]")).to_have_count(0)
