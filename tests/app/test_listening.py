"""Keyboard and screen reader are a way to play: whole games by roles, names and keys, and where the focus goes."""

import re

import pytest
from playwright.sync_api import Page, expect

from branchline.engine import phases

from .conftest import Server, Visitors, sit_down, take_seat, wait_until
from .listener import Listener
from .positions import before_tickets, on_turn, play_until
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
        scene, before = person.scene(), page.evaluate("document.documentElement.dataset.seq")
        if re.search('dialog ".*(wins|Shared win)', scene):
            return
        if 'region "Choose tickets"' in scene:
            person.choose_tickets()
        elif 'region "Tunnel"' in scene and re.search('button "(Pay|Withdraw)', scene):
            person.pay_tunnel()
        elif asked := re.search('button "(Complete|Pass)', scene):
            person.decide(asked[1])
        elif "take your second card" in scene or turn % 3 == 0:
            assert person.draw()
        else:
            done = person.lay() if lays else person.claim()
            assert done or person.draw()
        wait_until(page, "(before) => document.documentElement.dataset.seq !== before", before)
    raise AssertionError(f"not over after 500 acts: {person.heard[-8:]}")


@pytest.mark.parametrize("game", [pytest.param("nordic", marks=pytest.mark.soak), "cardgame"])
def test_a_whole_game_by_roles_names_and_keys(game: str, visitor: Visitors) -> None:
    page = visitor()
    person = begin_by_keys(page, game)
    play(person, lays=game == "cardgame")
    wait_until(page, "window.heard.some((said) => /wins|Shared win/.test(said))")
    said = " ".join(person.heard)
    assert "Your turn: choose tickets to keep." in said
    assert "Your turn: draw" in said
    assert "You drew" in said
    assert re.search(r"\b(?!You )\w+ (drew|claimed|laid)", said), "what the rival does is told"
    assert {"draw", "tickets"} <= person.made.keys()
    assert {"Route", "Ferry", "Tunnel", "lay"} & person.made.keys()


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
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("x")
    expect(page.locator("[data-draw=deck]")).to_be_focused()
    assert page.get_attribute("[data-draw=deck]", "aria-keyshortcuts") == "x"
    page.reload()
    page.wait_for_selector(".world")
    page.keyboard.press("?")
    page.get_by_label("Keys of one letter").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("x")
    expect(page.locator("[data-draw=deck]")).not_to_be_focused()
    assert page.get_attribute("[data-draw=deck]", "aria-keyshortcuts") is None


def test_the_board_in_words(server: Server, visitor: Visitors) -> None:
    page = visitor()
    take_seat(page, held(server, "turn"))
    expect(page.get_by_role("button", name=re.compile("needed for your ticket")).first).to_be_attached()
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


def test_the_same_sentence_is_said_again(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, before_tickets("usa"))
    person = Listener(page)
    expect(page.get_by_role("region", name="Choose tickets")).to_be_visible()
    before = len(person.heard)
    page.keyboard.press("r")
    page.keyboard.press("r")
    wait_until(page, "(n) => window.heard.length >= n", before + 2)
    assert person.heard[before:] == ["Your turn: choose tickets to keep."] * 2


def test_the_focus_returns_to_where_the_choice_is(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, on_turn())
    page.keyboard.press("2")
    expect(page.locator("[data-place='1']")).to_be_focused()
    page.keyboard.press("Enter")
    told(page, "You drew")
    expect(page.locator("[data-draw]:focus")).to_have_count(1)
