"""Nobody sees what they should not, and determinized games agree with all that a player knows."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from inference import Beliefs, tell
from properties.chi_square import fit
from styles import play_on

from branchline.cardgame.rules.actions import COMPLETE_BEST
from branchline.cardgame.rules.state import COMPLETE, STATE
from branchline.engine.actions import DRAW_BLIND, DRAW_TICKETS, KEEP_SET
from branchline.engine.limits import KINDS
from branchline.engine.phases import KEEP_START, OVER, TURN
from branchline.observation import observe
from branchline.position import Position, stream
from cardgame.posterior import hidden, posterior, tiny_facts
from cardgame.random_play import effort, random_positions
from cardgame.table import ALL_CARDS, CARD_GAME, Array, Table, elements, everywhere, game, mask_of, new_game

PLAYERS = [2, 3, 4]
WORDS = CARD_GAME.notation(game())
UNLIKELY = 1e-4
RED = 6


# No leak


def disguise(position: Position, viewer: int, rng: Random) -> Position:
    """The position with other hidden cards, tickets and secret choices; a viewer of -1 sees what all see."""
    other = position.copy()
    rivals = [p for p in range(position.players) if p != viewer]
    for _ in range(8):
        swap_cards(other.record, rng.choice(rivals), rng.choice([None, *rivals]), rng)
    shuffle_tickets(other.record, viewer, rng)
    for p in rivals:
        if other.record.phase == KEEP_START and p < other.player:
            choose_start_again(other.record, p, rng)
        if other.record.phase == COMPLETE and p <= other.player:
            other.record.chosen[p] = 0
    return other


def unknown(s: np.record, p: int) -> list[int]:
    """The cards of a hand that came from this deck and that nobody else saw."""
    return [c for c in range(KINDS) for _ in range(min(s.hand[p, c] - s.known[p, c], s.blind[p, c]))]


def swap_cards(s: np.record, p: int, q: int | None, rng: Random) -> None:
    """Let a hand swap a card nobody else saw with the deck, or with another hand."""
    mine = unknown(s, p)
    theirs = [c for c in range(KINDS) for _ in range(s.deck[c])] if q is None else unknown(s, q)
    if p == q or not mine or not theirs:
        return
    give, take = rng.choice(mine), rng.choice(theirs)
    places = [(s.hand[p], 1), (s.blind[p], 1)]
    places += [(s.deck, -1)] if q is None else [(s.hand[q], -1), (s.blind[q], -1)]
    for cards, sign in places:
        cards[give] -= sign
        cards[take] += sign


def shuffle_tickets(s: np.record, viewer: int, rng: Random) -> None:
    """Let the tickets whose place the viewer does not know change places."""
    shown = int(np.bitwise_or.reduce(s.done))
    if viewer >= 0:
        shown |= int(s.tickets[viewer] | s.offer[viewer] | s.placed[viewer])
    if s.phase == OVER:
        shown |= int(np.bitwise_or.reduce(s.tickets))
    free = [t for t in range(46) if not shown >> t & 1]
    becomes = dict(zip(free, rng.sample(free, len(free)), strict=True))
    for masks in (s.tickets, s.offer, s.under):
        masks[:] = [mask_of([becomes.get(t, t) for t in elements(mask)]) for mask in masks]
    s.ticket_deck = mask_of([becomes.get(t, t) for t in elements(s.ticket_deck)])
    for p in range(s.players):
        if p != viewer:
            for masks in (s.placed, s.returned):
                masks[p] = mask_of([becomes.get(t, t) for t in elements(masks[p])])


def choose_start_again(s: np.record, p: int, rng: Random) -> None:
    """Let a player have kept other tickets at the start."""
    dealt = elements(s.tickets[p] | s.offer[p])
    kept = set(rng.sample(dealt, rng.randint(1, len(dealt))))
    s.tickets[p], s.offer[p] = mask_of(kept), mask_of(set(dealt) - kept)
    s.ticket_count[p], s.offer_count[p] = len(kept), len(dealt) - len(kept)


def check_alike(one: Position, other: Position, viewer: int) -> None:
    """Fail unless the viewer cannot tell the positions apart."""
    assert one.seen_by(viewer).states.tobytes() == other.seen_by(viewer).states.tobytes()
    if viewer >= 0:
        assert observe(one, viewer).tobytes() == observe(other, viewer).tobytes()
    names = [f"Player {p + 1}" for p in range(one.players)]
    assert CARD_GAME.view(WORDS, names, one.seen_by(viewer), viewer) == CARD_GAME.view(
        WORDS, names, other.seen_by(viewer), viewer
    )
    if viewer == one.player:
        assert one.legal() == other.legal() == one.seen_by(viewer).legal()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("games", effort(10, 500))
def test_hidden_parts_do_not_show(players: int, games: int) -> None:
    changed = 0
    for seed in range(games):
        for position in random_positions(players, seed, 6):
            for viewer in range(-1, players):
                other = disguise(position, viewer, Random(seed))
                check_alike(position, other, viewer)
                changed += position.states.tobytes() != other.states.tobytes()
    assert changed > 10 * games


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("phase", [KEEP_START, COMPLETE])
def test_what_others_choose_in_secret_does_not_show(players: int, phase: int) -> None:
    found = 0
    for seed in range(3):
        rng = Random(seed)
        position = new_game(players)
        for _ in play_on(position, rng, "mixed"):
            if position.record.phase == phase:
                found += 1
                for viewer in range(-1, players):
                    check_alike(position, disguise(position, viewer, rng), viewer)
    assert found > 5


@pytest.mark.parametrize("players", PLAYERS)
def test_a_view_shows_what_is_public_and_the_player_s_own(players: int) -> None:
    """The other side: a view that showed nothing would pass every test above."""
    public = "done known platform yard on_top display discards fresh hand_size left_over deck_size player phase half"
    for position in random_positions(players, 7, 20):
        full = position.record
        for viewer in range(players):
            seen = position.seen_by(viewer).record
            for name in ("hand", "blind", "tickets", "offer", "chosen", "placed", "returned"):
                assert (seen[name][viewer] == full[name][viewer]).all(), name
                if full.phase != OVER:
                    assert not any(seen[name][p].any() for p in range(players) if p != viewer), name
            for name in public.split():
                assert (seen[name] == full[name]).all(), name
            assert not seen.deck.any()
            assert seen.ticket_deck == full.ticket_deck & full.placed[viewer]
            assert (seen.under == full.under & full.placed[viewer]).all()


# Determinized games


def check_whole(position: Position) -> None:
    """Fail unless every card and every ticket is in one place, and the counts are right."""
    s, b = position.record, position.board[0]
    assert (everywhere(s) == b.cards).all()
    for cards in (s.hand, s.known, s.hand - s.known, s.deck, s.yard, s.on_top, s.platform, s.display, s.discards):
        assert (cards >= 0).all()
    assert (s.hand_size == s.hand.sum(1)).all()
    assert (s.deck_size, s.display_size) == (s.deck.sum(), s.display.sum())
    masks = [*s.tickets, *s.done, *s.offer, *s.under, s.ticket_deck]
    assert sum(int(mask) for mask in masks) == int(b.all_tickets)
    for masks, sizes in ((s.tickets, s.ticket_count), (s.offer, s.offer_count), (s.under, s.under_size)):
        assert [len(elements(mask)) for mask in masks] == sizes.tolist()
    assert len(elements(s.ticket_deck)) == s.ticket_deck_size
    assert (s.chosen & ~s.tickets == 0).all()
    assert (s.placed & ~s.returned == 0).all()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("games", effort(10, 500))
def test_a_determinized_game_is_whole_and_looks_the_same(players: int, games: int) -> None:
    for seed in range(games):
        for position in random_positions(players, seed, 6):
            check_whole(position)
            for viewer in range(-1, players):
                determinized = position.determinize(viewer, stream(seed))
                check_whole(determinized)
                check_alike(position, determinized, viewer)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("games", effort(6, 200))
def test_play_goes_on_from_a_determinized_game(players: int, games: int) -> None:
    for seed in range(games):
        rng = Random(seed)
        for position in random_positions(players, seed, 2):
            determinized = position.determinize(rng.randrange(players), stream(seed))
            for _ in play_on(determinized, rng, "layer"):
                assert (determinized.record.blind >= 0).all()
                if rng.random() < 0.02:
                    check_whole(determinized.determinize(rng.randrange(players), stream(seed)))
            check_whole(determinized)
            assert determinized.is_over


def check_odds(
    start: Position, decisions: list[int], seed: int, viewer: int, beliefs: Beliefs | None = None
) -> Position:
    """Fail unless what is determinized comes up as often as what a player can infer is likely."""
    position, done = tell(start, decisions, seed)
    odds = posterior(start, done, viewer, beliefs)
    assert hidden(position) in odds, "the truth is possible"
    assert len(odds) > 1, "something is hidden"
    chance = stream(seed)
    counts = Counter(hidden(position.determinize(viewer, chance)) for _ in range(4000))
    assert not set(counts) - set(odds), "the player can rule out what is determinized"
    assert fit(counts, odds) > UNLIKELY, {key: (counts[key] / 4000, odds[key]) for key in odds}
    return position


def tiny_game(players: int, cards: list[int], tickets: int, **rules: int) -> Position:
    """A game with few cards and tickets, before its first card is dealt."""
    return Position.start(CARD_GAME.engine, tiny_facts(cards, tickets, **rules), players)


def test_odds_of_hands_in_the_first_half() -> None:
    """Two rivals with a locomotive each, one of whom took a card from the display; the others draw blind."""
    start = tiny_game(3, [0, 0, 0, 0, 0, 3, 6, 0, 5], 3, start_hand=1, start_tickets=1)
    keep = KEEP_SET + 1
    check_odds(start, [keep, keep, keep, DRAW_BLIND, DRAW_BLIND, DRAW_BLIND, RED], 1, 0)
    check_odds(start, [keep, keep, keep, DRAW_BLIND, DRAW_BLIND, DRAW_BLIND, RED], 2, 2)


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_odds_of_tickets_shuffled_back(viewer: int) -> None:
    """What a player returned at the start is in nobody's tickets of the start, but may have been drawn since."""
    all_red = [0, 0, 0, 0, 0, 0, 10, 0, 3]
    start = tiny_game(3, all_red, 9, start_hand=1, start_tickets=2, draw_tickets=2)
    keep_one = KEEP_SET + 1
    decisions = [keep_one] * 3 + [DRAW_TICKETS, KEEP_SET + 2]
    check_odds(start, decisions, 3, viewer)


def test_odds_while_tickets_are_chosen_at_the_start() -> None:
    """Nobody knows how many those before them kept."""
    start = tiny_game(3, [0, 0, 0, 0, 0, 0, 10, 0, 3], 7, start_hand=1, start_tickets=2)
    position = check_odds(start, [KEEP_SET + 1, KEEP_SET + 3], 1, 2)
    assert position.record.phase == KEEP_START


def test_odds_while_tickets_are_completed() -> None:
    """Who has chosen before, with tickets nobody knows, may complete any set that the platform allows."""
    table = Table()
    s = table.record
    table.platform(0, yellow=1, blue=1, red=1)
    table.deck()
    s.phase, s.player = COMPLETE, 1
    s.ticket_deck, s.ticket_deck_size = mask_of([0, 1, 5]), 3  # yellow, blue, yellow and red
    table.position.board = tiny_facts(ALL_CARDS, 6)
    s.tickets[0], s.ticket_count[0] = mask_of([3, 4]), 2  # yellow and blue both
    s.tickets[1], s.ticket_count[1] = mask_of([2]), 1
    asks = {0: "y", 1: "b", 3: "yb", 4: "yb", 5: "yr"}
    odds: dict[tuple[int, int], float] = {}
    for pair in combinations(asks, 2):
        both = [] if set(asks[pair[0]]) & set(asks[pair[1]]) else [pair]
        for chosen in [(), pair[:1], pair[1:], *both]:
            odds[int(mask_of(list(pair))), int(mask_of(list(chosen)))] = 1 / (3 + len(both))
    chance = stream(1)
    determinized = [table.position.determinize(1, chance).record for _ in range(4000)]
    counts = Counter((int(one.tickets[0]), int(one.chosen[0])) for one in determinized)
    assert set(counts) == set(odds)
    assert fit(counts, odds) > UNLIKELY


# The second half: all know what was shuffled, so whatever else is unseen was in a hand before


def at_half_time(cards: Array, hands: list[list[int]], **rules: int) -> Position:
    """Four players of whom the last is about to choose what to complete; the rest of the cards is discarded."""
    position = Position(
        CARD_GAME.engine, tiny_facts(cards.tolist(), 4, second_half_hand=1, **rules), np.zeros(1, STATE)
    )
    s = position.record
    s.players, s.half, s.turn, s.phase, s.player = 4, 1, 9, COMPLETE, 3
    s.ticket_deck, s.ticket_deck_size = 15, 4
    s.hand[:] = hands
    s.blind[:] = hands
    s.hand_size[:] = s.hand.sum(1)
    s.discards[:] = cards - s.hand.sum(0)
    s.fresh[:] = s.hand.sum(0)
    return position


def arrangements(position: Position, viewer: int) -> dict[bytes, float]:
    """Every way in which the unseen cards of the first half may lie in the rivals' hands, with its weight."""
    s = position.record
    pool = [c for q in range(4) if q != viewer for c in range(KINDS) for _ in range(s.hand[q, c])]
    weights: Counter[bytes] = Counter()
    for order in set_of_orders(pool):
        other = position.copy()
        rest = list(order)
        for q in range(4):
            if q != viewer:
                mine, rest = rest[: s.hand_size[q]], rest[s.hand_size[q] :]
                other.record.hand[q] = other.record.blind[q] = np.bincount(mine, minlength=KINDS)
        weights[other.states.tobytes()] += 1
    return {state: float(weight) for state, weight in weights.items()}


def set_of_orders(cards: list[int]) -> list[tuple[int, ...]]:
    """Every order of some cards, as often as it comes about with cards told apart."""
    if not cards:
        return [()]
    return [(c, *rest) for i, c in enumerate(cards) for rest in set_of_orders(cards[:i] + cards[i + 1 :])]


CARDS = np.array([0, 0, 0, 0, 0, 3, 8, 0, 5])
HANDS = [[0] * 5 + [0, 1, 0, 0], [0] * 5 + [1, 1, 0, 0], [0] * 5 + [0, 0, 0, 1], [0] * 9]


@pytest.mark.parametrize("viewer", [0, 1, 3])
@pytest.mark.parametrize("decisions", [[], [DRAW_BLIND, DRAW_BLIND]])
def test_odds_of_hands_in_the_second_half(viewer: int, decisions: list[int]) -> None:
    """Cards left over from the first half are only where there were such; those dealt since are from the deck."""
    start = at_half_time(CARDS, HANDS)
    position = check_odds(start, [COMPLETE_BEST, *decisions], 5, viewer, arrangements(start, viewer))
    assert position.record.half == 2
    assert position.record.left_over.tolist() == [1, 2, 1, 0]


def test_the_truth_is_never_ruled_out() -> None:
    """In the second half of random games: the cards that cannot be in the deck fit where they may be left over."""
    left_overs = 0
    for seed in range(12):
        rng = Random(seed)
        position = new_game(4)
        for _ in play_on(position, rng, rng.choice(["mixed", "layer", "hoarder"])):
            if position.record.half == 2 and position.record.phase == TURN and rng.random() < 0.2:
                for viewer in range(-1, 4):
                    left_overs += check_left_overs(position.record, viewer)
    assert left_overs > 200


def check_left_overs(s: np.record, viewer: int) -> int:
    """Fail unless the true hands can hold the cards that the viewer takes to be left over; return how many.

    They can if any kinds of cards, taken together, find room for those of them that are left over.
    """
    rivals = [q for q in range(4) if q != viewer]
    from_deck = s.fresh.astype(int) - (s.blind[viewer] if viewer >= 0 else 0)
    hands = (s.hand - s.known)[rivals].astype(int)
    sure = np.maximum(hands.sum(0) + s.deck - from_deck, 0)
    kinds = np.arange(1 << KINDS)[:, None] >> np.arange(KINDS) & 1
    room = np.minimum(kinds @ hands.T, s.left_over[rivals]).sum(1)
    assert (kinds @ sure <= room).all(), "the true hands are ruled out"
    return int(sure.sum())
