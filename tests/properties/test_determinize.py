"""A determinized position agrees with all that its player knows, and each is as likely as it should be."""

from collections import Counter
from random import Random

import pytest
from inference import tell
from styles import play_on

from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS, KEEP_SET, WITH
from branchline.engine.limits import LOCO
from branchline.engine.phases import CARDS, KEEP_START, LOCOMOTIVES, SECOND
from branchline.mapgame.rules.actions import CLAIM, EXCHANGE, HOWS
from branchline.mapgame.rules.state import GREY
from branchline.position import Position, stream

from .chi_square import fit
from .conftest import Case, effort
from .invariants import check
from .posterior import hidden, posterior, tiny_game
from .random_play import STYLES, fields, phases_of, random_decision, random_position

UNLIKELY = 1e-4
RED, GREEN = 6, 7
ALL_RED = [0, 0, 0, 0, 0, 0, 12, 0, 0]  # so that only tickets are hidden


@pytest.mark.parametrize("positions", effort(8, 100))
def test_a_determinized_position_is_whole_and_looks_the_same(case: Case, positions: int) -> None:
    for seed in range(positions):
        position = random_position(case, seed)
        for viewer in range(case.players):
            determinized = position.determinize(viewer, stream(seed))
            check(determinized, case.loaded, is_determinized=True)
            assert determinized.seen_by(viewer).states.tobytes() == position.seen_by(viewer).states.tobytes()


@pytest.mark.parametrize("positions", effort(4, 50))
def test_play_goes_on_from_a_determinized_position(case: Case, positions: int) -> None:
    for seed in range(positions):
        rng = Random(seed)
        viewer = rng.randrange(case.players)
        determinized = random_position(case, seed).determinize(viewer, stream(seed))
        for step, _ in enumerate(play_on(determinized, rng, rng.choice(list(STYLES)))):
            if step % 10 == 0:
                check(determinized, case.loaded, is_determinized=True)
        assert determinized.is_over


@pytest.mark.parametrize("positions", effort(4, 100))
def test_a_rival_can_finish_a_claim_that_was_begun(case: Case, positions: int) -> None:
    """Who has named a route and a set can pay for it, whatever is determinized."""
    for phase in phases_of(case) & {CARDS, LOCOMOTIVES}:
        for seed in range(positions):
            position = random_decision(case, seed, (phase,))
            for viewer in range(case.players):
                determinized = position.determinize(viewer, stream(seed))
                assert determinized.legal()


def test_the_stream_alone_decides_what_is_determinized(case: Case) -> None:
    position = random_position(case, 3, "mixed")
    again = [position.determinize(0, stream(5)).states.tobytes() for _ in range(2)]
    assert again[0] == again[1]


def check_odds(start: Position, decisions: list[int], seed: int, viewer: int) -> Position:
    """Fail unless what is determinized comes up as often as what a player can infer is likely."""
    position, done = tell(start, decisions, seed)
    odds = posterior(start, done, viewer)
    assert len(odds) > 1, "something is hidden"
    chance = stream(seed)
    counts = Counter(hidden(position.determinize(viewer, chance)) for _ in range(3000))
    impossible = set(counts) - set(odds)
    assert not impossible, f"the player can rule out {impossible.pop()}"
    assert fit(counts, odds) > UNLIKELY, {key: (counts[key] / 3000, odds[key]) for key in odds}
    return position


def test_hands_before_any_shuffle() -> None:
    """Two rivals, one of whom took a card from the display."""
    start = tiny_game("usa", 3, [0, 0, 0, 0, 0, 0, 6, 5, 4], 3, start_hand=2, start_tickets=1, start_keep=1)
    keep = KEEP_SET + 1
    check_odds(start, [keep, keep, keep, RED, DRAW_BLIND, DRAW_BLIND, DRAW_BLIND], 4, 0)


def after_a_shuffle(start: Position, seed: int) -> list[int]:
    """Decisions that make a new deck of a red card and a locomotive, from which player 2 then draws one."""
    keep = [KEEP_SET + 1] * start.players
    dealt = fields(tell(start, keep, seed)[0])
    assert dealt.deck_size == 0
    assert dealt.hand[0][RED] >= 2
    assert dealt.hand[0][LOCO] == 1
    b = start.board[0]
    grey = next(r for r in range(100) if b.length[r] == 2 and b.colour[r] == GREY)
    decisions = [*keep, CLAIM + HOWS * grey + RED, WITH + 1, DRAW_BLIND]
    position = tell(start, decisions, seed)[0]
    assert position.record.phase == SECOND
    assert fields(position).fresh == [0, 0, 0, 0, 0, 0, 1, 0, 1]
    return decisions


def test_a_rival_s_draw_after_a_shuffle() -> None:
    """All know the new deck: a red card and a locomotive; so the card drawn is either, as likely as not."""
    cards = [0, 0, 0, 0, 0, 0, 6, 3, 4]
    start = tiny_game("usa", 2, cards, 2, start_hand=4, start_tickets=1, start_keep=1, display_reset=0)
    seed = next(n for n in range(1000) if fields(tell(start, [], n)[0]).hand[0] == [0, 0, 0, 0, 0, 0, 3, 0, 1])
    decisions = after_a_shuffle(start, seed)
    check_odds(start, decisions, seed, 0)


def test_who_drew_nothing_after_a_shuffle_has_nothing_from_the_new_deck() -> None:
    """The only locomotive was shuffled into the new deck, and player 3 has not drawn since."""
    cards = [0, 0, 0, 0, 0, 0, 6, 7, 1]
    start = tiny_game("usa", 3, cards, 3, start_hand=3, start_tickets=1, start_keep=1, display_reset=0)
    seed = next(n for n in range(1000) if fields(tell(start, [], n)[0]).hand[0] == [0, 0, 0, 0, 0, 0, 2, 0, 1])
    decisions = after_a_shuffle(start, seed)
    check_odds(start, decisions, seed, 0)


def test_two_rivals_who_drew_after_a_shuffle() -> None:
    """The new deck was three red cards and a locomotive; one was turned up, and each rival drew one of the others."""
    cards = [0, 0, 0, 0, 0, 0, 8, 8, 1]
    start = tiny_game("usa", 3, cards, 3, start_hand=4, start_tickets=1, start_keep=1, display_reset=0)
    seed = next(n for n in range(1000) if fields(tell(start, [], n)[0]).hand[0] == [0, 0, 0, 0, 0, 0, 3, 0, 1])
    keep, b = [KEEP_SET + 1] * 3, start.board[0]
    grey = next(r for r in range(100) if b.length[r] == 4 and b.colour[r] == GREY)
    position = check_odds(start, [*keep, CLAIM + HOWS * grey + RED, DRAW_BLIND, GREEN, DRAW_BLIND], seed, 0)
    assert fields(position).blind_size[1:3] == [1, 1]


def begin(start: Position, rival_holds: list[int], how: int, kind: str) -> tuple[list[int], int]:
    """Decisions by which the first player, dealt these cards, begins a claim; and the seed of that deal."""
    seed = next(n for n in range(10_000) if fields(tell(start, [], n)[0]).hand[0] == rival_holds)
    b = start.board[0]
    routes = [
        r for r in range(100) if b.length[r] == 2 and b.colour[r] == GREY and (b.symbols[r] > 0) == (kind == "ferry")
    ]
    return [KEEP_SET + 1, KEEP_SET + 1, CLAIM + HOWS * routes[0] + how], seed


def test_who_may_choose_a_number_of_locomotives_has_the_choice() -> None:
    """A claim of two spaces with red that leaves a choice: at least two red cards and a locomotive."""
    start = tiny_game("usa", 2, [0, 0, 0, 0, 0, 0, 6, 6, 4], 2, start_hand=4, start_tickets=1, start_keep=1)
    decisions, seed = begin(start, [0, 0, 0, 0, 0, 0, 2, 1, 1], RED, "plain")
    assert check_odds(start, decisions, seed, 1).record.phase == LOCOMOTIVES


def test_who_has_begun_an_exchange_can_end_it() -> None:
    """A ferry of two spaces, one with a locomotive, by exchange: four cards that make it come out even."""
    start = tiny_game("nordic", 2, [0, 0, 0, 0, 0, 4, 4, 4, 3], 2, start_hand=4, start_tickets=1, start_keep=1)
    decisions, seed = begin(start, [0, 0, 0, 0, 0, 1, 2, 1, 0], EXCHANGE, "ferry")
    assert check_odds(start, decisions, seed, 1).record.phase == CARDS


@pytest.mark.parametrize("board", ["usa", "nordic"])
def test_tickets_in_hands_and_returned(board: str) -> None:
    """Both return tickets at the start and later; the viewer knows where their own lie."""
    start = tiny_game(board, 2, ALL_RED, 8, start_hand=1, start_tickets=2, start_keep=1, draw_tickets=2)
    keep_one = KEEP_SET + 1
    decisions = [keep_one, keep_one, DRAW_TICKETS, keep_one, DRAW_TICKETS, keep_one]
    for viewer in range(2):
        check_odds(start, decisions[: -2 * viewer or None], 5, viewer)


def test_start_choices() -> None:
    """While tickets are chosen at the start, nobody knows how many those before them kept."""
    start = tiny_game("nordic", 3, ALL_RED, 8, start_hand=1, start_tickets=2, start_keep=1)
    position = check_odds(start, [KEEP_SET + 1, KEEP_SET + 3], 1, 2)
    assert position.record.phase == KEEP_START
    check_odds(start, [KEEP_SET + 1, KEEP_SET + 3], 1, 0)
