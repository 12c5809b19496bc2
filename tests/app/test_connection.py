"""Connections that die without a word, servers that do not answer, clocks by the server's time, seats that stay."""

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import Server, Visitors, at_table, begin
from .test_tables import invited, keep_tickets


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


def test_a_connection_that_died_without_a_word_is_noticed_and_heals(visitor: Visitors) -> None:
    page = visitor()
    cable = Cable(page)
    begin(page, "usa")
    at_table(page)
    opened, cable.is_cut = cable.opened, True
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    cable.is_cut = False
    expect(page.get_by_role("alert")).to_have_count(0)
    assert cable.opened > opened
    keep_tickets(page)
    expect(page.locator("[data-draw=deck]")).to_be_enabled()


def test_a_move_into_a_dead_connection_says_so_within_seconds(visitor: Visitors) -> None:
    page = visitor()
    cable = Cable(page)
    begin(page, "usa")
    keep_tickets(page)
    expect(page.locator("[data-draw=deck]")).to_be_enabled()
    cable.is_cut = True
    page.click("[data-draw=deck]")
    expect(page.get_by_role("alert").first).to_contain_text("No connection")
    cable.is_cut = False
    expect(page.locator("[data-draw=deck]")).to_be_enabled(timeout=15_000)


def test_a_table_that_cannot_be_read_says_so_and_tries_again(visitor: Visitors) -> None:
    page = visitor()
    begin(page, "usa")
    at_table(page)
    page.route("**/api/games/usa*", lambda route: route.abort())
    page.evaluate("caches.delete('branchline-games')")  # else the board that was seen before is shown
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute("**/api/games/usa*")
    page.get_by_role("button", name="Try again").click()
    at_table(page)


def test_a_replay_that_cannot_be_read_says_so_and_tries_again(visitor: Visitors) -> None:
    page = visitor()
    table = begin(page, "usa")
    at_table(page)
    page.route("**/api/tables/*/replay*", lambda route: route.abort())
    page.goto(f"/replay/{table}")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute("**/api/tables/*/replay*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-slider]")).to_be_visible()
    page.goto("/replay/nowhere")
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()


def test_clocks_run_by_the_servers_time(visitor: Visitors) -> None:
    page = visitor()
    page.add_init_script("const now = Date.now; Date.now = () => now() + 3_600_000")  # a device an hour ahead
    page.goto("/new/usa")
    page.click("[data-how=friends]")
    page.click("summary")
    page.select_option("[data-clock]", label="15 minutes each")
    page.fill("[data-name]", "Freyja")
    page.click("[data-do=begin]")
    invited(visitor, page, "Aino")
    page.click("[data-do=start]:not([disabled])")
    at_table(page)
    expect(page.locator("li[data-seat='0'] [role=timer]")).to_contain_text(re.compile(r"1[45]:\d\d"))


def test_a_declined_undo_is_told(visitor: Visitors) -> None:
    host = visitor()
    begin(host, "usa", how="friends", name="Freyja")
    guest = invited(visitor, host, "Aino")
    host.click("[data-do=start]:not([disabled])")
    keep_tickets(host)
    keep_tickets(guest)
    host.click("[data-draw=deck]")
    host.click("[data-draw=deck]")
    host.click("[data-do=undo]")
    guest.click("[data-do=undo-decline]")
    expect(host.get_by_role("alert")).to_contain_text("Aino declined to let you take the move back.")
    expect(host.locator(".log")).to_contain_text("Aino declined the undo.")


def test_a_seat_stays_when_its_table_is_not_found(visitor: Visitors) -> None:
    page = visitor()
    table = begin(page, "usa")
    at_table(page)
    missing = {"error": {"code": "not_found", "text": "there is no table", "rule": None}}
    page.route(f"**/api/tables/{table}", lambda route: route.fulfill(status=404, body=json.dumps(missing)))
    page.goto("/")
    expect(page.locator(f"li:has(a[href='/t/{table}'])")).to_contain_text("Not found")
    page.unroute(f"**/api/tables/{table}")
    page.reload()
    expect(page.locator(f"li:has(a[href='/t/{table}'])")).to_contain_text("Your turn")


def test_games_under_way_are_never_dropped_from_the_list(server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = begin(page, "usa")
    at_table(page)
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


def test_the_record_is_offered_only_after_the_end(visitor: Visitors) -> None:
    page = visitor()
    table = begin(page, "usa")
    at_table(page)
    page.locator("[data-do=menu]").first.click()
    expect(page.get_by_role("button", name="Keys")).to_be_visible()
    expect(page.get_by_role("link", name="Download the record")).to_have_count(0)
    page.goto(f"/replay/{table}")
    expect(page.locator("[data-slider]")).to_be_visible()
    expect(page.locator("a[download]")).to_have_count(0)


def test_a_rematch_that_cannot_be_set_says_so(visitor: Visitors) -> None:
    page = visitor()
    begin(page, "usa")
    at_table(page)
    page.locator("[data-do=menu]").first.click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, I resign").click()
    page.route("**/api/tables/*/rematch", lambda route: route.abort())
    page.click("[data-do=rematch]")
    expect(page.locator(".end").get_by_role("alert")).to_contain_text("cannot be reached")
