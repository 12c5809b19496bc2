"""The fields of the records in cardgame/rules, as the type checker sees them: written by tools/record_types.py."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from branchline.compiler.typed import Row, Table


class State(Protocol):
    tickets: Row[np.uint64]
    done: Row[np.uint64]
    chosen: Row[np.uint64]
    offer: Row[np.uint64]
    returned: Row[np.uint64]
    placed: Row[np.uint64]
    ticket_deck: np.uint64
    under: Row[np.uint64]
    turn: int
    hand: Table[int]
    known: Table[int]
    blind: Table[int]
    platform: Table[int]
    yard: Table[int]
    on_top: Table[int]
    deck: Row[int]
    fresh: Row[int]
    display: Row[int]
    discards: Row[int]
    hand_size: Row[int]
    left_over: Row[int]
    ticket_count: Row[int]
    drawn_count: Row[int]
    offer_count: Row[int]
    under_size: Row[int]
    batches: int
    ticket_deck_size: int
    deck_size: int
    display_size: int
    phase: int
    after: int
    players: int
    player: int
    begins: int
    half: int
    to_deal: int
    row: int
    turns_left: int


class Board(Protocol):
    all_tickets: np.uint64
    need: Row[np.uint64]
    triples_with: Row[np.uint64]
    triple: Table[int]
    ticket_value: Row[int]
    to_city: Row[int]
    bonus: Row[int]
    cards: Row[int]
    n_tickets: int
    n_bonuses: int
    start_locomotives: int
    start_hand: int
    start_tickets: int
    start_keep: int
    draw_tickets: int
    second_half_from: int
    second_half_hand: int
    open_platform: bool


class Moves(Protocol):
    mask: Row[np.uint64]
    count: int


class Result(Protocol):
    tickets: Row[int]
    bonus: Row[int]
    total: Row[int]
    completed: Row[int]
    bonuses: Row[int]
    place: Row[int]
    to_city: Table[int]
    done: Row[np.uint64]
