"""Step 1 of every turn: from the yard to the platform (C-MOVE)."""

import numpy as np
import pytest

from branchline import new
from branchline.boards import load
from branchline.cardgame.board import CardGame
from branchline.engine.actions import DRAW_BLIND
from branchline.engine.phases import TURN
from branchline.kinds import packed
from cardgame.table import Table, game, new_game, three


def to_the_turn_of(table: Table, player: int) -> None:
    """Let the others draw cards until it is a player's turn."""
    while table.position.player != player:
        table.draw_two()


def test_c_move_1_one_card_of_every_row_moves_at_the_start_of_a_turn() -> None:
    """C-MOVE-1: Forced, before anything else; rows of others stay."""
    table = Table(3)
    table.row(1, "red", 3)
    table.row(1, "blue", 1)
    table.row(2, "green", 2)
    to_the_turn_of(table, 1)
    assert table.record.phase == TURN
    assert table.yard(1) == {"red": (2, 0)}
    assert table.has_on_platform(1) == {"red": 1, "blue": 1}
    assert table.yard(2) == {"green": (2, 0)}
    assert table.has_on_platform(2) == {}


def test_c_move_1_an_empty_yard_moves_nothing() -> None:
    """C-MOVE-1: So nothing moves in the first round, and what is laid stays for the round."""
    table = Table()
    table.hand(0, red=2, green=1, blue=1, black=1)
    table.lay("red", 2)
    assert (table.yard(0), table.has_on_platform(0)) == ({"red": (2, 0)}, {})
    table.draw_two()
    assert (table.yard(0), table.has_on_platform(0)) == ({"red": (1, 0)}, {"red": 1})
    table.play(three("green", "blue", "black"))
    assert table.yard(0) == {"red": (1, 0), "green": (1, 0), "blue": (1, 0), "black": (1, 0)}
    table.draw_two()
    assert table.yard(0) == {}
    assert table.has_on_platform(0) == {"red": 2, "green": 1, "blue": 1, "black": 1}


def test_c_move_2_locomotives_lie_on_top_and_move_first() -> None:
    """C-MOVE-2: A green row of four, two of them locomotives: these go first, then the green cards."""
    table = Table()
    table.row(0, "green", 2, locomotives=2)
    table.turn_of(1)
    moved = []
    for _ in range(4):
        table.draw_two()
        moved.append(table.has_on_platform(0))
        table.draw_two()
    assert moved == [
        {"locomotive": 1},
        {"locomotive": 2},
        {"green": 1, "locomotive": 2},
        {"green": 2, "locomotive": 2},
    ]


@pytest.mark.parametrize("open_platform", [False, True])
def test_c_move_3_platform_cards_stay_and_their_faces_are_remembered_by_all(open_platform: bool) -> None:
    """C-MOVE-3: All lay face up before, so a view has them; the option is for the owner's screen only."""
    board = packed(load("cardgame", {"open_platform": open_platform}))
    assert bool(board[0].open_platform) == open_platform
    table = Table(3)
    table.position.board = board
    table.platform(0, red=2, locomotive=1)
    for viewer in (-1, 0, 1, 2):
        seen = table.position.seen_by(viewer).record
        assert (seen.platform == table.record.platform).all()
    before = table.record.platform.copy()
    table.draw_two()
    assert (table.record.platform == before).all()


def test_c_move_3_beginners_may_look() -> None:
    """C-MOVE-3: The option is off unless it is asked for, and is told apart by name."""
    assert not game().rules.open_platform
    chosen = load("cardgame", {"open_platform": "on"})
    assert isinstance(chosen, CardGame)
    assert chosen.rules.open_platform
    assert chosen.chosen == {"open_platform": True}


def test_c_move_3_a_view_offers_what_was_seen_to_go_there() -> None:
    """C-MOVE-3: Size and contents of every platform; whether a screen may show one's own is told apart."""
    for option in (False, True):
        played = new("cardgame", 2, seed=1, options={"open_platform": option})
        played.play("keep 1")
        played.play("keep 1")
        played.play(next(move for move in played.moves() if move.startswith("lay 1")))
        played.play("draw tickets")
        played.play("keep none")
        for view in (played.view(0), played.view(1), played.spectate()):
            told = view.as_dict()
            assert told["open_platform"] == option
            assert told["seats"][0]["platform_size"] == sum(told["seats"][0]["platform"].values()) > 0
            assert told["seats"][1]["platform"] == {}


def test_moving_is_part_of_the_move_before() -> None:
    """Nobody is asked: the last action of one turn ends with the step 1 of the next."""
    position = new_game(2)
    assert position.legal() == []
    table = Table()
    table.row(1, "red", 2)
    table.display(red=5)
    table.position.apply(DRAW_BLIND)
    table.happens("red")
    table.play(DRAW_BLIND)
    assert int(table.record.platform[1].sum()) == 0
    table.happens("red")
    assert np.flatnonzero(table.record.platform[1]).tolist() == [6]
