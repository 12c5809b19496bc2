"""The legal list is what the rules allow: compared with every choice of cards from small hands."""

from collections import Counter
from random import Random

import pytest

from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.board import Board
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.rules import actions as numbers
from branchline.mapgame.rules.turn import nth_move
from branchline.position import Position, scratch

from .conftest import Case, effort, game_of
from .random_play import fields, phases_of, random_decision
from .rulebook import (
    BETWEEN_TURNS,
    Cards,
    claims,
    free_routes,
    how_paid,
    payments,
    pays,
    station_payments,
    surcharges,
    turn,
    ways_to_pay,
)


def random_hand(rng: Random, most: int, kinds: int) -> list[int]:
    """Up to so many cards of so many kinds; locomotives are often among them."""
    hand = [0] * KINDS
    chosen = [*rng.sample(range(LOCO), kinds - 1), rng.choice(range(KINDS))]
    chosen += [LOCO] * rng.randrange(2)
    for _ in range(rng.randint(0, most)):
        kind = rng.choice(chosen)
        hand[kind] += hand[kind] < 12
    return hand


def give(position: Position, hand: list[int]) -> None:
    """Put a hand in place of the player's own; the rest goes to the deck or comes from there."""
    s, p = position.record, position.player
    s.hand[p], s.hand_size[p], s.known[p] = hand, sum(hand), 0


def engine_payments(position: Position, claim: int) -> Counter[Cards]:
    """Every payment that the actions of a claim lead to, and how many paths lead there."""
    found: Counter[Cards] = Counter()
    hand = fields(position).hand[position.player]
    after = position.copy()
    after.apply(claim)
    paths = [(after, fields(after).hand[position.player])]
    while paths:
        here, left = paths.pop()
        if here.record.phase not in (phases.LOCOMOTIVES, phases.CARDS):
            found[tuple(n - m for n, m in zip(hand, left, strict=True))] += 1
            continue
        actions = here.legal()
        assert actions, "a claim that was begun can be finished"
        for action in actions:
            after = here.copy()
            after.apply(action)
            rest = left if action == shared.DONE else after.states["hand"][0, position.player].tolist()
            paths.append((after, rest))
    return found


def check_payments(board: Board, position: Position) -> int:
    """Fail unless the payments of every route are those the rules allow, each made in exactly one way."""
    legal = [a for a in position.legal() if numbers.CLAIM <= a < first_build(board)]
    hand = fields(position).hand[position.player]
    allowed = {r: payments(board, board.routes[r], hand) for r in free_routes(board, position)}
    assert {(a - numbers.CLAIM) // numbers.HOWS for a in legal} == {r for r, ways in allowed.items() if ways}
    found: dict[int, Counter[Cards]] = {r: Counter() for r in allowed}
    for action in legal:
        r, how = divmod(action - numbers.CLAIM, numbers.HOWS)
        ways = engine_payments(position, action)
        assert {how_paid(board.routes[r], cards) for cards in ways} == {how}
        found[r] += ways
    for r, cards in allowed.items():
        assert set(found[r]) == cards, board.routes[r]
        assert {how_paid(board.routes[r], c) for c in cards} == ways_to_pay(board, board.routes[r], hand)
        assert max(found[r].values(), default=1) == 1, board.routes[r]
    return sum(map(len, allowed.values()))


def first_build(board: Board) -> int:
    """The first action that builds a station."""
    return numbers.CLAIM + numbers.HOWS * len(board.routes)


@pytest.mark.parametrize("hands", effort(4, 60))
@pytest.mark.parametrize("kinds", [1, 2, 4, 8])
def test_payments_of_small_hands(case: Case, kinds: int, hands: int) -> None:
    seen = 0
    for seed in range(hands):
        position = random_decision(case, seed, (phases.TURN,), "mixed")
        give(position, random_hand(Random(seed), 9, kinds))
        seen += check_payments(case.loaded, position)
    assert seen > 0


@pytest.mark.parametrize("hands", effort(10, 60))
@pytest.mark.parametrize("players", [2, 5])
def test_payments_of_stations(players: int, hands: int) -> None:
    """Every station that can be built is paid in every way the rules allow, each in exactly one."""
    case = game_of("europe", players)
    seen = 0
    for seed in range(hands):
        position = random_decision(case, seed, (phases.TURN,), "mixed")
        give(position, random_hand(Random(seed), 7, 3))
        s = fields(position)
        built = s.stations[s.player].bit_count()
        cities = [c for c in range(len(case.loaded.cities)) if not any(mask >> c & 1 for mask in s.stations)]
        allowed = station_payments(built, s.hand[s.player]) if built < 3 else set()
        for city in cities:
            actions = [first_build(case.loaded) + KINDS * city + kind for kind in range(KINDS)]
            found: Counter[Cards] = Counter()
            for action in filter(position.is_legal, actions):
                found += engine_payments(position, action)
            assert found == Counter(allowed)
        seen += len(allowed)
    assert seen > 0


@pytest.mark.parametrize("hands", effort(6, 60))
@pytest.mark.parametrize(("most", "kinds"), [(13, 3), (20, 2)])
def test_exchanges_of_larger_hands(most: int, kinds: int, hands: int) -> None:
    """Nine spaces between Lieksa and Murmansk take twelve cards or more with an exchange."""
    case = game_of("nordic", 2)
    for seed in range(hands):
        position = random_decision(case, seed, (phases.TURN,), "mixed")
        rng = Random(seed)
        hand = random_hand(rng, most, kinds)
        hand[rng.randrange(8)] += rng.randint(0, most - sum(hand))
        give(position, hand)
        check_payments(case.loaded, position)


def test_the_example_of_murmansk() -> None:
    """N-CLAIM-3: seven green and any eight other cards make nine."""
    board = game_of("nordic", 2).loaded
    route = next(route for route in board.routes if {route.a, route.b} == {"Lieksa", "Murmansk"})
    hand = [0, 2, 0, 1, 0, 2, 0, 7, 3]
    position = random_decision(game_of("nordic", 2), 1, (phases.TURN,), "hoarder")
    give(position, hand)
    claim = numbers.CLAIM + numbers.HOWS * board.routes.index(route) + numbers.EXCHANGE
    assert engine_payments(position, claim) == Counter(payments(board, route, hand))
    assert engine_payments(position, claim)[tuple(hand)] == 1


@pytest.mark.parametrize("positions", effort(20, 250))
def test_the_legal_list_of_a_turn(case: Case, positions: int) -> None:
    for seed in range(positions):
        position = random_decision(case, seed, (phases.TURN,))
        assert set(position.legal()) == turn(case.loaded, position)
        give(position, random_hand(Random(seed), 14, Random(seed).choice([1, 3, 8])))
        assert set(position.legal()) == turn(case.loaded, position)


@pytest.mark.parametrize("positions", effort(20, 300))
def test_exchanges_of_huge_hands(positions: int) -> None:
    """Whatever is put down card by card ends in a payment."""
    case = game_of("nordic", 2)
    for seed in range(positions):
        rng = Random(seed)
        position = random_decision(case, seed, (phases.TURN,), "lurker")
        for action in position.legal():
            r, how = divmod(action - numbers.CLAIM, numbers.HOWS)
            if action >= numbers.CLAIM and how == numbers.EXCHANGE:
                after = position.copy()
                after.apply(action)
                while not after.is_legal(shared.DONE) or rng.random() < 0.8:
                    actions = [a for a in after.legal() if a != shared.DONE]
                    if not actions:
                        break
                    after.apply(rng.choice(actions))
                assert after.is_legal(shared.DONE)
                assert pays(case.loaded, case.loaded.routes[r], tuple(fields(after).paid))


@pytest.mark.parametrize("positions", effort(10, 200))
def test_the_legal_list_between_turns(case: Case, positions: int) -> None:
    for phase in phases_of(case) & set(BETWEEN_TURNS):
        allowed = BETWEEN_TURNS[phase]
        for seed in range(positions):
            position = random_decision(case, seed, (phase,))
            assert set(position.legal()) == allowed(case.loaded, position)


@pytest.mark.parametrize("positions", effort(15, 200))
def test_the_surcharge_of_a_tunnel(case: Case, positions: int) -> None:
    if phases.SURCHARGE not in phases_of(case):
        return
    for seed in range(positions):
        position = random_decision(case, seed, (phases.SURCHARGE,), "builder")
        give(position, random_hand(Random(seed), 8, 3))
        position.record.hand[position.player, position.record.how] += seed % 4
        s = fields(position)
        hand = s.hand[s.player]
        found: Counter[Cards] = Counter()
        for action in set(position.legal()) - {numbers.WITHDRAW}:
            after = position.copy()
            after.apply(action)
            left = fields(after).hand[s.player]
            found[tuple(n - m for n, m in zip(hand, left, strict=True))] += 1
        assert found == Counter(surcharges(case.loaded.rules, s.paid, s.turned, hand))
        assert position.is_legal(numbers.WITHDRAW)


@pytest.mark.parametrize("positions", effort(8, 100))
def test_every_number_of_the_action_space(case: Case, positions: int) -> None:
    nth = getattr(nth_move, "py_func", nth_move)
    n_actions = MapNotation(case.loaded).actions.size
    for seed in range(positions):
        position = random_decision(case, seed)
        listed = position.legal()
        assert len(set(listed)) == len(listed)
        assert {a for a in range(-2, n_actions + 12) if position.is_legal(a)} == set(listed)
        moves = scratch(position.engine)[0][0]
        assert moves["count"] == len(listed)
        assert [int(nth(moves, n)) for n in range(len(listed))] == listed


def test_nothing_is_legal_while_chance_moves_or_after_the_end() -> None:
    position = game_of("usa", 2).start()
    assert position.is_chance
    assert position.legal() == []
    assert not any(position.is_legal(a) for a in range(numbers.CLAIM + 1000))


def test_claims_in_the_rulebook_words() -> None:
    """The comparison above can fail: what it compares with knows which payments are wrong."""
    usa, nordic = game_of("usa", 2).loaded, game_of("nordic", 2).loaded
    grey = next(r for r in usa.routes if r.colour is None and r.length == 2)
    assert payments(usa, grey, [1, 1, 0, 0, 0, 0, 0, 0, 2]) == {
        (1, 0, 0, 0, 0, 0, 0, 0, 1),
        (0, 1, 0, 0, 0, 0, 0, 0, 1),
        (0, 0, 0, 0, 0, 0, 0, 0, 2),
    }
    grey = next(r for r in nordic.routes if r.colour is None and r.length == 2 and r.kind == "plain")
    assert payments(nordic, grey, [2, 1, 0, 0, 0, 0, 0, 0, 2]) == {(2, 0, 0, 0, 0, 0, 0, 0, 0)}
    ferry = next(r for r in nordic.routes if {r.a, r.b} == {"København", "Århus"})
    assert payments(nordic, ferry, [2, 1, 0, 0, 0, 0, 0, 0, 1]) == {
        (0, 0, 0, 0, 0, 0, 0, 0, 1),
        (2, 1, 0, 0, 0, 0, 0, 0, 0),
        (2, 0, 0, 0, 0, 0, 0, 0, 1),
        (1, 1, 0, 0, 0, 0, 0, 0, 1),
    }
    assert claims(usa, game_of("usa", 2).start()) == set()
