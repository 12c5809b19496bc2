"""Boards on which a bot once chose what is not legal, or never came to an end."""

from random import Random

import playing_out
import pytest
from strange_boards import card_board, map_board, toml
from test_limits import small

from branchline import boards
from branchline.bots.planner import PlannerPlayer
from branchline.bots.simple import GreedyPlayer
from branchline.kinds import new_position
from branchline.mapgame.rules.actions import CLAIM
from branchline.position import Position, stream

BOTS = [GreedyPlayer, PlannerPlayer]


def only_stations_left() -> Position:
    """A position in which all cards and tickets are taken, no route can be paid for, and stations can be built."""
    board = boards.loads(toml(small(trains=1, last_turns=0, stations=1)), "small.toml")
    position, chance = new_position(board, 2), stream(1)
    while position.is_chance or position.legal()[0] < CLAIM:
        position.apply(
            position.draw(chance) if position.is_chance else position.legal()[-1 if position.turn == 0 else 0]
        )
    return position


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_can_only_build_a_station_does(bot: type) -> None:
    position = only_stations_left()
    assert bot(Random(1)).choose(position.seen_by(position.player), position.legal()) in position.legal()


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_keeps_as_many_tickets_as_the_card_game_asks_for(bot: type) -> None:
    text = card_board(1, frozenset())
    rules = text[text.index("[rules]") : text.index("[cards]")]
    text = text.replace(rules, "[rules]\nstart_tickets = 6\nstart_keep = 5\n")
    position, chance = new_position(boards.loads(text, "strange.toml"), 2), stream(1)
    while position.is_chance:
        position.apply(position.draw(chance))
    assert bot(Random(1)).choose(position.seen_by(0), position.legal()) in position.legal()


@pytest.mark.parametrize(("seed", "bot"), [(0, PlannerPlayer), (127, GreedyPlayer)])
def test_a_bot_does_not_draw_and_return_tickets_for_ever(seed: int, bot: type) -> None:
    board = boards.loads(card_board(seed, frozenset()), "strange.toml")
    for players in (2, 3, 4):
        playing_out.bot_game(board, players, Random(1), bot)


def test_a_bot_does_not_try_a_tunnel_for_ever() -> None:
    mechanics = {"stations", "tunnels", "decks", "neutral", "options", "ferry_exchange", "parts"}
    board = boards.loads(map_board(11205, frozenset(mechanics)), "strange.toml")
    playing_out.bot_game(board, 3, Random(16), PlannerPlayer)
