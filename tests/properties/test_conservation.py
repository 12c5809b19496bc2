"""Nothing is lost, doubled or out of place after any action of a player or of chance."""

from collections import Counter
from random import Random

import pytest

from branchline.rules.state import KEEP_START, OVER, PASS

from .conftest import Case, effort
from .invariants import check
from .random_play import STYLES, fields, play_on


@pytest.mark.parametrize("games", effort(1, 10))
@pytest.mark.parametrize("style", STYLES)
def test_conservation(case: Case, style: str, games: int) -> None:
    for seed in range(games):
        position = case.start()
        check(position, case.loaded)
        for _ in play_on(position, Random(seed), style):
            check(position, case.loaded)


def test_random_games_come_to_rare_places(case: Case) -> None:
    """The styles are there for these; without them the other properties would say less."""
    seen: Counter[str] = Counter()
    for style in STYLES:
        position = case.start()
        before = fields(position)
        for action in play_on(position, Random(7), style):
            s = fields(position)
            seen["reshuffle"] += s.deck_size > before.deck_size
            seen["no deck"] += s.deck_size == 0
            seen["display not full"] += s.phase >= KEEP_START and s.display_size < 5
            seen["no tickets left"] += s.ticket_deck_size + s.under_size == 0
            seen["pass"] += action == PASS and before.phase >= KEEP_START
            before = s
        seen["end"] += before.phase == OVER
    assert seen["end"] == len(STYLES)
    assert all(seen[place] for place in ("reshuffle", "no deck", "no tickets left")), seen
    assert (seen["display not full"] > 0) != case.loaded.rules.no_draw_without_deck
