"""Positions of random games of the map games."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from random import Random
from types import SimpleNamespace
from zlib import crc32

import numpy as np
import styles
from styles import play_on

from branchline.engine import phases
from branchline.engine.phases import KEEP, KEEP_START
from branchline.kinds import MAP_GAME
from branchline.position import Position

from .conftest import Case

DECISIONS = tuple(range(KEEP_START, KEEP + 1))  # the phases in which a player moves

KEPT = 6  # positions of each phase that are kept of a random game

STYLES = styles.STYLES[MAP_GAME.name]


def style_of(case: Case, number: int) -> str:
    """The styles in turn, beginning with another one for another case."""
    return list(STYLES)[(crc32(str(case).encode()) + number) % len(STYLES)]


@lru_cache(maxsize=400)
def met(case: Case, style: str, number: int) -> Mapping[int, Sequence[bytes]]:
    """Some positions of a random game, by phase: of all in a phase each is as likely to be among them."""
    rng = Random(f"{case} {style} {number}")
    position = case.start()
    found: dict[int, list[bytes]] = {}
    times: Counter[int] = Counter()
    for _ in chain([-1], play_on(position, rng, style)):
        phase = int(position.record.phase)
        kept = found.setdefault(phase, [])
        times[phase] += 1
        place = rng.randrange(times[phase])
        if len(kept) < KEPT:
            kept.append(position.states.tobytes())
        elif place < KEPT:
            kept[place] = position.states.tobytes()
    return found


def random_decision(case: Case, seed: int, phases: Collection[int] = DECISIONS, style: str | None = None) -> Position:
    """A position in one of some phases, by default one in which a player moves."""
    assert phases_of(case) & set(phases), f"games of {case} never come to the phases {phases}"
    rng = Random(f"{case} {seed} {sorted(phases)}")
    number = seed // KEPT
    while True:
        of_game = met(case, style or style_of(case, number), number)
        found = [of_game[phase] for phase in sorted(phases) if phase in of_game]
        if found:
            state = rng.choice(rng.choice(found))
            return Position(MAP_GAME.engine, case.start().board, np.frombuffer(bytearray(state), MAP_GAME.engine.state))
        number += 1


def random_position(case: Case, seed: int, style: str | None = None) -> Position:
    """A position somewhere in a random game, before a decision, before chance, or at the end."""
    return random_decision(case, seed, phases_of(case), style)


@cache
def phases_of(case: Case) -> frozenset[int]:
    """The phases that games of a case come to."""
    board, never = case.loaded, set()
    kinds = {route.kind for route in board.routes}
    if not (board.rules.ferry_exchange or any(route.exchange for route in board.routes)):
        never.add(phases.CARDS)
    if "tunnel" not in kinds:
        never |= {phases.TURN_CARD, phases.SURCHARGE}
    if not board.rules.neutral_trains:
        never |= {phases.TURN_TICKET, phases.NEUTRAL}
    if not board.festivals:
        never.add(phases.FESTIVAL)
    if not board.rules.draft_keep:
        never.add(phases.PICK)
    return frozenset(range(phases.DEAL_CARD, phases.OVER + 1)) - never


def fields(position: Position) -> SimpleNamespace:
    """The record in plain Python numbers and lists; masks as one number each."""
    plain = {name: position.states[name][0].tolist() for name in position.states.dtype.names or ()}
    for name in ("owned", "open", "tickets", "offer", "drafted", "placed"):
        plain[name] = [low | high << 64 for low, high in plain[name]]
    for name in ("ticket_deck", "removed", "ticket_discards", "neutral"):
        plain[name] = plain[name][0] | plain[name][1] << 64
    return SimpleNamespace(**plain)


def elements(mask: int) -> list[int]:
    """The numbers in a mask."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
