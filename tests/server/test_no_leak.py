"""What is sent to a seat is a function of what that seat may know.

Along random games every move is also made in a twin: a game with other hidden cards, tickets and secret choices that
looks the same to one viewer before and after the move. Every byte sent to that viewer must be the same too.
"""

from collections.abc import Iterator
from random import Random

import orjson
import pytest

from branchline.position import Position, stream
from branchline.rules import state as rules
from branchline.rules.cardgame import state as cards
from branchline.server import entries as log
from branchline.server import showing
from branchline.server.news import News
from branchline.server.play import Play, ground, resolve
from branchline.server.replays import tell_all
from branchline.server.table import Table
from branchline.server.telling import WATCHER

GAMES = [("usa", 2), ("nordic", 3), ("europe", 3), ("nederland", 3), ("iberia", 4), ("cardgame", 3)]
SECRET = ("deal", "tickets")

Move = tuple[list[int], tuple[int, ...]]


def table_at(board: str, players: int, position: Position) -> Table:
    """A table with a game that has come to a position."""
    seats = tuple(log.SeatPlan("person", f"Player {p + 1}", "", f"token {p}") for p in range(players))
    table = Table("table", log.Created(board=board, seats=seats))
    table.play = Play(table.ground, players)
    table.play.position = position
    table.status = "playing"
    return table


def positions(board: str, players: int, seed: int) -> Iterator[tuple[Position, Move]]:
    """The positions of a random game, each with the move that was made there."""
    chance, choice = stream(seed), Random(seed)
    play = Play(ground(board, {}), players)
    play.deal(resolve(play.start.copy(), chance))
    while not play.is_over:
        actions = whole_move(play.position, play, choice)
        after, happened = play.attempt(actions, chance)
        yield play.position, (actions, happened)
        play.push(play.player, tuple(actions), happened, after)


def whole_move(position: Position, play: Play, choice: Random) -> list[int]:
    """Any whole move; drawing cards more often than not, so that hands are full."""
    actions: list[int] = []
    position = position.copy()
    while not actions or (
        not position.is_chance and not position.is_over and play.ground.notation.is_mid_move(position)
    ):
        legal = position.legal()
        draws = [action for action in legal if action <= rules.DRAW_BLIND and position.phase == rules.TURN]
        actions.append(choice.choice(draws if draws and choice.random() < 0.6 else legal))
        position.apply(actions[-1])
    return actions


def twin_move(one: Position, other: Position, move: Move, table: Table, viewer: int, choice: Random) -> Move | None:
    """A move in another position that may look the same to a viewer; None if there is none."""
    actions, chance = move
    notation = table.ground.notation
    first = actions[0]
    if one.player != viewer and (rules.KEEP_SET <= first < rules.CLAIM or one.phase in (rules.PICK, cards.COMPLETE)):
        size = (first - rules.KEEP_SET).bit_count()
        fitting = [a for a in other.legal() if one.phase != rules.KEEP or (a - rules.KEEP_SET).bit_count() == size]
        actions = [choice.choice(fitting)]
    here, there = one.copy(), other.copy()
    for action in move[0]:
        here.apply(action)
    for action in actions:
        if there.is_chance or not there.is_legal(action):
            return None
        there.apply(action)
    happened = []
    for outcome in chance:
        label = notation.chance_label(here)
        if not there.is_chance or notation.chance_label(there) != label:
            return None
        possible = [other_outcome for other_outcome, _ in there.outcomes()]
        if label[0] in SECRET and label[1] != viewer and (label[0] == "tickets" or outcome < rules.KINDS):
            possible = possible if label[0] == "tickets" else [n for n in possible if n < rules.KINDS]
            wanted = choice.choice(possible) if possible else -1
        else:
            wanted = outcome
        if wanted not in possible:
            return None
        here.apply(outcome)
        there.apply(wanted)
        happened.append(wanted)
    is_whole = there.is_over or not (there.is_chance or notation.is_mid_move(there))
    return (actions, tuple(happened)) if is_whole else None


def sent(table: Table, move: Move, viewer: int) -> tuple[Position, bytes, bytes]:
    """The position after a move, and all that is sent to a viewer then."""
    assert table.play
    entry = log.Moved(at=1, seat=table.play.player, actions=tuple(move[0]), chance=move[1])
    steps = table.tell(entry)
    table.apply(entry)
    frame = News(table, entry, steps, set())._frame((viewer,))
    return table.play.position, frame, showing.view_json(table, viewer)


@pytest.mark.parametrize("games", [3, pytest.param(400, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("board", "players"), GAMES)
def test_every_byte_is_a_function_of_what_the_seat_knows(board: str, players: int, games: int) -> None:
    compared = tried = changed = 0
    for seed in range(games):
        choice = Random(seed)
        for position, move in positions(board, players, seed):
            knower = choice.randrange(players)
            viewer = choice.choice([knower, knower, WATCHER])
            twin = position.determinize(knower, stream(choice.getrandbits(60)))
            table, other = table_at(board, players, position), table_at(board, players, twin)
            tried += 1
            found = twin_move(position, twin, move, table, viewer, choice)
            if found is None:
                continue
            after, *bytes_here = sent(table, move, viewer)
            after_twin, *bytes_there = sent(other, found, viewer)
            if after.view(viewer).states.tobytes() == after_twin.view(viewer).states.tobytes():
                compared += 1
                changed += position.states.tobytes() != twin.states.tobytes()
                assert bytes_here == bytes_there
    assert compared > tried / 3, (compared, tried)
    assert changed > compared / 2


def test_a_leak_would_be_found() -> None:
    """The test above can fail: somebody who sees everything is not told the same."""
    differing = 0
    for position, move in positions("usa", 2, 1):
        twin = position.determinize(0, stream(7))
        found = twin_move(position, twin, move, table_at("usa", 2, position), 0, Random(1))
        if found is not None:
            here, there = table_at("usa", 2, position), table_at("usa", 2, twin)
            differing += sent(here, move, 1)[1] != sent(there, found, 1)[1]
    assert differing > 10


@pytest.mark.parametrize(("board", "players"), GAMES)
def test_tickets_lie_open_once_the_game_is_over(board: str, players: int) -> None:
    """Everybody's tickets are in the final score, completed or not; before, the table says nothing of them."""
    play = Play(ground(board, {}), players)
    for position, move in positions(board, players, 1):
        table = table_at(board, players, position)
        assert showing.outcome(table) is None
        play.position = position
        play.push(play.player, tuple(move[0]), move[1])
    table = table_at(board, players, play.position)
    table.status = "over"
    result = showing.outcome(table)
    assert result
    names = table.ground.notation.tickets
    for p, score in enumerate(result["scores"]):
        view = orjson.loads(showing.view_json(table, p))
        assert sorted(score["done"] + score["not_done"]) == sorted(
            {*view["tickets"], *view["seats"][p].get("done", [])}
        )
        assert (
            sum(int(name.split()[-1]) for name in score["done"])
            - sum(int(name.split()[-1]) for name in score["not_done"])
            == score["tickets"]
        )
        assert set(score["done"]) <= set(names)


def test_no_secret_is_ever_told() -> None:
    """Tokens, the host's secret and the invitation's stay out of events and tables, even as hashes."""
    made = log.Created(
        board="usa",
        seats=(log.SeatPlan("person", "Anna", "", "SECRET1"), log.SeatPlan("open")),
        host="SECRET2",
        invite="SECRET3",
    )
    entries: list[log.AnyEntry] = [
        made,
        log.Joined(seat=1, name="Bo", token="SECRET4"),
        log.TokenChanged(seat=0, token="SECRET5"),
        log.Chatted(seat=0, text="hello"),
        log.Renamed(seat=0, name="Ada"),
    ]
    told = tell_all("table", [log.encode(entry) for entry in entries], WATCHER)
    table = Table("table", made)
    for entry in entries[1:]:
        table.apply(entry)
        told += News(table, entry, [], set())._frame((0,))
    assert b"Bo" in told
    assert b"SECRET" not in told + showing.table_json(table)
