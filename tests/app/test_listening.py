"""Keyboard and screen reader are a way to play: whole games by roles, names and keys, and where the focus goes."""

import re

import pytest
from playwright.sync_api import Page, expect

from branchline.engine import phases

from .conftest import Server, Visitors, begin, sit_down, take_seat
from .listener import Listener
from .positions import play_until
from .screens import held
from .test_moves import claims, told


def begin_by_keys(page: Page, game: str) -> Listener:
    """Set a table against a bot from the start page, by keys."""
    page.goto(f"/new/{game}")
    page.fill("[data-name]", "Freyja")
    for choice in ("[data-how=bots]", "[data-players='2']", "[data-level]", "[data-do=begin]"):
        page.locator(choice).first.focus()
        page.keyboard.press("Enter")
    page.get_by_role("region", name="Choose tickets").wait_for()  # rules may have to be compiled first
    expect(page.locator("[data-ticket]").first).to_be_focused()
    return Listener(page)


def play(person: Listener, lays: bool) -> None:
    """Play to the end."""
    page = person.page
    mine = page.get_by_text("Your turn", exact=True)
    for turn in range(500):
        expect(mine.or_(person.result).first).to_be_attached()
        person.listen()
        if person.result.count():
            return
        before = page.evaluate("document.documentElement.dataset.seq")
        if person.region("Choose tickets").count():
            person.choose_tickets()
        elif person.region("Tunnel").get_by_role("button").count():
            person.pay_tunnel()
        elif page.get_by_role("button", name=re.compile("^Complete")).count():
            page.get_by_role("button", name=re.compile("^Complete")).focus()
            person.press("Enter")
        elif page.get_by_role("button", name="Pass").count():
            page.get_by_role("button", name="Pass").focus()
            person.press("Enter")
        elif page.get_by_text("take your second card", exact=True).count() or turn % 3 == 0:
            assert person.draw()
        else:
            done = person.lay() if lays else person.claim()
            assert done or person.draw()
        for _ in range(200):
            if page.evaluate("document.documentElement.dataset.seq") != before:
                break
            page.wait_for_timeout(10)
        page.wait_for_timeout(20)
    raise AssertionError(f"not over after 500 acts: {person.heard[-8:]}")


@pytest.mark.parametrize("game", ["nordic", "cardgame"])
def test_a_whole_game_by_roles_names_and_keys(game: str, visitor: Visitors) -> None:
    page = visitor()
    person = begin_by_keys(page, game)
    play(person, lays=game == "cardgame")
    person.listen()
    said = " ".join(person.heard)
    assert "Your turn: choose tickets to keep." in said
    assert "Your turn: draw" in said
    assert "You drew" in said
    assert re.search(r"\b(?!You )\w+ (drew|claimed|laid)", said), "what the rival does is told"
    assert re.search("wins|Shared win", person.heard[-1]), person.heard[-3:]
    assert {"draw", "tickets"} <= person.made.keys()
    claims = sum(person.made.get(kind, 0) for kind in ("Route", "Ferry", "Tunnel"))
    assert (person.made.get("lay", 0) if game == "cardgame" else claims) > 3, person.made


def test_enter_on_a_route_leads_to_the_claim_and_escape_back(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("usa", lambda g: bool(claims(g)))
    sit_down(page, server, game)
    route = min(claims(game))
    page.locator(f"[data-route='{route}']").focus()
    page.keyboard.press("Enter")
    button = page.get_by_role("button", name=re.compile("^Claim for"))
    expect(button).to_be_focused()
    assert "Paid with" in (button.evaluate("(e) => document.getElementById('claim-with').textContent"))
    page.keyboard.press("Escape")
    expect(page.locator(f"[data-route='{route}']")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    told(page, "claimed")


def test_a_route_that_cannot_be_claimed_is_explained_to_the_focus(server: Server, visitor: Visitors) -> None:
    page = visitor()
    take_seat(page, held(server, "turn"))
    page.locator(".route.free").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Claim a route")).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("more")


def test_letters_lead_and_never_move(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, play_until("usa", lambda g: g.position.phase == phases.TURN and g.turn > 6))
    seq = page.evaluate("document.documentElement.dataset.seq")
    page.keyboard.press("3")
    expect(page.locator("[data-place='2']")).to_be_focused()
    page.keyboard.press("d")
    expect(page.locator("[data-draw=deck]")).to_be_focused()
    page.keyboard.press("t")
    expect(page.locator("[data-draw=tickets]")).to_be_focused()
    assert page.evaluate("document.documentElement.dataset.seq") == seq
    page.keyboard.press("d")
    page.keyboard.press("Enter")
    told(page, "You drew")


def test_a_key_held_down_does_nothing_again(server: Server, visitor: Visitors) -> None:
    page = visitor()
    take_seat(page, held(server, "turn"))
    page.keyboard.down("l")
    expect(page.get_by_role("region", name="The board in words")).to_be_visible()
    for _ in range(3):
        page.keyboard.down("l")  # Playwright sends these as repeated
    expect(page.get_by_role("region", name="The board in words")).to_be_visible()
    page.keyboard.up("l")


def test_letters_are_changed_and_turned_off(server: Server, visitor: Visitors) -> None:
    page = visitor()
    take_seat(page, held(server, "turn"))
    page.keyboard.press("?")
    page.get_by_label("Key for: Go to the deck").fill("x")
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    expect(page.locator("[data-draw=deck]")).to_be_focused()
    assert page.get_attribute("[data-draw=deck]", "aria-keyshortcuts") == "x"
    page.reload()
    page.wait_for_selector(".world")
    page.keyboard.press("?")
    page.get_by_label("Keys of one letter").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    expect(page.locator("[data-draw=deck]")).not_to_be_focused()
    assert page.get_attribute("[data-draw=deck]", "aria-keyshortcuts") is None


def test_the_board_in_words(server: Server, visitor: Visitors) -> None:
    page = visitor()
    take_seat(page, held(server, "turn"))
    page.keyboard.press("l")
    board = page.get_by_role("region", name="The board in words")
    expect(board.get_by_role("button", name=re.compile("spaces?, ")).first).to_be_focused()
    board.get_by_role("button", name="My tickets").click()
    first = page.locator("[data-own] b").first.inner_text().split(" – ")[0]
    expect(board.get_by_role("heading").filter(has_text=first)).to_be_visible()
    board.get_by_role("button", name="From a city").click()
    board.get_by_label("City").select_option("Oslo")
    for city in ("Bergen", "Lillehammer", "Örebro", "Göteborg"):
        expect(board.get_by_role("button", name=re.compile(f"^{city}")).first).to_be_visible()
    expect(board.get_by_role("button", name=re.compile("free|can be claimed|claimed by|You own")).first).to_be_visible()


def test_ways_to_pay_and_tabs_are_reached_by_arrows(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("usa", lambda g: any(len(ways) > 2 for ways in claims(g).values()))
    sit_down(page, server, game)
    page.locator(f"[data-route='{next(r for r, w in claims(game).items() if len(w) > 2)}']").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio").nth(1)).to_be_focused()
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    phone = visitor({"width": 390, "height": 844})
    take_seat(phone, held(server, "turn"))
    phone.get_by_role("tab", name="Cards").focus()
    phone.keyboard.press("ArrowRight")
    expect(phone.get_by_role("tab", name="Tickets")).to_be_focused()
    expect(phone.get_by_role("tab", name="Tickets")).to_have_attribute("aria-selected", "true")


def test_the_same_sentence_is_said_again(visitor: Visitors) -> None:
    page = visitor()
    begin(page, "usa")
    person = Listener(page)
    expect(page.get_by_role("region", name="Choose tickets")).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.press("r")
    said = page.locator("[data-spoken] p").all_inner_texts()
    assert said[-1] == said[-2] == "Your turn: choose tickets to keep."
    assert person.listen()


def test_the_focus_returns_to_where_the_choice_is(visitor: Visitors) -> None:
    page = visitor()
    person = begin_by_keys(page, "usa")
    assert person.on("button"), person.focused()
    person.choose_tickets()
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(page.locator("[data-draw]:focus")).to_have_count(1)
    page.keyboard.press("2")
    card = page.locator("[data-place='1']")
    if card.get_attribute("data-draw") != "locomotive":
        page.keyboard.press("Enter")
        told(page, "You drew")
        expect(page.locator("[data-draw]:focus")).to_have_count(1)
