"""Games of the Card Game saved, loaded, taken back and told as events."""

import json
from pathlib import Path
from random import Random

import pytest
from styles import choose

import branchline
from branchline.cardgame.rules.state import COMPLETE
from branchline.errors import MoveError, RecordError
from branchline.game import Game
from branchline.log import Undo
from branchline.replay import check
from cardgame.random_play import STYLES, effort

NAMES = ["Anna", "Björn", "Chloë", "Dag"]
PLAYERS = [2, 3, 4]


def random_game(players: int, seed: int, decisions: int = 10_000, undo: float = 0.0) -> Game:
    """A game of so many decisions, or to its end; at each one a move may be taken back first."""
    rng = Random(f"{players} {seed}")
    game = branchline.new("cardgame", NAMES[:players], seed)
    game.date = "2024-02-29"
    style = rng.choice(list(STYLES))
    for _ in range(decisions):
        if game.is_over:
            break
        if rng.random() < undo and game.standing:
            game.undo()
        game.play(choose(game.position, rng, style))
    return game


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("games", effort(2, 40))
def test_save_and_load(players: int, games: int, tmp_path: Path) -> None:
    for seed in range(games):
        game = random_game(players, seed, undo=0.05 * (seed % 2))
        game.save(tmp_path / "game.txt")
        again = check(tmp_path / "game.txt")
        assert again.record() == game.record()
        assert again.position.states.tobytes() == game.position.states.tobytes()
        assert again.result() == game.result()
        assert any(isinstance(entry, Undo) for entry in game.log) == (seed % 2 == 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_is_saved_at_any_decision(players: int) -> None:
    """In the middle of a row or of a choice of tickets too."""
    rng, mid_moves = Random(players), 0
    game = branchline.new("cardgame", NAMES[:players], 3)
    while not game.is_over:
        if rng.random() < (0.5 if game.position.record.phase == COMPLETE else 0.06):
            mid_moves += game.notation.is_mid_move(game.position)
            again = branchline.loads(game.record())
            assert again.record() == game.record()
            assert again.position.states.tobytes() == game.position.states.tobytes()
        game.play(choose(game.position, rng, "layer"))
    assert mid_moves > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_undo_gives_back_the_exact_position(players: int) -> None:
    game = random_game(players, 1)
    before = [position.states.tobytes() for position in game.standing]
    while before:
        game.undo()
        assert game.position.states.tobytes() == before.pop()
    assert game.turn == 0
    assert game.position.states.tobytes() == game.steps[-1].after.states.tobytes()


def test_undo_is_free_until_something_is_revealed() -> None:
    game = random_game(2, 2)
    assert not game.undo_is_free, "the last choice shows what all complete"
    game.undo()
    game = branchline.new("cardgame", 2, seed=4)
    game.play("keep 1")
    assert game.undo_is_free
    game.play("keep 1")
    laying = next(move for move in game.moves() if move.startswith("lay"))
    game.play(laying)
    assert game.undo_is_free
    game.play("draw deck")
    assert not game.undo_is_free


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_cut_at_any_line(players: int) -> None:
    game = random_game(players, 5, decisions=25)
    lines = game.record().splitlines(keepends=True)
    positions = {p.states.tobytes() for step in game.steps for p in (step.before, step.after)}
    for n in range(lines.index("\n") + 1, len(lines)):
        assert branchline.loads("".join(lines[:n])).position.states.tobytes() in positions


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("cardgame ", "cardgame 0000", "another cardgame board"),
        ("deal Anna: ", "deal Anna: pink, ", "no card 'pink'"),
        ("keep ", "keep Oslo–Bergen 4; ", "no city 'oslo'"),
        ("lay ", "lay 9 ", "line"),
        ("display: ", "tickets Anna: ", "chance would fill"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(old: str, new: str, reason: str) -> None:
    text = random_game(2, 7).record()
    assert old in text
    with pytest.raises(RecordError, match="line") as error:
        branchline.loads(text.replace(old, new, 1))
    assert reason in str(error.value)


def test_it_is_refused_out_of_turn() -> None:
    game = branchline.new("cardgame", ["Anna", "Bo"], seed=1)
    with pytest.raises(MoveError, match="Anna's move") as error:
        game.play("keep 1", "Bo")
    assert error.value.rule == "C-SET-5"


@pytest.mark.parametrize("players", PLAYERS)
def test_events_tell_the_whole_game(players: int) -> None:
    """Whoever adds up the events knows who completed what, who was robbed, and what reached each platform."""
    game = random_game(players, 11)
    platforms: dict[str, int] = dict.fromkeys(game.names, 0)
    completed: dict[str, int] = dict.fromkeys(game.names, 0)
    for event in game.events():
        assert json.loads(json.dumps(event)) == event
        if event["kind"] == "second_half":
            platforms = dict.fromkeys(game.names, 0)
        if event["kind"] == "to_platform":
            platforms[event["player"]] += sum(event["cards"].values())
        if event["kind"] == "completed":
            completed[event["player"]] += event["points"]
        if event["kind"] == "robbery":
            assert event["by"] != event["player"]
            assert event["colour"] in event["cards"]
    view = game.spectate().as_dict()
    assert list(platforms.values()) == [seat["platform_size"] for seat in view["seats"]]
    assert list(completed.values()) == [seat["score"] for seat in view["seats"]]
    scores = game.result()["scores"]
    for score in scores:
        done = sum(int(ticket.split()[-1]) for ticket in score["done"])
        missed = sum(int(ticket.split()[-1]) for ticket in score["not_done"])
        assert score["tickets"] == done - missed
        assert score["total"] == score["tickets"] + score["bonus"]
