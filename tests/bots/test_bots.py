"""The simple bots: legal, blind to what is hidden, and one better than the other."""

from random import Random

import pytest
from bot_games import last, play, start

from branchline.bots import GreedyPlayer, Player, RandomPlayer, make
from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.errors import SetupError
from branchline.mapgame.rules import actions as numbers
from branchline.position import stream

BOARDS = ("usa", "nordic", "cardgame")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", [2, 3])
def test_bots_play_legal_games_to_the_end(board: str, players: int) -> None:
    bots = [make("greedy", 1), make("random", 2), make("greedy", 3)][:players]
    assert last(board, bots, 5).is_over


@pytest.mark.parametrize("name", ["random", "greedy", "planner", "expert@30n", "beginner", "casual"])
def test_same_seed_same_game(name: str) -> None:
    first, again = (last("nordic", [make(name, 1), make(name, 2)], 3) for _ in range(2))
    assert first.states.tobytes() == again.states.tobytes()


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("kind", [RandomPlayer, GreedyPlayer])
def test_hidden_changes_never_change_a_choice(board: str, kind: type[RandomPlayer] | type[GreedyPlayer]) -> None:
    hidden = stream(99)
    seen = 0
    for position, _ in play(board, [make("greedy", 1), make("random", 2)], 4):
        if position.is_over:
            break
        me = position.player
        determinized = position.determinize(me, hidden)
        seen += determinized.states.tobytes() != position.states.tobytes()
        choices = [kind(Random(7)).choose(state.seen_by(me), state.legal()) for state in (position, determinized)]
        assert choices[0] == choices[1]
    assert seen > 50


@pytest.mark.parametrize("board", BOARDS)
def test_greedy_beats_random(board: str) -> None:
    wins = 0
    for game in range(10):
        bots: list[Player] = [make("greedy", game), make("random", game)]
        seat = game % 2
        end = last(board, bots[::-1] if seat else bots, game)
        wins += int(end.score().place[seat]) == 1
    assert wins >= 9


def test_greedy_plays_a_sensible_game() -> None:
    totals, kept, failed, ticket_turns = 0, 0, 0, 0
    for game in range(4):
        decisions = list(play("usa", [make("greedy", game), make("greedy", game + 9)], game))
        ticket_turns += sum(action == shared.DRAW_TICKETS for _, action in decisions)
        position = decisions[-1][0]
        result = position.score()
        totals += int(sum(result.total[:2]))
        kept += int(sum(position.record.ticket_count[:2]))
        failed += int(sum(position.record.ticket_count[:2]) - sum(result.completed[:2]))
    assert totals / 8 > 60
    assert failed <= kept / 3
    assert ticket_turns <= 16


def test_greedy_pays_with_few_locomotives() -> None:
    position, chance = start("usa", 2).copy(), stream(1)
    while position.is_chance:
        position.apply(position.draw(chance))
    for _ in range(2):
        position.apply(position.legal()[0])
    position.states[0].hand[0] = [0, 0, 0, 0, 0, 0, 2, 0, 3]
    position.states[0].hand_size[0] = 5
    red = next(a for a in position.legal() if a >= numbers.CLAIM and (a - numbers.CLAIM) % numbers.HOWS == 6)
    position.states[0].hand[0, 6] = 6
    position.apply(red)
    assert position.record.phase == phases.LOCOMOTIVES
    assert GreedyPlayer(Random(1)).choose(position.seen_by(0), position.legal()) == shared.WITH


def test_unknown_bot_is_named_with_the_known_ones() -> None:
    with pytest.raises(SetupError, match=r"no bot 'deep'; the bots are random, greedy"):
        make("deep", 1)
