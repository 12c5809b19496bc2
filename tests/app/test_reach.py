"""Everything on a screen can be reached and read: by mouse, by finger, by scrolling and by keys."""

import pytest
from playwright.sync_api import Page, expect

from branchline.engine import phases
from branchline.engine.limits import LOCO

from .conftest import DESKTOP, PHONE, Server, Visitors, covered_cities, sit_down, take_seat, wait_until
from .positions import on_turn, play_until
from .screens import held, in_phase
from .test_moves import claims
from .test_tables import keep_tickets

LAPTOP, TABLET = {"width": 1280, "height": 720}, {"width": 820, "height": 1180}
FLAT = {"width": 844, "height": 390}  # a phone held sideways


def replayed(page: Page, server: Server, name: str) -> None:
    """Look at a finished game again."""
    take_seat(page, held(server, name))
    page.goto(page.url.replace("/t/", "/replay/"))
    page.wait_for_selector("[data-slider]")


@pytest.mark.parametrize("name", ["shared", "over"])
def test_a_replay_is_steered_by_the_mouse_to_its_end(name: str, server: Server, visitor: Visitors) -> None:
    page = visitor()
    replayed(page, server, name)
    slider = page.locator("[data-slider]")
    last = int(slider.get_attribute("max") or 0)
    page.get_by_label("First move").click()
    expect(slider).to_have_value("0")
    page.click("[data-do=next]")
    expect(slider).to_have_value("1")
    box = slider.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(slider).not_to_have_value("1")
    assert abs(int(slider.input_value()) - last / 2) < last / 10
    page.get_by_label("Last move").click()
    expect(page.locator("ol.log")).to_contain_text("The game is over.")
    page.select_option("[data-as]", "1")
    expect(page.locator("[data-as]")).to_have_value("1")


def test_a_replay_hides_neither_cities_nor_the_hand(server: Server, visitor: Visitors) -> None:
    page = visitor()
    replayed(page, server, "over")
    expect(page.locator("[data-do=analyse]")).to_be_visible()
    assert covered_cities(page) == []
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    for selector in ("[data-as]", "[data-do=analyse]", ".stack.red", ".stack.locomotive"):
        assert is_whole(page, selector), selector


def test_a_replay_shows_tickets_as_they_stood_and_names_everybody(server: Server, visitor: Visitors) -> None:
    page = visitor()
    replayed(page, server, "over")
    expect(page.locator("[data-own] .state.done")).not_to_have_count(0)
    page.goto(f"{page.url.partition('?')[0]}?move=20")
    expect(page.locator("[data-own]").first).to_be_visible()
    expect(page.locator("[data-own] .state.done")).to_have_count(0)
    expect(page.locator("ol.log")).to_contain_text("Anna kept")
    expect(page.locator("ol.log")).not_to_contain_text("You")


def test_a_tunnel_is_named_and_marked_for_who_comes_to_look(server: Server, visitor: Visitors) -> None:
    page = visitor()
    take_seat(page, held(server, "tunnel"))
    expect(page.locator(".tunnel h2")).to_contain_text("–")
    expect(page.locator(".route.selected")).to_have_count(1)


@pytest.mark.parametrize("size", [(1180, 820), (1280, 720), (1440, 900)])
def test_four_yards_leave_the_display_free(size: tuple[int, int], server: Server, visitor: Visitors) -> None:
    page = visitor({"width": size[0], "height": size[1]})
    take_seat(page, held(server, "yards"))
    for selector in ("[data-draw=tickets]", "[data-place='0']", "[data-do=lay]"):
        assert is_whole(page, selector), selector


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_end_of_the_card_game_fits_the_screen(size: dict[str, int], server: Server, visitor: Visitors) -> None:
    page = visitor(size)
    take_seat(page, held(server, "counted"))
    expect(page.locator("[data-do=rematch]")).to_be_in_viewport(ratio=1)
    page.hover(".end .tickets")
    page.mouse.wheel(0, 5000)
    expect(page.locator("[data-revealed]").last).to_be_in_viewport()


def test_a_replay_reaches_its_end_after_a_move_was_taken_back(server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = sit_down(page, server, on_turn(), bot="greedy")
    for _ in range(2):
        page.locator("[data-place]:not([disabled])").first.click()
        expect(page.locator(".status .hint")).to_contain_text("second card")
        page.click("[data-do=undo]")
        expect(page.locator(".status .hint")).to_contain_text("draw, claim")
    page.click("[data-draw=deck]")
    expect(page.locator(".status .hint")).to_contain_text("second card")
    cards = page.locator(".hand b").all_inner_texts()
    page.goto(f"/replay/{table}?move=1")
    page.get_by_label("Last move").click()
    slider = page.locator("[data-slider]")
    expect(slider).not_to_have_value("1")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    expect(page.locator(".hand b")).to_have_text(cards)
    expect(page.locator("ol.log s").first).to_be_visible()


BOARDS = {"turn": "nordic", "dock": "europe", "tolls": "nederland", "usa": "usa", "iberia": "iberia"}


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_lies_over_a_city_on_a_small_laptop(name: str, server: Server, visitor: Visitors) -> None:
    page = visitor(LAPTOP)
    take_seat(page, held(server, name))
    page.wait_for_selector(".city")
    assert covered_cities(page) == []
    expect(page.locator(".status .hint")).to_be_in_viewport()
    expect(page.locator("[data-own]").first).to_be_in_viewport()
    if name not in ("turn", "tolls"):  # on tall boards it always lies there
        page.click("[data-do=points]")
    expect(page.locator("div.points")).to_be_visible()
    page.locator(".route.can").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=claim]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-own]").first).to_be_in_viewport()


def test_the_log_has_room_beside_five_seats_on_a_small_laptop(server: Server, visitor: Visitors) -> None:
    page = visitor(LAPTOP)
    take_seat(page, held(server, "dock"))
    expect(page.locator(".say input")).to_be_in_viewport(ratio=1)
    for line in range(2):
        expect(page.locator("ol.log li").nth(line)).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("size", [TABLET, {"width": 1024, "height": 768}])
def test_a_tablet_shows_display_hand_and_tickets_at_once(
    size: dict[str, int], server: Server, visitor: Visitors
) -> None:
    page = visitor(size, has_touch=True)
    take_seat(page, held(server, "turn"))
    for what in ("[data-draw=deck]", ".stack.red", ".stack.locomotive", "[data-own]"):
        expect(page.locator(what).first).to_be_in_viewport(ratio=1)


def test_the_list_of_routes_scrolls_to_its_last_row(server: Server, visitor: Visitors) -> None:
    page = visitor(LAPTOP)
    take_seat(page, held(server, "turn"))
    page.click("[data-do=list]")
    last = page.locator("[data-list]").last
    expect(page.locator("[data-list]").nth(20)).to_be_attached()
    page.hover(".list")
    page.mouse.wheel(0, 5000)
    expect(last).to_be_in_viewport()
    last.click()
    expect(page.locator(".claim")).to_be_visible()
    last.focus()
    assert page.evaluate("document.querySelector('.desktop').scrollTop") == 0


def test_every_ticket_on_offer_is_in_sight(server: Server, visitor: Visitors) -> None:
    page = visitor(LAPTOP)
    sit_down(page, server, play_until("europe", in_phase(phases.KEEP_START), players=5))
    expect(page.locator("[data-ticket]")).to_have_count(4)
    keep_tickets(page)


@pytest.mark.parametrize(("name", "size"), [("keep", DESKTOP), ("draft", TABLET)])
def test_no_ticket_on_offer_has_to_be_looked_for(
    name: str, size: dict[str, int], server: Server, visitor: Visitors
) -> None:
    """Neither below the tickets that one has, nor under the button."""
    page = visitor(size)
    take_seat(page, held(server, name))
    expect(page.locator("[data-ticket]").nth(2)).to_be_visible()
    for ticket in page.locator("[data-ticket]").all():
        assert is_whole(page, f"[data-ticket='{ticket.get_attribute('data-ticket')}']")


def test_the_button_stays_below_many_tickets_on_a_phone_held_sideways(server: Server, visitor: Visitors) -> None:
    page = visitor(FLAT, has_touch=True, is_mobile=True)
    take_seat(page, held(server, "draft"))
    assert is_whole(page, "[data-do=keep]")
    page.locator("[data-ticket]").last.tap()
    expect(page.locator("[data-ticket]").last).to_be_in_viewport(ratio=0.9)
    expect(page.locator("[data-do=keep]")).to_be_enabled()
    assert is_whole(page, "[data-do=keep]")


@pytest.mark.parametrize("size", [PHONE, FLAT])
@pytest.mark.parametrize("name", BOARDS)
def test_nothing_lies_over_a_city_of_the_whole_board_on_a_phone(
    name: str, size: dict[str, int], server: Server, visitor: Visitors
) -> None:
    page = visitor(size, has_touch=True, is_mobile=True)
    take_seat(page, held(server, name))
    page.get_by_label("Show the whole board").tap()
    assert covered_cities(page) == []


def test_the_hand_lies_open_while_tickets_are_chosen(server: Server, visitor: Visitors) -> None:
    for size in (LAPTOP, PHONE):
        page = visitor(size)
        take_seat(page, held(server, "cardkeep"))
        expect(page.locator("[data-ticket]").first).to_be_in_viewport()
        expect(page.locator(".hand li")).to_have_count(9)


def test_the_hand_stays_in_sight_below_a_tunnel_on_a_phone(server: Server, visitor: Visitors) -> None:
    """Before the claim, in every language, and when the tunnel has cost more."""
    page = visitor(PHONE)
    game = play_until("nordic", lambda g: g.turn > 10 and bool(claims(g, "tunnel", range(LOCO))))
    sit_down(page, server, game)
    page.locator(f"[data-route='{min(claims(game, 'tunnel', range(LOCO)))}']").focus()
    page.keyboard.press("Enter")
    stacks = [f".stack.{card}" for card in ("red", "black", "locomotive")]
    for language in ("en", "fi", "is", "nb"):
        page.click("[data-do=menu]")
        page.select_option("[data-language]", language)
        expect(page.locator(f"html[lang={language}]")).to_have_count(1)
        page.click("[data-do=menu]")
        for selector in ("[data-do=claim]", ".claim .warn", "[data-do=choose]", *stacks):
            assert is_whole(page, selector), (language, selector)
    page.click("[data-do=choose]")
    expect(page.locator("[data-pay=red], .stack.red").first).to_be_visible()
    for selector in ("[data-do=claim]", *stacks):
        assert is_whole(page, selector), f"{selector} while cards are chosen"
    page = visitor(PHONE)
    take_seat(page, held(server, "tunnel"))
    for selector in ("[data-do=withdraw]", ".stack.red", ".stack.locomotive"):
        assert is_whole(page, selector), selector


def is_whole(page: Page, selector: str) -> bool:
    """Whether all of something can be seen, with nothing over its corners, as soon as it lies where it belongs."""
    page.wait_for_selector(selector)
    for _ in range(40):
        if page.evaluate(WHOLE, selector):
            return True
        page.wait_for_timeout(50)
    return False


WHOLE = """(selector) => {
  const found = document.querySelector(selector), box = found.getBoundingClientRect();
  const [right, low] = [box.width - 8, box.height - 8];
  return [[8, 8], [right, 8], [8, low], [right, low]].every(([x, y]) =>
    found.contains(document.elementFromPoint(box.x + x, box.y + y)));
}"""


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_board_follows_the_focus(size: dict[str, int], server: Server, visitor: Visitors) -> None:
    """A route that is out of sight comes into view, and nothing else moves."""
    page = visitor(size)
    take_seat(page, held(server, "turn"))
    page.locator(".route[tabindex='0']").focus()
    for key in ("ArrowUp",) * 12 + ("ArrowDown",) * 24:
        page.keyboard.press(key)
        wait_until(page, IN_SIGHT)
    moved = "[...document.querySelectorAll('.desktop, .phone, .frame, .stage')].map((e) => e.scrollTop + e.scrollLeft)"
    assert set(page.evaluate(moved)) == {0}


IN_SIGHT = """() => {
  const [frame, route] = ['.frame', '.route:focus .hit'].map((e) => document.querySelector(e).getBoundingClientRect());
  return frame.top <= route.bottom && route.top <= frame.bottom
    && frame.left <= route.right && route.left <= frame.right;
}"""


@pytest.mark.parametrize(("name", "cities"), [("dock", ("Berlin", "Wien", "Paris")), ("turn", ("Oslo", "Stockholm"))])
def test_big_cities_are_named_on_a_phone(name: str, cities: tuple[str, ...], server: Server, visitor: Visitors) -> None:
    page = visitor({"width": 390, "height": 844})
    take_seat(page, held(server, name))
    for city in cities:
        expect(page.locator(f"[data-name='{city}']")).to_have_count(1)


def test_the_cities_of_offered_tickets_are_in_sight_on_a_phone(server: Server, visitor: Visitors) -> None:
    page = visitor({"width": 390, "height": 844})
    take_seat(page, held(server, "keep"))
    expect(page.locator(".city .offered").nth(3)).to_be_attached()
    wait_until(
        page,
        """() => {
          const frame = document.querySelector('.frame').getBoundingClientRect();
          const rings = [...document.querySelectorAll('.city .offered')].map((ring) => ring.getBoundingClientRect());
          return rings.every((ring) => frame.left <= ring.left && ring.right <= frame.right
            && frame.top <= ring.top && ring.bottom <= frame.bottom);
        }""",
    )


def test_two_clicks_do_not_resign(server: Server, visitor: Visitors) -> None:
    """And who has resigned from a game of several sees that the others play on without them."""
    page = visitor()
    sit_down(page, server, on_turn(players=3))
    page.click("[data-do=menu]")
    page.dblclick("[data-do=resign]")
    expect(page.locator("[data-do=resign-not]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".status")).to_contain_text("Your turn")
    expect(page.locator(".seat[data-seat='0']")).not_to_contain_text("resigned")
    page.click("[data-do=menu]")
    page.click("[data-do=resign]")
    page.click("[data-do=resign-sure]")
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("resigned")
    expect(page.locator(".status")).to_contain_text("You have resigned")
    expect(page.locator("ol.log")).to_contain_text("You resigned.")
