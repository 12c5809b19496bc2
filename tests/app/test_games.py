"""Whole games with the mouse: of each kind from the start page, and the last turns of one on every board."""

import pytest
from playwright.sync_api import Page, expect

from branchline.game import Game

from .conftest import Server, Visitors, at_table, begin, sit_down
from .player import Player
from .positions import play_until

BUILDING = {"nordic": {"claim", "ferry", "tunnel"}, "cardgame": {"lay"}}


def expect_the_result(page: Page, server: Server, table: str) -> None:
    """The final score is shown as the service counted it."""
    result = server.get(f"/api/tables/{table}")["table"]["result"]
    totals = [str(score["total"]).replace("-", "−") for score in result["scores"]]
    expect(page.locator(".end tfoot td")).to_have_text(totals)
    for name in result["winners"]:
        expect(page.locator("#end-title")).to_contain_text(name)


@pytest.mark.parametrize("game", ["nordic", pytest.param("cardgame", marks=pytest.mark.soak)])
def test_a_whole_game_against_a_bot(game: str, server: Server, visitor: Visitors) -> None:
    """What else comes up depends on the deal; `test_moves.py` has every kind, `test_listening.py` a game by keys."""
    page = visitor()
    table = begin(page, game)
    at_table(page)
    player = Player(page)
    assert player.play(), player.made
    assert {"keep", "deck", "display"} <= player.made.keys()
    assert BUILDING[game] & player.made.keys()
    expect_the_result(page, server, table)


def is_late(game: Game) -> bool:
    """Whether the player has few trains left, and can go on as they like."""
    s = game.position.record
    return bool(8 <= s.trains[0] <= 14 and game.turn > 0 and len(game.actions()) > 1)


@pytest.mark.parametrize("board", ["usa", "europe", "nederland", "iberia"])
def test_the_last_turns_on_every_board(board: str, server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = sit_down(page, server, play_until(board, is_late), bot="greedy")
    player = Player(page)
    assert player.play(), player.made
    expect_the_result(page, server, table)
