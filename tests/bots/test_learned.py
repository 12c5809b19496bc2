"""What the planner has learned: small files that never change unseen, and play that is better for it."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from branchline import boards
from branchline.bots import learned
from branchline.bots.thinking import game_of
from branchline.kinds import new_position
from branchline.training.contest import contest
from branchline.training.learner import fresh

# The first sixteen digits of a hash of the weights, by board. Change one only with new figures in docs/strength.md.
SHIPPED = {
    "cardgame": "d1607d73daaa493d",
    "europe": "ea0c8b2ef6045db0",
    "iberia": "96fe03584bba4974",
    "nederland": "f4ed665435ebe07b",
    "nordic": "48e4c380e768b528",
    "usa": "1bbdd7104f3269cb",
}


def digest(file: Path) -> str:
    net = learned.read(file)
    return hashlib.sha256(b"".join(net[field].tobytes() for field in learned.FIELDS)).hexdigest()[:16]


def test_what_is_shipped_is_what_was_measured() -> None:
    files = {file.stem: file for file in learned.FOLDER.glob("*.npz")}
    assert {name: digest(file) for name, file in files.items()} == SHIPPED
    assert sum(file.stat().st_size for file in files.values()) < 2_000_000


def test_only_who_asks_for_it_plays_by_it() -> None:
    start = new_position(boards.load("usa"), 2)
    assert not game_of(start, {}).weights["learned"].any()
    assert game_of(start, {}, learned=True).weights["learned"].all()


def test_a_board_of_ones_own_has_the_weights_that_were_learned_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = new_position(boards.load("usa"), 2)
    monkeypatch.setattr(learned, "cache_folder", lambda: tmp_path)
    own = fresh(5)
    learned.write(learned.own_file(start.board), own)
    weights = game_of(start, {}, learned=True).weights
    np.testing.assert_allclose(weights["by_move"][0], own["by_move"], atol=1e-3)
    other = new_position(boards.load("nordic"), 2)
    assert not np.allclose(game_of(other, {}, learned=True).weights["by_move"][0], own["by_move"], atol=1e-3)


@pytest.mark.parametrize("board", SHIPPED)
def test_it_beats_the_planner_without_it(board: str) -> None:
    net = learned.read(learned.FOLDER / f"{board}.npz")
    assert contest(board, {}, 2, net, None, 300, 9).share > 0.55
