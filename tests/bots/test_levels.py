"""The levels for people: blind to what is hidden and to what they overlook, and building early."""

from itertools import islice
from random import Random

import pytest
from bot_games import last, play

from branchline import boards
from branchline.actions import KeepTickets
from branchline.bots import Player, make
from branchline.bots.explain import motive, motive_in_words
from branchline.bots.levels import BY_NAME, LevelPlayer
from branchline.engine import phases
from branchline.engine.actions import DRAW_TICKETS
from branchline.errors import SetupError
from branchline.kind import Oversight
from branchline.kinds import kind_of, notation_of
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.table import MapTable
from branchline.position import Position, stream

BOARDS = tuple(boards.names())
LOWER = tuple(BY_NAME)


def decisions(board: str, seed: int = 4) -> list[Position]:
    """Positions in which a player of one or the other level has a choice."""
    found = [position.copy() for position, _ in play(board, [make("casual", 1), make("beginner", 2)], seed)]
    return [position for position in found if len(position.legal()) > 1]


@pytest.mark.parametrize("board", BOARDS)
def test_hidden_changes_never_change_a_choice(board: str) -> None:
    hidden = stream(99)
    seen = 0
    for position in decisions(board)[::4]:
        me = position.player
        determinized = position.determinize(me, hidden)
        seen += determinized.states.tobytes() != position.states.tobytes()
        for level in LOWER:
            one, other = (make(level, 7).choose(s.seen_by(me), s.legal()) for s in (position, determinized))
            assert one == other
    assert seen > 5


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("level", LOWER)
def test_the_lower_levels_build_early_and_do_not_hoard(board: str, level: str) -> None:
    first: dict[tuple[int, int], int] = {}
    hands: list[int] = []
    for game in range(4):
        turns = [0, 0]
        for position, action in play(board, [make(level, game), make(level, game + 9)], game):
            me = position.player
            if position.phase == phases.TURN:
                turns[me] += 1
                hands.append(int(position.record.hand_size[me]))
                if kind_of(position).builds(position.seen_by(me), action):
                    first.setdefault((game, me), turns[me])
    assert len(first) == 8
    assert sum(turn <= 6 for turn in first.values()) >= 6, first
    assert sum(cards <= 15 for cards in hands) > 0.8 * len(hands)


@pytest.mark.parametrize("board", ["usa", "nederland", "cardgame"])
def test_a_casual_player_beats_a_beginner(board: str) -> None:
    wins = 0
    for game in range(12):
        bots: list[Player] = [make("casual", game), make("beginner", game)]
        seat = game % 2
        end = last(board, bots[::-1] if seat else bots, game)
        wins += int(end.score().place[seat]) == 1
    assert wins >= 8


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_overlooked_is_out_of_sight_and_what_is_left_is_legal(board: str) -> None:
    hidden_tickets = 0
    for position in decisions(board)[::3]:
        view = position.seen_by(position.player)
        before = view.states.tobytes()
        seen = kind_of(view).oversights.overlook(view, frozenset(Oversight))
        assert view.states.tobytes() == before
        assert set(seen.legal()) - {0} <= set(view.legal()) or set(view.legal()) == {DRAW_TICKETS}
        held, left = (s.states["tickets"][0, view.player].tobytes() for s in (view, seen))
        hidden_tickets += held != left
    assert hidden_tickets > 3


def test_nothing_overlooked_is_nothing_changed() -> None:
    view = decisions("nordic")[5]
    assert kind_of(view).oversights.overlook(view, ()) == view
    assert kind_of(view).weights_without(()) == {}


def test_a_beginner_takes_the_fewest_and_shortest_tickets() -> None:
    notation = MapNotation(boards.load_map("usa"))
    decided = 0
    for deal in range(6):
        position, action = next(play("usa", [make("beginner", 0), make("beginner", 0)], deal))
        view = position.seen_by(position.player)
        found = motive(view, "beginner")
        assert found.action == action
        decided += Oversight.WORTH in found.decided
        keep, table = notation.actions.action(action), MapTable(notation, view)
        assert isinstance(keep, KeepTickets)
        trains = [ticket.needs.trains for ticket in table.offer if ticket.needs]
        assert sorted(trains[place] for place in keep.places) == sorted(trains)[:2]
    assert decided > 0


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
@pytest.mark.parametrize("level", LOWER)
def test_a_level_says_what_decided(board: str, level: str) -> None:
    notation = notation_of(boards.load(board))
    decided = set()
    for position in decisions(board)[::4]:
        view = position.seen_by(position.player)
        found = motive(view, level)
        assert found.action == LevelPlayer(Random(0), BY_NAME[level]).choose(view, view.legal())
        assert set(found.decided) <= BY_NAME[level].overlooks | {Oversight.ROOM}
        decided |= set(found.decided)
        lines = motive_in_words(found, notation, view)
        assert len(lines) > len(found.decided)
    assert Oversight.TICKETS in decided


def test_a_level_that_overlooks_nothing_has_no_motive_of_this_kind() -> None:
    with pytest.raises(SetupError, match="explain"):
        motive(decisions("nordic")[0], "expert")


def test_a_level_sees_the_one_ticket_that_needs_least() -> None:
    notation = MapNotation(boards.load_map("usa"))
    for position in islice((p for p in decisions("usa") if p.phase == phases.TURN), 8):
        view = position.seen_by(position.player)
        seen = kind_of(view).oversights.overlook(view, {Oversight.TICKETS})
        whole, left = (MapTable(notation, s).tickets for s in (view, seen))
        open_tickets = [ticket for ticket in left if not ticket.is_done]
        assert len(open_tickets) <= 1
        if open_tickets and open_tickets[0].needs:
            unfinished = [ticket.needs.trains for ticket in whole if ticket.needs and not ticket.is_done]
            assert open_tickets[0].needs.trains == min(unfinished)
            assert DRAW_TICKETS not in seen.legal()
