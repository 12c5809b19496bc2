"""Records as tables: every decision with what was seen, and every part of the score."""

from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import branchline
from branchline import boards, observe
from branchline.cli import app
from branchline.dataset import parquet
from branchline.dataset.rows import PARTS, deal, decisions, game_row
from branchline.errors import SetupError
from branchline.game import Game
from branchline.log import Move


def played(board: str, players: int, seed: int, choices: int) -> Game:
    game, rng = branchline.new(board, players, seed=seed), Random(choices)
    while not game.is_over:
        game.play(rng.choice(game.actions()))
    return game


def convert(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["convert", *words])
    assert done.exit_code == code, done.output
    return done.output


def test_every_decision_has_its_row(tmp_path: Path) -> None:
    games = {"one": played("nordic", 3, 1, 1), "other": played("cardgame", 2, 2, 2)}
    for name, game in games.items():
        game.save(tmp_path / f"{name}.txt")
    assert f"2 games in {tmp_path / 'tables'}" in convert(str(tmp_path), "--to", str(tmp_path / "tables"))
    rows = pl.read_parquet(tmp_path / "tables" / "decisions-*.parquet")
    for name, game in games.items():
        mine = rows.filter(game=name)
        told = [
            (move.turn, move.player, action, move.text)
            for move in game.log
            if isinstance(move, Move)
            for action in move.actions
        ]
        assert mine.select("seat", "action", "text").rows() == [row[1:] for row in told]
        assert mine["number"].to_list() == list(range(len(told)))
        assert mine["board"].unique().to_list() == [game.board.name]
        for decision, row in zip(decisions(game), mine.iter_rows(named=True), strict=True):
            assert row["observation"] == observe(decision.position).tolist()
            assert np.flatnonzero(row["mask"]).tolist() == sorted(decision.position.legal())
            assert row["turn"] == decision.position.turn
        shares = mine.group_by("seat").agg(pl.first("outcome"), pl.first("margin")).sort("seat")
        assert shares["outcome"].sum() == pytest.approx(1.0)
        best = sorted(game.scores())
        assert shares["margin"].max() == best[-1] - best[-2]


@pytest.mark.parametrize("board", boards.names())
def test_a_game_has_all_parts_of_its_score(board: str) -> None:
    game = played(board, 2, 3, 3)
    score = game.result()["scores"][0]
    parts = {part for part, value in score.items() if isinstance(value, int)} - {"total", "place"}
    assert parts <= set(PARTS)
    frame = pl.DataFrame([{**game_row(game, "x"), "options": []}], schema=parquet.GAMES)
    seats = frame["seats"].to_list()[0]
    assert {part: seats[0][part] for part in parts} == {part: score[part] for part in parts}
    assert [seat["total"] for seat in seats] == game.scores()


def test_what_was_taken_back_is_left_out() -> None:
    game = branchline.new("nordic", 2, seed=7)
    game.play("keep 1 2")
    game.play("keep 1 2 3")
    before = len(decisions(game))
    game.play("draw deck")
    game.undo()
    assert len(decisions(game)) == before


def test_deals_are_told_apart() -> None:
    one, same, other = (played("nordic", 2, seed, choices) for seed, choices in ((1, 1), (1, 2), (2, 1)))
    assert deal(one) == deal(same) != deal(other)


def test_parts_are_written_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "ROWS", 1)
    game = played("cardgame", 2, 1, 1)
    with suppress(KeyboardInterrupt), parquet.Parts(tmp_path) as parts:
        parts.add(game, "a")
        parts.add(game, "b")
        raise KeyboardInterrupt
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{kind}-0000{i}.parquet" for kind in ("decisions", "games") for i in (0, 1)
    ]
    with pytest.raises(SetupError, match="has Parquet files already; name another folder"):
        parquet.Parts(tmp_path)


def test_a_damaged_record_is_named_and_the_others_are_converted(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    played("cardgame", 2, 1, 1).save(kept / "good.txt")
    (kept / "bad.txt").write_text("branchline record 1\nboard: nordic\n", encoding="utf-8")
    branchline.new("nordic", 2, seed=1).save(kept / "unfinished.txt")
    said = convert(str(kept), "--to", str(tmp_path / "tables"), code=5)
    assert "bad.txt: " in said
    assert "unfinished.txt: the game is not over" in " ".join(said.split())
    assert "1 game in " in said
    assert "2 of 3 records could not be converted" in said
    assert pl.read_parquet(tmp_path / "tables" / "games-*.parquet")["game"].to_list() == ["good"]
    assert "there is no file or folder" in convert(str(tmp_path / "none"), "--to", str(tmp_path / "x"), code=3)
