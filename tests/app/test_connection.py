"""Connections that die without a word, servers that do not answer, clocks by the server's time, seats that stay."""

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import Server, Visitors, at_table, both, sit_down
from .positions import on_turn


class Cable:
    """A page's connection to its table, which can be cut so that neither end notices."""

    def __init__(self, page: Page) -> None:
        self.opened = 0
        self.is_cut = False
        page.route_web_socket(re.compile("/live$"), self._plug)

    def _plug(self, socket: WebSocketRoute) -> None:
        self.opened += 1
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if self.is_cut else server.send(message))
        server.on_message(lambda message: None if self.is_cut else socket.send(message))


def test_a_connection_that_died_without_a_word_is_noticed_and_heals(server: Server, visitor: Visitors) -> None:
    """By whoever waits, and by whoever moves into it."""
    waiting, moving = visitor(), visitor()
    cables = Cable(waiting), Cable(moving)
    for page in (waiting, moving):
        sit_down(page, server, on_turn())
    opened = [cable.opened for cable in cables]
    for cable in cables:
        cable.is_cut = True
    moving.click("[data-draw=deck]")
    for page in (moving, waiting):
        expect(page.get_by_role("alert").first).to_contain_text("No connection")
    for cable in cables:
        cable.is_cut = False
    for page in (waiting, moving):
        expect(page.get_by_role("alert").filter(has_text="No connection")).to_have_count(0)
        page.click("[data-draw=deck]")
        expect(page.locator(".status .hint")).to_contain_text("second card")
    assert all(cable.opened > before for cable, before in zip(cables, opened, strict=True))


def test_a_table_that_cannot_be_read_says_so_and_tries_again(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, on_turn())
    page.route("**/api/games/usa*", lambda route: route.abort())
    page.evaluate("caches.delete('branchline-games')")  # else the board that was seen before is shown
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute("**/api/games/usa*")
    page.get_by_role("button", name="Try again").click()
    at_table(page)


def test_a_replay_that_cannot_be_read_says_so_and_tries_again(server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = sit_down(page, server, on_turn())
    page.route("**/api/tables/*/replay*", lambda route: route.abort())
    page.goto(f"/replay/{table}")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute("**/api/tables/*/replay*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-slider]")).to_be_visible()
    page.goto("/replay/nowhere")
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()


def test_a_declined_undo_is_told(server: Server, visitor: Visitors) -> None:
    host, guest = both(visitor, server, on_turn())
    host.click("[data-draw=deck]")
    host.click("[data-draw=deck]")
    host.click("[data-do=undo]")
    guest.click("[data-do=undo-decline]")
    expect(host.get_by_role("alert")).to_contain_text("Aino declined to let you take the move back.")
    expect(host.locator(".log")).to_contain_text("Aino declined the undo.")


def test_a_seat_stays_when_its_table_is_not_found(server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = sit_down(page, server, on_turn())
    missing = {"error": {"code": "not_found", "text": "there is no table", "rule": None}}
    page.route(f"**/api/tables/{table}", lambda route: route.fulfill(status=404, body=json.dumps(missing)))
    page.goto("/")
    expect(page.locator(f"li:has(a[href='/t/{table}'])")).to_contain_text("Not found")
    page.unroute(f"**/api/tables/{table}")
    page.reload()
    expect(page.locator(f"li:has(a[href='/t/{table}'])")).to_contain_text("Your turn")


def test_games_under_way_are_never_dropped_from_the_list(server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = sit_down(page, server, on_turn())
    others = [{"id": f"{n:016x}", "board": "usa", "seats": [], "at": 2_000_000_000_000 + n} for n in range(80)]
    page.evaluate(
        """(others) => localStorage.setItem("branchline.tables",
          JSON.stringify([...JSON.parse(localStorage.getItem("branchline.tables")), ...others]))""",
        others,
    )
    page.goto("/new/usa")
    page.click("[data-do=begin]")
    at_table(page)
    page.goto("/")
    expect(page.locator(f"a[href='/t/{table}']")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage.getItem('branchline.tables')).length") == 82


def test_the_record_is_offered_only_after_the_end(server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = sit_down(page, server, on_turn())
    page.locator("[data-do=menu]").first.click()
    expect(page.get_by_role("button", name="Keys")).to_be_visible()
    expect(page.get_by_role("link", name="Download the record")).to_have_count(0)
    page.goto(f"/replay/{table}")
    expect(page.locator("[data-slider]")).to_be_visible()
    expect(page.locator("a[download]")).to_have_count(0)


def test_a_rematch_that_cannot_be_set_says_so(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, on_turn())
    page.locator("[data-do=menu]").first.click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, I resign").click()
    page.route("**/api/tables/*/rematch", lambda route: route.abort())
    page.click("[data-do=rematch]")
    expect(page.locator(".end").get_by_role("alert")).to_contain_text("cannot be reached")


def test_a_part_that_cannot_be_fetched_says_so(server: Server, visitor: Visitors) -> None:
    """A dialog, the score, and the words themselves; nothing stays empty or loading."""
    page = visitor()
    sit_down(page, server, on_turn(players=3), bot="greedy")
    page.route("**/assets/*", lambda route: route.abort())
    page.keyboard.press("?")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.request.post(f"/api/tables/{page.url.split('/t/')[1]}/resign", headers=bearer(page))
    show = page.get_by_role("button", name="Show the scores")
    expect(show).to_be_visible()
    page.unroute("**/assets/*")
    show.click()
    expect(page.locator("#end-title")).to_be_visible()
    page.route(re.compile(r"/assets/(en|is|da|sv|nb|fi)-"), lambda route: route.abort())
    page.goto("/")
    expect(page.locator("body")).to_have_text("There is no connection to the server. Try again in a moment.")


def bearer(page: Page) -> dict[str, str]:
    """What proves that a browser has its seat."""
    token = page.evaluate("JSON.parse(localStorage['branchline.tables'])[0].seats[0].token")
    return {"Authorization": f"Bearer {token}"}
