"""What a player can infer, by brute force: all that chance could have done, less what was seen not to be."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from branchline.position import MAP_GAME, Position, stream
from branchline.rules.pack import pack
from branchline.rules.state import CLAIM, KEEP_SET

from .conftest import load
from .random_play import fields

Hidden = tuple[Any, ...]


def tiny_game(name: str, players: int, cards: Sequence[int], tickets: int, **rules: Any) -> Position:
    """A game of a board with few cards and tickets, before its first card is dealt."""
    loaded = load(name, ())
    board = pack(replace(loaded, rules=replace(loaded.rules, **rules)))
    b = board[0]
    b.cards[:] = cards
    b.n_tickets = tickets
    b.all_tickets[:] = [(1 << tickets) - 1, 0]
    position = Position(board, np.zeros(1, MAP_GAME.state))
    MAP_GAME.engine.new_game(position.states, 0, board, players)
    return position


def tell(start: Position, decisions: Iterable[int], seed: int) -> tuple[Position, list[int]]:
    """Play decisions and let chance do its part; the last position and all that was done."""
    position, done, chance = start.copy(), [], stream(seed)

    def one(action: int) -> None:
        position.apply(action)
        done.append(action)

    for action in [*decisions, None]:
        while position.is_chance:
            one(position.draw(chance))
        if action is not None:
            assert position.is_legal(action), (action, position.legal())
            one(action)
    return position, done


def posterior(start: Position, done: Sequence[int], viewer: int) -> dict[Hidden, float]:
    """The odds of everything hidden, for a player who saw all that was done and can reason without end.

    What others chose to do in the open is taken to tell nothing but that they could; what they chose in
    secret may have been anything allowed.
    """
    truth = start.copy()
    beliefs = {start.states.tobytes(): 1.0}
    for action in done:
        is_secret = KEEP_SET <= action < CLAIM and not truth.is_chance and truth.player != viewer
        truth.apply(action)
        seen = truth.view(viewer).states.tobytes()
        after: dict[bytes, float] = {}
        for state, weight in beliefs.items():
            position = _position(start, state)
            for outcome, odds in list(_branches(position, None if is_secret else action)):
                then = position.copy()
                then.apply(outcome)
                if then.view(viewer).states.tobytes() == seen:
                    key = then.states.tobytes()
                    after[key] = after.get(key, 0.0) + weight * odds
        beliefs = after
    odds_of: Counter[Hidden] = Counter()
    whole = sum(beliefs.values())
    for state, weight in beliefs.items():
        odds_of[hidden(_position(start, state))] += weight / whole  # type: ignore[assignment]
    return dict(odds_of)


def _position(start: Position, state: bytes) -> Position:
    return Position(start.board, np.frombuffer(bytearray(state), MAP_GAME.state))


def _branches(position: Position, action: int | None) -> Iterator[tuple[int, float]]:
    """What may have happened in a position, and how likely it was."""
    if position.is_chance:
        outcomes = position.outcomes()
        whole = sum(weight for _, weight in outcomes)
        yield from ((outcome, weight / whole) for outcome, weight in outcomes)
    elif action is None:
        yield from ((choice, 1.0) for choice in position.legal())
    elif position.is_legal(action):
        yield action, 1.0


def hidden(position: Position) -> Hidden:
    """Everything about a position that somebody may not know, without what players remember."""
    s = fields(position)
    hands = tuple(tuple(hand) for hand in s.hand)
    return hands, tuple(s.deck), tuple(s.tickets), tuple(s.offer), s.ticket_deck, s.removed, tuple(s.under)
