"""The Card Game in lines of text: what people are told, what they may say, and what stays secret."""

import re
from pathlib import Path

import pytest
from table_session import Answer, Session, any_move

import branchline
from branchline import boards
from branchline.bots import make
from branchline.game import Game
from branchline.kinds import CARD_GAME, kind_of
from branchline.log import Move

pytestmark = pytest.mark.usefixtures("pinned_deals")


def new_game(seed: int = 5, *names: str, **options: object) -> Game:
    """A game whose cards the tests know."""
    game = Game(boards.load("cardgame", options), names or ["Anna", "Bo"])
    game._stream["word"] = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64
    game.resolve()
    return game


def after_tickets(*answers: Answer, **options: object) -> Session:
    return Session(new_game(5, **options), ["keep 1 2", *answers]).play()


def test_the_start_tells_all_that_is_needed() -> None:
    lines = Session(new_game(), []).play().lines
    assert lines[2:5] == [
        "Before the first turn: your first tickets.",
        "Display: 1 blue, 1 yellow, 1 red, 1 green, 1 locomotive. Deck: 75 cards.",
        "Hand: 2 white, 1 blue, 2 black, 1 green, 2 locomotives.",
    ]
    assert "1: New York–Chicago, 5 points, asks for 1 blue." in lines
    assert "Keep at least 1 of these 6. For example: keep 1. Or: keep all." in lines


def test_a_turn_tells_yards_and_platforms() -> None:
    session = after_tickets("lay 1 white, 1 blue, 1 black", "deck", "deck")
    assert "You lay 1 white, 1 blue, 1 black." in session.replies("lay 1 white, 1 blue, 1 black")
    assert "You move 1 white, 1 blue, 1 black to the platform." in session.text
    assert "Platform: 3 cards." in session.text
    assert "Platform: 1 white" not in session.text


def test_owners_may_look_if_the_game_says_so() -> None:
    text = after_tickets("lay 1 white, 1 blue, 1 black", open_platform=True).text
    assert "You: 5 cards, 2 tickets. Yard: empty. Platform: 1 white, 1 blue, 1 black." in text
    assert re.search(r"Bo: .* Platform: \d cards?\.", text)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("moves", "Lay three colours: move 8 1 white, 1 blue, 1 black"),
        ("moves white", "Lay white: move 1 1 white, 1 locomotive"),
        ("moves three", "Lay three colours: move 1 "),
        ("moves red", "You can lay nothing of that: red."),
        ("why 3 red", "You do not hold 3 red (you have 0) [C-LAY-1]."),
        ("why 2 white", "You can lay 2 white."),
        ("board", "Bo is known to hold: 1 locomotive."),
        ("help", "Say help and a command, or help and one of: turn, draw, lay, robbery, tickets, end."),
        ("help robbery", "The other then discards that row. Locomotives count as cards on both sides."),
        ("help moves", "moves: what is possible now"),
        ("help trains", "There is no help on 'trains'"),
        ("lay", "Say what to lay: for example lay 2 red, 1 locomotive."),
        ("lay 4 locomotives", "at least one coloured card [C-LAY-2]."),
        ("claim Oslo", "'claim oslo' is neither a move nor a command"),
        ("3 purple", "You do not hold 3 purple"),
        ("log", "You keep New York–Chicago 5 and Chicago–Montréal 7."),
        ("again", "Ticket New York–Chicago 5 asks for 1 blue."),
        ("", "Draw a card, lay cards or draw tickets."),
        ("keep 1", "No tickets are offered"),
        ("999", "A number means a move of the list; say moves to hear it."),
    ],
)
def test_what_people_may_say(said: str, told: str) -> None:
    assert told in "\n".join(after_tickets(said).replies(said))


@pytest.mark.parametrize("topic", ["turn", "draw", "lay", "robbery", "tickets", "end"])
def test_help_is_in_sentences(topic: str) -> None:
    lines = CARD_GAME.talk(new_game()).help_lines(topic)
    assert lines
    assert all(line.endswith(".") for line in lines)


SHORT = [("red", "draw red"), ("deck", "draw deck"), ("2 white", "lay 2 white"), ("take tickets", "draw tickets")]


def first_turn(game: Game) -> str:
    """The first move after the choice of tickets."""
    return next(entry.text for entry in game.log if isinstance(entry, Move) and entry.turn == 1)


@pytest.mark.parametrize(("said", "move"), SHORT)
def test_moves_may_be_said_shortly(said: str, move: str) -> None:
    assert first_turn(after_tickets(said).game) == move


@pytest.mark.parametrize("said", ["red", "pass", "draw deck"])
def test_tickets_are_chosen_first(said: str) -> None:
    assert "keep at least 1 of the 6 tickets [C-SET-4]" in Session(new_game(), [said]).play().text


def test_a_number_means_a_move_of_the_list() -> None:
    assert first_turn(after_tickets("moves", "12").game) == "lay 1 white, 1 locomotive"


def test_a_whole_game_of_one_person_and_bots() -> None:
    """The scores are counted to the totals; what others choose is told only when all have chosen."""
    game = new_game(3, "Anna", "Bo", "Cleo", "Dag")
    bots = [None, make("greedy", 1), make("random", 2), make("greedy", 3)]
    session = Session(game, [any_move(1)] * 900, bots).play()
    assert game.is_over
    assert "The second half: all cards but the hands are shuffled." in session.text
    assert "The deck has run out: everybody has one more turn." in session.text
    assert "Bo has chosen which tickets to complete." in session.text
    assert " robbed of the " in session.text
    totals = re.findall(r"^(?:You have|(?:Bo|Cleo|Dag) has) (-?\d+) points?\.$", session.text, re.MULTILINE)
    assert [int(total) for total in totals] == game.scores()
    told = session.lines[: session.lines.index("The game is over. The scores, part by part:")]
    hidden = [line for line in told if re.match(r"(Bo|Cleo|Dag) (chooses|keeps [A-Z])", line)]
    assert hidden == []


def test_completing_other_tickets_than_the_best() -> None:
    game = new_game(3)
    while game.notation.asks(game.position) != "choose which tickets to complete":
        game.play(make("greedy", game.turn).choose(game.position.seen_by(game.player), game.actions()))
    best = game.view("Anna").as_dict()["best"]
    assert f"complete {'; '.join(best)}" in game.view("Anna").moves
    assert game.view("Bo").as_dict()["best"] == game.spectate().as_dict()["best"] == []
    session = Session(game, ["", "complete none", "", "", "best"], [None, None]).play()
    assert re.search(r"Best: .*, \d+ points\. Say best; or others", session.text)
    assert "Anna's tickets to complete." in session.text
    assert session.replies("complete none")[0] == "You choose to complete no ticket."
    assert game.is_over
    assert game.result()["scores"][0]["done"] == []
    assert "Bo completes " in session.text


def test_people_who_share_a_screen_do_not_see_each_other_s_tickets() -> None:
    lines = Session(new_game(5), ["", "keep 1 2", "", "", "keep 3 4"], [None, None]).play().lines
    hidden = next(i for i, line in enumerate(lines) if line.count("\n") > 20)
    assert any("New York–Chicago" in line for line in lines[:hidden])
    assert not any("New York–Chicago" in line for line in lines[hidden:])
    assert "Anna has chosen tickets." in lines[hidden:]


def test_a_game_saved_in_the_middle_of_a_row_goes_on(tmp_path: Path) -> None:
    game = new_game(5)
    for move in ("keep 1", "keep 1", "lay 1 white ..."):
        game.play(move)
    game.save(tmp_path / "game.txt")
    session = Session(branchline.load(tmp_path / "game.txt"), ["2"]).play()
    assert "1: with 1 locomotive." in session.lines
    assert "How many locomotives has the row? Say a number, or undo." in session.lines
    assert "You lay 1 white, 2 locomotives." in session.replies("2")


def test_a_laying_is_taken_back_freely() -> None:
    session = Session(
        new_game(5, "Anna", "Bo"), ["", "keep 1", "", "", "keep 1", "", "", "2 white", "undo"], [None, None]
    )
    text = session.play().text
    assert "Taken back: lay 2 white." in text
    assert "do you agree" not in text


def test_news_for_everybody_is_the_same_game() -> None:
    """Nobody is told another's blind cards or tickets."""
    game = new_game(9)
    for turn in range(60):
        game.play(make("random", turn).choose(game.position.seen_by(game.player), game.actions()))
    told = {viewer: kind_of(game.board).talk(game).news(viewer, 0) for viewer in (-1, 0, 1)}
    assert all(line.endswith(".") for lines in told.values() for line in lines)
    blind = [line for line in told[-1] if "from the deck" in line]
    assert blind
    assert all(re.search(r"(a card|2 cards) from the deck", line) for line in blind)
    assert not any(line.startswith("You ") for line in told[-1])
