"""Names and counts in words: read as people write them, and in bounded time whatever is written."""

import time

import pytest

import branchline
from branchline.boardfile.cards import CARDS
from branchline.errors import BranchlineError, MoveError, RecordError
from branchline.names import nearest, parse_payment
from branchline.record import LONGEST_LINE, MOST_LINES, read, read_options
from branchline.replay import loads

LONG = 100_000
DECK = [12] * 8 + [14]


def cards(**counts: int) -> list[int]:
    """Counts of cards by name."""
    return [counts.get(name, 0) for name in CARDS]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("4 red", cards(red=4)),
        ("red 4", cards(red=4)),
        ("3 red, 1 locomotive", cards(red=3, locomotive=1)),
        ("3 red and 1 loco", cards(red=3, locomotive=1)),
        ("3red+1loco", cards(red=3, locomotive=1)),
        ("2 x blue & 1x green", cards(blue=2, green=1)),
        ("2xblue", cards(blue=2)),
        ("red 2 blue 1", cards(red=2, blue=1)),
        ("1 red 1 red", cards(red=2)),
    ],
)
def test_cards_are_read_as_people_write_them(text: str, right: list[int]) -> None:
    assert parse_payment(text, DECK) == right


@pytest.mark.parametrize(
    "text", ["", "red", "3", "3, red", "red and 3", "3 red 4", "red 3 blue", "3 red!", "² red", "_"]
)
def test_what_is_not_clear_is_refused(text: str) -> None:
    with pytest.raises(MoveError, match="cannot read the cards"):
        parse_payment(text, DECK)


def test_nobody_can_pay_a_hundred() -> None:
    with pytest.raises(MoveError, match="nobody can pay 100 red"):
        parse_payment("100 red", DECK)


HOSTILE = ["1" * LONG, "a" * LONG, "1 " * LONG, " " * LONG + "1", "1" + " " * LONG + "x" + " " * LONG, "x" * LONG + "1"]


@pytest.mark.parametrize("text", HOSTILE)
def test_cards_are_read_in_bounded_time(text: str) -> None:
    began = time.process_time()
    with pytest.raises(MoveError) as error:
        parse_payment(text, DECK)
    assert time.process_time() - began < 1
    assert len(str(error.value)) < 1000


@pytest.mark.parametrize("board", ["usa", "cardgame"])
@pytest.mark.parametrize(
    "verb", ["", "claim ", "claim Seattle–Portland for ", "draw ", "keep ", "lay ", "take festival "]
)
def test_a_move_is_refused_in_bounded_time(board: str, verb: str) -> None:
    game = branchline.new(board, 2, seed=1)
    began = time.process_time()
    for text in ("1" * 400, "ab" * 200, "seattle-" * 50, "clam atlanta" * 30, "1," * 200):
        with pytest.raises(BranchlineError):
            game.play(verb + text)
    assert time.process_time() - began < 0.5


def test_a_hint_is_found_among_many_names() -> None:
    known = [f"claim {a}–{b} with {c}" for a in "ABCDEFG" for b in "HIJKLMNOP" for c in CARDS]
    assert nearest("clam B–K with blue", known) == " (did you mean claim B–K with blue?)"


HEAD = "branchline record 1\nboard: nordic\nplayers: A; B\n"


@pytest.mark.parametrize(
    "line", ["  deal A: red" + " " * LONG + "x", "1" * LONG, "1" * 4000 + " A: draw deck", "a" * LONG]
)
def test_a_record_is_refused_in_bounded_time(line: str) -> None:
    began = time.process_time()
    with pytest.raises(RecordError, match=r"^line 5: "):
        loads(f"{HEAD}\n{line}\n")
    assert time.process_time() - began < 1


def test_a_line_and_a_record_have_their_limits() -> None:
    with pytest.raises(RecordError, match=f"line 4: the line has more than {LONGEST_LINE} letters"):
        read(f"{HEAD}options: {'a' * LONGEST_LINE}\n")
    with pytest.raises(RecordError, match=f"more than {MOST_LINES} lines"):
        read(HEAD + "\n" * MOST_LINES)


def test_options_are_read_in_bounded_time() -> None:
    record = read(f"{HEAD}options: a=1{' ' * 3000},  b=2\n")
    assert read_options(record) == {"a": "1", "b": "2"}
