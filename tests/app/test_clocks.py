"""Clocks at live tables: shown, counting, and what happens when one runs out."""

import json
import re

from playwright.sync_api import Page, expect

from .conftest import Server, Visitors, at_table, sample, sit_down, wait_until
from .positions import on_turn
from .test_tables import invited, keep_tickets

ME = {"kind": "me"}
SEEN = """[...document.querySelectorAll("li[data-seat='0'] :is([role=timer], .chip), [role=alert], [data-spoken]")]
  .map((each) => each.textContent)"""


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
        sample(page, SEEN)
    secret = {"Authorization": f"Bearer {made['host']}"}
    assert pages[0].request.post(f"/api/tables/{made['id']}/start", data={}, headers=secret).ok
    return pages


def seconds(page: Page, seat: int) -> int:
    """What a seat's clock shows."""
    minutes, rest = re.findall(r"\d+", page.locator(f"li[data-seat='{seat}'] [role=timer]").inner_text())[:2]
    return int(minutes) * 60 + int(rest)


def test_the_clock_of_whoever_is_to_move_counts_by_the_servers_time(visitor: Visitors) -> None:
    host = visitor()
    host.add_init_script("const now = Date.now; Date.now = () => now() + 3_600_000")  # a device an hour ahead
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
    keep_tickets(host)
    wait_until(host, "document.querySelector('li[data-seat=\"1\"] [role=timer]').textContent.trim() <= '14:59'")
    stopped = seconds(host, 0)
    host.wait_for_timeout(1200)
    assert seconds(host, 0) == stopped


def test_time_that_runs_out(visitor: Visitors) -> None:
    """Both at once, since both are waited for: a bot takes over, or the game is lost."""
    taken_over, lost = timed_table(visitor, "bot"), timed_table(visitor, "lose")
    expect_a_bot_to_take_over(*taken_over)
    expect_the_game_to_be_lost(*lost)


def expect_a_bot_to_take_over(host: Page, guest: Page) -> None:
    """Freyja's time runs out, and she comes back."""
    expect(host.locator(".log")).to_contain_text("You ran out of time.")
    expect(guest.locator(".log")).to_contain_text("Freyja ran out of time.")
    for page, words in ((host, "hurry"), (host, "A bot is playing for you."), (guest, "bot"), (guest, "Your turn")):
        wait_until(page, "(words) => window.samples.some((seen) => seen.includes(words))", words)
    host.get_by_role("button", name="I am back").click()
    expect(host.get_by_text("A bot is playing for you.")).to_have_count(0)


def expect_the_game_to_be_lost(host: Page, guest: Page) -> None:
    """Freyja's time runs out, and Aino has won."""
    for page, who in ((host, "You"), (guest, "Freyja")):
        expect(page.locator("#end-title")).to_have_text("Aino wins")
        expect(page.locator("div.end")).to_contain_text("Freyja ran out of time.")
        page.click("[data-do=board]")
        expect(page.locator("ol.log")).to_contain_text(f"{who} ran out of time.")
        expect(page.locator(".status").first).to_have_text("The game is over")


def test_giving_up_ends_a_game_against_bots(server: Server, visitor: Visitors) -> None:
    """However many of them: it is counted at once, and says why; so do the seat and the line above the board."""
    page = visitor()
    sit_down(page, server, on_turn(players=3), bot="greedy")
    page.locator("[data-do=menu]").first.click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, I resign").click()
    expect(page.locator("#end-title")).to_contain_text("wins")
    expect(page.locator("div.end")).to_contain_text("Freyja resigned.")
    page.click("[data-do=board]")
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("resigned")
    expect(page.locator(".status")).to_contain_text("resigned")
