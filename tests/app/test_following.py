"""What others see of a move: animated unless they want no motion, skipped by a key, told to screen readers."""

import json

import pytest
from playwright.sync_api import Page, expect

from branchline.engine import actions as shared

from .conftest import ROOT, Server, Visitors, at_table, click_route, sample, sampled, sit_down
from .positions import play_until, replay_until

WATCH = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes)
      if (node.classList?.contains('flight')) window.flown.push(node.firstElementChild.className);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def watch(page: Page, player: Page) -> None:
    """Look on at somebody's table."""
    page.goto(player.url)
    at_table(page)
    page.evaluate(WATCH)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_fly_to_whoever_drew_them(motion: str, server: Server, visitor: Visitors) -> None:
    player, watcher = visitor(), visitor(motion=motion)
    sit_down(player, server, play_until("usa", lambda g: shared.DRAW_BLIND in g.actions() and g.turn > 0))
    watch(watcher, player)
    player.click("[data-draw=deck]")
    said = watcher.locator("[role=log][aria-live=polite]")
    expect(said).to_contain_text("Freyja drew a card from the deck.")
    card = player.locator("[data-place]:not([disabled])").first
    name = card.get_attribute("data-draw")
    card.click()
    expect(said).to_contain_text(f"Freyja drew {name} from the display.")
    expect(watcher.locator(".flight")).to_have_count(0)
    flown = watcher.evaluate("window.flown")
    assert len(flown) == (0 if motion == "reduce" else 2)
    if flown:
        assert "back" in flown[0], "nobody else sees a card from the deck"
        assert str(name) in flown[1]


def test_a_key_skips_what_is_animated(server: Server, visitor: Visitors) -> None:
    page = visitor(motion="no-preference")
    sit_down(page, server, play_until("usa", lambda g: shared.DRAW_BLIND in g.actions() and g.turn > 0))
    slow = page.context.new_cdp_session(page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.001})  # so that only the key can end it
    page.click("[data-draw=deck]")
    page.wait_for_selector(".flight", state="attached")
    page.keyboard.press("Shift")
    expect(page.locator(".flight")).to_have_count(0)
    expect(page.locator("[data-spoken]")).to_contain_text("Your turn: take your second card.")


def test_trains_appear_space_by_space(server: Server, visitor: Visitors) -> None:
    page = visitor(motion="no-preference")
    game = play_until("usa", lambda g: any(move.startswith("claim") for move in g.moves()))
    sit_down(page, server, game)
    route = int(page.locator(".route.can").first.get_attribute("data-route") or "")
    click_route(page, route)
    pieces = f"[...document.querySelectorAll('[data-route=\"{route}\"].fresh .piece')]"
    sample(page, f"{pieces}.map((piece) => getComputedStyle(piece).animationDelay)")
    page.click("[data-do=claim]")
    expect(page.locator(f"[data-route='{route}'].claimed")).to_have_count(1)
    delays = max(sampled(page), key=len)
    assert delays
    assert len(set(delays)) == len(delays)


def test_the_last_round_is_announced(server: Server, visitor: Visitors) -> None:
    page = visitor()
    golden = ROOT / "tests" / "golden" / "usa-2-longest-path-decides.txt"
    sit_down(page, server, replay_until(golden, lambda g: int(g.position.record.turns_left) > 0))
    expect(page.locator(".status .warning")).to_contain_text("Last round")
    expect(page.locator("ol.log .warning")).to_contain_text("everyone has one more turn")


def test_sound_is_off_until_it_is_wanted(server: Server, visitor: Visitors) -> None:
    page = visitor()
    page.add_init_script("window.Audio = window.AudioContext = class { constructor() { throw new Error('a sound'); } }")
    sit_down(page, server, play_until("usa", lambda g: shared.DRAW_BLIND in g.actions() and g.turn > 0))
    page.click("[data-draw=deck]")
    expect(page.locator("ol.log")).to_contain_text("You drew")
    button = page.get_by_role("button", name="Sound is off")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert json.loads(page.evaluate("JSON.stringify(localStorage.getItem('branchline.sound'))")) is None
