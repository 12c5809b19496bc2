"""A small share of the long run of random games, and what it wrote."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from soak import GAMES, cases, check_ends, check_nobody_can_move, play, row  # noqa: E402

from branchline.mapgame.rules.pack import pack  # noqa: E402


def test_a_few_games_of_every_case_end_by_the_rules() -> None:
    for seed, (board, players) in enumerate(cases()):
        assert row(board, players, 40, seed).startswith(f"| {board.title} |")


@pytest.mark.parametrize("field", ["hand", "tickets", "owned", "festival_deck", "tokens", "phase", "stations"])
def test_the_check_can_fail(field: str) -> None:
    """Whatever is out of its place at the end of a game is found."""
    board, players = next((board, n) for board, n in cases() if board.name == "iberia")
    ((ends, _),) = play(pack(board), players, 3, 1)
    check_ends(ends, board, players)
    ends[field].reshape(3, -1)[1, 0] ^= np.ones(1, ends[field].dtype)[0]
    with pytest.raises(AssertionError):
        check_ends(ends, board, players)


def test_a_pass_by_somebody_who_could_move_is_found() -> None:
    board, players = next(cases())
    ((ends, _),) = play(pack(board), players, 1, 1)
    ends["passes"] = players
    with pytest.raises(AssertionError):
        check_nobody_can_move(ends, pack(board), players)


def test_the_page_tells_of_every_case() -> None:
    page = (ROOT / "docs" / "soak.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| ([^|]*) \| (\d) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|", page, re.MULTILINE)
    found = [(board, variant, int(players)) for board, variant, players, *_ in rows]
    variants = [", ".join(f"{name} = {str(v).lower()}" for name, v in board.chosen.items()) for board, _ in cases()]
    wanted = [(board.title, variant, n) for (board, n), variant in zip(cases(), variants, strict=True)]
    assert found == wanted, "run tools/soak.py"
    ended = [sum(int(n.replace(",", "")) for n in counts) for _, _, _, *counts in rows]
    assert set(ended) == {GAMES}
