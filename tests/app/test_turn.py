"""It is always clear what to do and what happened: marks on the board, reasons, last acts, tunnels, signs of news."""

import re

from playwright.sync_api import Page, expect

from branchline.engine import phases
from branchline.engine.limits import LOCO
from branchline.game import Game

from .conftest import (
    PHONE,
    Server,
    Visitors,
    at_table,
    begin,
    click_route,
    place_of,
    sample,
    sampled,
    sit_down,
    take_seat,
)
from .positions import before_tickets, on_turn, play_until
from .screens import held
from .test_moves import claims, routes, told
from .test_tables import keep_tickets

FILLS = """() => Object.fromEntries(['red', 'yellow', 'green'].map((colour) => [colour,
  [...new Set([...document.querySelectorAll(`.route.${colour}:is(.can, .free) .space`)]
    .map((space) => getComputedStyle(space).fill))]]))"""


def test_what_can_be_claimed_is_marked_and_the_rest_keeps_its_colour(server: Server, visitor: Visitors) -> None:
    page = visitor()
    take_seat(page, held(server, "turn"))
    expect(page.locator(".marks .rim")).to_have_count(1)
    fills = page.evaluate(FILLS)
    assert [len(each) for each in fills.values()] == [1, 1, 1], fills
    page.click("[data-do=hints]")
    expect(page.locator(".marks .rim")).to_have_count(0)


def short_by_one(game: Game) -> int | None:
    """A coloured route without symbols for which exactly one card is missing."""
    s = game.position.record
    if game.position.phase != phases.TURN or game.turn < 6:
        return None
    open_now = set(claims(game))
    for number, route in enumerate(routes(game)):
        if number in open_now or not route.colour or route.kind != "plain" or s.hand[0, LOCO]:
            continue
        names = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
        is_open = not any(int(s.owned[q][number // 64]) >> number % 64 & 1 for q in range(len(game.names)))
        if is_open and route.length - int(s.hand[0, names.index(route.colour)]) == 1:
            return number
    return None


def test_a_claim_that_fails_says_what_is_missing(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("usa", lambda g: short_by_one(g) is not None)
    sit_down(page, server, game)
    number = short_by_one(game)
    assert number is not None
    click_route(page, number)
    expect(page.locator(".why .short")).to_have_text(f"1 more {routes(game)[number].colour} or locomotive")
    expect(page.locator(".why a")).to_have_text("B-CLAIM-1")


def test_every_seat_shows_its_last_act(server: Server, visitor: Visitors) -> None:
    page = visitor()
    take_seat(page, held(server, "turn"))
    expect(page.locator(".seat .act")).to_have_count(3)
    for act in page.locator(".seat .act").all():
        expect(act).to_have_text(re.compile(r"took|–|ticket"))


def test_on_a_phone_every_move_of_a_rival_is_told_in_a_line(server: Server, visitor: Visitors) -> None:
    page = visitor(PHONE, has_touch=True)
    take_seat(page, held(server, "turn"))  # two rivals have moved since
    expect(page.locator("[data-status]")).to_contain_text("Your turn")
    expect(page.locator(".rivals .words")).to_contain_text("Aino")
    told = int((page.locator(".rivals .count").text_content() or "").split()[-1])
    assert told >= 2
    for _ in range(told - 1):
        before = page.inner_text(".rivals .words")
        page.tap(".rivals")
        expect(page.locator(".rivals .words")).not_to_have_text(before)
    expect(page.locator(".rivals .words")).to_contain_text("Mikkel")
    page.tap(".rivals")
    expect(page.locator(".rivals")).to_have_count(0)


def test_the_map_never_jumps_on_a_phone(server: Server, visitor: Visitors) -> None:
    page = visitor(PHONE, has_touch=True)
    take_seat(page, held(server, "turn"))
    before = page.locator(".frame").bounding_box()
    assert before
    for tab in ("tickets", "log", "chat", "cards"):
        page.tap(f"[data-tab={tab}]")
        expect(page.locator(f"[data-tab={tab}]")).to_have_attribute("aria-selected", "true")
        assert page.locator(".frame").bounding_box() == before
    page.locator(".route.can").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".claim")).to_be_visible()
    assert page.locator(".frame").bounding_box() == before


def test_chat_and_log_carry_signs_of_what_is_new(server: Server, visitor: Visitors) -> None:
    host, guest = visitor(), visitor(PHONE, has_touch=True)
    table = begin(host, "usa", how="friends")
    guest.goto(host.input_value("[data-invite]"))
    guest.fill("[data-name]", "Aino")
    guest.tap("[data-do=join]")
    host.click("[data-do=start]:not([disabled])")
    at_table(host)
    at_table(guest)
    host.fill(".say input", "Good luck!")
    host.keyboard.press("Enter")
    expect(guest.locator("[data-tab=chat] .sign")).to_have_text("1")
    expect(guest.locator("[data-tab=log] .new")).to_have_count(1)
    guest.tap("[data-tab=chat]")
    expect(guest.locator("ol.log")).to_contain_text("Good luck!")
    guest.tap("[data-tab=log]")
    expect(guest.locator("[data-tab=chat] .sign, [data-tab=log] .new")).to_have_count(0)
    assert server.get(f"/api/tables/{table}")


def test_all_tickets_lie_on_the_map_and_one_is_singled_out(server: Server, visitor: Visitors) -> None:
    for size in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
        page = visitor(size)
        take_seat(page, held(server, "turn"))
        n = int(page.inner_text(".seat[data-seat='0'] .fact >> nth=2").split()[0])
        expect(page.locator(".label .figure")).to_have_count(2 * n)
        expect(page.locator(".marks .missing")).to_have_count(1)
        page.locator(".pill, [data-own]").first.click()
        expect(page.locator(".label .figure")).to_have_count(2)
        page.locator(".pill, [data-own]").first.click()
        expect(page.locator(".label .figure")).to_have_count(2 * n)


def test_a_tunnel_warns_turns_card_by_card_and_marks_the_match(server: Server, visitor: Visitors) -> None:
    page = visitor(motion="no-preference")
    game = play_until("nordic", lambda g: g.turn > 10 and bool(claims(g, "tunnel", range(LOCO))))
    sit_down(page, server, game)
    click_route(page, min(claims(game, "tunnel", range(LOCO))))
    expect(page.locator(".claim .warn")).to_contain_text("Three cards will be turned up")
    sample(
        page,
        """[[...document.querySelectorAll('ol.log li')].filter((line) => line.textContent.includes('Turned up'))
            .flatMap((line) => [...line.querySelectorAll('.visually-hidden')])
            .reduce((sum, card) => sum + parseInt(card.textContent), 0),
          document.querySelectorAll('.flip.up').length]""",
    )
    page.click("[data-do=claim]")
    expect(page.locator(".flip.up")).to_have_count(3)
    before, _ = sampled(page)[0]
    assert {1, 2, 3} <= {up for _, up in sampled(page)}, "card by card"
    assert all(named - before <= up for named, up in sampled(page) if up), "the log tells no card that is face down"
    expect(page.locator(".flip .visually-hidden")).to_have_count(3)
    named = page.locator("ol.log li", has_text="Turned up").first.locator(".visually-hidden").all_inner_texts()
    assert sum(int(each.split()[0]) for each in named) == 3, "in one line"
    expect(page.locator(".flip.match")).to_have_count(page.locator(".flip .plus").count())


def test_what_is_taken_back_is_struck_out_and_asked_again(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, on_turn(), bot="greedy")
    hint = page.locator(".status .hint")
    expect(hint).to_contain_text("draw, claim")
    page.locator("[data-place]:not([disabled])").first.click()
    expect(hint).to_contain_text("second card")
    page.click("[data-do=undo]")
    expect(hint).to_contain_text("draw, claim")
    expect(page.locator("ol.log s").first).to_be_visible()
    page.locator(".route.can").first.focus()
    page.keyboard.press("Enter")
    page.click("[data-do=claim]")
    expect(page.locator("ol.log li").first.locator(".points")).to_have_text(re.compile(r"\+\d"))
    page.click("[data-do=undo]")
    expect(hint).to_contain_text("draw, claim")
    expect(page.locator("ol.log li:has(s) .points")).to_have_count(0)


def test_the_log_tells_two_cards_in_one_line(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, on_turn())
    lines = page.locator("ol.log li").count()
    page.click("[data-draw=deck]")
    expect(page.locator("ol.log li")).to_have_count(lines + 1)
    page.click("[data-draw=deck]")
    two = re.compile(r"You drew (22 × \w+|1 × \w+.* 1 × \w+) from the deck")  # two alike bear their number, too
    expect(page.locator("ol.log li").first).to_have_text(two)
    expect(page.locator("ol.log li")).to_have_count(lines + 1)


def test_others_moves_come_at_once_if_that_is_wished(server: Server, visitor: Visitors) -> None:
    page = visitor(motion="no-preference")
    sit_down(page, server, before_tickets("usa", players=5), bot="greedy")
    page.click("[data-do=menu]")
    page.click("[data-pace=once]")
    page.keyboard.press("Escape")
    keep_tickets(page)
    expect(page.locator("[data-status]")).to_contain_text("Your turn")
    page.reload()
    page.click("[data-do=menu]")
    expect(page.locator("[data-pace=once]")).to_have_attribute("aria-pressed", "true")


def test_a_route_lights_up_under_a_card_that_is_held_over_it(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("usa", lambda g: bool(claims(g, how=range(LOCO))))
    sit_down(page, server, game)
    route, ways = next(iter(claims(game, how=range(LOCO)).items()))
    colour = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")[ways[0]]
    page.hover(f".stack.{colour} .face")
    page.mouse.down()
    x, y = place_of(page, route)
    page.mouse.move(x - 20, y, steps=4)
    page.mouse.move(x, y, steps=4)
    expect(page.locator(f"[data-route='{route}'] .capsule.mid")).to_have_count(1)
    page.mouse.up()
    page.click("[data-do=claim]")
    told(page, "claimed")


def is_small(page: Page) -> list[str]:
    """What can be tapped and is smaller than 24 by 24."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, a, input, select')].filter((e) => e.offsetParent)
          .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
          .filter(([, box]) => box.width < 24 || box.height < 24).map(([words]) => words)"""
    )
    return [each for each in found if "href" not in each]


def test_targets_are_large_enough(server: Server, visitor: Visitors) -> None:
    for size in ({"width": 1280, "height": 720}, PHONE):
        page = visitor(size)
        take_seat(page, held(server, "turn"))
        page.locator(".route.can").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-do=claim]")).to_be_visible()
        assert is_small(page) == []
