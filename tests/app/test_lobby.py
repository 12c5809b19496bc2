"""Before the cards are dealt: colours, order, levels, fewer players, a chat, and who has to leave."""

from playwright.sync_api import expect

from .conftest import PHONE, Visitors, at_table, begin
from .test_tables import invited, keep_tickets


def test_who_joins_by_link_can_arrange_and_begin_at_once(visitor: Visitors) -> None:
    host = visitor()
    begin(host, "usa", players=3, how="friends", name="Freyja")
    link = host.input_value("[data-invite]")
    expect(host.get_by_role("img", name="Invite with this link")).to_be_visible()  # the link as a QR code
    guest = visitor(PHONE)
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Freyja invites you to the table")).to_be_visible()
    expect(guest.locator("[data-invite]")).to_have_count(0)
    guest.fill("[data-name]", "Aino")
    guest.click("[data-do=join]")
    expect(guest.locator("body")).to_contain_text("Freyja set the table")
    guest.click("[data-do=bot]")
    expect(guest.locator("[data-bot-level]")).to_have_count(1)
    guest.click("[data-do=start]")
    at_table(host)


def test_colours_order_and_levels(visitor: Visitors) -> None:
    host = visitor()
    begin(host, "usa", players=3, how="friends", name="Freyja")
    guest = invited(visitor, host, "Aino")
    expect(host.locator("[data-lobby-seat]", has_text="Aino")).to_be_visible()
    host.click("[data-do=bot]")
    host.select_option("[data-bot-level]", "strong")
    expect(guest.locator("[data-bot-level]")).to_have_value("strong")
    expect(host.locator("[data-lobby-seat] .name b").nth(2)).to_have_text("Mikkel")  # a name of its own
    host.locator("[data-do=colours]").first.click()
    host.get_by_role("button", name="Copper").click()
    expect(guest.get_by_role("button", name="Aino: Teal")).to_be_visible()  # hers is free now
    host.get_by_role("button", name="Mikkel: one place earlier").click()
    expect(guest.locator("[data-lobby-seat] .name b")).to_have_text(["Freyja", "Mikkel", "Aino"])
    host.get_by_role("button", name="Begin", exact=True).click()
    at_table(host)
    expect(host.locator("html[data-seat='4']")).to_have_count(1)


def test_a_game_begins_with_fewer_and_somebody_is_asked_to_leave(visitor: Visitors) -> None:
    host = visitor()
    begin(host, "usa", players=4, how="friends", name="Freyja")
    guest = invited(visitor, host, "Aino")
    rude = invited(visitor, host, "Loki")
    host.get_by_role("button", name="Remove Loki").click()
    expect(rude.locator("[data-do=join]")).to_be_visible()
    host.fill("[data-say]", "Shall we?")
    host.press("[data-say]", "Enter")
    expect(guest.get_by_role("list", name="Chat")).to_contain_text("Shall we?")
    host.get_by_role("button", name="Begin with 2").click()
    at_table(host)
    expect(host.locator("li.seat")).to_have_count(2)


def test_first_tickets_are_chosen_at_the_same_time(visitor: Visitors) -> None:
    host = visitor()
    begin(host, "usa", how="friends", name="Freyja")
    guest = invited(visitor, host, "Aino")
    host.click("[data-do=start]:not([disabled])")
    keep_tickets(guest)  # before the first player
    expect(host.locator(".log")).to_contain_text("Aino chose tickets.")
    expect(guest.locator("[data-ticket]")).to_have_count(0)
    keep_tickets(host)
    expect(host.locator("[data-draw=deck]")).to_be_enabled()
    expect(host.locator(".log li", has_text="Aino chose tickets.")).to_have_count(1)
