"""What a seat sees as numbers is what its view says, slice by slice, and no more."""

from random import Random

import numpy as np
import pytest

import branchline
from branchline import Batch, Vector, observe
from branchline.boardfile.cards import CARDS
from branchline.observation import VERSION, layout
from branchline.position import Position, stream

BOARDS = ("nordic", "usa", "europe", "india", "iberia", "cardgame")


def some_positions(board: str, players: int, count: int) -> list[Position]:
    game, rng = branchline.new(board, players, seed=11), Random(11)
    found: list[Position] = []
    while len(found) < count and not game.is_over:
        for _ in range(rng.randint(1, 15)):
            if not game.is_over:
                game.play(rng.choice(game.actions()))
        found.append(game.position)
    return found


@pytest.mark.parametrize("board", [name for name in BOARDS if name in branchline.boards.names()])
def test_the_slices_say_what_the_view_says(board: str) -> None:
    loaded = branchline.boards.load(board)
    parts = layout(loaded, 2)
    assert parts.version == VERSION == 1
    for position in some_positions(board, 2, 12):
        for seat in range(2):
            game = branchline.new(loaded, 2, seed=1)
            view = branchline.kinds.kind_of(loaded).view(game.notation, game.names, position.seen_by(seat), seat)
            row = observe(position, seat)
            assert row.shape == (parts.size,)

            def part(name: str, row: np.ndarray = row) -> list[int]:
                found: list[int] = parts.part(row, name).tolist()
                return found

            assert part("hand") == [view.hand.get(card, 0) for card in CARDS]
            assert part("display") == [view.display.get(card, 0) for card in CARDS]
            assert part("hand_size") == [view.seats[seat].hand_size, view.seats[1 - seat].hand_size]
            assert part("deck_size") == [view.deck_size]
            assert part("tickets_left") == [view.tickets_left]
            assert sum(part("tickets")) == len(view.tickets)
            assert sum(part("offer")) == len(view.offer)
            assert part("to_move") == (
                [0, 0] if view.is_over else [int(view.to_move == seat), int(view.to_move != seat)]
            )
            assert sum(part("phase")) == 1
            if "routes" in parts.shapes:
                counts = [sum(routes) for routes in parts.part(row, "routes").tolist()]
                assert counts == [
                    len(position.seen_by(-1).plain.owned) and _owned(position, p) for p in (seat, 1 - seat)
                ]


def _owned(position: Position, player: int) -> int:
    return sum(int(word).bit_count() for word in position.plain.owned[player])


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_what_is_hidden_does_not_show(board: str) -> None:
    changed = 0
    for i, position in enumerate(some_positions(board, 3, 10)):
        for seat in range(3):
            other = position.determinize(seat, stream(i))
            changed += other != position
            assert observe(other, seat).tobytes() == observe(position, seat).tobytes()
    assert changed > 10


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_a_batch_sees_what_each_of_its_positions_shows(board: str) -> None:
    vector = Vector(Batch(board, 2, games=20, seed=4))
    for _ in range(40):
        vector.step(vector.sample())
    for i in range(20):
        position = vector.batch.position(i)
        assert vector.observations[i].tobytes() == observe(position).tobytes()
        assert np.flatnonzero(vector.masks[i]).tolist() == sorted(position.legal())


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(branchline.SetupError, match="a seat is 0 to 1, not 2"):
        observe(branchline.new("nordic", 2, seed=1).position, 2)
