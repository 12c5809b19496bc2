"""Draws that follow from a secret: exact odds, the same after an undo, and every other card is found out."""

import hashlib
import hmac
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from branchline import boards, fair
from branchline.cli import app
from branchline.errors import RecordError
from branchline.fair import Draws, Fairness, FairnessError
from branchline.game import Game, new
from branchline.log import Chance, Undo
from branchline.position import Position, stream
from branchline.replay import load, loads

SECRET, NUMBERS = "5e" * 32, ("0a" * 32, "")
COMMITMENT = fair.commit("table", SECRET)


def fair_game(board: str = "nordic", secret: str = SECRET) -> Game:
    """A game whose chance follows from a secret, with a move taken back and made again."""
    game = Game(boards.load(board), ["Anna", "Bo"])
    game.date = "2026-11-17"
    game.fair = Fairness("table", COMMITMENT, NUMBERS, SECRET)
    draws = Draws(fair.make_key(secret, COMMITMENT, NUMBERS))
    deal(game, draws)
    for number in range(12):
        stood = draws.drawn
        game.move(game.moves()[0] if game.turn == 0 else "draw deck")
        deal(game, draws)
        if number in (5, 6):
            game.undo()
            draws.drawn = stood
    return game


def deal(game: Game, draws: Draws) -> None:
    """Let chance do everything it has to."""
    while game.position.is_chance:
        game.chance(draws(game.position))


def check(game: Game) -> int:
    """How many draws are right, or what is wrong."""
    return fair.check(game.fair, game)


@pytest.mark.parametrize("board", ["nordic", "iberia", "cardgame"])
def test_every_draw_follows_from_the_secret(board: str) -> None:
    game = fair_game(board)
    assert check(game) == sum(isinstance(entry, Chance) for entry in game.log) > 20


def test_a_move_taken_back_and_made_again_brings_the_same_card() -> None:
    log = fair_game().log
    first, again = (i for i, entry in enumerate(log) if isinstance(entry, Undo))
    assert isinstance(log[first - 1], Chance)
    assert log[first - 2 : first] == log[first + 1 : first + 3] == log[again - 2 : again]


def test_another_card_is_found_out() -> None:
    game = fair_game(secret="11" * 32)
    with pytest.raises(FairnessError, match=r"draw 1 \(deal Anna\) was \w+, but by the secret it is \w+"):
        check(game)


def test_another_secret_is_found_out() -> None:
    game = fair_game()
    game.fair = Fairness("table", COMMITMENT, NUMBERS, "11" * 32)
    with pytest.raises(FairnessError, match="not the one that was committed to"):
        check(game)


def test_a_game_without_a_secret_says_so() -> None:
    game = new("nordic", 2, seed=1)
    with pytest.raises(FairnessError, match="without a commitment"):
        check(game)
    game.fair = Fairness("table", COMMITMENT, NUMBERS)
    with pytest.raises(FairnessError, match="once the game is over"):
        check(game)


def test_a_draw_is_what_any_hmac_tool_says() -> None:
    key = hmac.new(bytes.fromhex(SECRET), f"{COMMITMENT} {NUMBERS[0]} -".encode(), hashlib.sha256).digest()
    number = int(hmac.new(key, b"17 0", hashlib.sha256).hexdigest()[:16], 16)
    assert hashlib.sha256(f"branchline fair 1 table {SECRET}".encode()).hexdigest() == COMMITMENT
    outcomes = [(outcome, 1) for outcome in range(1000)]
    assert fair.draw(fair.make_key(SECRET, COMMITMENT, NUMBERS), 17, outcomes) == number % 1000


def test_every_number_below_the_sum_of_the_weights_picks_by_weight() -> None:
    outcomes = [(4, 3), (0, 1), (8, 14)]
    assert Counter(fair.pick(n, outcomes) for n in range(18)) == {4: 3, 0: 1, 8: 14}
    with pytest.raises(ValueError, match="not below"):
        fair.pick(18, outcomes)


def test_the_incomplete_last_part_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """2⁶⁴ = 3 n + 1: the last number would make the first outcome likelier."""
    numbers = iter([2**64 - 1, 5])
    monkeypatch.setattr(fair, "_number", lambda *_: next(numbers))
    assert fair.draw(b"", 1, [(10, 1), (11, 1), (12, 1)]) == 12
    assert list(numbers) == []


def far_from(found: Counter[int], position: Position, draws: int) -> float:
    """How far counts are from the odds (chi squared a degree of freedom; some 1 if they agree)."""
    outcomes = position.outcomes()
    total = sum(weight for _, weight in outcomes)
    expected = {outcome: draws * weight / total for outcome, weight in outcomes}
    assert found.keys() <= expected.keys()
    return sum((found[o] - n) ** 2 / n for o, n in expected.items()) / (len(expected) - 1)


@pytest.mark.parametrize("moves", [0, 9])
def test_the_odds_are_those_of_the_engine(moves: int) -> None:
    game = new("nordic", 3, seed=3)
    for _ in range(moves):
        game.play(game.moves()[0] if game.turn == 0 else "draw deck")
    game.move(game.moves()[0] if game.turn == 0 else "draw tickets" if moves else "draw deck")
    position = game.position if game.position.is_chance else game.start
    draws, engine, n = Draws(b"k" * 32), stream(1), 20_000
    by_secret, by_engine = Counter(draws(position) for _ in range(n)), Counter(position.draw(engine) for _ in range(n))
    assert far_from(by_secret, position, n) < 2
    assert far_from(by_engine, position, n) < 2
    unforeseen = Counter(fair.draw_unforeseen(position) for _ in range(n))
    assert far_from(unforeseen, position, n) < 2.5


def test_a_record_carries_all_that_is_needed(tmp_path: Path) -> None:
    game = fair_game()
    text = game.record()
    assert f"fair-commitment: {COMMITMENT}\nfair-numbers: {NUMBERS[0]}; -\nfair-secret: {SECRET}\n" in text
    again = loads(text)
    assert again.fair == game.fair
    assert again.record() == text
    game.save(tmp_path / "game.txt")
    done = CliRunner().invoke(app, ["replay", str(tmp_path / "game.txt"), "--fair"])
    assert done.exit_code == 0, done.output
    assert "all 33 draws are as the secret says that was committed to before the game" in done.output


def test_the_command_says_the_first_draw_that_differs(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    fair_game(secret="11" * 32).save(path)
    done = CliRunner().invoke(app, ["replay", str(path), "--fair"])
    assert done.exit_code == 5
    assert "draw 1 (deal Anna) was" in done.output
    new("nordic", 2, seed=1).save(path)
    done = CliRunner().invoke(app, ["replay", str(path), "--fair"])
    assert (done.exit_code, "without a commitment" in done.output) == (5, True)
    assert load(path).fair is None


def test_a_number_that_is_none_is_refused() -> None:
    text = fair_game().record().replace(SECRET, "5e")
    with pytest.raises(RecordError, match="64 digits"):
        loads(text)
    with pytest.raises(RecordError, match="each of the 2 players"):
        loads(fair_game().record().replace("; -\n", "\n"))
