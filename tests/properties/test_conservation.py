"""Nothing is lost, doubled or out of place after any action of a player or of chance."""

from collections import Counter
from random import Random

import pytest
from styles import play_on

from branchline.engine.phases import KEEP_START

from .conftest import Case, effort
from .invariants import check, check_tokens
from .random_play import STYLES, fields, style_of


@pytest.mark.parametrize("games", effort(1, 10))
def test_conservation(case: Case, games: int) -> None:
    for seed in range(games):
        position = case.start()
        check(position, case.loaded)
        before = fields(position)
        for _ in play_on(position, Random(seed), style_of(case, seed)):
            check(position, case.loaded)
            after = fields(position)
            check_tokens(before, after, case.loaded)
            before = after


def test_random_games_come_to_rare_places(case: Case) -> None:
    """The styles are there for these; without them the other properties would say less."""
    seen: Counter[str] = Counter()
    for style in STYLES:
        position = case.start()
        s = position.record
        cards = int(s.deck_size)
        for _ in play_on(position, Random(7), style):
            seen["reshuffle"] += s.deck_size > cards and s.turn > 0
            seen["no deck"] += s.deck_size == 0
            seen["display not full"] += s.phase >= KEEP_START and s.display_size < 5
            seen["no tickets left"] += s.ticket_deck_size + s.under_size == 0
            cards = int(s.deck_size)
    assert all(seen[place] for place in ("reshuffle", "no deck", "no tickets left")), seen
    assert (seen["display not full"] > 0) != case.loaded.rules.no_draw_without_deck
