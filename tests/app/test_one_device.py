"""Several players on one device: each looks as long as they like, and nothing leaks to the next."""

from playwright.sync_api import Page, expect

from .conftest import Visitors, at_table
from .test_tables import keep_tickets


def sit_together(page: Page, bots: int = 0) -> None:
    """Freyja and Mikkel on one device, perhaps with bots."""
    page.goto("/new/usa")
    page.click("[data-how=device]")
    page.click(f"[data-players='{2 + bots}']")
    page.fill("[data-name]", "Freyja")
    page.fill("[data-other='0']", "Mikkel")
    for i in range(bots):
        page.click(f"[data-bot='{1 + i}']")
        page.locator("[data-level]").first.click()
    page.click("[data-do=begin]")


def look(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"I am {name}").click()
    at_table(page)


def test_the_curtain_waits_until_the_device_is_passed_on(visitor: Visitors) -> None:
    page = visitor()
    sit_together(page)
    expect(page.locator("[data-do=curtain]")).to_be_visible()
    expect(page.locator(".hand, ol.log")).to_have_count(0)
    look(page, "Freyja")
    keep_tickets(page)
    expect(page.locator(".hand")).to_be_visible()
    expect(page.get_by_text("Mikkel is next.")).to_be_visible()
    page.get_by_role("button", name="Done, pass on").click()
    expect(page.locator(".hand")).to_have_count(0)
    look(page, "Mikkel")
    keep_tickets(page)
    page.get_by_role("button", name="Done, pass on").click()
    look(page, "Freyja")
    page.click("[data-draw=deck]")
    page.click("[data-draw=deck]")
    expect(page.get_by_role("button", name="Done, pass on")).to_be_visible()
    expect(page.locator(".hand")).to_be_visible()  # the second card can be seen
    expect(page.locator("[role=log][aria-live=polite]")).to_contain_text("from the deck")


def test_nothing_leaks_to_the_next_player(visitor: Visitors) -> None:
    page = visitor()
    sit_together(page)
    for name in ("Freyja", "Mikkel"):
        look(page, name)
        keep_tickets(page)
        page.get_by_role("button", name="Done, pass on").click()
    look(page, "Freyja")
    page.click("[data-draw=deck]")
    page.click("[data-draw=deck]")
    done = page.get_by_role("button", name="Done, pass on")
    expect(done).to_be_visible()
    drawn = page.locator("ol.log li").first.inner_text()
    assert "from the deck" in drawn
    done.click()
    expect(page.locator("[data-spoken]")).to_have_text("")
    expect(page.locator("body")).not_to_contain_text(drawn)
    look(page, "Mikkel")
    expect(page.locator("[role=log][aria-live=polite]")).to_have_text("")


def test_bots_play_at_a_table_on_one_device(visitor: Visitors) -> None:
    page = visitor()
    sit_together(page, bots=1)
    look(page, "Freyja")
    keep_tickets(page)
    page.get_by_role("button", name="Done, pass on").click()
    look(page, "Mikkel")
    keep_tickets(page)
    expect(page.locator("li[data-seat='2'] .chip")).to_have_text("bot")
    page.get_by_role("button", name="Done, pass on").click()
    look(page, "Freyja")
    expect(page.locator("ol.log")).to_contain_text("Aino chose tickets.")
