"""Counting a real game in the app: entered on a phone by taps, kept, shared, and counted as the rules do."""

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from branchline import boards
from branchline.boards.starter import write_starter
from branchline.game import Game
from branchline.mapgame.contents import bits
from branchline.mapgame.names import MapNames
from branchline.replay import loads

from .conftest import PHONE, Visitors, faults, wait_until
from .test_offline import installed

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str) -> Game:
    """A finished game of a real table."""
    return loads((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))


def begin_count(page: Page, game: Game) -> None:
    """Say which game it was, and who played."""
    page.goto("/")
    page.click("[data-do=count]")
    page.select_option("[data-board]", game.board.name)
    page.click(f"[data-players='{len(game.names)}']")
    for seat, name in enumerate(game.names):
        page.fill(f"[data-name='{seat}']", name)
    page.click("[data-do=begin]")


def totals(page: Page, game: Game) -> None:
    """Wait until the page has the scores of the rules."""
    for seat, score in enumerate(game.result()["scores"]):
        expect(page.locator(f"[data-total='{seat}'] b")).to_have_text(str(score["total"]).replace("-", "−"))
    expect(page.locator(".totals.stale")).to_have_count(0)


def add_tickets(page: Page, game: Game) -> None:
    """Give everybody their tickets, each found by one of its cities."""
    page.click("[data-tab=tickets]")
    for seat in range(len(game.names)):
        page.click(f"[data-seat='{seat}']")
        for t in bits(game.position.states["tickets"][0, seat]):
            page.fill("[data-find]", game.board.tickets[t].a)
            page.click(f"[data-add='{t}']")
            expect(page.locator(f"[data-has='{t}']")).to_be_visible()


SPOT = """route => {
  for (const space of document.querySelectorAll(`[data-route="${route}"] .space`)) {
    const box = space.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (Math.min(box.width, box.height) < 9) continue; // too small for a finger
    if (document.elementFromPoint(x, y)?.closest("[data-route]")?.dataset.route === String(route)) return [x, y];
  }
  return null;
}"""


MIDDLE = """route => {
  const box = document.querySelector(`[data-route="${route}"] .hit`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def tap(page: Page, route: int) -> None:
    """Tap a route where nothing else lies over it; if it is not to be seen well, look closer first."""
    if not page.evaluate(SPOT, route):
        page.get_by_role("button", name="Show the whole board").click()
        page.mouse.move(*page.evaluate(MIDDLE, route))
        page.mouse.wheel(0, -700)
    wait_until(page, SPOT, route)
    page.mouse.click(*page.evaluate(SPOT, route))


def give_routes(page: Page, game: Game) -> None:
    """Tap every route for whoever has it."""
    for seat in range(len(game.names)):
        page.click(f"[data-paint='{seat}']")
        for route in bits(game.position.states["owned"][0, seat]):
            tap(page, route)
            expect(page.locator(f"[data-route='{route}']")).to_have_attribute(
                "aria-label", re.compile(f", {game.names[seat]}$")
            )


def add_extras(page: Page, game: Game) -> None:
    """Say what else everybody has: stations, tokens and loans, festival cards."""
    board = boards.load_map(game.board.name)
    s, names, more = game.position.record, MapNames(board), page.locator("[data-tab=more]")
    if not more.count():
        return
    more.click()
    for seat in range(len(game.names)):
        page.click(f"[data-seat='{seat}']")
        for i, city in enumerate(names.places.names):
            if int(s.stations[seat]) >> i & 1:
                page.select_option("[data-build]", city)
                expect(page.locator(f"[data-station='{city}']")).to_be_visible()
        numbers = {"tokens": s.tokens[seat], "loans": s.loans[seat]} if board.rules.toll_tokens else {}
        for what, number in {**numbers, **dict(zip(names.festivals, s.pile[seat], strict=False))}.items():
            page.fill(f"[data-number='{what}']", str(int(number)))
            page.locator(f"[data-number='{what}']").press("Tab")


@pytest.mark.soak
@pytest.mark.parametrize("name", ["nordic-3-builders", "europe-3-stations", "nederland-3-tolls", "iberia-3-drafts"])
def test_a_finished_game_of_other_boards_is_entered_on_a_phone(visitor: Visitors, name: str) -> None:
    game = golden(name)
    page = visitor(PHONE)
    begin_count(page, game)
    page.wait_for_selector(".world")
    give_routes(page, game)
    add_tickets(page, game)
    add_extras(page, game)
    totals(page, game)


def test_a_finished_game_is_entered_on_a_phone(visitor: Visitors) -> None:
    game = golden("usa-3-builders")
    page = visitor(PHONE)
    begin_count(page, game)
    page.wait_for_selector(".world")
    give_routes(page, game)
    add_tickets(page, game)
    totals(page, game)
    page.click("[data-tab=points]")
    for seat, score in enumerate(game.result()["scores"]):
        expect(page.locator(f"[data-part='routes {seat}']")).to_have_text(f"+{score['routes']}")
    longest = max(score["longest_path"] for score in game.result()["scores"])
    expect(page.locator(f"[data-path='{longest}']")).to_be_visible()

    page.reload()
    totals(page, game)
    page.click("[data-do=undo]")
    expect(page.locator(".totals.stale")).to_have_count(0)
    page.click("[data-do=share]")
    link = page.locator("[data-invite]").input_value()
    other = visitor(PHONE)
    other.goto(link)
    other.wait_for_selector("[data-total]")
    last = bits(game.position.states["tickets"][0, len(game.names) - 1])[-1]
    other.click("[data-tab=tickets]")
    other.click(f"[data-seat='{len(game.names) - 1}']")
    expect(other.locator(f"[data-has='{last}']")).to_have_count(0)
    other.fill("[data-find]", game.board.tickets[last].b)
    other.click(f"[data-add='{last}']")
    totals(other, game)


def entries(game: Game, **more: Any) -> str:
    """What a link says of a game in which nothing is entered yet."""
    n = len(game.names)
    names, options = list(game.names), dict(game.board.chosen)
    found: dict[str, Any] = {"board": game.board.name, "options": options, "names": names, "owners": {}}
    lists: dict[str, Any] = {name: [[] for _ in range(n)] for name in ("tickets", "done", "stations")}
    found |= {**lists, "tokens": [0] * n, "loans": [0] * n, "festivals": [{} for _ in range(n)], **more}
    return base64.urlsafe_b64encode(json.dumps(found).encode()).decode().rstrip("=")


def described(game: Game) -> str:
    """A link with everything that lies on the table at the end of a game on a map."""
    s, names = game.position.record, MapNames(boards.load_map(game.board.name, dict(game.board.chosen)))
    seats = range(len(game.names))
    return entries(
        game,
        owners={str(r): seat for seat in seats for r in bits(s.owned[seat])} | {str(r): -1 for r in bits(s.neutral)},
        tickets=[bits(s.tickets[seat]) for seat in seats],
        stations=[[c for i, c in enumerate(names.places.names) if int(s.stations[seat]) >> i & 1] for seat in seats],
        tokens=[int(s.tokens[seat]) for seat in seats],
        loans=[int(s.loans[seat]) for seat in seats],
        festivals=[{c: int(n) for c, n in zip(names.festivals, s.pile[seat], strict=False) if n} for seat in seats],
    )


@pytest.mark.parametrize(
    "name", ["nordic-3-tunnels", "europe-3-stations", "nederland-2-neutral", "nederland-3-tolls", "iberia-3-drafts"]
)
def test_a_golden_game_of_every_board_counts_on_a_phone_as_the_rules_do(visitor: Visitors, name: str) -> None:
    game = golden(name)
    page = visitor(PHONE)
    page.goto(f"/count#end={described(game)}")
    totals(page, game)


def test_the_card_game_is_counted_too(visitor: Visitors) -> None:
    game = golden("cardgame-2-robbers")
    page = visitor(PHONE)
    begin_count(page, game)
    result = game.position.score()
    for seat in range(len(game.names)):
        done = int(result.done[seat])
        held = done | int(game.position.record.tickets[seat])
        page.click(f"[data-seat='{seat}']")
        for t in [t for t in range(64) if held >> t & 1]:
            page.fill("[data-find]", game.board.tickets[t].a)
            page.click(f"[data-add='{t}']")
            if done >> t & 1:
                page.click(f"[data-done='{t}']")
    totals(page, game)


def test_a_ticket_is_found_however_many_there_are(visitor: Visitors) -> None:
    page = visitor(PHONE)
    page.goto(f"/count#end={entries(golden('iberia-3-drafts'), tickets=[list(range(9)), [], []])}")
    page.click("[data-tab=tickets]")
    page.fill("[data-find]", golden("iberia-3-drafts").board.tickets[35].a)
    page.click("[data-add='35']")
    expect(page.locator("[data-has='35']")).to_be_visible()


def test_what_cannot_be_is_said_and_without_a_connection_the_count_waits(visitor: Visitors) -> None:
    game = golden("usa-3-builders")
    page = visitor(PHONE)
    page.goto(f"/count#end={entries(game, owners={str(r): 0 for r in range(30)})}")
    expect(page.locator("[data-problem=trains]")).to_contain_text(game.names[0])
    page.click("[data-do=anew]")
    page.click("[data-do=really]")
    page.click("[data-do=begin]")
    expect(page.locator("[data-total='0'] b")).to_have_text("0")
    page.context.set_offline(True)
    page.click("[data-tab=tickets]")
    page.fill("[data-find]", game.board.tickets[0].a)
    page.click("[data-add='0']")
    page.click("[data-tab=points]")
    expect(page.locator("[data-waits]")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-waits]")).to_have_count(0)
    expect(page.locator("[data-total='0'] b")).to_have_text(f"−{game.board.tickets[0].points}")


def test_routes_are_given_by_keys(visitor: Visitors) -> None:
    page = visitor()
    page.goto(f"/count#end={entries(golden('usa-3-builders'))}")
    page.wait_for_selector(".world")
    page.locator("[data-route='0']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-whose='0']")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-route='0']")).to_be_focused()
    expect(page.locator("[data-route='0']")).to_have_attribute("aria-label", re.compile(", Bo$"))
    expect(page.locator("[data-spoken]")).to_contain_text("Bo")
    page.keyboard.press("Control+z")
    expect(page.locator("[data-route='0']")).to_have_attribute("aria-label", re.compile(", Nobody$"))


def test_two_browsers_play_on_a_board_of_their_own(visitor: Visitors, tmp_path: Path) -> None:
    write_starter(tmp_path / "isle.toml")
    page = visitor()
    page.goto("/")
    page.set_input_files("[data-file]", {"name": "x.toml", "mimeType": "text/plain", "buffer": b'name = "isle"\n'})
    expect(page.locator("[data-wrong]")).to_contain_text("Line")
    page.set_input_files("[data-file]", tmp_path / "isle.toml")
    page.wait_for_url("**/new/isle@*")
    page.click("[data-how=friends]")
    page.fill("[data-name]", "Freyja")
    page.click("[data-do=begin]")
    page.wait_for_url("**/t/*")
    link = page.locator("[data-invite]").first.input_value()
    friend = visitor()
    friend.goto(link)
    friend.fill("[data-name]", "Bo")
    friend.click("[data-do=join]")
    page.click("[data-do=start]")
    for each in (page, friend):
        each.wait_for_selector(".world")
        expect(each.locator("[data-city='Galway']")).to_be_attached()


def test_the_count_opens_without_a_connection(visitor: Visitors) -> None:
    page = visitor(PHONE, service_workers="allow")
    page.goto(f"/count#end={entries(golden('usa-3-builders'), owners={'0': 1})}")
    page.wait_for_selector(".world")
    installed(page)
    page.reload()  # now everything comes by the service worker
    page.wait_for_selector(".world")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("[data-route='0']")).to_have_attribute("aria-label", re.compile(", Bo$"))
    expect(page.locator("[data-waits]")).to_be_visible()


def test_the_count_has_no_serious_fault(visitor: Visitors) -> None:
    owners = {str(r): r % 3 for r in range(0, 60, 4)}
    for size in ({"width": 1440, "height": 900}, PHONE):
        page = visitor(size)
        page.goto(f"/count#end={entries(golden('usa-3-builders'), owners=owners, tickets=[[1, 2], [3], []])}")
        page.wait_for_selector(".world")
        expect(page.locator(".stale")).to_have_count(0)
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"
