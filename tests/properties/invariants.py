"""What is true of every position, whatever was played."""

from types import SimpleNamespace

from branchline.engine.limits import DISPLAY, KINDS, LOCO
from branchline.engine.phases import (
    CARDS,
    DEAL_TICKET,
    FESTIVAL,
    KEEP,
    KEEP_START,
    LOCOMOTIVES,
    NEUTRAL,
    OVER,
    PICK,
    SECOND,
    SURCHARGE,
    TURN,
    TURN_CARD,
)
from branchline.mapgame.board import Board
from branchline.mapgame.limits import PLAYERS
from branchline.mapgame.rules.state import FIRST, NO_CITY, NO_ROUTE
from branchline.position import Position

from .conftest import once_a_board
from .random_play import elements, fields

PAYING = (LOCOMOTIVES, CARDS, TURN_CARD, SURCHARGE)


def check(position: Position, board: Board, is_determinized: bool = False) -> None:
    """Fail unless nothing is lost, doubled or out of place.

    In a determinized position the blind draws of others are not told apart from older cards.
    """
    s = fields(position)
    _check_cards(s, [board.rules.colour_cards] * LOCO + [board.rules.locomotives])
    _check_knowledge(s, is_determinized)
    _check_table(s)
    _check_display(s, board, is_determinized)
    _check_routes(s, board)
    _check_extras(s, board)
    _check_tickets(s, board)
    _check_clock(s)


def _check_cards(s: SimpleNamespace, pack: list[int]) -> None:
    places = [*s.hand, s.deck, s.discards, s.display, s.paid, s.turned]
    assert min(map(min, places)) >= 0
    assert [sum(kind) for kind in zip(*places, strict=True)] == pack
    assert s.hand_size == [sum(hand) for hand in s.hand]
    assert s.deck_size == sum(s.deck) + s.extras
    assert s.extras == sum(s.festival_deck) + (s.deal_at > 0)
    assert s.discards_size == sum(s.discards)
    assert s.display_size == sum(s.display) <= DISPLAY
    assert s.shown == sum(1 << kind for kind in range(KINDS) if s.display[kind])
    assert s.paid_size == sum(s.paid)
    assert s.deck_size > 0 or s.discards_size == 0, "the discards are shuffled at once"


def _check_knowledge(s: SimpleNamespace, is_determinized: bool) -> None:
    for hand, known in zip(s.hand, s.known, strict=True):
        assert all(0 <= k <= h for k, h in zip(known, hand, strict=True))
    for c in range(KINDS):
        drawn = [s.blind[p][c] for p in range(s.players)]
        assert min(drawn) >= 0
        assert s.deck[c] <= s.fresh[c] - sum(drawn)
        assert is_determinized or s.deck[c] == s.fresh[c] - sum(drawn)
    assert is_determinized or s.blind_size == [sum(drawn) for drawn in s.blind]


def _check_table(s: SimpleNamespace) -> None:
    if s.phase >= KEEP_START:
        assert s.display_size == DISPLAY or s.deck_size == 0, "the display is filled at once"
    if s.phase not in PAYING:
        assert (s.city, s.surcharge) == (NO_CITY, 0)
        assert s.phase in (NEUTRAL, FESTIVAL) or (s.route, s.how) == (NO_ROUTE, 0)
        assert s.phase == FESTIVAL or s.paid_size == sum(s.turned) == 0
    elif s.city == NO_CITY:
        assert s.open[s.player] >> s.route & 1
        assert s.phase in (TURN_CARD, SURCHARGE) or not any(s.turned)
    assert sum(s.turned) <= 3


def _check_display(s: SimpleNamespace, board: Board, is_determinized: bool) -> None:
    """Who draws meets a display of too many locomotives only where a reset cannot help (SETTLED-4).

    Who imagines the deck does not conclude from a display that stayed what cannot be in it.
    """
    reset = board.rules.display_reset
    if is_determinized or s.phase not in (TURN, SECOND) or s.display_size < DISPLAY or not 0 < reset <= s.display[LOCO]:
        return
    others = sum(s.deck[:LOCO]) + sum(s.discards[:LOCO]) + sum(s.display[:LOCO])
    no_others = s.discards_size == sum(s.festival_deck) == 0
    is_one_of_two_fives = no_others and sum(s.deck) == DISPLAY and s.deck[LOCO] >= reset
    assert others <= DISPLAY - reset or is_one_of_two_fives, "a display of three locomotives is reset"


def _check_routes(s: SimpleNamespace, board: Board) -> None:
    rules = board.rules
    owners = [elements(mask) for mask in (*s.owned, s.neutral)]
    taken = sum(s.owned) + s.neutral
    assert sum(map(len, owners)) == taken.bit_count()
    assert taken < 1 << len(board.routes)
    shutting = taken if s.players < rules.both_doubles_from else 0
    for p in range(s.players):
        lengths = [board.routes[r].length for r in owners[p]]
        assert s.trains[p] + sum(lengths) == rules.trains
        assert s.trains[p] >= 0
        assert s.score[p] == rules.start_scores[p] + sum(rules.points[length] for length in lengths)
        shut = taken
        for r in elements(shutting or s.owned[p]):
            for twin in twins(board)[r]:
                shut |= 1 << twin
        assert s.open[p] == (1 << len(board.routes)) - 1 & ~shut
    for p in range(s.players, PLAYERS):
        assert not any((s.owned[p], s.open[p], s.tickets[p], s.offer[p], s.placed[p], s.stations[p]))
        assert not any((*s.hand[p], *s.known[p], *s.blind[p], s.tokens[p], s.loans[p], *s.pile[p]))
        assert not any((s.score[p], s.trains[p], s.hand_size[p], s.ticket_count[p], s.offer_count[p]))
    assert s.neutral_trains + sum(board.routes[r].length for r in owners[-1]) == rules.neutral_trains


def check_tokens(before: SimpleNamespace, after: SimpleNamespace, board: Board) -> None:
    """Fail unless tokens and loans changed by the route just claimed, and not otherwise (H-TOLL, H-NEUTRAL)."""
    tokens, loans = list(before.tokens), list(before.loans)
    owner = {r: p for p, mask in enumerate(before.owned) for r in elements(mask)}
    new: list[tuple[int | None, int]] = [
        (p, r) for p, mask in enumerate(after.owned) for r in elements(mask & ~before.owned[p])
    ]
    new += [(None, r) for r in elements(after.neutral & ~before.neutral)]
    for p, r in new if board.rules.toll_tokens else ():
        toll = board.routes[r].toll
        if p is not None and tokens[p] >= toll:
            tokens[p] -= toll
        elif p is not None:
            loans[p] += 1
        for twin in twins(board)[r]:
            if twin in owner:
                tokens[owner[twin]] += toll
    assert (after.tokens, after.loans) == (tokens, loans)
    assert min(after.tokens) >= 0


def _check_extras(s: SimpleNamespace, board: Board) -> None:
    """Stations and festival cards."""
    assert sum(map(int.bit_count, s.stations)) == sum(s.stations).bit_count()
    assert sum(s.stations) < 1 << len(board.cities)
    assert all(mask.bit_count() <= board.rules.stations for mask in s.stations)
    found = [sum(cards) for cards in zip(s.festival_deck, s.lying, *s.pile, strict=True)]
    laid = [len(festival.points) for festival in board.festivals]
    assert [n for n in found if n] in ([], laid)


@once_a_board
def twins(board: Board) -> list[list[int]]:
    """For every route the other routes of its double."""
    every = range(len(board.routes))
    return [[i for i in every if i != r and is_double(board, i, r)] for r in every]


def is_double(board: Board, one: int, other: int) -> bool:
    """Whether two routes are a double (B-CLAIM-5, N-CLAIM-2)."""
    a, b = board.routes[one], board.routes[other]
    return {a.a, a.b} == {b.a, b.b} and (a.length == b.length or board.rules.unequal_doubles == "double")


def batches(s: SimpleNamespace) -> list[list[int]]:
    """The tickets below the top group of the deck, batch by batch."""
    found: list[list[int]] = []
    for t in s.under[: s.under_size]:
        if t >= FIRST:
            found.append([])
        found[-1].append(t % FIRST)
    return found


def _check_tickets(s: SimpleNamespace, board: Board) -> None:
    below = [t for batch in batches(s) for t in batch]
    places = [*s.tickets, *s.offer, *s.drafted, s.ticket_deck, s.removed, s.ticket_discards]
    found = sorted(below + [t for mask in places for t in elements(mask)])
    assert found == list(range(len(board.tickets)))
    assert s.ticket_count == [mask.bit_count() for mask in s.tickets]
    assert s.offer_count == [mask.bit_count() for mask in s.offer]
    assert s.ticket_deck_size == s.ticket_deck.bit_count()
    assert s.ticket_discards_size == s.ticket_discards.bit_count()
    assert all(batch == sorted(batch) for batch in batches(s))
    assert not any(s.under[s.under_size :])
    out_of_play = s.ticket_deck | s.removed | sum(1 << t for t in below)
    assert all(placed & ~out_of_play == 0 for placed in s.placed)
    if s.phase not in (DEAL_TICKET, KEEP, KEEP_START, PICK):
        assert not any(s.offer)
    assert s.phase == PICK or not any(s.drafted)


def _check_clock(s: SimpleNamespace) -> None:
    assert 0 <= s.player < s.players
    assert 0 <= s.turns_left <= s.players
    assert s.passes < s.players or s.phase == OVER
    assert s.turn > 0 or s.phase in (PICK, KEEP_START) or s.phase <= DEAL_TICKET
