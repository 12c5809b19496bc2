"""How many train cards there are is the board's to say, as far as they can be counted and paid with."""

import pytest

import branchline
from branchline import boards
from branchline.position import stream

EUROPE = boards.text("europe").replace('name = "europe"', 'name = "mine"', 1)


def with_rules(lines: str) -> str:
    """A board of one's own with further rules."""
    return EUROPE.replace("[rules]\n", f"[rules]\n{lines}\n", 1)


def test_a_game_is_played_with_the_cards_of_its_board() -> None:
    board = boards.loads(with_rules("colour_cards = 14\nlocomotives = 8"), "mine.toml")
    game = branchline.new(board, players=3, seed=4)
    position, chance = game.position.copy(), stream(4)
    turns = 0
    while not position.is_over and turns < 400:
        s = position.record
        cards = s.deck + s.discards + s.display + s.paid + s.turned + s.hand.sum(axis=0)
        assert cards.tolist() == [14] * 8 + [8]
        position.apply(position.draw(chance) if position.is_chance else position.legal()[-1])
        turns += 1
    assert turns > 100


def test_shipped_boards_have_the_cards_of_the_box() -> None:
    for name in boards.names():
        board = boards.load(name)
        if board.kind == "map":
            assert branchline.new(name, seed=1).position.board["cards"][0].tolist() == [12] * 8 + [14]


@pytest.mark.parametrize(
    ("lines", "entry", "said"),
    [
        ("colour_cards = 14\nlocomotives = 14", "rules.colour_cards", "126 train cards; 120 at most"),
        ("colour_cards = 1\nlocomotives = 3", "rules.start_hand", "11 train cards, but hands and display need"),
        ("colour_cards = 15", "rules.colour_cards", "15 is out of range"),
        ("locomotives = 1", "routes[", "needs 2 locomotives, and there are 1; shorten it"),
        ("colour_cards = 3\nlocomotives = 2", "routes[", "needs 4 cards of a colour, and there are 3"),
    ],
)
def test_a_deck_that_cannot_be_played_with_is_named(lines: str, entry: str, said: str) -> None:
    problems = boards.check(with_rules(lines), "mine.toml")
    assert any(problem.entry.startswith(entry) and said in str(problem) for problem in problems), problems
