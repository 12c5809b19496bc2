"""The fields of the records in mapgame/rules, as the type checker sees them: written by tools/record_types.py."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from branchline.compiler.typed import Row, Table


class State(Protocol):
    owned: Table[np.uint64]
    open: Table[np.uint64]
    tickets: Table[np.uint64]
    offer: Table[np.uint64]
    drafted: Table[np.uint64]
    placed: Table[np.uint64]
    ticket_deck: Row[np.uint64]
    removed: Row[np.uint64]
    ticket_discards: Row[np.uint64]
    neutral: Row[np.uint64]
    stations: Row[np.uint64]
    score: Row[int]
    tokens: Row[int]
    turn: int
    deck_size: int
    shown: int
    hand: Table[int]
    known: Table[int]
    blind: Table[int]
    deck: Row[int]
    fresh: Row[int]
    discards: Row[int]
    display: Row[int]
    paid: Row[int]
    turned: Row[int]
    festival_deck: Row[int]
    lying: Row[int]
    pile: Table[int]
    deal_at: int
    deal_span: int
    route: int
    city: int
    trains: Row[int]
    loans: Row[int]
    neutral_trains: int
    neutral_in: bool
    marker: int
    start_kept: Row[int]
    hand_size: Row[int]
    blind_size: Row[int]
    ticket_count: Row[int]
    offer_count: Row[int]
    extras: int
    discards_size: int
    display_size: int
    paid_size: int
    ticket_deck_size: int
    under_size: int
    ticket_discards_size: int
    phase: int
    after: int
    players: int
    player: int
    to_deal: int
    draft: int
    drafts_to_come: int
    drawer: int
    how: int
    surcharge: int
    passes: int
    turns_left: int
    under: Row[int]


class Board(Protocol):
    payable: Table[np.uint64]
    length_upto: Table[np.uint64]
    ferry_size: Table[np.uint64]
    ferry_symbols: Table[np.uint64]
    ferry_sets: Table[np.uint64]
    other_exchanges: Row[np.uint64]
    all_routes: Row[np.uint64]
    all_tickets: Row[np.uint64]
    long_tickets: Row[np.uint64]
    all_cities: np.uint64
    start_subsets: Row[np.uint64]
    draw_subsets: Row[np.uint64]
    twin: Row[int]
    value: Row[int]
    neutral_route: Row[int]
    start_scores: Row[int]
    toll_bonus: Table[int]
    ticket_value: Row[int]
    route_a: Row[int]
    route_b: Row[int]
    length: Row[int]
    colour: Row[int]
    symbols: Row[int]
    toll: Row[int]
    rate: Row[int]
    takes_locomotives: Row[int]
    is_tunnel: Row[int]
    festival_at: Row[int]
    festival_cards: Row[int]
    festival_points: Table[int]
    deal_share: Row[float]
    deal_shift: int
    n_festivals: int
    draft_keep: int
    ticket_a: Row[int]
    ticket_b: Row[int]
    cards: Row[int]
    ferry_exchange: int
    n_cities: int
    n_routes: int
    n_tickets: int
    trains: int
    start_hand: int
    display_reset: int
    locomotive_is_both_cards: bool
    no_draw_without_deck: bool
    both_doubles_from: int
    strict_tunnel_locomotives: bool
    start_tickets: int
    start_long_tickets: int
    draw_tickets: int
    start_returned: int
    returned: int
    last_turns: int
    longest_path_bonus: int
    most_tickets_bonus: int
    tiebreak_longest_path: bool
    tiebreak_longest_ticket: bool
    toll_tokens: int
    loan_points: int
    neutral_trains: int
    stations: int
    station_points: int
    first_build: int


class Moves(Protocol):
    single: np.uint64
    keep: np.uint64
    claims: Table[np.uint64]
    claim_count: Row[int]
    builds: Row[np.uint64]
    first_build: int
    may_claim: bool
    count: int


class Result(Protocol):
    routes: Row[int]
    tickets: Row[int]
    longest_path: Row[int]
    longest_path_bonus: Row[int]
    most_tickets_bonus: Row[int]
    start: Row[int]
    toll_bonus: Row[int]
    loan_points: Row[int]
    festivals: Row[int]
    stations_bonus: Row[int]
    stations: Row[int]
    total: Row[int]
    completed: Row[int]
    best_ticket: Row[int]
    place: Row[int]
    done: Table[np.uint64]
    borrowed: Table[np.uint64]
