"""Why a route cannot be claimed, as an app is told: what is missing, and the rule that really applies."""

from typing import Any

import pytest

import branchline
from branchline.boardfile.cards import CARDS
from branchline.engine import phases
from branchline.mapgame.app import MapApp
from branchline.mapgame.notation import MapNotation


def why(board: str, route: str, hand: dict[str, int]) -> dict[str, Any] | None:
    """The answer to whoever begins with these cards."""
    game = branchline.new(board, ["Freyja", "Aino"], 1)
    while game.position.phase != phases.TURN:
        game.play(game.actions()[-1])
    assert isinstance(game.notation, MapNotation)
    position = game.position.copy()
    position.record.hand[position.player] = [hand.get(card, 0) for card in CARDS]
    number = list(game.notation.routes).index(route)
    return MapApp(game.notation).why_not(position, number)


@pytest.mark.parametrize(
    ("board", "route", "hand", "text", "rule"),
    [
        ("usa", "Denver–Helena", {"green": 3}, "1 more green: it takes 4 of green", "B-CLAIM-1"),
        ("usa", "Denver–Helena", {"green": 1, "locomotive": 2}, "1 more green: it takes 4 of green", "B-CLAIM-1"),
        ("usa", "Duluth–Toronto", {"blue": 2}, "6 more purple", "B-CLAIM-1"),
        ("nordic", "Boden–Tornio", {"red": 5}, "1 more green: it takes 1 of green; no locomotives", "N-CLAIM-1"),
        ("nordic", "Boden–Tornio", {"locomotive": 1}, "1 more green: it takes 1 of green; no locomotives", "N-LOCO-1"),
        ("europe", "Palermo–Smyrna", {"blue": 3, "locomotive": 1}, "1 more locomotive and 1 more blue", "B-FERRY-1"),
    ],
)
def test_what_is_missing(board: str, route: str, hand: dict[str, int], text: str, rule: str) -> None:
    found = why(board, route, hand)
    assert found
    assert found["text"].startswith(text)
    assert found["rule"] == rule


def test_of_a_grey_route_the_colour_that_needs_least() -> None:
    found = why("usa", "Calgary–Seattle", {"red": 1, "blue": 2})
    assert found
    assert found["missing"] == {
        "locomotives": 0,
        "cards": 2,
        "colour": "blue",
        "locomotives_count": True,
        "held_locomotives": 0,
    }


def test_what_can_be_claimed_needs_no_reason() -> None:
    assert why("usa", "Denver–Helena", {"green": 4}) is None
