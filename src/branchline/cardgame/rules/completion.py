"""Which tickets the cards on a platform complete (C-END-3, C-END-5).

A ticket takes cards of the colours that it asks for; a locomotive stands for any of them; each card serves
one ticket. Cards are counted in the bytes of a word, a colour a byte: what several tickets ask for is the sum
of their words, and locomotives stand for what exceeds the word of the platform.

The best set is found exactly. Put a price on every card, none dearer than a locomotive: no set is worth more
than the platform at these prices and the gains of tickets worth more than their cards. Good prices make that
bound low; then the tickets are tried in the order of their gains, and whatever the bound rules out is left.
"""

import numpy as np

from branchline.cardgame.limits import TICKETS
from branchline.cardgame.rules.record_types import Board
from branchline.compiler.decorators import compiled, inlined
from branchline.compiler.masks import bit, lowest_bit
from branchline.compiler.typed import Row, int64
from branchline.engine.limits import KINDS, LOCO
from branchline.engine.record_types import Stream
from branchline.engine.stream import random_below

ONE_EACH = 0x0101010101010101
TOP_BITS = 0x8080808080808080
FEW = 10  # so many tickets are tried at no prices at all
ROUNDS = 16
USUAL_PRICE = 256  # four points, as `worth` counts them
SETS = 4096  # sets looked at, at most, when one of them is drawn


@inlined
def cards_of(platform: Row[int]) -> np.uint64:
    """The coloured cards of a platform as a word."""
    word = np.uint64(0)
    for c in range(LOCO):
        word |= np.uint64(platform[c]) << np.uint64(8 * c)
    return word


@inlined
def number_of(word: np.uint64, c: int) -> int:
    """How many cards of a colour a word counts."""
    return int64((word >> np.uint64(8 * c)) & np.uint64(255))


@inlined
def number_of_all(word: np.uint64) -> int:
    """How many cards a word counts."""
    return int64((word * np.uint64(ONE_EACH)) >> np.uint64(56))


@inlined
def missing(asked: np.uint64, cards: np.uint64) -> int:
    """How many of the cards asked for are not there, so that locomotives must stand for them."""
    over = (asked | np.uint64(TOP_BITS)) - cards
    enough = (over & np.uint64(TOP_BITS)) >> np.uint64(7)
    over &= enough * np.uint64(127)
    return int64((over * np.uint64(ONE_EACH)) >> np.uint64(56))


@compiled
def asked_by(b: Board, tickets: np.uint64) -> np.uint64:
    """The cards that several tickets ask for together."""
    asked = np.uint64(0)
    while tickets != np.uint64(0):
        asked += b.need[lowest_bit(tickets)]
        tickets &= tickets - np.uint64(1)
    return asked


@compiled
def up_to_highest(tickets: np.uint64) -> np.uint64:
    """All numbers up to the highest of some tickets."""
    for shift in (1, 2, 4, 8, 16, 32):
        tickets |= tickets >> np.uint64(shift)
    return tickets


@compiled
def can_add(platform: Row[int], b: Board, chosen: np.uint64, tickets: np.uint64) -> np.uint64:
    """Those of some tickets that can each be completed besides the chosen ones."""
    cards = cards_of(platform)
    asked = asked_by(b, chosen)
    found = np.uint64(0)
    while tickets != np.uint64(0):
        t = lowest_bit(tickets)
        tickets &= tickets - np.uint64(1)
        if missing(asked + b.need[t], cards) <= platform[LOCO]:
            found |= bit(t)
    return found


@inlined
def worth(b: Board, t: int) -> int:
    """Its points and, as a trifle, that it is one ticket: of equal totals more tickets are worth more."""
    return int(64 * b.ticket_value[t] + 1)


@inlined
def gain(b: Board, t: int, prices: Row[int]) -> int:
    """What a ticket is worth above the price of its cards."""
    above = int64(worth(b, t))
    for c in range(LOCO):
        above -= number_of(b.need[t], c) * prices[c]
    return above


@compiled
def best_set(platform: Row[int], b: Board, tickets: np.uint64) -> np.uint64:
    """The tickets to complete for the highest total, then for most tickets."""
    rest = can_add(platform, b, np.uint64(0), tickets)
    if missing(asked_by(b, rest), cards_of(platform)) <= platform[LOCO]:
        return rest
    order = np.empty(TICKETS, np.int64)
    n = 0
    while rest != np.uint64(0):
        order[n] = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        n += 1
    prices = np.zeros(KINDS, np.int64)
    if n > FEW:
        find_prices(platform, b, order, n, prices)
    gains = np.empty(TICKETS, np.int64)
    sort_by_gain(b, order, n, prices, gains)
    return search(platform, b, order, n, gains, price_of(platform, prices))


@inlined
def price_of(platform: Row[int], prices: Row[int]) -> int:
    """What a platform costs, locomotives included."""
    total = int64(0)
    for c in range(KINDS):
        total += platform[c] * prices[c]
    return total


@compiled
def find_prices(platform: Row[int], b: Board, order: Row[int], n: int, found: Row[int]) -> None:
    """Find prices with a low bound: up where more is asked for than there is, down where less."""
    cards = cards_of(platform)
    prices = np.empty(KINDS, np.int64)
    steps = np.empty(KINDS, np.int64)
    for c in range(KINDS):
        prices[c] = USUAL_PRICE
        steps[c] = USUAL_PRICE // 2
    lowest = int64(1 << 60)
    for _ in range(ROUNDS):
        bound = price_of(platform, prices)
        asked = np.uint64(0)
        for i in range(n):
            above = gain(b, order[i], prices)
            if above > 0:
                bound += above
                asked += b.need[order[i]]
        if bound < lowest:
            lowest = bound
            for c in range(KINDS):
                found[c] = prices[c]
        locomotives = -int64(platform[LOCO])
        for c in range(KINDS):
            over = number_of(asked, c) - number_of(cards, c) if c < LOCO else locomotives
            if c < LOCO and over > 0 and prices[c] == prices[LOCO]:  # as dear as may be: locomotives stand in
                locomotives += over
            elif over != 0:
                change_price(prices, steps, c, bool(over > 0))
        for c in range(LOCO):
            prices[c] = min(prices[c], prices[LOCO])


@compiled
def change_price(prices: Row[int], steps: Row[int], c: int, up: bool) -> None:
    """Move a price; a step is longer than the last one if it goes the same way, else much shorter."""
    if up == (steps[c] > 0):
        steps[c] += steps[c] // 4
    else:
        steps[c] = -steps[c] * 2 // 5
        if steps[c] == 0:
            steps[c] = 1 if up else -1
    prices[c] = max(0, prices[c] + steps[c])


@compiled
def sort_by_gain(b: Board, order: Row[int], n: int, prices: Row[int], gains: Row[int]) -> None:
    """Sort tickets by their gains, the greatest first."""
    for i in range(n):
        t = order[i]
        above = gain(b, t, prices)
        j = i
        while j > 0 and gains[j - 1] < above:
            order[j] = order[j - 1]
            gains[j] = gains[j - 1]
            j -= 1
        order[j] = t
        gains[j] = above


@compiled
def search(platform: Row[int], b: Board, order: Row[int], n: int, gains: Row[int], at_price: int) -> np.uint64:
    """The best set of the sorted tickets; `at_price` is the value so far and the price of the cards left."""
    reach = np.zeros(TICKETS + 1, np.int64)  # what ticket i and later ones can gain; i itself, if it is a loss
    later = 0
    for i in range(n - 1, -1, -1):
        later += max(0, gains[i])
        reach[i] = later + min(0, gains[i])
    cards = cards_of(platform)
    taken = np.empty(TICKETS, np.int64)  # places in the order
    depth = 0
    asked = current = found = np.uint64(0)
    value = best = 0
    i = 0
    while True:
        while i < n and at_price + reach[i] > best:
            t = order[i]
            if missing(asked + b.need[t], cards) <= platform[LOCO]:
                taken[depth] = i
                depth += 1
                asked += b.need[t]
                current |= bit(t)
                value += worth(b, t)
                at_price += gains[i]
            i += 1
        if value > best:
            best = value
            found = current
        if depth == 0:
            return found
        depth -= 1
        i = taken[depth]
        t = order[i]
        asked -= b.need[t]
        current &= ~bit(t)
        value -= worth(b, t)
        at_price -= gains[i]
        i += 1


@compiled
def any_set(platform: Row[int], b: Board, tickets: np.uint64, g: Stream) -> np.uint64:
    """One of the sets of tickets that the cards complete, each equally likely, the empty one among them."""
    cards = cards_of(platform)
    current = found = np.uint64(0)
    sets = 1
    later = tickets
    while sets < SETS:
        if later != np.uint64(0):
            t = lowest_bit(later)
            later &= later - np.uint64(1)
            if missing(asked_by(b, current | bit(t)), cards) <= platform[LOCO]:
                current |= bit(t)
                sets += 1
                if random_below(g, sets) == 0:
                    found = current
        elif current == np.uint64(0):
            break
        else:
            later = tickets & ~up_to_highest(current)
            current &= up_to_highest(current) >> np.uint64(1)
    return found
