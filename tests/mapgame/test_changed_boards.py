"""Words and bots read the board: on a changed one they say its numbers."""

from pathlib import Path

import pytest

from branchline import boards, new
from branchline.actions import DrawDeck, DrawTickets, KeepTickets
from branchline.boards.loader import FOLDERS
from branchline.errors import MoveError
from branchline.game import Game
from branchline.kinds import packed
from branchline.mapgame.board import Board
from branchline.mapgame.network import Network
from branchline.mapgame.talk.game import as_map
from branchline.mapgame.talk.help import help_lines
from branchline.mapgame.talk.news import MapNews
from branchline.mapgame.talk.reading import read_move
from branchline.mapgame.talk.situation import asked


def changed(tmp_path: Path, board: str, *changes: tuple[str, str]) -> Board:
    """A board like another, with some of its lines changed."""
    text = (FOLDERS[0] / f"{board}.toml").read_text(encoding="utf-8")
    for old, other in changes:
        assert old in text
        text = text.replace(old, other, 1)
    text = text.replace(f'name = "{board}"', 'name = "mine"', 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return boards.load_map(path)


def rule_of(game: Game, move: str) -> str | None:
    with pytest.raises(MoveError) as refused:
        game.play(move)
    return refused.value.rule


@pytest.mark.parametrize(("locomotives", "words"), [(2, "two locomotives"), (3, "three locomotives")])
def test_so_many_locomotives_reset_the_display(tmp_path: Path, locomotives: int, words: str) -> None:
    board = changed(tmp_path, "usa", ("[rules]", f"[rules]\ndisplay_reset = {locomotives}"))
    games = (new(board, ["Anna", "Bo"], seed) for seed in range(500))
    game, reset = next((g, e) for g in games for e in g.events() if e["kind"] == "reset")
    assert reset["reason"] == f"{words} in the display"
    assert f"  # {words}: a new display\n" in game.record()
    assert f"{words.capitalize()}: the display is dealt anew." in MapNews(as_map(game), 0).since(game, 0)


def test_the_nordic_rules_are_those_of_the_fields_not_of_a_name(tmp_path: Path) -> None:
    game = new(changed(tmp_path, "nordic", ('name = "nordic"', 'name = "lapland"')), 2, seed=1)
    assert rule_of(game, "keep 1") == "N-SET-5"
    for _ in range(2):
        game.play(KeepTickets(0, 1))
    game.play(DrawDeck())
    assert rule_of(game, "draw tickets") == "N-DRAW-1"


def test_a_nordic_with_the_rules_of_the_base_game_names_these(tmp_path: Path) -> None:
    both, bottom = "display_locomotive_is_both_cards = ", '\nreturned = "'
    board = changed(tmp_path, "nordic", (f"{both}false", f"{both}true"), (f"{bottom}removed", f"{bottom}bottom"))
    game = new(board, 2, seed=1)
    assert rule_of(game, "keep 1") == "B-SET-4"
    for _ in range(2):
        game.play(KeepTickets(0, 1))
    game.play(DrawDeck())
    assert rule_of(game, "draw tickets") == "B-DRAW-1"


@pytest.mark.parametrize(
    ("least", "line"),
    [
        (1, "Keep at least 1 of these 3. For example: keep 1. Or: keep all."),
        (3, "Keep at least 3 of these 3. For example: keep 1 2 3. Or: keep all."),
    ],
)
def test_the_least_number_of_tickets(tmp_path: Path, least: int, line: str) -> None:
    board = changed(tmp_path, "usa", ("[rules]", f"[rules]\nstart_keep = {least}\ndraw_keep = {least}"))
    game = new(board, 2, seed=1)
    few = f"at least {least}"
    assert asked(as_map(game), 0)[-1] == line
    for _ in range(2):
        game.play(KeepTickets(0, 1, 2))
    game.play(DrawTickets())
    assert asked(as_map(game), 0)[-1] == line
    with pytest.raises(MoveError, match=f"first choose tickets: keep {few} of the 3 tickets"):
        game.play("draw deck")
    assert f"You draw 3 and keep {few}." in help_lines(board, "tickets")


def test_the_cards_of_the_deck(tmp_path: Path) -> None:
    board = changed(tmp_path, "usa")
    assert Network(packed(board)).share == pytest.approx([12 / 110] * 8 + [14 / 110])
    packed(board)["cards"][0] = [11] * 8 + [5]
    assert Network(packed(board)).share == pytest.approx([11 / 93] * 8 + [5 / 93])
    game = new(board, 2, seed=1)
    for _ in range(2):
        game.play(KeepTickets(0, 1))
    with pytest.raises(MoveError, match="that number is too high; the game has 93 train cards"):
        read_move(as_map(game), "claim Boston–Montréal (grey 1) for 94 red")
    with pytest.raises(MoveError, match="nobody can pay 100 locomotive; there are 5 locomotives"):
        game.play("claim Boston–Montréal (grey 1) for 100 locomotives")
    with pytest.raises(MoveError, match="nobody can pay 100 red; there are 11 red"):
        game.play("claim Boston–Montréal (grey 1) for 100 red")


def test_no_ticket_need_be_kept_at_the_start(tmp_path: Path) -> None:
    game = new(changed(tmp_path, "usa", ("[rules]", "[rules]\nstart_keep = 0")), 2, seed=1)
    line = "Keep any of these 3. For example: keep 1. Or: keep all, or keep none."
    assert asked(as_map(game), 0)[-1] == line
