"""What a player can infer, by brute force: every way chance could have gone, less what the player saw otherwise."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from branchline.position import Position, stream

Hidden = tuple[Any, ...]
Beliefs = Mapping[bytes, float]


def tell(start: Position, decisions: Iterable[int], seed: int) -> tuple[Position, list[int]]:
    """Play decisions and let chance do its part; the last position and all that was done."""
    position, done, chance = start.copy(), [], stream(seed)
    for action in [*decisions, None]:
        while position.is_chance:
            done.append(position.draw(chance))
            position.apply(done[-1])
        if action is not None:
            assert position.is_legal(action), (action, position.legal())
            position.apply(action)
            done.append(action)
    return position, done


def infer(
    start: Position,
    done: Sequence[int],
    viewer: int,
    is_secret: Callable[[Position, int], bool],
    hidden: Callable[[Position], Hidden],
    beliefs: Beliefs | None = None,
) -> dict[Hidden, float]:
    """The odds of everything hidden, for a player who saw all that was done and can reason without end.

    What others chose in the open tells nothing but that they could; what they chose in secret may have been
    anything allowed.
    """
    truth = start.copy()
    beliefs = beliefs or {start.states.tobytes(): 1.0}
    for action in done:
        is_unseen = not truth.is_chance and truth.player != viewer and is_secret(truth, action)
        truth.apply(action)
        seen = truth.seen_by(viewer).states.tobytes()
        after: defaultdict[bytes, float] = defaultdict(float)
        for state, weight in beliefs.items():
            position = _position(start, state)
            for outcome, odds in list(_branches(position, None if is_unseen else action)):
                then = position.copy()
                then.apply(outcome)
                if then.seen_by(viewer).states.tobytes() == seen:
                    after[then.states.tobytes()] += weight * odds
        beliefs = after
    odds_of: defaultdict[Hidden, float] = defaultdict(float)
    whole = sum(beliefs.values())
    for state, weight in beliefs.items():
        odds_of[hidden(_position(start, state))] += weight / whole
    return dict(odds_of)


def _position(start: Position, state: bytes) -> Position:
    return Position(start.engine, start.board, np.frombuffer(bytearray(state), start.engine.state))


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
