"""The engine and the plain rules play the same games, step by step, and count the same ways to go on."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import count as count_up
from random import Random

import pytest
from styles import choose

from branchline.boardfile.cards import CARDS
from branchline.engine import actions as shared
from branchline.mapgame.rules import actions as numbers
from branchline.position import Position, stream

from .conftest import Case, effort, game_of
from .invariants import batches
from .plain_rules import Table, counts, lay_table
from .random_play import elements, fields, style_of

SMALL = 9  # cards in a hand from which the plain rules can list all exchanges


def check_same(position: Position, table: Table) -> None:
    """Fail unless everything on the table lies where the engine has it."""
    s = fields(position)
    assert position.is_over == (table.next == "over")
    assert position.is_chance == table.is_chance
    assert (s.player, s.turn, s.turns_left) == (table.player, table.turn, table.turns_left or 0)
    assert [tuple(hand) for hand in s.hand[: s.players]] == [counts(hand) for hand in table.hands]
    piles = (s.deck, s.display, s.discards)
    assert [tuple(p) for p in piles] == [counts(p) for p in (table.deck, table.display, table.discards)]
    assert s.score[: s.players] == [table.score(p) for p in range(s.players)]
    assert [set(elements(mask)) for mask in s.owned[: s.players]] == table.routes
    assert [set(elements(mask)) for mask in s.tickets[: s.players]] == table.kept
    assert [set(elements(mask)) for mask in s.offer[: s.players]] == table.offers
    groups = [set(elements(s.ticket_deck)), *map(set, batches(s))]
    assert [group for group in groups if group] == table.tickets
    assert set(elements(s.removed)) == table.removed


def check_choices(position: Position, table: Table) -> None:
    """Fail unless the same may happen next."""
    found = [outcome for outcome, _ in position.outcomes()] if position.is_chance else position.legal()
    assert set(found) == table.choices()


def is_long(table: Table, action: int) -> bool:
    """Whether the plain rules would take too long over a claim: an exchange from a large hand."""
    how = (action - numbers.CLAIM) % numbers.HOWS
    return action >= numbers.CLAIM and how == numbers.EXCHANGE and len(table.hands[table.player]) > SMALL


@pytest.mark.parametrize("games", effort(2, 10))
def test_the_same_game_at_a_table(plain_case: Case, games: int) -> None:
    for seed in range(games):
        rng, chance, style = Random(seed), stream(seed), style_of(plain_case, seed)
        position, table = plain_case.start(), lay_table(plain_case.loaded, plain_case.players)
        while not position.is_over:
            check_same(position, table)
            check_choices(position, table)
            action = position.draw(chance) if position.is_chance else choose(position, rng, style)
            while is_long(table, action):
                action = rng.choice([a for a in position.legal() if not is_long(table, a)])
            position.apply(action)
            table.play(action)
        check_same(position, table)


# Counting the ways to go on, both of players and of chance


def count(position: Position, depth: int) -> int:
    """How many sequences of so many actions there are."""
    actions = [outcome for outcome, _ in position.outcomes()] if position.is_chance else position.legal()
    if depth == 1 or not actions:
        return len(actions) or 1
    total = 0
    for action in actions:
        after = position.copy()
        after.apply(action)
        total += count(after, depth - 1)
    return total


def count_at_table(table: Table, depth: int) -> int:
    """The same by the plain rules."""
    actions = table.choices()
    if depth == 1 or not actions:
        return len(actions) or 1
    total = 0
    for action in actions:
        after = deepcopy(table)
        after.play(action)
        total += count_at_table(after, depth - 1)
    return total


def deal(case: Case, hands: Sequence[str], first: Sequence[int] = ()) -> tuple[Position, Table]:
    """A game in which these cards are dealt, all tickets kept, and these actions played."""
    position, table = case.start(), lay_table(case.loaded, case.players)
    chance = stream(1)
    chance["word"] = 0x1635F5558FF5C2E  # the deal that the pinned counts are of
    dealt = [CARDS.index(word) for hand in hands for word in hand.split()]

    def play(action: int) -> None:
        position.apply(action)
        table.play(action)

    for c in dealt:
        play(c)
    for step in count_up():
        if position.turn > 0:
            break
        outcomes = position.outcomes()
        play(outcomes[step % len(outcomes)][0] if outcomes else position.legal()[-1])
    for action in first:
        assert action in table.choices()
        play(action)
    return position, table


def claim(case: Case, a: str, b: str, how: int, colour: str | None) -> int:
    """The action that claims a route."""
    for r, route in enumerate(case.loaded.routes):
        if (route.a, route.b, route.colour) == (a, b, colour):
            return numbers.CLAIM + numbers.HOWS * r + how
    raise LookupError(f"{a}–{b}")


USA = game_of("usa", 2)
NORDIC = game_of("nordic", 2, start_hand=5)
GREEN = CARDS.index("green")


def usa() -> tuple[Position, Table]:
    """A hand with a pair and a locomotive."""
    return deal(USA, ["red red blue locomotive", "green green green white"])


def ferry() -> tuple[Position, Table]:
    """An exchange for the ferry Helsinki–Stockholm: four spaces of any one colour, two with a locomotive."""
    hands = ["red red blue green locomotive", "white white black black red"]
    drawn = ("red", "blue", "white", "white", "red", "locomotive", "black", "black")
    draws = [action for word in drawn for action in (shared.DRAW_BLIND, CARDS.index(word))]
    claimed = claim(NORDIC, "Helsinki", "Stockholm", numbers.EXCHANGE, None)
    return deal(NORDIC, hands, [*draws, claimed])


def tunnel() -> tuple[Position, Table]:
    """Two green cards shown for the tunnel Kristiansand–Stavanger, one more and a locomotive in hand."""
    hands = ["green green green blue locomotive", "white white black black red"]
    claimed = claim(NORDIC, "Kristiansand", "Stavanger", GREEN, "green")
    return deal(NORDIC, hands, [claimed, shared.WITH])


def nordic() -> tuple[Position, Table]:
    """The first turn on the other board."""
    return deal(NORDIC, ["red red blue green locomotive", "white white black black red"])


@pytest.mark.parametrize(
    ("opening", "depth", "ways"),
    [
        (usa, 1, 96),
        (usa, 2, 3706),
        (usa, 3, 150_985),
        (nordic, 1, 39),
        (nordic, 2, 578),
        (nordic, 3, 7552),
        (ferry, 2, 3),
        (ferry, 4, 6),
        (ferry, 7, 15),
        (ferry, 10, 128_590),
        (tunnel, 3, 729),
        (tunnel, 4, 10_662),
        (tunnel, 5, 149_331),
    ],
)
def test_pinned_counts(opening: Callable[[], tuple[Position, Table]], depth: int, ways: int) -> None:
    assert count(opening()[0], depth) == ways


@pytest.mark.parametrize(
    ("opening", "depth"),
    [
        (usa, 2),
        (nordic, 2),
        (ferry, 9),
        (tunnel, 4),
        pytest.param(usa, 3, marks=pytest.mark.soak),
        pytest.param(nordic, 3, marks=pytest.mark.soak),
        pytest.param(ferry, 10, marks=pytest.mark.soak),
        pytest.param(tunnel, 5, marks=pytest.mark.soak),
    ],
)
def test_counts_at_a_table(opening: Callable[[], tuple[Position, Table]], depth: int) -> None:
    position, table = opening()
    assert count(position, depth) == count_at_table(table, depth)
