"""A whole game of each kind, from the start page to the final score, with the mouse."""

import pytest

from .conftest import Server, Visitors, at_table, begin
from .player import Player

KINDS = {
    "usa": {"keep", "deck", "display", "tickets", "claim", "choose"},
    "nordic": {"keep", "deck", "display", "tickets", "claim", "ferry", "tunnel"},
    "europe": {"keep", "deck", "display", "tickets", "claim", "tunnel", "build"},
    "nederland": {"keep", "deck", "display", "tickets", "claim"},
    "iberia": {"pick", "keep", "deck", "display", "claim"},
    "cardgame": {"keep", "deck", "display", "tickets", "lay", "complete"},
}


@pytest.mark.parametrize("game", KINDS)
def test_a_whole_game_against_a_bot(game: str, server: Server, visitor: Visitors) -> None:
    page = visitor()
    table = begin(page, game)
    at_table(page)
    player = Player(page)
    assert player.play(), player.made
    assert KINDS[game] <= player.made.keys(), player.made
    result = server.get(f"/api/tables/{table}")["table"]["result"]
    shown = [cell.inner_text() for cell in page.query_selector_all(".end tfoot td")]
    assert [text.replace("−", "-") for text in shown] == [str(score["total"]) for score in result["scores"]]
    assert all(name in page.inner_text("#end-title") for name in result["winners"])
