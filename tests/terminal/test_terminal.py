"""Whole sessions at the table, typed by a script."""

import re
import sys
import unicodedata
from io import StringIO
from random import Random

import pytest
from table_session import Answer, Session, after_tickets, any_move, nordic

import branchline
from branchline import bots as players
from branchline.game import Game
from branchline.log import Undo
from branchline.terminal import play_text, run
from branchline.terminal.width import write_whole_words

pytestmark = pytest.mark.usefixtures("pinned_deals")


@pytest.mark.parametrize("board", ["nordic", "usa"])
def test_a_whole_game_in_words(board: str) -> None:
    game = branchline.new(board, ["Anna", "Bo"], seed=8)
    session = Session(game, [any_move(2)] * 2000).play()
    assert game.is_over
    for score in game.result()["scores"]:
        who = "You have" if score["player"] == "Anna" else "Bo has"
        assert f"{who} {score['total']} point" in session.text
    assert session.lines[-1].startswith("Bo wins with")
    assert branchline.loads(game.record()).scores() == game.scores()


def test_a_whole_game_by_numbers() -> None:
    game = nordic()
    stream = Random(5)

    def number_or_list(game: Game) -> str:
        if game.moves()[0].startswith("keep"):
            return stream.choice(["all", "1 2", "keep all"])
        if game.notation.is_mid_move(game.position):
            return stream.choice(game.moves())
        return stream.choice(["moves", "1", "move 2", "7", "12"])

    session = Session(game, [number_or_list] * 6000).play()
    assert game.is_over
    assert session.lines[-1].endswith("points.")


def test_nothing_but_plain_lines() -> None:
    session = Session(nordic(), [any_move(2)] * 2000).play()
    for line in session.lines:
        strange = [c for c in line if unicodedata.category(c) in ("Cc", "So", "Sk", "Co")]
        assert not strange, line
        assert "\t" not in line
        assert "  " not in line


def test_a_bots_secrets_are_not_told() -> None:
    game = nordic()
    session = Session(game, [any_move(2)] * 60).play()
    secret = [game.notation.tickets[t] for t in range(len(game.notation.tickets)) if _holds(game, 1, t)]
    told = session.text.replace(",", "").replace(" points", "")
    assert secret
    assert not [ticket for ticket in secret if ticket in told]


def _holds(game: Game, player: int, ticket: int) -> bool:
    return bool(int(game.position.record.tickets[player, ticket // 64]) >> ticket % 64 & 1)


def test_the_situation_has_everything() -> None:
    session = after_tickets()
    start = session.lines.index("Turn 1, your turn.")
    assert session.lines[start - 1 :] == [
        "Bo has chosen tickets.",
        "Turn 1, your turn.",
        "Display: 2 white, 1 blue, 1 green, 1 locomotive.",
        "Hand: 2 blue, 1 orange, 1 black.",
        "You: 0 points, 40 trains, 4 cards, 2 tickets.",
        session.lines[start + 4],
        "Ticket Bergen–Trondheim 7 needs 7 trains.",
        "Ticket København–Oulu 14 needs 14 trains.",
        "Draw a card, claim a route (13 can be paid) or draw tickets.",
        "",
        "",
        "The game is not kept. Goodbye.",
    ]
    assert session.lines[start + 4].startswith("Bo: 0 points, 40 trains, 4 cards, ")


def test_a_draw_is_told_in_two_short_steps() -> None:
    session = after_tickets("draw locomotive", "deck")
    assert session.replies("draw locomotive") == [
        "You draw a locomotive.",
        "Display: 2 white, 1 blue, 1 yellow, 1 green.",
        "Draw a second card.",
    ]
    assert session.replies("deck")[0] == "You draw green from the deck."


def around(text: str) -> list[Answer]:
    """Type a text, and check that the game is then as it was."""
    before: list[str] = []

    def remember(game: Game) -> str:
        before.append(game.position.states.tobytes().hex() + game.record())
        return "again"

    def compare(game: Game) -> str:
        assert before == [game.position.states.tobytes().hex() + game.record()]
        return "quit"

    return [remember, text, compare]


COMMANDS = {
    "help": "Say a move: draw red",
    "help tunnel": "You show the cards for a tunnel. Then three cards are turned up from the deck.",
    "help moves": "moves: what is possible now",
    "moves": "Draw: move 1 white, move 2 blue, move 3 green, move 4 locomotive, move 5 the deck.",
    "moves lahti": "Helsinki–Lahti, 1 point: move 1 for 1 black.",
    "moves narvik": "You can claim no route of Narvik now.",
    "routes": "81 routes open to you",
    "routes oslo": "Bergen: 4 red, tunnel, 7 points, open.",
    "routes alborg": "Göteborg: 1 locomotive and 1 of any colour, ferry, 2 points, open.",
    "why oslo bergen": "You cannot pay for Bergen–Oslo (red): it takes 4 of red",
    "why helsinki–lahti": "Helsinki–Lahti can be claimed: for 1 black.",
    "why oslo narvik": "Your shortest way takes 14 more trains: ",
    "board": "Deck: 97 cards. Discards: 0 cards. Ticket deck: 36 tickets.",
    "log": "You keep Bergen–Trondheim 7 and København–Oulu 14.",
    "log all": "Bo has chosen tickets.",
    "again": "Hand: 2 blue, 1 orange, 1 black.",
    "": "Draw a card, claim a route (13 can be paid) or draw tickets.",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_and_changes_nothing(command: str) -> None:
    session = Session(nordic(), ["keep 1 2", *around(command)]).play()
    assert COMMANDS[command] in "\n".join(session.replies(command)), session.replies(command)


BAD = {
    "foo": "'foo' is neither a move nor a command",
    "mooves": "(did you mean moves?)",
    "draw": "Say what to draw",
    "draw red": "There is no red in the display; it shows 2 white, 1 blue, 1 green, 1 locomotive [N-DRAW-1].",
    "draw purpel": "(did you mean purple?)",
    "draw 2 white": "Cards are drawn one at a time; say for example draw red [B-DRAW-1].",
    "keep 1": "No tickets are offered to you now [N-TICKET-1].",
    "pass": "You may pass only when nothing else is possible [B-TURN-2].",
    "withdraw": "There is no tunnel to withdraw from [B-TUNNEL-4].",
    "done": "No payment is under way",
    "with 2 locomotives": "No payment is under way",
    "pay 2 red": "There is nothing more to pay now.",
    "pay": "Say which cards",
    "claim": "Say which route and which cards",
    "claim Oslo": "Name two cities",
    "claim Oslo–Bergn": "(did you mean Bergen?)",
    "claim Oslo–Narvik": "No route joins Oslo and Narvik directly.",
    "claim Oslo–Bergen": "You cannot pay for Bergen–Oslo (blue)",
    "claim Oslo–Bergen for 4 red": "You do not hold 4 red (you have 0) [B-CLAIM-1].",
    "claim Helsinki–Lahti for 1 blue": "1 blue does not pay for Helsinki–Lahti",
    "claim Oslo–Bergen for 99999999999 red": "That number is too high",
    "claim Helsinki–Tallinn by exchange": "You have too few cards for an exchange on Helsinki–Tallinn [N-",
    "claim Helsinki–Lahti by exchange": "Helsinki–Lahti takes no exchange [N-FERRY-3].",
    "3": "A number means a move of the list; say moves to hear it.",
    "routes Paris": "There is no city 'Paris' on this board",
    "routes k": "'k' can be ",
    "why": "Name two cities",
    "help cooking": "There is no help on 'cooking'",
    "save": "Say save and the name of a file",
    "save /no/such/folder/game": "Cannot save to ",
    "save /": "/ is a folder; say the name of a file.",
    "x" * 400: "That line has 400 characters; a move is a few words.",
    "save " + "x" * 290: "cannot be the name of a file",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_input_is_explained_and_changes_nothing(text: str) -> None:
    session = Session(nordic(), ["keep 1 2", *around(text)]).play()
    reply = session.replies(text)
    assert BAD[text] in reply[0], reply
    assert len(reply) == 1


def test_noise_is_survived() -> None:
    stream = Random(1)
    letters = "drawclimkep 0123456789–-;:,.()#'\"\\/\x00\x1b\n\té€ 🚂\udc80"
    noise = ["".join(stream.choices(letters, k=stream.randrange(1, 40))) for _ in range(300)]
    noise = [text for text in noise if not text.strip().startswith(("save", "quit"))]
    assert Session(nordic(), ["keep 1 2", *noise]).play().lines[-1] == "The game is not kept. Goodbye."


def test_too_few_tickets() -> None:
    session = Session(nordic(), ["keep 1", "1", "keep 1 9", "draw deck", "foo", "1 2"]).play()
    assert session.replies("keep 1") == ["Keep at least 2 of the 5 tickets [N-SET-5]."]
    assert session.replies("1") == ["Keep at least 2 of the 5 tickets [N-SET-5]."]
    assert session.replies("keep 1 9")[0].startswith("'9' is not among the tickets offered: 1 Bergen–Trondheim 7")
    assert session.replies("draw deck")[0].startswith("First choose tickets: keep at least 2")
    assert session.replies("foo")[0].startswith("'foo' is neither")
    assert "Turn 1, your turn." in session.replies("1 2")


def test_a_second_card_must_be_a_card() -> None:
    session = after_tickets("deck", "draw tickets", "claim Helsinki–Lahti for 1 black", "7", "moves", "7")
    assert "[N-DRAW-1]" in session.replies("draw tickets")[0]
    assert "[B-TURN-1]" in session.replies("claim Helsinki–Lahti for 1 black")[0]
    assert session.replies("moves")[0].startswith("Draw: move 1 white")
    assert session.lines[-4] == "The list goes from 1 to 5; there is no move 7."


@pytest.mark.parametrize("word", ["ticket", "tickets"])
def test_own_tickets_are_told_with_their_ways_and_none_are_drawn(word: str) -> None:
    session = after_tickets(word, "help tickets")
    told = session.replies(word)
    assert len(told) == 2
    assert all(re.fullmatch(r"Ticket .+ needs \d+ trains?: .+–.+\.", line) for line in told), told
    assert session.game.turn == 1
    assert session.game.player == 0
    assert session.replies("help tickets")[0].startswith("tickets: your tickets")
    assert any("keep at least" in line for line in session.replies("help tickets"))


def test_lines_break_between_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = "Two to Kristiansand: 2 locomotives and 4 of one colour, ferry, 15 points, open."
    write_whole_words(line)
    assert capsys.readouterr().out == line + "\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    write_whole_words(line)
    broken = capsys.readouterr().out.splitlines()
    assert " ".join(broken) == line
    assert max(map(len, broken)) <= 30


def test_drawing_tickets() -> None:
    session = after_tickets("draw tickets", "keep none", "keep 2")
    assert session.replies("draw tickets")[-1] == "Keep at least 1 of these 3. For example: keep 1. Or: keep all."
    assert session.replies("keep none") == ["Keep at least 1 of the 3 tickets [N-TICKET-1]."]
    assert session.replies("keep 2")[0].startswith("You keep ")


def test_bots_alone_are_told_as_they_play() -> None:
    game = nordic()
    session = Session(game, [], [players.make("greedy", 1), players.make("random", 2)]).play()
    assert game.is_over
    assert "Anna has chosen tickets." in session.lines
    assert not any(line.startswith("You ") for line in session.lines)
    assert not session.prompts


def test_seats_must_fit_the_game() -> None:
    with pytest.raises(ValueError, match="2 players, but 1 seats"):
        play_text(nordic(), [None])


def test_run_seats_people_and_bots(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("keep all\nquit\n\n"))
    run("nordic", [], [], None, None, 1)
    told = capsys.readouterr().out
    assert told.startswith("Nordic Countries, played by Player and Greedy (a bot).")


def test_undo_entries_stand_in_the_log() -> None:
    session = after_tickets("deck", "undo")
    assert isinstance(session.game.log[-1], Undo)


@pytest.mark.parametrize(
    ("bot", "name"),
    [("greedy", "Greedy"), ("expert@1n", "Expert"), ("branchline.bots.simple:RandomPlayer", "RandomPlayer")],
)
def test_any_bot_can_sit_down(
    bot: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("keep all\nquit\n\n"))
    run("nordic", [], [bot], None, None, 1)
    assert capsys.readouterr().out.startswith(f"Nordic Countries, played by Player and {name} (a bot).")
