"""Claiming a route and paying for it (B-CLAIM, B-FERRY, N-CLAIM, N-FERRY, N-LOCO).

A payment is chosen in small steps: the route and the colour of the set; then the number of locomotives, if
there is a choice. Where several cards may stand for one, an exchange is named instead and its cards are put
down one by one in the order of their kinds, so that every payment can be made in exactly one way.
"""

import numpy as np

from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import bit, lowest_bit, popcount
from branchline.compiler.typed import int64
from branchline.engine.actions import DONE, WITH
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.phases import CARDS, END_TURN, LOCOMOTIVES, TURN_CARD
from branchline.mapgame.limits import LENGTH
from branchline.mapgame.rules.actions import CARD, EXCHANGE, HOWS
from branchline.mapgame.rules.drawing_cards import discard, settle_discards
from branchline.mapgame.rules.festivals import reach_festivals
from branchline.mapgame.rules.record_types import Board, Moves, State
from branchline.mapgame.rules.state import BUDGET, GREY, NO_ROUTE
from branchline.mapgame.rules.tolls import pay_toll

TUNNEL_CARDS = 3


@inlined
def claimable(s: State, b: Board, m: Moves) -> int:
    """Write the routes that the player can claim now, by how they are paid; return how many ways there are."""
    p = s.player
    trains = min(s.trains[p], LENGTH)
    low = s.open[p, 0] & b.length_upto[trains, 0]
    high = s.open[p, 1] & b.length_upto[trains, 1]
    locomotives = min(s.hand[p, LOCO], LENGTH)
    total = 0
    for kind in range(KINDS):
        cards = min(s.hand[p, kind], LENGTH)
        m.claims[kind, 0] = low & b.payable[kind, cards, locomotives, 0]
        m.claims[kind, 1] = high & b.payable[kind, cards, locomotives, 1]
        m.claim_count[kind] = popcount(m.claims[kind, 0]) + popcount(m.claims[kind, 1])
        total += m.claim_count[kind]
    m.claims[EXCHANGE, 0] = other_exchanges(s, b, 0, low)
    m.claims[EXCHANGE, 1] = other_exchanges(s, b, 1, high)
    if b.ferry_exchange > 0:
        m.claims[EXCHANGE, 0] |= low & ferry_exchanges(s, b, 0)
        m.claims[EXCHANGE, 1] |= high & ferry_exchanges(s, b, 1)
    m.claim_count[EXCHANGE] = popcount(m.claims[EXCHANGE, 0]) + popcount(m.claims[EXCHANGE, 1])
    m.claim_count[HOWS] = 0
    return total + m.claim_count[EXCHANGE]


@inlined
def ferry_exchanges(s: State, b: Board, word: int) -> np.uint64:
    """The ferries that the player can pay for with at least one locomotive made of other cards.

    With a hand of T cards, L of them locomotives, x cards for one locomotive and h cards of the colour, a ferry of
    length n with k symbols needs M = max(1, k - L, n - h - L) exchanges, and T >= n + (x - 1) M. That is three
    conditions: T >= n + x - 1;  T + (x - 1) L >= n + (x - 1) k;  T + (x - 1) (h + L) >= x n.
    """
    p = s.player
    more = b.ferry_exchange - 1
    size = int64(s.hand_size[p])
    with_locomotives = size + more * s.hand[p, LOCO]
    sets = np.uint64(0)
    longest_set = 0
    for c in range(LOCO):
        sets |= b.ferry_sets[c, min(with_locomotives + more * s.hand[p, c], BUDGET), word]
        longest_set = max(longest_set, s.hand[p, c])
    sets |= b.ferry_sets[GREY, min(with_locomotives + more * longest_set, BUDGET), word]
    return sets & b.ferry_size[min(size, BUDGET), word] & b.ferry_symbols[min(with_locomotives, BUDGET), word]


@inlined
def other_exchanges(s: State, b: Board, word: int, reach: np.uint64) -> np.uint64:
    """The other routes that the player can pay for with several cards standing for one."""
    p = s.player
    found = np.uint64(0)
    rest = reach & b.other_exchanges[word]
    if rest == np.uint64(0):
        return found
    longest_set = 0
    for c in range(LOCO):
        longest_set = max(longest_set, s.hand[p, c])
    while rest != np.uint64(0):
        i = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        r = 64 * word + i
        length = b.length[r]
        cards = longest_set if b.colour[r] == GREY else s.hand[p, b.colour[r]]
        covered = min(cards, length - b.symbols[r])
        if b.takes_locomotives[r]:
            covered += s.hand[p, LOCO]
        exchanges = max(1, length - covered)
        if s.hand_size[p] >= length + (b.rate[r] - 1) * exchanges:
            found |= bit(i)
    return found


@compiled
def fewest_locomotives(s: State, b: Board) -> int:
    """The fewest locomotives that the claim under way can be paid with."""
    return max(b.symbols[s.route], b.length[s.route] - s.hand[s.player, s.how])


@compiled
def most_locomotives(s: State, b: Board) -> int:
    """The most locomotives besides at least one card of the colour."""
    if not b.takes_locomotives[s.route]:
        return 0
    return min(s.hand[s.player, LOCO], b.length[s.route] - 1)


@compiled
def locomotive_choices(s: State, b: Board) -> np.uint64:
    """The numbers of locomotives the player may choose, as a mask of actions."""
    mask = np.uint64(0)
    for n in range(fewest_locomotives(s, b), most_locomotives(s, b) + 1):
        mask |= bit(WITH + n)
    return mask


@inlined
def begin_claim(s: State, b: Board, route: int, how: int) -> None:
    """Name a route and the set to pay it with."""
    s.route = route
    s.how = how
    if how == EXCHANGE:
        s.phase = CARDS
    elif how == LOCO:
        pay(s, b, b.length[route])
    else:
        fewest = fewest_locomotives(s, b)
        if fewest == most_locomotives(s, b):
            pay(s, b, fewest)
        else:
            s.phase = LOCOMOTIVES


@inlined
def pay(s: State, b: Board, locomotives: int) -> None:
    """Put down a set with so many locomotives."""
    if s.how != LOCO:
        put_down(s, s.how, b.length[s.route] - locomotives)
    put_down(s, LOCO, locomotives)
    show_payment(s, b)


@inlined
def put_down(s: State, c: int, n: int) -> None:
    """Move cards from the player's hand to the payment; those known to be there go first."""
    p = s.player
    s.hand[p, c] -= n
    s.hand_size[p] -= n
    s.known[p, c] = max(0, s.known[p, c] - n)
    s.paid[c] += n
    s.paid_size += n


@inlined
def show_payment(s: State, b: Board) -> None:
    """The payment lies on the table; on a tunnel chance now turns cards up."""
    if b.is_tunnel[s.route] and s.deck_size > 0:
        s.to_deal = TUNNEL_CARDS
        s.phase = TURN_CARD
    else:
        place_trains(s, b)


@inlined
def place_trains(s: State, b: Board) -> None:
    """Make the route the player's, score it, close what it closes, discard what was paid and turned."""
    p = s.player
    r = s.route
    s.trains[p] -= b.length[r]
    s.score[p] += b.value[r]
    s.owned[p, r >> 6] |= bit(r)
    twin = b.twin[r]
    for q in range(s.players):
        s.open[q, r >> 6] &= ~bit(r)
        if twin >= 0 and (q == p or s.players < b.both_doubles_from):
            s.open[q, twin >> 6] &= ~bit(twin)
    if b.toll_tokens > 0:
        pay_toll(s, b, p, r)
    if b.n_festivals > 0 and reach_festivals(s, b, p, r):
        return
    if b.is_tunnel[r] or s.how == EXCHANGE:
        clear_table(s, b)
    else:
        _discard_set(s, b)


@inlined
def _discard_set(s: State, b: Board) -> None:
    """Discard a payment of one colour and locomotives; the turn is over."""
    colour = min(s.how, LOCO - 1)
    discard(s, colour, s.paid[colour])
    discard(s, LOCO, s.paid[LOCO])
    s.paid[colour] = 0
    s.paid[LOCO] = 0
    s.paid_size = 0
    s.route = NO_ROUTE
    s.how = 0
    settle_discards(s, b, END_TURN)


@inlined
def clear_table(s: State, b: Board) -> None:
    """Discard payment and turned cards; the turn is over."""
    s.discards_size += s.paid_size
    for c in range(KINDS):
        s.discards_size += s.turned[c]
    for c in range(KINDS):
        s.discards[c] += s.paid[c] + s.turned[c]
        s.paid[c] = 0
        s.turned[c] = 0
    s.paid_size = 0
    s.surcharge = 0
    s.route = NO_ROUTE
    s.how = 0
    settle_discards(s, b, END_TURN)


@compiled
def exchange_choices(s: State, b: Board) -> np.uint64:
    """The kinds of cards that may be put down next in an exchange, and whether it is complete."""
    mask = np.uint64(0)
    spare = 0
    last_card = KINDS - 1
    while last_card > 0 and s.paid[last_card] == 0:
        last_card -= 1
    for c in range(KINDS - 1, last_card - 1, -1):
        spare += s.hand[s.player, c]
        if s.hand[s.player, c] > 0 and _exchange_can_end(s, b, c, spare):
            mask |= bit(CARD + c)
    if _exchange_is_even(s, b):
        mask |= bit(DONE)
    return mask


@compiled
def exchange_card(s: State, c: int) -> None:
    """Put one more card into the exchange."""
    put_down(s, c, 1)


@compiled
def _exchange_is_even(s: State, b: Board) -> bool:
    """Whether the cards put down pay for the route with nothing over."""
    length = b.length[s.route]
    extra = s.paid_size - length
    exchanges = extra // (b.rate[s.route] - 1)
    if exchanges < 1 or extra % (b.rate[s.route] - 1) != 0:
        return False
    return _covered(s, b, -1, 0) >= length - exchanges


@compiled
def _exchange_can_end(s: State, b: Board, c: int, spare: int) -> bool:
    """Whether a card of kind c, and after it some of the `spare` cards from that kind up, can make it even.

    The more exchanges, the fewer spaces are left to cover and the more cards may cover them: only the largest
    number of exchanges that the cards allow needs a look.
    """
    length = b.length[s.route]
    more = b.rate[s.route] - 1
    exchanges = min(length, (s.paid_size + spare - length) // more)
    missing = length + more * exchanges - s.paid_size
    return exchanges >= 1 and missing >= 1 and _covered(s, b, c, missing) >= length - exchanges


@compiled
def _covered(s: State, b: Board, card: int, missing: int) -> int:
    """The most spaces on which cards stand for themselves, once `missing` more have been put down.

    The first of these is of kind `card`, the others of that kind or later ones; -1 for none.
    """
    p = s.player
    r = s.route
    rest = missing - 1 if card >= 0 else 0
    locomotives = 0
    if b.takes_locomotives[r]:
        next_one = 1 if card == LOCO else 0
        more = min(rest, s.hand[p, LOCO] - next_one)
        locomotives = s.paid[LOCO] + next_one + more
        rest -= more
    first = 0 if b.colour[r] == GREY else b.colour[r]
    last = LOCO - 1 if b.colour[r] == GREY else b.colour[r]
    most = 0
    for c in range(first, last + 1):
        cards = s.paid[c]
        if c == card:
            cards += 1 + min(rest, s.hand[p, c] - 1)
        elif c > card:
            cards += min(rest, s.hand[p, c])
        most = max(most, cards)
    return locomotives + min(most, b.length[r] - b.symbols[r])
