"""Whole random games in which nothing may get lost, leak, or stop short."""

from collections import Counter
from random import Random

import numpy as np

from branchline.boards import Board
from branchline.notation.moves import MapNotation, bits
from branchline.position import Position, stream

from .table import Table


def play(table: Table, seed: int, looks: int = 0) -> Counter[str]:
    """Play a random game to its end, checking every position and some views; return what happened."""
    rng, chance = Random(seed), stream(seed)
    position = table.position
    seen: Counter[str] = Counter()
    while not position.is_over:
        if position.is_chance:
            action = position.draw(chance)
            assert action in dict(position.outcomes())
            seen[table.notation.chance_label(position)[0]] += 1
        else:
            legal = position.legal()
            assert legal, "nobody is ever left without a move"
            action = choose(legal, rng)
            assert position.is_legal(action)
            seen[kind(table.notation, action)] += 1
        before = position.copy()
        position.apply(action)
        check(position, table.board)
        check_tokens(before, position, table.board)
        if looks and rng.random() < 0.05:
            check_views(position, rng.getrandbits(40))
    seen["passed out" if not position.record.turns_left and position.record.passes else "last turns"] += 1
    check_views(position, seed)
    return seen


def choose(legal: list[int], rng: Random) -> int:
    """Any legal action, of each group as often: else the many ways to pay would hide the others."""
    groups = [[a for a in legal if low <= a < high] for low, high in ((0, 64), (64, 128), (128, 10**6))]
    return rng.choice(rng.choice([group for group in groups if group]))


def kind(names: MapNotation, action: int) -> str:
    """What an action is, in a word."""
    return names.action_name(action).split()[0]


def check(position: Position, board: Board) -> None:
    """Fail unless every card, ticket and train is somewhere, once."""
    s = position.record
    places = [
        *s.hand.astype(int),
        *(s[name].astype(int) for name in ("deck", "discards", "display", "paid", "turned")),
    ]
    assert sum(places).tolist() == [12] * 8 + [14]
    assert min(min(place) for place in places) >= 0
    assert [sum(hand) for hand in s.hand.tolist()] == s.hand_size.tolist()
    assert s.extras == s.festival_deck.sum() + (s.deal_at > 0)
    assert s.deck_size == s.deck.sum() + s.extras
    if s.turn or s.festival_deck.any():
        held = s.festival_deck.astype(int) + s.lying + s.pile.sum(axis=0)
        assert held.tolist()[: len(board.festivals)] == [len(festival.points) for festival in board.festivals]
    check_tickets(s, board)
    for p in range(position.players):
        lengths = [board.routes[r].length for r in bits(s.owned[p])]
        assert s.trains[p] + sum(lengths) == board.rules.trains
        points = sum(board.rules.points[length] for length in lengths)
        assert s.score[p] == board.rules.start_scores[p] + points
        assert int(s.stations[p]).bit_count() <= board.rules.stations
    built = [int(mask) for mask in s.stations]
    assert sum(built).bit_count() == sum(mask.bit_count() for mask in built), "one station a city"


def check_tickets(s: np.record, board: Board) -> None:
    """Fail unless every ticket is in one place."""
    masks = [*s.tickets, *s.offer, *s.drafted, s.ticket_deck, s.removed, s.ticket_discards]
    below = [int(t) & 127 for t in s.under[: s.under_size]]
    found = sorted(below + [t for mask in masks for t in bits(mask)])
    assert found == list(range(len(board.tickets)))
    assert s.ticket_deck_size == len(bits(s.ticket_deck))
    assert s.ticket_discards_size == len(bits(s.ticket_discards))
    assert s.removed_size == len(bits(s.removed))


def check_tokens(before: Position, after: Position, board: Board) -> None:
    """Fail unless tokens changed hands by the route that was just claimed, and not otherwise."""
    s, t = before.record, after.record
    n = before.players
    tokens = s.tokens[:n].tolist()
    loans = s.loans[:n].tolist()
    owner = {r: p for p in range(n) for r in bits(s.owned[p])}
    new = [(p, r) for p in range(n) for r in bits(t.owned[p]) if r not in owner]
    new += [(-1, r) for r in set(bits(t.neutral)) - set(bits(s.neutral))]
    for p, r in new if board.rules.toll_tokens else ():
        route = board.routes[r]
        if p >= 0 and tokens[p] >= route.toll:
            tokens[p] -= route.toll
        elif p >= 0:
            loans[p] += 1
        for other, q in owner.items():
            if {board.routes[other].a, board.routes[other].b} == {route.a, route.b}:
                tokens[q] += route.toll
    assert t.tokens[:n].tolist() == tokens
    assert t.loans[:n].tolist() == loans
    lengths = sum(board.routes[r].length for r in bits(t.neutral))
    assert t.neutral_trains + lengths == board.rules.neutral_trains


def check_views(position: Position, seed: int) -> None:
    """Fail unless what a player sees is the same in every game that agrees with it."""
    for viewer in range(-1, position.players):
        seen = position.view(viewer)
        imagined = position.determinize(viewer, stream(seed + viewer))
        assert imagined.view(viewer).states.tobytes() == seen.states.tobytes()
        if viewer == position.player and not position.is_chance:
            assert seen.legal() == position.legal() == imagined.legal()
        again = position.determinize(viewer, stream(seed + 7))
        assert seen.states.tobytes() == again.view(viewer).states.tobytes()


def table_at_start(name: str, players: int, **options: object) -> Table:
    """A game before its first card is dealt."""
    return Table.at_setup(name, players, **options)
