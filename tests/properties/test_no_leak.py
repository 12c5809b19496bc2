"""Positions that differ only in what a player cannot see give the player the same view and the same moves."""

from random import Random

import pytest

from branchline.engine.phases import KEEP_START
from branchline.kinds import MAP_GAME
from branchline.mapgame.notation import MapNotation
from branchline.observation import observe
from branchline.position import Position, stream

from .conftest import Case, effort
from .hidden import disguise
from .invariants import check
from .random_play import fields, random_decision, random_position

PUBLIC = """owned open known score trains hand_size display discards paid turned fresh deck_size
ticket_deck_size under_size route how surcharge turn player players phase turns_left passes
stations city loans tokens neutral neutral_trains neutral_in marker festival_deck lying pile deal_at deal_span
ticket_discards draft drafts_to_come drawer"""
OWN = "hand tickets offer drafted placed blind ticket_count offer_count"


def check_alike(case: Case, notation: MapNotation, one: Position, other: Position, viewer: int) -> None:
    """Fail unless the viewer cannot tell the positions apart."""
    names = [f"Player {p + 1}" for p in range(case.players)]
    assert one.seen_by(viewer).states.tobytes() == other.seen_by(viewer).states.tobytes()
    assert MAP_GAME.view(notation, names, one.seen_by(viewer), viewer) == MAP_GAME.view(
        notation, names, other.seen_by(viewer), viewer
    )
    if viewer >= 0:
        assert observe(one, viewer).tobytes() == observe(other, viewer).tobytes()
    if viewer == one.player:
        assert one.legal() == other.legal() == one.seen_by(viewer).legal()


@pytest.mark.parametrize("positions", effort(4, 60))
def test_hidden_parts_do_not_show(case: Case, positions: int) -> None:
    notation = MapNotation(case.loaded)
    changed = 0
    for seed in range(positions):
        position = random_position(case, seed)
        for viewer in range(-1, case.players):
            other = disguise(position, case.loaded, viewer, Random(seed))
            check(other, case.loaded)
            check_alike(case, notation, position, other, viewer)
            changed += position.states.tobytes() != other.states.tobytes()
    assert changed > positions, "the disguise changes something"


@pytest.mark.parametrize("positions", effort(2, 40))
def test_choices_of_the_start_are_secret(case: Case, positions: int) -> None:
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        position = random_decision(case, seed, (KEEP_START,))
        for viewer in range(-1, case.players):
            other = disguise(position, case.loaded, viewer, Random(seed))
            check(other, case.loaded)
            check_alike(case, notation, position, other, viewer)


@pytest.mark.parametrize("positions", effort(5, 100))
def test_what_is_determinized_looks_alike(case: Case, positions: int) -> None:
    notation = MapNotation(case.loaded)
    for seed in range(positions):
        position = random_position(case, seed)
        for viewer in range(case.players):
            one = position.determinize(viewer, stream(seed))
            other = position.determinize(viewer, stream(seed + 1))
            check_alike(case, notation, position, one, viewer)
            check_alike(case, notation, one, other, viewer)


@pytest.mark.parametrize("positions", effort(4, 50))
def test_a_view_shows_what_is_public_and_the_player_s_own(case: Case, positions: int) -> None:
    """The other side: a view that showed nothing would pass every test above."""
    for seed in range(positions):
        position = random_decision(case, seed)
        full = fields(position)
        for viewer in range(case.players):
            seen = fields(position.seen_by(viewer))
            for name in OWN.split():
                assert getattr(seen, name)[viewer] == getattr(full, name)[viewer], name
            for name in PUBLIC.split():
                assert getattr(seen, name) == getattr(full, name), name
            assert seen.ticket_deck & ~full.placed[viewer] == 0
            assert seen.removed == full.removed & full.placed[viewer]
            for p in set(range(case.players)) - {viewer}:
                assert not any((*seen.hand[p], *seen.blind[p]))
                assert not any((seen.tickets[p], seen.offer[p], seen.drafted[p], seen.placed[p]))
            assert not any(seen.deck)
