"""A record tells its game exactly; a damaged one is refused with the line, and with nothing worse."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from branchline import boards
from branchline.boards import AnyBoard
from branchline.errors import RecordError
from branchline.game import Game
from branchline.log import Move, Undo
from branchline.mapgame.board import Board
from branchline.position import Position
from branchline.replay import load, loads

from .conftest import Case, effort, game_of
from .random_games import random_game, short_board


def bytes_of(game: Game) -> bytes:
    """The game's position as bytes."""
    return game.position.states.tobytes()


def read(text: str, board: Board | None = None) -> Game | RecordError:
    """The game of a record, or why it cannot be read; any other error is not caught."""
    try:
        return loads(text, board)
    except RecordError as error:
        return error


def replayed(game: Game) -> bytes:
    """The bytes to which a game's log leads from its start."""
    position = game.start.copy()
    before: list[Position] = []
    for entry in game.log:
        if isinstance(entry, Undo):
            position = before.pop()
            continue
        if isinstance(entry, Move):
            before.append(position.copy())
        for action in entry.actions if isinstance(entry, Move) else (entry.outcome,):
            position.apply(action)
    return position.states.tobytes()


@pytest.mark.parametrize("games", effort(1, 10))
def test_save_and_load(case: Case, games: int, tmp_path: Path) -> None:
    for seed in range(games):
        game = random_game(case, seed)
        path = tmp_path / f"{seed}.txt"
        game.save(path)
        again = load(path, None if seed == 0 and case.players == 2 else case.loaded)
        assert again.is_over
        assert again.record() == game.record() == path.read_text(encoding="utf-8")
        assert bytes_of(again) == bytes_of(game)
        assert again.log == game.log
        assert again.result() == game.result()


@pytest.mark.parametrize("games", effort(3, 30))
def test_a_game_in_progress_is_saved_too(case: Case, games: int) -> None:
    for seed in range(games):
        game = random_game(case, seed, decisions=7 * seed)
        again = loads(game.record(), case.loaded)
        assert again.record() == game.record()
        assert bytes_of(again) == bytes_of(game)


@pytest.mark.parametrize("games", effort(1, 10))
def test_the_same_log_leads_to_the_same_state(case: Case, games: int) -> None:
    for seed in range(games):
        game = random_game(case, seed, undo=0.1)
        assert replayed(game) == replayed(game) == bytes_of(game)
        assert game.start.states.tobytes() == case.start().states.tobytes()


@pytest.mark.parametrize("games", effort(2, 20))
def test_undo_gives_back_the_exact_position(case: Case, games: int) -> None:
    for seed in range(games):
        game = random_game(case, seed, decisions=15 + 15 * seed)
        before = [position.states.tobytes() for position in game.standing]
        while before:
            game.undo()
            assert bytes_of(game) == before.pop()
        assert game.turn == 0


@pytest.mark.parametrize("games", effort(1, 20))
def test_records_with_undo(case: Case, games: int) -> None:
    undone = 0
    for seed in range(games):
        game = random_game(case, seed, undo=0.25, board=short_board(case))
        undone += sum(isinstance(entry, Undo) for entry in game.log)
        again = loads(game.record(), short_board(case))
        assert again.record() == game.record()
        assert bytes_of(again) == bytes_of(game)
    assert undone > 0


@pytest.mark.parametrize("games", effort(1, 5))
def test_a_record_cut_at_any_line(case: Case, games: int) -> None:
    for seed in range(games):
        game = random_game(case, seed, 25, undo=0.05, board=short_board(case))
        lines = game.record().splitlines(keepends=True)
        after_head = lines.index("\n")
        positions = {p.states.tobytes() for step in game.steps for p in (step.before, step.after)}
        for n in range(len(lines) + 1):
            part = read("".join(lines[:n]), short_board(case))
            if isinstance(part, RecordError):
                assert n < after_head
                assert part.line is not None
            else:
                assert bytes_of(part) in positions
                assert part.is_over == (bytes_of(part) == bytes_of(game) and game.is_over)


DAMAGE = st.sampled_from(["replace", "insert", "delete", "swap", "double"])


def damage(text: str, how: str, i: int, character: str) -> str:
    """A text with one character changed, put in, left out, swapped with the next or doubled."""
    match how:
        case "replace":
            return text[:i] + character + text[i + 1 :]
        case "insert":
            return text[:i] + character + text[i:]
        case "delete":
            return text[:i] + text[i + 1 :]
        case "swap":
            return text[:i] + text[i + 1 : i + 2] + text[i : i + 1] + text[i + 2 :]
    return text[:i] + text[i : i + 1] * 2 + text[i + 1 :]


CHARACTERS = st.sampled_from("0123456789,;:#–- ()\n\r\t\0\x1cabnprst=…é²٣") | st.characters(codec="utf-8")


@pytest.mark.parametrize("examples", effort(100, 2000))
@pytest.mark.parametrize("whole", [game_of("usa", 2), game_of("nordic", 3), game_of("iberia", 2)], ids=str)
def test_a_damaged_record(whole: Case, examples: int) -> None:
    """Damage below the head; the board is given, so that it need not be read again."""
    game = random_game(whole, 4, decisions=40, undo=0.05)
    text = game.record()
    head = text.index("\n\n")

    @settings(max_examples=examples)
    @given(how=DAMAGE, i=st.integers(head, len(text) - 1), character=CHARACTERS)
    def is_refused_or_read(how: str, i: int, character: str) -> None:
        found = read(damage(text, how, i, character), whole.loaded)
        assert isinstance(found, Game) or found.line is not None

    is_refused_or_read()


@pytest.mark.parametrize("examples", effort(120, 1500))
def test_a_damaged_head(examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    case = game_of("nordic", 2, strict_tunnel_locomotives=True, start_hand=5)
    text = random_game(case, 4, decisions=2).record()
    head = text.index("\n\n") + 2
    real = boards.load
    as_written = {key: str(value).lower() for key, value in case.options}

    def quick_load(name: str, options: Mapping[str, object]) -> AnyBoard:
        """The board as it is, without reading it again; whatever else is asked for is looked up."""
        return case.loaded if (name, options) == (case.board, as_written) else real(name, options)

    monkeypatch.setattr(boards, "load", quick_load)

    @settings(max_examples=examples)
    @given(how=DAMAGE, i=st.integers(0, head), character=CHARACTERS)
    def is_refused_or_read(how: str, i: int, character: str) -> None:
        damaged = damage(text, how, i, character)
        assume(damaged != text)
        read(damaged)

    is_refused_or_read()


@pytest.mark.parametrize(
    "players",
    ["Anna", "Anna; Anna", "Anna; ", "Anna; Björn; Chloë; D", "", ";", "Anna# Björn"],
)
def test_a_head_with_wrong_players(players: str) -> None:
    with pytest.raises(RecordError):
        loads(f"branchline record 1\nboard: nordic\nplayers: {players}\n\n")


@pytest.mark.parametrize("board", ["", "atlantis", "nordic 00000000", "a\0b", "..", "/", "nordic" * 100])
def test_a_head_with_a_wrong_board(board: str) -> None:
    with pytest.raises(RecordError):
        loads(f"branchline record 1\nboard: {board}\nplayers: Anna; Björn\n\n")


@pytest.mark.parametrize("options", ["start_hand", "start_hand=6", "stations=1", "=", "start_hand=5,,"])
def test_a_head_with_wrong_options(options: str) -> None:
    with pytest.raises(RecordError):
        loads(f"branchline record 1\nboard: usa\noptions: {options}\nplayers: Anna; Björn\n\n")
