"""What is told of tunnels, payments, resets, shuffles and last turns."""

from random import Random

import numpy as np
import pytest
from table_session import Session

import branchline
from branchline import boards
from branchline import bots as players
from branchline.boards import fingerprint
from branchline.game import Game
from branchline.kinds import MAP_GAME, kind_of
from branchline.mapgame.talk.game import as_map
from branchline.mapgame.talk.situation import ticket_lines
from branchline.talk.news import standing_moves

NORDIC = f"""branchline record 1
board: nordic {fingerprint(boards.load("nordic"))}
players: Anna; Bo

  deal Anna: green, green, green, locomotive
  deal Bo: red, red, blue, blue
  display: red, blue, white, black, yellow
  tickets Anna: Oslo–Helsinki; Bergen–Narvik; Oslo–København; Göteborg–Oulu; Bergen–Trondheim
  tickets Bo: Göteborg–Turku; Helsinki–Bergen; Helsinki–Kiruna; Helsinki–Lieksa; Oslo–Mo i Rana
0 Anna: keep Oslo–Helsinki; Oslo–København
0 Bo: keep Göteborg–Turku; Helsinki–Lieksa
"""
TUNNEL = f"{NORDIC}1 Anna: claim Kristiansand–Stavanger (green) for 2 green\n  turned: green, blue, red\n"
USA = f"""branchline record 1
board: usa {fingerprint(boards.load("usa"))}
players: Anna; Bo

  deal Anna: red, red, locomotive, locomotive
  deal Bo: red, red, blue, blue
  display: red, blue, locomotive, black, locomotive
  tickets Anna: Denver–El Paso; Kansas City–Houston; New York–Atlanta
  tickets Bo: Chicago–New Orleans; Calgary–Salt Lake City; Helena–Los Angeles
0 Anna: keep Denver–El Paso; New York–Atlanta
0 Bo: keep Chicago–New Orleans; Helena–Los Angeles
"""


def go_on(record: str, *answers: str) -> Session:
    return Session(branchline.loads(record), answers).play()


def test_a_tunnel_asks_for_more() -> None:
    session = go_on(TUNNEL, "moves", "draw deck", "pay 1 red", "pay 2 green", "3", "undo", "2")
    choice = ["1: pay 1 green.", "2: pay 1 locomotive.", "3: withdraw."]
    asked = "Say a number. To withdraw is to take your cards back; the turn is then over."
    assert session.lines[1:6] == ["Turned up: green, blue and red; 1 more to pay.", *choice, asked]
    assert session.replies("moves") == [*choice, asked]
    assert session.replies("draw deck") == ["The tunnel asks for 1 more: pay or withdraw first [B-TUNNEL-4]."]
    assert session.replies("pay 1 red") == ["The tunnel asks for 1 more: green or locomotives [B-TUNNEL-2]."]
    assert session.replies("pay 2 green")[0].endswith("[B-TUNNEL-2].")
    assert session.replies("3")[0] == "You take the cards back. Kristiansand–Stavanger (green) stays open."
    assert session.replies("2")[:2] == [
        "You pay 1 locomotive more.",
        "You claim Kristiansand–Stavanger (green): 2 points.",
    ]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("yes", "You pay 1 green more."),
        ("1 green", "You pay 1 green more."),
        ("pay 1 locomotive", "You pay 1 locomotive more."),
        ("no", "You take the cards back. Kristiansand–Stavanger (green) stays open."),
        ("withdraw", "You take the cards back. Kristiansand–Stavanger (green) stays open."),
    ],
)
def test_answers_to_a_tunnel(answer: str, told: str) -> None:
    assert go_on(TUNNEL, answer).replies(answer)[0] == told


def test_a_tunnel_with_nothing_more_to_pay() -> None:
    game = branchline.loads(TUNNEL.replace("turned: green, blue, red", "turned: white, blue, red"))
    assert kind_of(game.board).talk(game).news(1, 0)[-3:] == [
        "Anna shows 2 green for the tunnel Kristiansand–Stavanger (green).",
        "Turned up: white, blue and red; nothing more to pay.",
        "Anna claims Kristiansand–Stavanger (green): 2 points.",
    ]


def test_how_many_locomotives() -> None:
    session = go_on(
        USA,
        "claim Dallas–Houston with red",
        "with 3 locomotives",
        "undo",
        "claim Atlanta–Raleigh with red",
        "2",
    )
    assert (
        session.replies("claim Dallas–Houston with red")[0] == "You claim Dallas–Houston (grey 1) for 1 red: 1 point."
    )
    assert "[B-CLAIM-1]" in session.replies("with 3 locomotives")[0]
    assert session.replies("claim Atlanta–Raleigh with red") == [
        "1: pay 2 red.",
        "2: pay 1 red, 1 locomotive.",
        "How do you pay for Atlanta–Raleigh (grey 1)? Say a number, or undo.",
    ]
    assert session.replies("2")[0] == "You claim Atlanta–Raleigh (grey 1) for 1 red, 1 locomotive: 2 points."


def test_a_claim_without_verb_or_cards() -> None:
    assert go_on(NORDIC, "oslo orebro 2 green").replies("oslo orebro 2 green")[0] == (
        "You claim Oslo–Örebro (green) for 2 green: 2 points."
    )
    assert go_on(NORDIC, "claim oslo orebro").replies("claim oslo orebro")[0] == (
        "You claim Oslo–Örebro (green) for 2 green: 2 points."
    )
    which = go_on(USA, "claim Dallas–Houston").replies("claim Dallas–Houston")
    assert which[0].startswith("Say which cards you pay with, for example 'claim Dallas–Houston (grey 1) for 1 red'")


def test_locomotives_of_the_display_count_twice_on_usa() -> None:
    session = go_on(f"{USA}1 Anna: draw red\n  display: white\n", "draw locomotive")
    assert session.replies("draw locomotive")[0] == (
        "A locomotive from the display can only be the first card [B-DRAW-3]."
    )


def test_a_reset_is_told() -> None:
    game = branchline.loads(f"{USA}1 Anna: draw red\n  display: locomotive\n")
    assert kind_of(game.board).talk(game).news(1, 0)[-2:] == [
        "Anna draws red.",
        "Three locomotives: the display is dealt anew.",
    ]


def test_why_closed_routes_are_closed() -> None:
    claims = (
        "1 Anna: claim Dallas–Houston (grey 1) for 1 red",
        "2 Bo: claim Kansas City–Omaha (grey 1) for 1 red",
    )
    only = "with 2 players only one route of a double is open"
    record = "\n".join([USA.rstrip(), *claims, ""])
    session = go_on(record, "why Dallas Houston", "why Kansas City–Omaha", "claim Kansas City–Omaha for 1 red", "board")
    assert session.replies("why Dallas Houston") == [
        "Dallas–Houston (grey 1) is claimed already, by you [B-CLAIM-4].",
        "You own the other route of Dallas–Houston (grey 2) [B-CLAIM-5].",
    ]
    assert session.replies("why Kansas City–Omaha") == [
        "Kansas City–Omaha (grey 1) is claimed already, by Bo [B-CLAIM-4].",
        f"Kansas City–Omaha (grey 2) is closed: {only} [B-CLAIM-6].",
    ]
    assert session.replies("claim Kansas City–Omaha for 1 red")[0].startswith(
        "Kansas City–Omaha (grey 1) is claimed already, by Bo [B-CLAIM-4]."
    )
    assert session.replies("board")[:2] == [
        "Your routes: Dallas–Houston (grey 1) 1.",
        "Bo's routes: Kansas City–Omaha (grey 1) 1.",
    ]


def test_own_tickets_with_what_they_need() -> None:
    record = NORDIC.replace("Oslo–København; Göteborg", "Ålborg–Norrköping; Göteborg")
    record = record.replace("Anna: keep Oslo–Helsinki; Oslo–København", "Anna: keep Oslo–Helsinki; Ålborg–Norrköping")
    game = branchline.loads(record)
    assert ticket_lines(as_map(game), game.position.seen_by(0), 0) == [
        "Ticket Oslo–Helsinki 8 needs 8 trains.",
        "Ticket Ålborg–Norrköping 5 needs 5 trains.",
    ]
    routes = [as_map(game).notation.routes.index(name) for name in ("Göteborg–Ålborg", "Göteborg–Norrköping")]
    game.position.states["owned"][0, 0, 0] |= np.uint64(sum(1 << route for route in routes))
    game.position.states["open"][0, 0, :] = 0
    assert ticket_lines(as_map(game), game.position.seen_by(0), 0) == [
        "Ticket Oslo–Helsinki 8 cannot be done any more.",
        "Tickets done: Ålborg–Norrköping 5.",
    ]


def random_game(seed: int) -> Game:
    game = branchline.new("nordic", ["Anna", "Bo"], seed=seed)
    stream = Random(seed)
    while not game.is_over:
        game.play(stream.choice(game.actions()))
    return game


def test_news_of_a_whole_game() -> None:
    game = random_game(1)
    for viewer, name in ((0, "Anna"), (1, "Bo"), (-1, "nobody")):
        told = kind_of(game.board).talk(game).news(viewer, 0)
        assert not [line for line in told if not line.endswith(".")]
        assert sum(" claim" in line for line in told) == sum(
            int(words).bit_count() for words in game.position.record.owned.flat
        )
        assert any(line.endswith("left: everybody has one more turn.") for line in told)
        assert not any(line.startswith(f"{name} ") for line in told)


def test_news_tells_only_ones_own_blind_cards() -> None:
    told = MAP_GAME.talk(random_game(2)).news(-1, 0)
    blind = [line for line in told if "from the deck" in line]
    assert blind
    assert all("a card from the deck" in line or "2 cards from the deck" in line for line in blind)


def test_moves_taken_back_do_not_stand() -> None:
    game = branchline.new("nordic", ["Anna", "Bo"], seed=3)
    game.play("keep 1 2")
    game.play("keep 1 2")
    game.play("draw deck")
    game.undo()
    assert len(standing_moves(game.log)) == 2
    assert kind_of(game.board).talk(game).news(1, 0)[-2:] == [
        "Anna draws a card from the deck.",
        "Anna takes the last move back.",
    ]


def test_a_shuffle_is_told() -> None:
    game = branchline.new("nordic", ["Anna", "Bo"], seed=3)
    greedy = [players.make("greedy", p) for p in range(2)]
    while not game.is_over:
        game.play(greedy[game.player].choose(game.position.seen_by(game.player), game.actions()))
    told = kind_of(game.board).talk(game).news(0, 0)
    assert any(line.startswith("The discards are shuffled into a new deck of ") for line in told)
