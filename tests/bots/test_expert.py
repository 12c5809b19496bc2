"""The expert's search: done where little is at stake, if it is asked to be."""

from itertools import islice
from random import Random

import pytest
from bot_games import play

from branchline.bots import ExpertPlayer, make
from branchline.bots.expert import Manner
from branchline.planner.search import GAMES
from branchline.position import Position


def views(board: str) -> list[Position]:
    game = play(board, [make("planner", 1), make("planner", 2)], 3)
    return [position.seen_by(position.player) for position, _ in islice(game, 4, 60, 8)]


@pytest.mark.parametrize("board", ["usa", "cardgame"])
def test_a_search_ends_early_where_little_is_at_stake(board: str) -> None:
    most = 800
    done = {
        stake: [
            ExpertPlayer(Random(1), None, most, 1, Manner(stake=stake)).search(view, 5).sums[:, GAMES].sum()
            for view in views(board)
        ]
        for stake in (0.0, 0.01, 1.0)
    }
    assert all(n <= most for counts in done.values() for n in counts)
    assert sum(done[1.0]) < sum(done[0.01]) < 0.95 * sum(done[0.0])


def test_an_early_end_is_the_same_with_any_number_of_threads() -> None:
    for view in views("usa")[:4]:
        one, other = (
            ExpertPlayer(Random(1), None, 300, threads, Manner(stake=0.002)).search(view, 5) for threads in (1, 2)
        )
        assert one.sums.tobytes() == other.sums.tobytes()
