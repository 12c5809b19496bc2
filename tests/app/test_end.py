"""The end of a game: counted up step by step, everybody's tickets on the board, the tie-break, replay and rematch."""

import pytest
from playwright.sync_api import Page, expect

from branchline.game import Game
from branchline.rules import state as rules

from .conftest import ROOT, Server, Visitors, sit_down
from .positions import replay_until

GOLDEN = ROOT / "tests" / "golden"


def is_last(game: Game) -> bool:
    """Whether drawing cards ends the game."""
    s = game.position.record
    return bool(s.turns_left == 1 and game.position.phase == rules.SECOND and rules.DRAW_BLIND in game.actions())


def end(page: Page, server: Server, record: str) -> None:
    """Play the last move of a recorded game."""
    sit_down(page, server, replay_until(GOLDEN / record, is_last))
    page.click("[data-draw=deck]")


def numbers(page: Page) -> list[int]:
    """The totals that are shown."""
    return [int(text.replace("−", "-")) for text in page.locator(".end tfoot td").all_inner_texts()]


def test_everybodys_tickets_lie_open_on_the_board(server: Server, visitor: Visitors) -> None:
    page = visitor()
    end(page, server, "europe-3-stations.txt")
    expect(page.locator(".end tfoot td")).to_have_text(["39", "64", "0"])
    expect(page.locator("[data-revealed=done]")).to_have_count(1 + 2 + 0)
    expect(page.locator("[data-revealed=missed]")).to_have_count(2 + 0 + 4)
    for ticket in page.locator("[data-revealed=done]").all():
        ticket.click()
        expect(page.locator(".city .ring")).to_have_count(2)
        expect(page.locator(".route .glow")).not_to_have_count(0)
        ticket.click()
    page.locator("[data-revealed=missed]").last.click()
    expect(page.locator(".city .offered")).to_have_count(2)
    expect(page.locator(".city .ring, .route .glow")).to_have_count(0)
    page.click("[data-do=board]")
    expect(page.locator(".end")).to_have_count(0)


def test_the_score_is_counted_up_step_by_step(server: Server, visitor: Visitors) -> None:
    page = visitor(motion="no-preference")
    end(page, server, "europe-3-stations.txt")
    page.wait_for_selector(".end")
    expect(page.locator("#end-title")).to_have_text("Counting the points")
    shown, totals = [], []
    for _ in range(80):
        shown.append(page.locator("[data-revealed]").count())
        totals.append(tuple(numbers(page)))
        if shown[-1] >= 3:
            break
        page.wait_for_timeout(60)
    assert sorted(shown) == shown
    assert set(shown) >= {0, 1, 2, 3}, "tickets come one by one"
    assert len(set(totals)) > 3, "and with them the totals"
    expect(page.locator(".city .ring, .city .offered")).to_have_count(2)
    page.click("[data-do=skip]")
    winner = page.locator(".end thead th").nth(2).inner_text()
    expect(page.locator("#end-title")).to_have_text(f"{winner} wins")
    assert numbers(page) == [39, 64, 0]


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
    page.click(".end a[href^='/replay/']")
    page.wait_for_selector("[data-slider]")
    page.go_back()
    page.click("[data-do=rematch]")
    page.click("[data-do=start]:not([disabled])")
    page.wait_for_selector(".world")
    expect(page.locator(".route.claimed")).to_have_count(0)
