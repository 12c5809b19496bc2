"""What a kind keeps of the boards in use."""

import pickle
from dataclasses import replace

import branchline
from branchline import boards
from branchline.kinds import board_of, packed


def test_a_position_knows_its_board_however_many_were_loaded_since() -> None:
    game = branchline.new("nordic", 2, seed=1)
    nordic = boards.load_map("nordic")
    for i in range(40):
        packed(replace(nordic, title=f"Another {i}", routes=nordic.routes[i:]))
    assert board_of(game.position) == nordic


def test_a_position_that_was_pickled_knows_its_board() -> None:
    game = branchline.new("usa", 2, seed=1)
    assert board_of(pickle.loads(pickle.dumps(game.position))) == game.board
