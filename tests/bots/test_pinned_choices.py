"""What the bots choose in fixed games, to the letter: a change of structure must not change play."""

import hashlib
from collections.abc import Callable
from itertools import islice, product

import pytest
from bot_games import play

from branchline.bots import Player, make

# The first sixteen digits of a hash of all choices, by board and bot. Change one only on purpose, with the reason.
CHOICES: dict[tuple[str, str], str] = {
    ("usa", "greedy"): "a4612578b737d967",
    ("usa", "planner-1"): "877aa7129ef5323f",
    ("usa", "expert-1@60n"): "9377a27215f2674b",
    ("europe", "greedy"): "31f01c01dac1d521",
    ("europe", "planner-1"): "4e5b03c48452686e",
    ("europe", "expert-1@60n"): "68f381e7bce452cf",
    ("nordic", "greedy"): "934b011e2f5088d2",
    ("nordic", "planner-1"): "dc04cd2f524f4e01",
    ("nordic", "expert-1@60n"): "10ba5f3dc540f221",
    ("nederland", "greedy"): "e628cd209eb347e2",
    ("nederland", "planner-1"): "9a847d66dc108965",
    ("nederland", "expert-1@60n"): "c8da4e83f5d4babb",
    ("iberia", "greedy"): "60acb77037d65512",
    ("iberia", "planner-1"): "2956a6a459019782",
    ("iberia", "expert-1@60n"): "5effbd8976955596",
    ("cardgame", "greedy"): "f26d5a484b05df05",
    ("cardgame", "planner-1"): "9ddbe9cc5abd7611",
    ("cardgame", "expert-1@60n"): "c8e719bd4f025858",
}
GAMES = {"greedy": 5, "planner-1": 5, "expert-1@60n": 1}  # with each number of players
DECISIONS = {"expert-1@60n": 36}  # of a game; the others play to the end
SEATS = (2, 3)


@pytest.mark.parametrize(("board", "bot"), CHOICES)
def test_choices_are_those_pinned(board: str, bot: str) -> None:
    assert digest(board, bot) == CHOICES[board, bot]


def digest(board: str, bot: str) -> str:
    """A hash of what a bot chooses against itself."""
    return hashed(board, lambda seed: make(bot, seed), GAMES[bot], DECISIONS.get(bot))


def hashed(board: str, made: Callable[[int], Player], games: int, decisions: int | None) -> str:
    """A hash of what bots made with these seeds choose against each other."""
    found = hashlib.sha256()
    for players, game in product(SEATS, range(games)):
        table = [made(10 * game + seat) for seat in range(players)]
        for position, action in islice(play(board, table, 10 * game + players), decisions):
            found.update(f"{position.player} {action}\n".encode())
    return found.hexdigest()[:16]
