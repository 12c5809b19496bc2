"""From a board's plain data to the record that the compiled rules read."""

from typing import Any

import numpy as np

from branchline.boardfile.cards import COLOURS
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.board import Board, Route
from branchline.mapgame.limits import LENGTH, OFFER
from branchline.mapgame.rules import record_types
from branchline.mapgame.rules.actions import CLAIM, HOWS
from branchline.mapgame.rules.state import BOARD, GREY

RETURNED = ("bottom", "removed", "discarded")  # in the order of the numbers in state.py


def pack(board: Board) -> np.ndarray[Any, Any]:
    """The board as an array of one record."""
    packed = np.zeros(1, BOARD)
    b = packed[0]
    _pack_rules(b, board)
    _pack_routes(b, board)
    _pack_tickets(b, board)
    _pack_festivals(b, board)
    return packed


def _pack_rules(b: record_types.Board, board: Board) -> None:
    rules = board.rules
    b.cards[:LOCO] = rules.colour_cards
    b.cards[LOCO] = rules.locomotives
    b.n_cities, b.n_routes = len(board.cities), len(board.routes)
    for name in [
        "trains",
        "start_hand",
        "display_reset",
        "no_draw_without_deck",
        "both_doubles_from",
        "strict_tunnel_locomotives",
        "start_tickets",
        "start_long_tickets",
        "draw_tickets",
        "draft_keep",
        "last_turns",
        "longest_path_bonus",
        "most_tickets_bonus",
        "ferry_exchange",
        "stations",
        "station_points",
        "toll_tokens",
        "loan_points",
        "neutral_trains",
    ]:
        setattr(b, name, getattr(rules, name))
    b.all_cities = np.uint64((1 << len(board.cities)) - 1)
    b.first_build = CLAIM + HOWS * len(board.routes)
    b.locomotive_is_both_cards = rules.display_locomotive_is_both_cards
    b.start_returned = RETURNED.index(rules.start_returned)
    b.returned = RETURNED.index(rules.returned)
    b.start_scores[: len(rules.start_scores)] = rules.start_scores
    for row, bonuses in enumerate(rules.toll_bonus):
        b.toll_bonus[row, : len(bonuses)] = bonuses
    b.tiebreak_longest_path = rules.tiebreak == "longest_path"
    b.tiebreak_longest_ticket = rules.tiebreak == "longest_ticket"


def _pack_routes(b: record_types.Board, board: Board) -> None:
    city = {c.name: i for i, c in enumerate(board.cities)}
    b.twin[:] = -1
    for i, route in enumerate(board.routes):
        b.route_a[i], b.route_b[i] = city[route.a], city[route.b]
        b.length[i] = route.length
        b.colour[i] = GREY if route.colour is None else COLOURS.index(route.colour)
        b.symbols[i] = route.locomotives
        b.toll[i] = route.toll
        b.rate[i] = route.exchange or (board.rules.ferry_exchange if route.kind == "ferry" else 0)
        b.takes_locomotives[i] = route.kind in board.rules.locomotives_on
        b.is_tunnel[i] = route.kind == "tunnel"
        b.value[i] = board.rules.points[route.length]
        for j in range(i):
            if _is_double(board.routes[j], route, board):
                b.twin[i], b.twin[j] = j, i
        _add_to_masks(b, i)


def _is_double(one: Route, other: Route, board: Board) -> bool:
    same = {one.a, one.b} == {other.a, other.b}
    return same and (one.length == other.length or board.rules.unequal_doubles == "double")


def _add_to_masks(b: record_types.Board, i: int) -> None:
    word, mask = i // 64, np.uint64(1) << np.uint64(i % 64)
    length, colour = int(b.length[i]), int(b.colour[i])
    b.all_routes[word] |= mask
    if b.rate[i] and b.rate[i] == b.ferry_exchange and b.takes_locomotives[i]:
        more, symbols = int(b.rate[i]) - 1, int(b.symbols[i])
        b.ferry_size[length + more :, word] |= mask
        b.ferry_symbols[length + more * symbols :, word] |= mask
        b.ferry_sets[colour, length * (more + 1) :, word] |= mask
    elif b.rate[i]:
        b.other_exchanges[word] |= mask
    b.length_upto[length:, word] |= mask
    for kind in range(KINDS):
        if colour in (GREY, kind) or kind == LOCO:
            b.payable[kind, :, :, word][_pays(b, i, kind)] |= mask


def _pays(b: record_types.Board, i: int, kind: int) -> np.ndarray[Any, Any]:
    """With which numbers of [cards of this colour, locomotives] the route can be paid; LOCO: locomotives only."""
    length, symbols = int(b.length[i]), int(b.symbols[i])
    cards, locomotives = np.indices((LENGTH + 1, LENGTH + 1))
    if not b.takes_locomotives[i]:
        return (cards >= length) & (kind != LOCO)
    if kind == LOCO:
        return locomotives >= length
    return (cards > 0) & (symbols < length) & (locomotives >= symbols) & (cards + locomotives >= length)


def _pack_tickets(b: record_types.Board, board: Board) -> None:
    city = {c.name: i for i, c in enumerate(board.cities)}
    tickets = [t for t in board.tickets if t.deck in board.rules.ticket_decks]
    b.n_tickets = len(tickets)
    rules = board.rules
    for offered in range(OFFER + 1):
        b.draw_subsets[offered] = _subsets(offered, rules.draw_keep, offered)
        b.start_subsets[offered] = _subsets(offered, rules.draft_keep or rules.start_keep, rules.draft_keep or offered)
    for i, ticket in enumerate(tickets):
        b.ticket_a[i], b.ticket_b[i] = city[ticket.a], city[ticket.b]
        b.ticket_value[i] = ticket.points
        mask = np.uint64(1) << np.uint64(i % 64)
        b.neutral_route[i] = _route_between(board, ticket.neutral) if board.rules.neutral_trains else -1
        b.all_tickets[i // 64] |= mask
        if ticket.deck == "long" and board.rules.start_long_tickets:
            b.long_tickets[i // 64] |= mask


def _subsets(offered: int, least: int, most: int) -> np.uint64:
    """The subsets of an offer with so many tickets, as a mask of subsets."""
    fitting = (n for n in range(1 << offered) if min(least, offered) <= n.bit_count() <= most)
    return np.uint64(sum(1 << subset for subset in fitting))


def _pack_festivals(b: record_types.Board, board: Board) -> None:
    city = {c.name: i for i, c in enumerate(board.cities)}
    b.n_festivals = len(board.festivals)
    b.festival_at[:] = -1
    for f, festival in enumerate(board.festivals):
        b.festival_cards[f] = len(festival.points)
        b.festival_points[f, 1 : len(festival.points) + 1] = festival.points
        for name in festival.cities:
            b.festival_at[city[name]] = f
    shares = board.rules.deal_card_depth
    b.deal_share[: len(shares)] = shares
    b.deal_shift = board.rules.deal_card_shift


def _route_between(board: Board, cities: tuple[str, str] | None) -> int:
    for i, route in enumerate(board.routes):
        if cities and {route.a, route.b} == set(cities):
            return i
    return -1
