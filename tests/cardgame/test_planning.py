"""The Card Game's planner reads from the board what the deck is made of and how many tickets must be kept."""

from typing import Any

import numba
import numpy as np
import pytest

from branchline.bots import make
from branchline.cardgame.planner.choose import best_draw
from branchline.cardgame.planner.records import PLAN, make_atlas
from branchline.engine.actions import DRAW_BLIND, KEEP_SET, TAKE
from branchline.engine.phases import KEEP_START
from branchline.position import Position, stream
from cardgame.table import CARD_GAME, Array, facts

CHOICES = np.uint64(1 << TAKE + 1 | 1 << DRAW_BLIND)


def _draw(boards: Array, atlases: Array, plans: Array) -> int:
    return best_draw(boards[0], atlases[0], plans[0], CHOICES, True)


draw: Any = numba.njit(_draw)


@pytest.mark.parametrize(("wanted", "drawn"), [(10, TAKE + 1), (50, DRAW_BLIND)])
def test_a_blind_draw_is_worth_what_the_deck_is_made_of(wanted: int, drawn: int) -> None:
    board, plans = facts().copy(), np.zeros(1, PLAN)
    board["cards"][0, :2] = wanted, 60 - wanted
    plans["use"][0, :2] = 1.0, 0.3
    assert draw(board, make_atlas(board), plans) == drawn


@pytest.mark.parametrize("least", [1, 3])
def test_as_many_tickets_are_kept_as_the_board_asks_for(least: int) -> None:
    board = facts().copy()
    board["start_keep"], board["ticket_value"] = least, -1
    position, chance = Position.start(CARD_GAME.engine, board, 2), stream(1)
    while position.is_chance:
        position.apply(position.draw(chance))
    assert position.phase == KEEP_START
    action = make("planner-1").choose(position.seen_by(0), position.legal())
    assert (action - KEEP_SET).bit_count() == least
