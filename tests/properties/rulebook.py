"""What the rules allow, said again in plain Python from the rule pages alone: payments, draws, tickets."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from branchline.boardfile.cards import COLOURS
from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.board import Board, Route, Rules
from branchline.mapgame.rules import actions as numbers
from branchline.position import Position

from .invariants import twins
from .random_play import elements, fields

Cards = tuple[int, ...]  # how many of each kind: eight colours, then locomotives
LOCOMOTIVE = 8


def sub_multisets(cards: Sequence[int]) -> Iterator[Cards]:
    """Every choice of some of these cards."""
    return product(*(range(n + 1) for n in cards))


def pays(board: Board, route: Route, cards: Cards) -> bool:
    """Whether these cards, all of them, are a payment for the route.

    Every space takes a card of the set, a locomotive, or several cards that stand for one; there is one set,
    and a space with a symbol takes nothing from it (B-CLAIM-1, -2, B-FERRY-1, N-LOCO-1, N-CLAIM-3, N-FERRY).
    """
    rate = route.exchange or (board.rules.ferry_exchange if route.kind == "ferry" else 0)
    wild = route.kind in board.rules.locomotives_on
    return _pays(route.length, route.colour, route.locomotives, wild, rate, cards)


@cache
def _pays(length: int, colour: str | None, symbols: int, wild: bool, rate: int, cards: Cards) -> bool:
    for one in range(8) if colour is None else [COLOURS.index(colour)]:
        for of_the_set in range(min(cards[one], length - symbols) + 1):
            for locomotives in range(cards[LOCOMOTIVE] + 1 if wild else 1):
                by_exchange = length - of_the_set - locomotives
                given_for_them = sum(cards) - of_the_set - locomotives
                if by_exchange == given_for_them == 0:
                    return True
                if rate and by_exchange > 0 and given_for_them == rate * by_exchange:
                    return True
    return False


def payments(board: Board, route: Route, hand: Sequence[int]) -> set[Cards]:
    """Everything in a hand that pays for a route."""
    return {cards for cards in sub_multisets(hand) if pays(board, route, cards)}


def ways_to_pay(board: Board, route: Route, hand: Sequence[int]) -> set[int]:
    """Under which names the action space has payments for a route, for a hand of any size."""
    rate = route.exchange or (board.rules.ferry_exchange if route.kind == "ferry" else 0)
    wild = hand[LOCOMOTIVE] if route.kind in board.rules.locomotives_on else 0
    found = set()
    for one in range(8) if route.colour is None else [COLOURS.index(route.colour)]:
        for of_the_set in range(min(hand[one], route.length - route.locomotives) + 1):
            for locomotives in range(min(wild, route.length - of_the_set) + 1):
                by_exchange = route.length - of_the_set - locomotives
                if by_exchange == 0:
                    found.add(one if of_the_set else LOCO)
                elif rate and sum(hand) - of_the_set - locomotives >= rate * by_exchange:
                    found.add(numbers.EXCHANGE)
    return found


def surcharge(played: Sequence[int], turned: Sequence[int]) -> int:
    """How many cards a tunnel asks for besides (B-TUNNEL-2, B-TUNNEL-3)."""
    return turned[LOCOMOTIVE] + sum(turned[kind] for kind in range(8) if played[kind])


def surcharges(given: Rules, played: Sequence[int], turned: Sequence[int], hand: Sequence[int]) -> set[Cards]:
    """Everything in a hand that pays a tunnel's surcharge (B-TUNNEL-2, B-TUNNEL-3, N-TUNNEL-3)."""
    found = set()
    for cards in sub_multisets(hand):
        fits = all(played[kind] for kind in range(8) if cards[kind])
        strict = given.strict_tunnel_locomotives and cards[LOCOMOTIVE] < turned[LOCOMOTIVE]
        if sum(cards) == surcharge(played, turned) and fits and not strict:
            found.add(cards)
    return found


def free_routes(board: Board, position: Position) -> list[int]:
    """The routes that nothing but cards keeps the player from claiming (B-CLAIM-3 to -6, N-CLAIM-2)."""
    s = fields(position)
    owned = [set(elements(mask)) for mask in (*s.owned, s.neutral)]
    both = s.players >= board.rules.both_doubles_from
    found = []
    for r, route in enumerate(board.routes):
        claimed = any(r in routes for routes in owned)
        mine = any(twin in owned[s.player] for twin in twins(board)[r])
        other = any(twin in routes for routes in owned for twin in twins(board)[r])
        if not claimed and not mine and (both or not other) and route.length <= s.trains[s.player]:
            found.append(r)
    return found


def how_paid(route: Route, cards: Cards) -> int:
    """Under which name the action space has a payment."""
    if sum(cards) > route.length:
        return numbers.EXCHANGE
    return next((kind for kind in range(8) if cards[kind]), LOCO)


def claims(board: Board, position: Position) -> set[int]:
    """The claims the rules allow, as actions."""
    hand = fields(position).hand[position.player]
    return {
        numbers.CLAIM + numbers.HOWS * r + how
        for r in free_routes(board, position)
        for how in ways_to_pay(board, board.routes[r], hand)
    }


def station_payments(built: int, hand: Sequence[int]) -> set[Cards]:
    """Everything in a hand that pays for a station, after so many (E-STATION-1)."""
    found = set()
    for cards in sub_multisets(hand):
        if sum(cards) == built + 1 and sum(n > 0 for n in cards[:LOCOMOTIVE]) <= 1:
            found.add(cards)
    return found


def builds(board: Board, position: Position) -> set[int]:
    """The stations the rules allow to be built, as actions (E-STATION-1)."""
    s = fields(position)
    built = s.stations[s.player].bit_count()
    if built >= board.rules.stations:
        return set()
    free = [c for c in range(len(board.cities)) if not any(mask >> c & 1 for mask in s.stations)]
    few = [min(n, built + 1) for n in s.hand[s.player]]
    hows = {next((kind for kind in range(8) if cards[kind]), LOCO) for cards in station_payments(built, few)}
    first = numbers.CLAIM + numbers.HOWS * len(board.routes)
    return {first + KINDS * city + how for city in free for how in hows}


def draws(board: Board, position: Position) -> set[int]:
    """The cards that may be drawn now (B-DRAW-1, -3, -6, N-DRAW-1, -2, SETTLED-15)."""
    s = fields(position)
    if s.deck_size == 0 and board.rules.no_draw_without_deck:
        return set()
    found = {shared.TAKE + kind for kind in range(9) if s.display[kind]}
    is_second = s.phase == phases.SECOND and not s.to_deal
    if is_second and board.rules.display_locomotive_is_both_cards:
        found.discard(shared.TAKE + LOCOMOTIVE)
    return found | ({shared.DRAW_BLIND} if s.deck_size else set())


def turn(board: Board, position: Position) -> set[int]:
    """Everything the rules allow at the start of a turn (B-TURN-1, -2, B-TICKET-4, I-TICKET-1)."""
    s = fields(position)
    tickets = {shared.DRAW_TICKETS} if (s.ticket_deck or s.under_size) and not s.drafts_to_come else set()
    return draws(board, position) | tickets | claims(board, position) | builds(board, position) or {shared.PASS}


def keeps(board: Board, position: Position) -> set[int]:
    """The choices of tickets the rules allow (B-SET-4, B-TICKET-1, N-SET-5, N-TICKET-1, I-SET-4, I-DRAW-4)."""
    s = fields(position)
    offered = s.offer[s.player].bit_count()
    least = board.rules.start_keep if s.turn == 0 else board.rules.draw_keep
    most = offered
    if s.draft:
        least = most = board.rules.draft_keep
    subsets = range(1 << offered)
    return {shared.KEEP_SET + subset for subset in subsets if min(least, offered) <= subset.bit_count() <= most}


def picks(board: Board, position: Position) -> set[int]:
    """The tickets of a pack that may be picked (I-SET-4)."""
    s = fields(position)
    return {numbers.PICK_TICKET + i for i in range(s.offer[s.player].bit_count())}


def festivals(board: Board, position: Position) -> set[int]:
    """The festivals to choose from at the ends of a route (I-CLAIM-3, I-CLAIM-4)."""
    s = fields(position)
    ends = {board.routes[s.route].a, board.routes[s.route].b}
    at = [f for f, festival in enumerate(board.festivals) if ends & set(festival.cities) and s.lying[f]]
    return {numbers.TAKE_FESTIVAL + f for f in at}


def neutral_routes(board: Board, position: Position) -> set[int]:
    """The routes of a double that the neutral player may take (H-NEUTRAL-4, H-NEUTRAL-8)."""
    s = fields(position)
    double = sorted({s.route, *twins(board)[s.route]})
    claimed = sum(s.owned) | s.neutral
    assert not any(claimed >> r & 1 for r in double), "there is no choice unless both are free"
    fits = [i for i, r in enumerate(double) if board.routes[r].length <= s.neutral_trains]
    return {numbers.NEUTRAL_ROUTE + i for i in fits}


BETWEEN_TURNS = {
    phases.SECOND: draws,
    phases.KEEP: keeps,
    phases.KEEP_START: keeps,
    phases.PICK: picks,
    phases.FESTIVAL: festivals,
    phases.NEUTRAL: neutral_routes,
}
