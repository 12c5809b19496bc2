"""Words and bots read the game: in a changed one they say its numbers."""

from pathlib import Path
from random import Random

import pytest

from branchline import boards, new
from branchline.actions import Draw, DrawDeck, KeepTickets
from branchline.boardfile.cards import CARDS
from branchline.boards.loader import FOLDERS
from branchline.cardgame.actions import action_space
from branchline.cardgame.greedy import GreedyBot
from branchline.cardgame.talk.game import as_cards
from branchline.cardgame.talk.situation import asked
from branchline.engine.phases import TURN
from branchline.errors import MoveError
from branchline.game import Game
from branchline.kinds import kind_of

BLUE = CARDS.index("blue")


def changed(tmp_path: Path, rules: str) -> Game:
    """A new game in which some rule fields are others."""
    text = (FOLDERS[1] / "cardgame.toml").read_text(encoding="utf-8").replace('name = "cardgame"', 'name = "mine"', 1)
    names = [line.partition(" ")[0] for line in rules.splitlines()]
    lines = [line for line in text.splitlines() if line.partition(" ")[0] not in names]
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(lines).replace("[rules]", f"[rules]\n{rules}", 1), encoding="utf-8")
    return new(boards.load(path), 2, seed=1)


@pytest.mark.parametrize(
    ("least", "line"),
    [
        (0, "Keep any of these 6. For example: keep 1. Or: keep all, or keep none."),
        (1, "Keep at least 1 of these 6. For example: keep 1. Or: keep all."),
        (3, "Keep at least 3 of these 6. For example: keep 1 2 3. Or: keep all."),
    ],
)
def test_the_least_number_of_tickets(tmp_path: Path, least: int, line: str) -> None:
    game = changed(tmp_path, f"start_keep = {least}")
    assert asked(as_cards(game), 0)[-1] == line
    few = f"at least {least}" if least else "any"
    with pytest.raises(MoveError, match=f"first choose tickets: keep {few} of the 6 tickets"):
        game.play("draw deck")


def test_the_cards_of_the_deck(tmp_path: Path) -> None:
    game = changed(tmp_path, "colour_cards = 9\nlocomotives = 8")
    for _ in range(2):
        game.play(KeepTickets(0, 1))
    with pytest.raises(MoveError, match="that number is too high; the game has 80 train cards"):
        kind_of(game.board).talk(game).read_move("lay 81 red")
    with pytest.raises(MoveError, match="nobody can pay 100 red; there are 9 red"):
        game.play("lay 100 red")


def test_greedy_hopes_for_no_locomotive_where_there_is_none(tmp_path: Path) -> None:
    """Of 4 purple, 2 white and 1 blue that it lacks, a blind card is one with odds of 7 in 8, not of 9.5 in 9."""
    position = changed(tmp_path, "locomotives = 0\nstart_locomotives = 0").position.seen_by(0)
    s, space = position.record, action_space(position.board)
    position.board["need"][0][0] = 4 | 2 << 8 | 1 << 8 * BLUE
    s.tickets[0], s.hand[0], s.turns_left = 1, 0, 0
    s.phase = TURN
    legal = [space.number(action) for action in (Draw("blue"), DrawDeck())]
    assert {GreedyBot(Random(seed)).choose(position, legal) for seed in range(5)} == {legal[0]}
