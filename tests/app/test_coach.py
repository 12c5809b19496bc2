"""The coach in the app: a hint at the table, and a finished game reviewed in the replay."""

import json
import re
import urllib.request
from functools import cache

import pytest
from playwright.sync_api import expect

import branchline
from branchline.bots import make
from branchline.server.errors import Refusal

from .conftest import DESKTOP, PHONE, Server, Visitors, begin, sit_down, take_seat
from .positions import before_tickets
from .screens import GOLDEN, held


@cache
def uploaded(server: Server) -> str:
    """A finished game, one of whose players chose at random; it is thought through once."""
    game = branchline.new("usa", players=["Rosa", "Plan"], seed=6)
    bots = make("random", 6), make("planner", 7)
    while not game.is_over:
        game.play(bots[game.player].choose(game.position.seen_by(game.player), game.actions()))
    return upload(server, game.record().encode())


def upload(server: Server, record: bytes) -> str:
    """Bring a record to the service; gives its id."""
    request = urllib.request.Request(f"{server.url}/api/records", record, method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        name: str = json.load(answer)["id"]
    return name


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_finished_game_is_reviewed(server: Server, visitor: Visitors, size: dict[str, int]) -> None:
    page = visitor(size)
    page.goto(f"/replay/{uploaded(server)}?move=0")
    button, review = page.locator("[data-do=analyse]"), page.locator("[data-review=done]")
    expect(button.or_(review)).to_be_visible()
    if button.count():  # else it was asked for before, and is shown at once
        button.click()
    expect(review).to_be_visible(timeout=300_000)
    expect(page.locator(".review .words")).to_contain_text("by luck")
    page.click("[data-part=luck]")
    expect(page.locator(".review tbody tr")).to_have_count(6)
    cells = [cell.replace("−", "-") for cell in page.locator(".review tbody td:last-child").all_inner_texts()]
    *parts, end = [int(re.findall(r"[-+]?\d+", cell)[0]) for cell in cells]
    assert sum(parts) == end, cells
    expect(page.locator(".review")).to_contain_text("All of it adds up")
    page.click("[data-part=tickets]")
    expect(page.locator("[data-offer]").first).to_be_visible()
    page.click("[data-part=moments]")
    slider = page.locator("[data-slider]")
    page.click("[data-do=turning-next]")
    expect(slider).not_to_have_value("0")
    turning = slider.input_value()
    page.locator("body").press("Home")
    expect(slider).to_have_value("0")
    page.locator("body").press("n")  # by keys, the same turning point
    expect(slider).to_have_value(turning)
    page.locator("[data-costly]").first.click()
    expect(page.locator("article.active")).to_have_count(1)
    at = slider.input_value()
    page.locator("article.active [data-do=better]").click()
    expect(page.locator("[data-told]")).to_contain_text("Rosa: ")
    told = page.locator("[data-told]").inner_text()
    page.click("[data-do=line-next]")
    expect(page.locator("[data-told]")).not_to_have_text(told)
    page.click("[data-do=line-leave]")
    expect(page.locator("[data-told]")).to_have_count(0)
    expect(slider).to_have_value(at)
    page.click("[data-do=play-on]")
    page.wait_for_url("**/t/*")
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("You")
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_one_who_asks_for_too_many_reviews_is_told_to_wait(server: Server, visitor: Visitors) -> None:
    page, name = visitor(), upload(server, (GOLDEN / "cardgame-2-robbers.txt").read_bytes())
    refusal = {"error": Refusal(429, "too_fast", "too many games to analyse").as_dict()}
    page.route(
        "**/analysis",
        lambda route: route.fulfill(status=429, json=refusal) if route.request.method == "POST" else route.continue_(),
    )
    page.goto(f"/replay/{name}?move=0")
    page.click("[data-do=analyse]")
    expect(page.locator(".review [role=alert]")).to_have_text("That was very fast. Wait a moment and try again.")
    page.unroute("**/analysis")
    page.click("[data-do=analyse]")
    expect(page.locator("[data-review=working], [data-review=done]")).to_be_visible()


def test_the_end_leads_to_the_review(server: Server, visitor: Visitors) -> None:
    page = visitor()
    take_seat(page, held(server, "counted"))
    page.click(".end [data-do=analyse]")
    expect(page.locator("[data-review=working], [data-review=done]")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["usa", "cardgame"])
def test_a_hint_is_shown_and_picked_but_never_played(
    server: Server, visitor: Visitors, game: str, size: dict[str, int]
) -> None:
    page = visitor(size)
    sit_down(page, server, before_tickets(game), bot="greedy")
    expect(page.locator("[data-ticket]").first).to_be_visible()
    page.click("[data-do=hint]")
    expect(page.locator("[data-advice=there] [data-hint='0']")).to_contain_text("Keep")
    page.click("[data-do=hint-pick]")
    expect(page.locator("[data-advice]")).to_have_count(0)
    expect(page.locator("[data-ticket][aria-pressed=true]")).not_to_have_count(0)
    page.click("[data-do=keep]")
    expect(page.locator("[data-ticket]")).to_have_count(0)
    expect(page.locator("[data-draw=deck]")).to_be_enabled()
    page.click("[data-do=hint]")
    expect(page.locator("[data-advice=there] .why").first).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(page.locator("[data-advice]")).to_have_count(0)
    expect(page.locator("[data-draw=deck]")).to_be_enabled()


def test_friends_get_no_hints_unless_the_table_has_them(visitor: Visitors) -> None:
    page = visitor()
    begin(page, "usa", how="device")
    page.click("[data-do=curtain]")
    expect(page.locator("[data-ticket]").first).to_be_visible()
    expect(page.locator("[data-do=hint]")).to_have_count(0)
