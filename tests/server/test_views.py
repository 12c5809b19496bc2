"""What is written fast says the same as what is written plainly."""

import tracemalloc
from random import Random

import orjson
import pytest

from branchline import boards, new
from branchline.mapgame.app_view import KEPT, Kept
from branchline.mapgame.notation import MapNotation
from branchline.server.play import ground
from branchline.server.telling import WATCHER

GAMES = [(name, players) for name in boards.names() for players in (2, 3)]


@pytest.mark.parametrize(("board", "players"), GAMES)
def test_views_and_moves_are_those_of_the_game(board: str, players: int) -> None:
    game, chance = new(board, players, seed=5), Random(5)
    written = ground(board, {})
    while not game.is_over:
        if chance.random() < 0.15:
            shared = written.app.shared(game.names, game.position.seen_by(WATCHER))
            for viewer in range(-1, players):
                view = game.spectate() if viewer < 0 else game.view(viewer)
                plain = orjson.loads(orjson.dumps(view.as_dict()))
                moves = plain.pop("moves")
                own = written.app.own(game.names, game.position.seen_by(viewer), viewer)
                sent = orjson.loads(shared + own + b"}")
                is_open = sent.pop("open", [])
                assert sent == plain
                assert (len(is_open) > 0) == isinstance(game.notation, MapNotation)
                if viewer == game.player:
                    ways = orjson.loads(written.app.moves(game.position.seen_by(viewer)))
                    assert [way["move"] for way in ways] == moves
                    assert [tuple(way["do"]) for way in ways] == [
                        move.actions for move in game.notation.moves(game.position)
                    ]
        game.play(chance.choice(game.actions()))
        while not game.is_over and game.notation.is_mid_move(game.position):
            game.play(game.actions()[-1])


def test_what_is_kept_written_has_a_budget() -> None:
    kept = Kept(lambda raw: raw.hex() * 40)
    for number in range(10_000):
        assert kept[number.to_bytes(16, "little")] == kept[number.to_bytes(16, "little")]
        if number % 100 == 0:
            assert sum(map(len, kept.values())) <= KEPT
    assert len(kept) > 100


def test_what_is_kept_written_takes_no_more_room_than_it_needs() -> None:
    kept = Kept(lambda raw: [raw[0]])
    tracemalloc.start()
    for number in range(1000):
        assert kept[number.to_bytes(2, "little")]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 300 * len(kept)
