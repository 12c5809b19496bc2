"""Clocks at live tables: shown, counting, and what happens when one runs out."""

import json
import re

from playwright.sync_api import Page, expect

from .conftest import Visitors, at_table, begin, drive, wait_until
from .test_tables import invited

ME = {"kind": "me"}


def timed_table(visitor: Visitors, timeout: str) -> list[Page]:
    """The browsers of Freyja and Aino at a table with fifteen seconds a move, of which Freyja's first run now."""
    pages = [visitor(), visitor()]
    seats = [{**ME, "name": "Freyja"}, {**ME, "name": "Aino"}]
    wish = {"board": "usa", "seats": seats, "clock": {"kind": "live", "move_seconds": 15}, "timeout": timeout}
    made = pages[0].request.post("/api/tables", data=wish).json()
    for page, seat in zip(pages, made["seats"], strict=True):
        held = json.dumps({"id": made["id"], "board": "usa", "seats": [seat], "at": 0})
        page.add_init_script(f"localStorage.setItem('branchline.tables', JSON.stringify([{held}]))")
        page.goto(f"/t/{made['id']}")
        page.wait_for_selector(".lobby")
    secret = {"Authorization": f"Bearer {made['host']}"}
    assert pages[0].request.post(f"/api/tables/{made['id']}/start", data={}, headers=secret).ok
    return pages


def seconds(page: Page, seat: int) -> int:
    """What a seat's clock shows."""
    minutes, rest = re.findall(r"\d+", page.locator(f"li[data-seat='{seat}'] [role=timer]").inner_text())[:2]
    return int(minutes) * 60 + int(rest)


def test_the_clock_of_whoever_is_to_move_counts(visitor: Visitors) -> None:
    host = visitor()
    host.goto("/new/nordic")
    host.click("[data-how=friends]")
    host.click("summary")
    host.select_option(".more select >> nth=0", label="15 minutes each")
    host.fill("[data-name]", "Freyja")
    host.click("[data-do=begin]")
    guest = invited(visitor, host, "Aino")
    host.click("[data-do=start]:not([disabled])")
    for page in (host, guest):
        at_table(page)
        wait_until(page, "document.querySelector('li[data-seat=\"0\"] [role=timer]').textContent.trim() <= '14:58'")
        assert seconds(page, 1) == 15 * 60, "it is not Aino's turn"
        assert seconds(page, 0) > 10 * 60
    drive(host, 1)
    wait_until(host, "document.querySelector('li[data-seat=\"1\"] [role=timer]').textContent.trim() <= '14:59'")
    stopped = seconds(host, 0)
    host.wait_for_timeout(1200)
    assert seconds(host, 0) == stopped


def test_a_bot_takes_over_when_time_runs_out(visitor: Visitors) -> None:
    host, guest = timed_table(visitor, "bot")
    expect(host.locator("li[data-seat='0'] [role=timer]")).to_contain_text("hurry")
    expect(host.locator(".log")).to_contain_text("You ran out of time.")
    expect(guest.locator(".log")).to_contain_text("Freyja ran out of time.")
    expect(guest.locator("li[data-seat='0'] .chip")).to_have_text("bot")
    expect(host.get_by_role("alert")).to_contain_text("A bot is playing for you.")
    expect(guest.locator("[data-spoken]")).to_contain_text("Your turn")
    host.get_by_role("button", name="I am back").click()
    expect(host.get_by_text("A bot is playing for you.")).to_have_count(0)


def test_time_that_runs_out_can_lose_the_game(visitor: Visitors) -> None:
    host, guest = timed_table(visitor, "lose")
    for page, who in ((host, "You"), (guest, "Freyja")):
        expect(page.locator("#end-title")).to_have_text("Aino wins")
        expect(page.locator("div.end")).to_contain_text("Freyja ran out of time.")
        page.click("[data-do=board]")
        expect(page.locator("ol.log")).to_contain_text(f"{who} ran out of time.")
        expect(page.locator(".status").first).to_have_text("The game is over")


def test_giving_up_ends_a_game_of_two(visitor: Visitors) -> None:
    page = visitor()
    begin(page, "usa")
    at_table(page)
    page.locator("[data-do=menu]").first.click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, I resign").click()
    expect(page.locator("#end-title")).to_contain_text("wins")
    expect(page.locator("div.end")).to_contain_text("Freyja resigned.")
