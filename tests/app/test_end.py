"""The end of a game: counted up step by step, everybody's tickets on the board, the tie-break, replay and rematch."""

import re

import pytest
from playwright.sync_api import Page, expect

from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.game import Game

from .conftest import ROOT, Server, Visitors, covered_cities, sample, sampled, sit_down, take_seat, wait_until
from .positions import replay_until
from .screens import held

GOLDEN = ROOT / "tests" / "golden"


def is_last(game: Game) -> bool:
    """Whether drawing cards ends the game."""
    s = game.position.record
    return bool(s.turns_left == 1 and game.position.phase == phases.SECOND and shared.DRAW_BLIND in game.actions())


def end(page: Page, server: Server, record: str) -> None:
    """Play the last move of a recorded game."""
    sit_down(page, server, replay_until(GOLDEN / record, is_last))
    page.click("[data-draw=deck]")


def test_everybodys_tickets_lie_open_on_the_board(server: Server, visitor: Visitors) -> None:
    page = visitor()
    end(page, server, "europe-3-stations.txt")
    expect(page.locator("#end-title")).to_be_focused()
    expect(page.locator(".end tfoot td")).to_have_text(["39", "64", "0"])
    expect(page.locator("[data-revealed=done]")).to_have_count(1 + 2 + 0)
    expect(page.locator("[data-revealed=missed]")).to_have_count(2 + 0 + 4)
    page.click("[data-view=board]")
    expect(page.locator(".city .ring, .marks .ribbon")).to_have_count(0)
    for ticket in page.locator("[data-revealed=done]").all():
        ticket.click()
        expect(page.locator(".city .ring")).to_have_count(2)
        expect(page.locator(".marks .ribbon")).not_to_have_count(0)
        ticket.click()
    page.locator("[data-revealed=missed]").last.click()
    expect(page.locator(".city .offered")).to_have_count(2)
    expect(page.locator(".city .ring, .marks .ribbon")).to_have_count(0)
    page.click("[data-do=board]")
    expect(page.locator(".end")).to_have_count(0)


COUNTED = """[document.querySelectorAll('[data-revealed]').length,
  [...document.querySelectorAll('.end tfoot td')].map((cell) => cell.textContent),
  document.querySelector('.marks .ribbon') !== null,
  document.querySelector('#end-title')?.textContent ?? '']"""


def test_the_score_is_counted_up_step_by_step(server: Server, visitor: Visitors) -> None:
    page = visitor(motion="no-preference")
    sit_down(page, server, replay_until(GOLDEN / "europe-3-stations.txt", is_last))
    sample(page, COUNTED)
    page.click("[data-draw=deck]")
    page.wait_for_selector(".end")
    expect(page.locator("[data-revealed]").nth(2)).to_be_attached()
    shown, totals, lit, titles = zip(*sampled(page), strict=True)
    assert next(filter(None, titles)) == "Counting the points"
    assert sorted(shown) == list(shown)
    assert set(shown) >= {0, 1, 2, 3}, "tickets come one by one"
    assert len({tuple(each) for each in totals}) > 4, "and with them the totals, routes player by player"
    assert set(lit) == {True, False}, "routes light up on the board"
    page.keyboard.press("Shift")  # any key completes the count, if it is still going on
    expect(page.locator("#end-title")).to_have_text("Bo wins")
    expect(page.locator(".end tfoot td")).to_have_text(["39", "64", "0"])


def test_the_buttons_of_the_end_stay_where_they_are(server: Server, visitor: Visitors) -> None:
    """However many tickets appear above them."""
    page = visitor({"width": 1280, "height": 720}, motion="no-preference")
    sit_down(page, server, replay_until(GOLDEN / "europe-3-stations.txt", is_last))
    sample(page, "Math.round(document.querySelector('[data-do=rematch]')?.getBoundingClientRect().top ?? 0)")
    page.click("[data-draw=deck]")
    expect(page.locator("[data-revealed]").nth(2)).to_be_attached()
    page.keyboard.press("Shift")
    expect(page.locator("#end-title")).to_have_text("Bo wins")
    assert len(set(sampled(page)) - {0}) == 1, sampled(page)


@pytest.mark.parametrize("do", ["key", "click"])
def test_the_count_is_cut_short(do: str, server: Server, visitor: Visitors) -> None:
    page = visitor(motion="no-preference")
    sit_down(page, server, replay_until(GOLDEN / "nordic-3-shared-win.txt", is_last))
    page.evaluate("() => { const wait = setTimeout; window.setTimeout = (act, ms = 0) => wait(act, ms * 100); }")
    page.click("[data-draw=deck]")  # and from now on the count goes on so slowly that only a person can end it
    expect(page.locator("#end-title")).to_have_text("Counting the points")
    if do == "key":
        page.keyboard.press("Shift")
    else:
        page.click("[data-do=skip]")
    expect(page.locator("#end-title")).to_contain_text("Shared win")
    expect(page.locator("[data-spoken]")).to_contain_text("Shared win")


def test_the_end_tells_its_story_and_what_can_be_done_next(server: Server, visitor: Visitors) -> None:
    """A curve and numbers, the longest path, share and download; then every place tells the same scores."""
    page = visitor(permissions=["clipboard-read", "clipboard-write"])
    end(page, server, "europe-3-stations.txt")
    expect(page.locator(".story")).to_have_text(
        "Anna did not complete Brest–Petrograd, and those 20 points made the difference."
    )
    expect(page.locator(".by")).to_have_text("64 points, 25 more than Anna")
    expect(page.get_by_role("img", name="Bo led longest")).to_be_visible()
    expect(page.get_by_role("row", name="Routes claimed")).to_contain_text("18")
    page.click("[data-view=path]")
    wait_until(page, LONGEST, 16)  # as many trains as the score says
    page.click("[data-do=share]")
    expect(page.locator("[data-do=share]")).to_have_text("Copied")
    assert "/replay/" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as found:
        page.click("[data-do=download]")
    assert found.value.path().read_text(encoding="utf-8").startswith("branchline record 1")
    page.click("[data-do=board]")
    expect(page.locator("li.seat .score")).to_have_text([re.compile(n) for n in ("39", "64", "0")])
    expect(page.get_by_text("at risk")).to_have_count(0)
    expect(page.locator("[data-draw]:not([disabled]), [data-do=undo]:not([disabled])")).to_have_count(0)


LONGEST = """(trains) => trains === [...document.querySelectorAll('.marks [data-laid]')]
  .reduce((sum, e) => sum + Number(document.querySelector(`[data-route="${e.dataset.laid}"]`).dataset.length), 0)"""


def test_the_panels_of_the_end_cover_no_city(server: Server, visitor: Visitors) -> None:
    page = visitor({"width": 1280, "height": 720})
    end(page, server, "usa-2-longest-path-decides.txt")
    page.click("[data-view=board]")
    assert covered_cities(page) == []


@pytest.mark.parametrize("size", [{"width": 740, "height": 360}, {"width": 1024, "height": 768}])
def test_the_board_stays_in_sight_on_screens_wider_than_high(
    size: dict[str, int], server: Server, visitor: Visitors
) -> None:
    page = visitor(size, has_touch=True)
    take_seat(page, held(server, "over"))
    expect(page.locator("#end-title")).to_be_visible()
    wait_until(
        page,
        """() => {
          const box = document.querySelector('.frame').getBoundingClientRect();
          return box.width > innerWidth / 2 && box.height > innerHeight / 2;
        }""",
    )


@pytest.mark.parametrize(
    ("record", "words"), [("usa-2-longest-path-decides.txt", "longest path"), ("nordic-3-shared-win.txt", None)]
)
def test_what_broke_a_tie_is_named(record: str, words: str | None, server: Server, visitor: Visitors) -> None:
    page = visitor()
    end(page, server, record)
    if words:
        expect(page.locator("[data-tie]")).to_have_text(f"Same total; decided by: {words}")
    else:
        expect(page.locator("#end-title")).to_contain_text("Shared win")
        expect(page.locator("[data-tie]")).to_have_count(0)


def test_a_rematch_and_a_replay_follow(server: Server, visitor: Visitors) -> None:
    page = visitor()
    end(page, server, "usa-2-longest-path-decides.txt")
    page.click(".end [data-do=replay]")
    page.wait_for_selector("[data-slider]")
    page.go_back()
    page.click("[data-do=rematch]")
    page.click("[data-do=start]:not([disabled])")
    page.wait_for_selector(".world")
    expect(page.locator(".route.claimed")).to_have_count(0)


def test_the_draws_are_checked_in_the_browser(server: Server, visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    ended = page.evaluate("""async () => {
      const headers = {'Content-Type': 'application/json'};
      const ask = async (path, body, key = '') => (await fetch('/api/tables' + path, {
        method: 'POST', body: JSON.stringify(body), headers: {...headers, Authorization: `Bearer ${key}`},
      })).json();
      const made = await ask('', {board: 'nordic', seats: [{kind: 'me', name: 'Anna'}, {kind: 'me', name: 'Bo'}]});
      await ask(`/${made.id}/start`, {}, made.host);
      await ask(`/${made.id}/resign`, {}, made.seats[0].token);
      return made.id;
    }""")
    page.goto(f"/t/{ended}")
    page.click("[data-do=fair]")
    draws = len(server.get(f"/api/tables/{ended}/fair")["draws"])
    expect(page.locator(".fair .note")).to_have_text(
        f"All {draws} draws came as the service had committed to before the game."
    )
