"""What is sent to a seat is a function of what that seat may know.

Along random games every move is also made in a twin: a game with other hidden cards, tickets and secret choices that
looks the same to one viewer before and after the move. Every byte sent to that viewer must be the same too.
"""

from collections.abc import Iterator, Sequence
from random import Random

import orjson
import pytest

from branchline.cardgame.rules import state as cards
from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.engine.limits import KINDS
from branchline.errors import BranchlineError
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.rules import actions as numbers
from branchline.notation import chance_label
from branchline.position import Position, stream
from branchline.server import entries as log
from branchline.server import showing
from branchline.server.live import why_not
from branchline.server.loaded import Live
from branchline.server.news import News, tell
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
    hidden = position.states.tobytes().hex()[:64]  # the secret of the draws is as hidden as the cards
    table = Table("table", log.Created(board=board, seats=seats, commitment="c" * 64), hidden)
    table.play = Play(table.ground, players)
    table.play.position = position
    table.status = "playing"
    return table


def positions(board: str, players: int, seed: int) -> Iterator[tuple[Position, Move]]:
    """The positions of a random game, each with the move that was made there."""
    chance, choice = stream(seed), Random(seed)
    play = Play(ground(board, {}), players)
    play.deal(resolve(play.start.copy(), lambda then: then.draw(chance)))
    while not play.is_over:
        after, actions, happened = play.attempt(whole_move(play.position, play, choice), lambda then: then.draw(chance))
        yield play.position, (list(actions), happened)
        play.push(play.player, actions, happened, after)


def whole_move(position: Position, play: Play, choice: Random) -> list[int]:
    """Any whole move; drawing cards more often than not, so that hands are full."""
    actions: list[int] = []
    position = position.copy()
    while not actions or (
        not position.is_chance and not position.is_over and play.ground.notation.is_mid_move(position)
    ):
        legal = position.legal()
        draws = [action for action in legal if action <= shared.DRAW_BLIND and position.phase == phases.TURN]
        actions.append(choice.choice(draws if draws and choice.random() < 0.6 else legal))
        position.apply(actions[-1])
    return actions


def twin_move(one: Position, other: Position, move: Move, table: Table, viewer: int, choice: Random) -> Move | None:
    """A move in another position that may look the same to a viewer; None if there is none."""
    actions, chance = move
    notation = table.ground.notation
    first = actions[0]
    if one.player != viewer and (
        shared.KEEP_SET <= first < numbers.CLAIM or one.phase in (phases.PICK, cards.COMPLETE)
    ):
        size = (first - shared.KEEP_SET).bit_count()
        fitting = [a for a in other.legal() if one.phase != phases.KEEP or (a - shared.KEEP_SET).bit_count() == size]
        actions = [choice.choice(fitting)]
    here, there = one.copy(), other.copy()
    for action in move[0]:
        here.apply(action)
    for action in actions:
        if there.is_chance or not there.is_legal(action):
            return None
        there.apply(action)
    happened = twin_chance(here, there, chance, viewer, choice)
    is_whole = there.is_over or not (there.is_chance or notation.is_mid_move(there))
    return (actions, happened) if is_whole and happened is not None else None


def twin_chance(
    here: Position,
    there: Position,
    chance: Sequence[int],
    viewer: int,
    choice: Random,
    secret: Sequence[str] = SECRET,
) -> tuple[int, ...] | None:
    """Let chance do its part in two positions so that it may look the same to a viewer; None if it cannot."""
    happened = []
    for outcome in chance:
        label = chance_label(here)
        if not there.is_chance or chance_label(there) != label:
            return None
        possible = [other_outcome for other_outcome, _ in there.outcomes()]
        if label[0] in secret and label[1] != viewer and (label[0] == "tickets" or outcome < KINDS):
            possible = possible if label[0] == "tickets" else [n for n in possible if n < KINDS]
            wanted = choice.choice(possible) if possible else -1
        else:
            wanted = outcome
        if wanted not in possible:
            return None
        here.apply(outcome)
        there.apply(wanted)
        happened.append(wanted)
    return tuple(happened)


ASKED = 4  # turns between those in which everything is tried
WORDS = """draw deck/draw red/draw locomotive/draw tickets/keep 1/keep all/keep none/keep 9/pay 1 red more/withdraw/pass
lay 2 red/lay 1 red, 1 blue, 1 green/complete best/complete none/build station Paris for 1 red/neutral takes 1/nonsense
claim Atlanta–Miami for 2 red/claim London–Paris/take festival Madrid/claim Oslo–Bergen by exchange: 2 red ..."""


def sent(table: Table, move: Move, viewer: int) -> tuple[Position, list[object]]:
    """The position after a move, and all that is sent to a viewer then: news, welcome, replay, answers, refusals."""
    assert table.play
    entry = log.Moved(at=1, seat=table.play.player, actions=tuple(move[0]), chance=move[1])
    steps = table.tell(entry)
    table.apply(entry)
    told = tell(table, entry, steps)
    position = table.play.position
    everything: list[object] = [
        News(table, entry, told, set()).frame((viewer,)),
        showing.view_json(table, viewer),
        showing.table_json(table),
        told.get(viewer) or told[WATCHER],
        showing.position_json(table, position, viewer, with_actions=True),
    ]
    if viewer == table.to_move and not position.is_over and position.turn % ASKED == 0:
        everything += [answer(table, viewer, words) for words in WORDS.replace("\n", "/").split("/")]
        everything += [answer(table, viewer, [action]) for action in (0, 9, 10, 11, 40, 77, 500)]
    if viewer != WATCHER and isinstance(table.ground.notation, MapNotation) and position.turn % ASKED == 0:
        everything += [str(why_not(Live(table), viewer, route)) for route in range(0, 30, 7)]
    return position, everything


def answer(table: Table, seat: int, move: str | list[int]) -> str:
    """What a player is told who tries a move: why it cannot be made, or nothing yet."""
    assert table.play
    luck = stream(1)  # if the same card came again and again, a display of locomotives would be reset without end
    try:
        table.play.attempt(move, lambda then: then.draw(luck))
    except BranchlineError as error:
        return str(error)
    return "made"


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
            after, here = sent(table, move, viewer)
            after_twin, there = sent(other, found, viewer)
            if after.seen_by(viewer).states.tobytes() == after_twin.seen_by(viewer).states.tobytes():
                compared += 1
                changed += position.states.tobytes() != twin.states.tobytes()
                assert here == there
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
        told += News(table, entry, tell(table, entry, []), set()).frame((0,))
    assert b"Bo" in told
    assert b"SECRET" not in told + showing.table_json(table)
