"""My games: a seat taken to another device, renamed, left, given a new secret; finished games; records."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .conftest import ROOT, Server, Visitors, begin, sit_down
from .positions import before_tickets
from .test_tables import invited


def open_sheet(page: Page, table: str) -> None:
    page.goto("/")
    page.click(f"[data-more='{table}']")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_seat_goes_to_another_device_by_its_link(server: Server, visitor: Visitors) -> None:
    page, phone = visitor(), visitor()
    table = sit_down(page, server, before_tickets("usa"), bot="greedy")
    open_sheet(page, table)
    expect(page.get_by_role("img", name="Play on another device")).to_be_visible()
    phone.goto(page.input_value("[data-invite]"))
    phone.wait_for_selector("[data-ticket]")
    assert "#" not in phone.url, "the secret does not stay in the address"
    phone.goto("/")
    expect(phone.locator(f"a[href='/t/{table}']")).to_contain_text("Your turn")


def test_a_new_secret_takes_the_seat_from_other_devices(server: Server, visitor: Visitors) -> None:
    page, phone = visitor(), visitor()
    table = sit_down(page, server, before_tickets("usa"), bot="greedy")
    open_sheet(page, table)
    phone.goto(page.input_value("[data-invite]"))
    phone.wait_for_selector("[data-ticket]")
    page.get_by_role("button", name="New secret").click()
    expect(page.get_by_role("status")).to_have_text("Only this device has the seat now.")
    expect(phone.locator("[data-ticket]")).to_have_count(0)
    page.goto(f"/t/{table}")
    expect(page.locator("[data-ticket]").first).to_be_visible()


def test_a_player_is_renamed_and_gives_up_with_a_second_thought(server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = sit_down(page, server, before_tickets("usa"), bot="greedy")
    open_sheet(page, table)
    page.fill("[data-rename='0']", "Freya")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator(f"a[href='/t/{table}']")).to_contain_text("Freya")
    page.get_by_role("button", name="Resign").dblclick()
    expect(page.get_by_role("group", name="Give up this game?")).to_be_visible()
    page.get_by_role("button", name="Stay").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, I resign").click()
    expect(page.locator(f"a[href='/replay/{table}']")).to_contain_text("USA")
    page.click(f"[data-more='{table}']")
    page.get_by_role("button", name="Remove from the list").click()
    expect(page.locator(f"a[href='/replay/{table}']")).to_have_count(0)


def test_a_table_is_deleted_for_everybody(visitor: Visitors) -> None:
    host = visitor()
    table = begin(host, "usa", how="friends")
    guest = invited(visitor, host, "Aino")
    host.click("[data-do=seat]")
    host.get_by_role("button", name="Delete the table").click()
    host.locator("[data-do=sure]").click()
    host.wait_for_url(re.compile(r"/$"))
    expect(host.locator(f"a[href='/t/{table}']")).to_have_count(0)
    guest.goto("/")
    expect(guest.locator("body")).to_contain_text("Not found")


def test_a_record_is_opened(visitor: Visitors, tmp_path: Path) -> None:
    page = visitor()
    page.goto("/")
    page.set_input_files("[data-record]", ROOT / "tests" / "golden" / "cardgame-2-robbers.txt")
    expect(page.locator("[data-slider]")).to_be_visible()
    nonsense = tmp_path / "nonsense.txt"
    nonsense.write_text("no record")
    page.goto("/")
    page.set_input_files("[data-record]", nonsense)
    expect(page.get_by_role("alert")).to_contain_text("That is no record")
