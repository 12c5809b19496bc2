"""`branchline analyse`: what it prints and writes, and what it says of records that are none."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import branchline
from branchline.boards.starter import write_starter
from branchline.bots import make
from branchline.cli import app
from branchline.record import BOARD_FILE

GOLDEN = Path(__file__).parents[1] / "golden"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_a_game_is_analysed(tmp_path: Path) -> None:
    record, page = sorted(GOLDEN.glob("cardgame*.txt"))[0], tmp_path / "review.html"
    done = run("analyse", str(record), "--playouts", "400", "--json", "--html", str(page))
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert {"luck", "skill", "costliest"} <= found["players"][0].keys()
    assert found["chances"][-1]["chances"] == [player["end"] for player in found["players"]]
    assert "<svg" in page.read_text(encoding="utf-8")


def own_record(folder: Path, carried: bool) -> tuple[Path, Path]:
    """The record of a game on a board of one's own, with or without the board, and the board's file."""
    board, record = folder / "mine.toml", folder / "mine.txt"
    if not board.exists():
        write_starter(board)
    game = branchline.new(board, players=2, seed=5)
    bot = make("greedy", 1)
    for _ in range(40):
        if not game.is_over:
            game.play(bot.choose(game.position.seen_by(game.player), game.actions()))
    written = game.record()
    record.write_text(written if carried else written.partition(f"\n{BOARD_FILE}\n")[0], encoding="utf-8")
    return record, board


def test_a_game_on_a_board_of_ones_own_is_analysed(tmp_path: Path) -> None:
    record, board = own_record(tmp_path, carried=True)
    assert run("analyse", str(record), "--playouts", "200").exit_code == 0
    record, board = own_record(tmp_path, carried=False)
    failed = run("analyse", str(record), "--playouts", "200")
    assert failed.exit_code == 5
    done = run("analyse", str(record), "--playouts", "200", "--board", str(board))
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("lines", [3, 6, 12, 40])
def test_a_record_cut_short_is_analysed_as_far_as_it_goes(tmp_path: Path, lines: int) -> None:
    cut, page = tmp_path / "cut.txt", tmp_path / "review.html"
    whole = (GOLDEN / "usa-3-builders.txt").read_text(encoding="utf-8")
    cut.write_text("\n".join(whole.splitlines()[:lines]), encoding="utf-8")
    done = run("analyse", str(cut), "--playouts", "100", "--json", "--html", str(page))
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert not found["finished"]
    assert sum(player["end"] for player in found["players"]) == pytest.approx(1, abs=0.001)
    written = page.read_text(encoding="utf-8")
    assert "Not finished" in written
    assert "missed" not in written, "there is still time"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a game record"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"branchline record 1\nboard: atlantis\nplayers: Anna; Bo\n\n", "atlantis"),
        (b"branchline record 1\nboard: usa\nplayers: Anna; Bo\n\n1 Anna: claim everything\n", "line 5"),
        (b"x" * 5_000_001, "5,000,000 bytes"),
        (b"branchline record 1\n" + b"#\n" * 20_000, "20000 lines"),
    ],
)
def test_what_is_no_record_is_not_analysed(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    failed = run("analyse", str(file))
    assert failed.exit_code == 5
    assert says in " ".join(failed.output.split())


def test_an_analysis_has_one_limit() -> None:
    record = sorted(GOLDEN.glob("cardgame*.txt"))[0]
    assert run("analyse", str(record), "--playouts", "400", "--seconds", "5").exit_code == 2
