"""Boards, positions, views and games show themselves, as SVG that other programs can read."""

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py

import branchline
from branchline import boards
from branchline.game import Game


def some_game(board: str, moves: int, options: dict[str, object] | None = None) -> Game:
    game, rng = branchline.new(board, 2, seed=1, options=options), Random(1)
    for _ in range(moves):
        if not game.is_over:
            game.play(rng.choice(game.actions()))
    return game


def owned(game: Game) -> list[int]:
    """How many routes everybody has claimed."""
    return [len(seat["routes"]) for seat in game.spectate().as_dict()["seats"]]


@pytest.mark.parametrize("board", boards.names())
def test_everything_has_a_picture_that_others_can_read(board: str) -> None:
    game = some_game(board, 150)
    view = game.view(0)
    shown: dict[str, Any] = {"board": game.board, "position": game.position, "view": view}
    pictures = {name: thing._repr_svg_() for name, thing in shown.items()}
    assert pictures["position"] == pictures["view"] == game._repr_svg_() != pictures["board"]
    for text in (pictures["board"], pictures["position"], game.animation()):
        assert "var(" not in text
        ElementTree.fromstring(text)
    drawn = [resvg_py.svg_to_bytes(svg_string=pictures[name], width=300) for name in ("board", "position")]
    assert drawn[0] != drawn[1]


def test_a_position_shows_the_trains_of_all() -> None:
    game = some_game("nederland", 300, {"neutral": True})
    assert all(owned(game))
    text = game.svg()
    assert all(colour in text for colour in ('fill="#1b6ca8"', 'fill="#c8553d"', 'fill="#5b6670"'))


def test_an_animation_shows_every_move_in_its_time_and_takes_back_what_was_taken_back() -> None:
    game = some_game("nordic", 0)
    rng = Random(2)
    while not any(owned(game)):
        game.play(rng.choice(game.actions()))
    claimed = game.animation(1.0)
    game.undo()
    undone = game.animation(1.0)
    assert claimed.count('stroke-width="2.4"') == undone.count('stroke-width="2.4"') == 1
    assert undone.count('to="hidden"') == claimed.count('to="hidden"') + 2  # the route, and the caption before
    assert "takes the move back" in undone
    moves = len([step for step in game.steps if type(step.entry).__name__ != "Chance"])
    assert f'data-seconds="{moves + 1}"' in undone


def test_a_view_of_an_unknown_board_says_so() -> None:
    view = branchline.new("nordic", 2, seed=1).view(0)
    object.__setattr__(view, "board", "atlantis")
    with pytest.raises(LookupError, match="no board in use is called atlantis"):
        view.svg()
