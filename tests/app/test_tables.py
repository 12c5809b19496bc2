"""People at a table: two browsers, one device, broken connections, undo, chat, watching."""

import gzip
import json

import pytest
from playwright.sync_api import Page, Response, expect

from .conftest import Server, Visitors, at_table, begin, both, click_route, sit_down, take_seat, wait_until
from .positions import before_tickets, on_turn
from .screens import held


def invited(visitor: Visitors, host: Page, name: str) -> Page:
    """A second browser that joins by the host's link."""
    link = host.input_value("[data-invite]")
    guest = visitor()
    guest.goto(link)
    guest.fill("[data-name]", name)
    guest.click("[data-do=join]")
    return guest


def keep_tickets(page: Page) -> None:
    """Keep all tickets that are offered."""
    page.wait_for_selector("[data-ticket]")
    for n in range(page.locator("[data-ticket]").count()):
        page.locator("[data-ticket]").nth(n).click()
        expect(page.locator("[data-ticket][aria-pressed=true]")).to_have_count(n + 1)
    page.click("[data-do=keep]")
    expect(page.locator("[data-ticket]")).to_have_count(0)


def test_two_browsers_at_one_table(server: Server, visitor: Visitors) -> None:
    host = visitor()
    begin(host, "nordic", how="friends", name="Freyja")
    guest = invited(visitor, host, "Aino")
    host.click("[data-do=start]:not([disabled])")
    for page in (host, guest):
        at_table(page)
    keep_tickets(host)
    keep_tickets(guest)
    expect(host.locator("[data-draw=deck]")).to_be_enabled()
    expect(guest.locator("[data-draw=deck]")).to_be_disabled()
    host.click("[data-draw=deck]")
    expect(guest.locator(".log")).to_contain_text("Freyja drew a card from the deck.")
    host.fill(".say input", "God tur!")
    host.press(".say input", "Enter")
    expect(guest.locator(".log")).to_contain_text("God tur!")
    host.click("[data-draw=deck]")
    expect(guest.locator("[data-draw=deck]")).to_be_enabled()


def test_an_undo_of_hidden_things_needs_consent(server: Server, visitor: Visitors) -> None:
    host, guest = both(visitor, server, on_turn())
    host.click("[data-draw=deck]")
    host.click("[data-draw=deck]")
    host.click("[data-do=undo]")
    guest.click("[data-do=undo-accept]")
    expect(host.locator(".log")).to_contain_text("took a move back")
    expect(host.locator("[data-draw=deck]")).to_be_enabled()


def test_the_server_is_killed_and_comes_back(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, on_turn("nordic"), bot="greedy")
    page.click("[data-draw=deck]")
    expect(page.locator(".status .hint")).to_contain_text("second card")
    lines = page.locator("ol.log li").count()
    server.stop()
    page.wait_for_selector("[role=alert]")
    server.start()
    expect(page.locator("[role=alert]")).to_have_count(0)
    expect(page.locator("ol.log li")).to_have_count(lines)
    page.click("[data-draw=deck]")
    expect(page.locator("ol.log li")).not_to_have_count(lines)
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_somebody_watches_and_sees_no_hand(server: Server, visitor: Visitors) -> None:
    player = visitor()
    sit_down(player, server, on_turn("europe"))
    watcher = visitor()
    watcher.goto(player.url)
    at_table(watcher)
    expect(watcher.locator("ol.log")).to_contain_text("Freyja")
    expect(watcher.locator(".hand, [data-ticket], [data-draw]:not([disabled]), .say input")).to_have_count(0)
    player.click("[data-draw=deck]")
    expect(watcher.locator("ol.log li").first).to_contain_text("Freyja drew a card from the deck.")


def test_a_public_table_is_watched_from_the_start_page(visitor: Visitors) -> None:
    host, watcher = visitor(), visitor()
    host.goto("/new/usa")
    host.click("[data-how=friends]")
    host.click("summary")
    host.check(".check input")
    host.fill("[data-name]", "Freyja")
    host.click("[data-do=begin]")
    invited(visitor, host, "Aino")
    watcher.goto("/")
    table = watcher.locator(f"a[href='{host.evaluate('location.pathname')}']")
    expect(table).to_contain_text("Freyja · Aino")
    expect(table).not_to_contain_text("Join")  # all seats are taken
    host.click("[data-do=start]:not([disabled])")
    at_table(host)
    expect(table).to_contain_text("Watch")  # the page looks again by itself
    table.click()
    at_table(watcher)
    keep_tickets(host)
    expect(watcher.locator("ol.log")).to_contain_text("Freyja")
    expect(watcher.locator(".hand, [data-ticket], [data-draw]:not([disabled]), .say input")).to_have_count(0)


def test_seats_are_kept_while_the_service_does_not_answer(server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = sit_down(page, server, on_turn())
    page.route("**/api/tables/*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.goto("/")
    expect(page.locator("[data-game=usa]")).to_be_visible()
    page.unroute("**/api/tables/*")
    page.reload()
    expect(page.locator(f"a[href='/t/{table}']")).to_be_visible()


def test_a_game_begins_in_three_clicks(visitor: Visitors) -> None:
    page = visitor()
    page.add_init_script(
        "addEventListener('click', () => (sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0)), true)"
    )
    page.goto("/")
    page.click("[data-game=nordic]")
    page.click("[data-do=begin]")
    at_table(page)
    expect(page.locator("li.seat")).to_have_count(2)
    expect(page.locator("[data-ticket]").first).to_be_visible()
    assert int(page.evaluate("sessionStorage.clicks")) <= 3


def test_replay_by_slider_keys_and_address(server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = json.loads(held(server, "over"))["id"]
    page.goto(f"/replay/{table}?move=5")
    expect(page.locator("[data-slider]")).to_have_value("5")
    page.click("[data-do=next]")
    expect(page.locator("[data-slider]")).to_have_value("6")
    page.keyboard.press("Home")
    expect(page.locator("[data-slider]")).to_have_value("0")
    expect(page.locator(".claimed")).to_have_count(0)
    page.keyboard.press("End")
    wait_until(page, "document.querySelectorAll('.claimed').length > 10")
    page.select_option("[data-as]", "1")
    wait_until(page, "location.search.includes('as=1')")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("[data-do=share]")
    expect(page.locator("[data-do=share]")).to_have_attribute("aria-label", "Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    with page.expect_download() as download:
        page.click("a[download]")
    assert download.value.path().read_text(encoding="utf-8").startswith("branchline record 1")


def test_a_move_is_refused_in_words_with_its_rule(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, on_turn())
    long = page.locator(".route.free[data-length='6']").first.get_attribute("data-route")
    click_route(page, int(long or ""))
    expect(page.locator(".why .short")).to_contain_text("more")
    expect(page.locator(".why a[href^='/rules/usa#B-']")).to_be_visible()


def test_played_by_keys_alone(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, before_tickets("nordic"), bot="greedy")
    expect(page.locator("[data-ticket]")).to_have_count(5)
    page.focus("[data-ticket]")
    for _ in range(5):
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
    expect(page.locator("[data-do=keep]")).to_be_focused()
    page.keyboard.press("Enter")
    for words in ("draw", "second card"):
        expect(page.locator(".status .hint")).to_contain_text(words)
        page.keyboard.press("d")
        expect(page.locator("[data-draw=deck]")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator(".status .hint")).to_contain_text("draw")
    page.focus(".route[tabindex='0']")
    first = page.evaluate("document.activeElement.dataset.route")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator(f".route:focus:not([data-route='{first}'])")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_selector(".claim, .why")
    page.keyboard.press("Escape")
    expect(page.locator(".claim")).to_have_count(0)
    page.keyboard.press("l")
    page.wait_for_selector(".list")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("From route to route")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/t/"])
def test_first_load_is_small(server: Server, visitor: Visitors, path: str) -> None:
    """Code, styles and letters that the start page or a table asks for, compressed."""
    guest = visitor()
    loaded: list[Response] = []
    guest.on("response", lambda answer: loaded.append(answer) if "/assets/" in answer.url else None)
    guest.goto("/" if path == "/" else f"/t/{json.loads(held(server, 'turn'))['id']}")
    guest.wait_for_selector("[data-game], [data-route]")
    sizes = [
        len(each.body() if each.url.endswith(".woff2") else gzip.compress(each.body())) for each in (*loaded,)
    ]  # not what comes meanwhile
    assert 40_000 < sum(sizes) < 130_000


def test_the_ground_comes_with_the_routes(server: Server, visitor: Visitors) -> None:
    page = visitor()
    page.add_init_script(
        """new MutationObserver((_, watch) => {
          if (!document.querySelector('.route')) return;
          window.grounded = document.querySelector('svg.first .home, canvas[style*="translate"]') !== null;
          watch.disconnect();
        }).observe(document, { childList: true, subtree: true })"""
    )
    take_seat(page, held(server, "dock"))
    wait_until(page, "window.grounded !== undefined")
    assert page.evaluate("window.grounded")


@pytest.mark.parametrize("path", ["/", "/t/"])
def test_what_a_first_screen_needs_is_asked_for_at_once_and_once(server: Server, visitor: Visitors, path: str) -> None:
    """Its parts, its words and its letters are named in the page, in the language of the browser."""
    guest = visitor(locale="nn-NO")
    asked: list[str] = []
    guest.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
    guest.goto("/" if path == "/" else f"/t/{json.loads(held(server, 'turn'))['id']}")
    guest.wait_for_selector("[data-game], [data-route]")
    expect(guest.locator("html")).to_have_attribute("lang", "nb")
    parts = json.loads(guest.locator("script[data-parts]").get_attribute("data-parts") or "")
    named = [*parts["nb"], *parts[path.strip("/")]]
    assert len(named) > 2
    assert set(named) <= set(asked)
    fetched = [each for each in asked if "/assets/" in each or each.startswith("/api/games")]
    assert sorted(fetched) == sorted(set(fetched)), "nothing is fetched twice"
