"""The rules once more, as people play them at a table: plain Python, slow, written from the rule pages alone.

Only the numbers of the actions are the engine's, so that the two can be compared step by step.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from itertools import product

from branchline.engine import actions as shared
from branchline.engine.limits import KINDS
from branchline.mapgame.board import Board, Route
from branchline.mapgame.rules import actions as numbers

from .invariants import twins
from .rulebook import LOCOMOTIVE, Cards, how_paid, payments, surcharges, ways_to_pay

DISPLAY = 5
TURNED = 3


@dataclass
class Claim:
    """A claim under way: what can still be paid, what lies on the table, what was turned up."""

    route: int
    ways: list[tuple[int, ...]]  # payments, each as its cards in the order of their kinds
    down: list[int] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)


@dataclass
class Table:
    """Everything that lies on and around a table."""

    board: Board
    players: int
    deck: list[int]
    tickets: list[set[int]]  # the deck's groups, the top one first
    hands: list[list[int]] = field(default_factory=list)
    display: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    removed: set[int] = field(default_factory=set)
    kept: list[set[int]] = field(default_factory=list)
    offers: list[set[int]] = field(default_factory=list)
    routes: list[set[int]] = field(default_factory=list)
    player: int = 0
    turn: int = 0
    to_deal: int = 0
    passes: int = 0
    turns_left: int | None = None
    next: str = "deal"
    then: str = ""  # what follows when the display is filled
    claim: Claim | None = None

    def __deepcopy__(self, memo: dict[int, object]) -> "Table":
        other = Table.__new__(Table)
        for name, value in vars(self).items():
            setattr(other, name, value if name == "board" else deepcopy(value, memo))
        return other

    @property
    def is_chance(self) -> bool:
        """Whether a card or a ticket is about to turn up."""
        return self.next in ("deal", "fill", "blind", "turn up", "ticket")

    def trains(self, p: int) -> int:
        """A player's trains left."""
        return self.board.rules.trains - sum(self.board.routes[r].length for r in self.routes[p])

    def score(self, p: int) -> int:
        """A player's points for routes."""
        return sum(self.board.rules.points[self.board.routes[r].length] for r in self.routes[p])

    # What may happen next

    def choices(self) -> set[int]:
        """Everything that may happen next, as actions or outcomes."""
        match self.next:
            case "deal" | "fill" | "blind" | "turn up":
                return set(self.deck)
            case "ticket":
                return set(self.tickets[0])
            case "keep":
                return self._keeps()
            case "turn":
                return self._turns() | self.claims() or {shared.PASS}
            case "second":
                return self._draws()
            case "locomotives":
                return {shared.WITH + way.count(LOCOMOTIVE) for way in self._claim.ways}
            case "cards":
                return self._cards()
            case "surcharge":
                return {shared.WITH + cards[LOCOMOTIVE] for cards in self._surcharges()} | {numbers.WITHDRAW}
        return set()

    @property
    def _claim(self) -> Claim:
        assert self.claim is not None
        return self.claim

    def _keeps(self) -> set[int]:
        offer = self.offers[self.player]
        least = self.board.rules.draw_keep if self.turn else self.board.rules.start_keep
        subsets = product([0, 1], repeat=len(offer))
        wanted = min(least, len(offer))
        return {shared.KEEP_SET + sum(b << i for i, b in enumerate(s)) for s in subsets if sum(s) >= wanted}

    def _draws(self) -> set[int]:
        if not self.deck and self.board.rules.no_draw_without_deck:
            return set()
        found = {shared.TAKE + c for c in self.display}
        if self.next == "second" and self.board.rules.display_locomotive_is_both_cards:
            found.discard(shared.TAKE + LOCOMOTIVE)
        return found | ({shared.DRAW_BLIND} if self.deck else set())

    def _turns(self) -> set[int]:
        return self._draws() | ({shared.DRAW_TICKETS} if any(self.tickets) else set())

    def free(self, r: int) -> bool:
        """Whether nothing but cards keeps the player from claiming a route."""
        taken = set().union(*self.routes)
        both = self.players >= self.board.rules.both_doubles_from
        closing = self.routes[self.player] if both else taken
        has_trains = self.board.routes[r].length <= self.trains(self.player)
        return r not in taken and not closing.intersection(twins(self.board)[r]) and has_trains

    def claims(self) -> set[int]:
        """The claims that the player's cards allow."""
        hand = counts(self.hands[self.player])
        found = set()
        for r, route in enumerate(self.board.routes):
            if self.free(r):
                hows = ways_to_pay(self.board, route, hand)
                found |= {numbers.CLAIM + numbers.HOWS * r + how for how in hows}
        return found

    def _cards(self) -> set[int]:
        """The cards that may be put down next so that a payment comes of it."""
        down = tuple(self._claim.down)
        ways = [way for way in self._claim.ways if way[: len(down)] == down]
        cards = {numbers.CARD + way[len(down)] for way in ways if len(way) > len(down)}
        return cards | ({shared.DONE} if down in ways else set())

    def _surcharges(self) -> set[Cards]:
        played, turned = counts(self._claim.down), counts(self._claim.turned)
        fitting = [c for c in self.hands[self.player] if c == LOCOMOTIVE or c in self._claim.down]
        return surcharges(self.board.rules, played, turned, counts(fitting))

    # What happens

    def play(self, a: int) -> None:
        """Let one thing happen."""
        if not self.is_chance and a != shared.PASS:
            self.passes = 0
        match self.next:
            case "deal":
                self._deal(a)
            case "fill":
                self._fill(a)
            case "blind":
                self.hands[self.player].append(a)
                self._leave_deck(a)
                self._look_at_display()
                self._fill_display(self.then)
            case "ticket":
                self._ticket(a)
            case "keep":
                self._keep(a - shared.KEEP_SET)
            case "turn" | "second":
                self._act(a)
            case "locomotives":
                self._pay(next(way for way in self._claim.ways if way.count(LOCOMOTIVE) == a - shared.WITH))
            case "cards":
                self._put_down(a)
            case "turn up":
                self._turn_up(a)
            case "surcharge":
                self._surcharge(a)

    def _leave_deck(self, c: int) -> None:
        self.deck.remove(c)
        self._shuffle_if_empty()

    def _shuffle_if_empty(self) -> None:
        if not self.deck:
            self.deck, self.discards = self.discards, []

    def _deal(self, c: int) -> None:
        self.hands[self.player].append(c)
        self._leave_deck(c)
        self.to_deal -= 1
        if self.to_deal == 0:
            self.player += 1
            self.to_deal = self.board.rules.start_hand
            if self.player == self.players:
                self.player, self.to_deal = 0, self.board.rules.start_tickets
                self._fill_display("ticket")

    def _fill_display(self, then: str) -> None:
        self.then = then
        if len(self.display) < DISPLAY and self.deck:
            self.next = "fill"
        else:
            self._go_on(then)

    def _go_on(self, to: str) -> None:
        self.next = to
        if to == "second" and not self._draws():
            to = "end"
        if to == "end":
            self._end_turn()

    def _fill(self, c: int) -> None:
        self.display.append(c)
        self._leave_deck(c)
        self._look_at_display()
        self._fill_display(self.then)

    def _look_at_display(self) -> None:
        reset = self.board.rules.display_reset
        is_full = len(self.display) == DISPLAY
        if is_full and reset and self.display.count(LOCOMOTIVE) >= reset and self._reset_ends():
            self.discards += self.display
            self.display = []
            self._shuffle_if_empty()

    def _reset_ends(self) -> bool:
        cards = self.deck + self.discards + self.display
        if len(cards) - cards.count(LOCOMOTIVE) < 3:
            return False
        swaps_for_ever = not self.discards and len(self.deck) == DISPLAY and self.deck.count(LOCOMOTIVE) >= 3
        return not swaps_for_ever

    def _act(self, a: int) -> None:
        is_second = self.next == "second"
        hand = self.hands[self.player]
        if a < shared.DRAW_BLIND:
            self.display.remove(a)
            hand.append(a)
            both = a == LOCOMOTIVE and self.board.rules.display_locomotive_is_both_cards
            self._fill_display("end" if is_second or both else "second")
        elif a == shared.DRAW_BLIND:
            self.next, self.then = "blind", "end" if is_second else "second"
        elif a == shared.DRAW_TICKETS:
            self.to_deal = min(self.board.rules.draw_tickets, sum(map(len, self.tickets)))
            self.next = "ticket"
        elif a == shared.PASS:
            self.passes += 1
            self._end_turn()
        else:
            self._begin_claim(*divmod(a - numbers.CLAIM, numbers.HOWS))

    def _begin_claim(self, r: int, how: int) -> None:
        route = self.board.routes[r]
        assert self.free(r)
        self.claim = Claim(r, self._ways(route, how))
        if how == numbers.EXCHANGE:
            self.next = "cards"
        elif len(self.claim.ways) > 1:
            self.next = "locomotives"
        else:
            self._pay(self.claim.ways[0])

    def _ways(self, route: Route, how: int) -> list[tuple[int, ...]]:
        hand = counts(self.hands[self.player])
        if how != numbers.EXCHANGE:  # nothing but the set and locomotives can be paid
            hand = tuple(n if c in (how, LOCOMOTIVE) else 0 for c, n in enumerate(hand))
        found = payments(self.board, route, hand)
        return [spread(cards) for cards in found if how_paid(route, cards) == how]

    def _put_down(self, a: int) -> None:
        if a == shared.DONE:
            self._show()
        else:
            self.hands[self.player].remove(a - numbers.CARD)
            self._claim.down.append(a - numbers.CARD)

    def _pay(self, cards: tuple[int, ...]) -> None:
        for c in cards:
            self.hands[self.player].remove(c)
            self._claim.down.append(c)
        self._show()

    def _show(self) -> None:
        if self.board.routes[self._claim.route].kind == "tunnel" and self.deck:
            self.next = "turn up"
        else:
            self._place()

    def _turn_up(self, c: int) -> None:
        self._claim.turned.append(c)
        self._leave_deck(c)
        if len(self._claim.turned) == TURNED or not self.deck:
            played = set(self._claim.down) | {LOCOMOTIVE}
            if played.intersection(self._claim.turned):
                self.next = "surcharge"
            else:
                self._place()

    def _surcharge(self, a: int) -> None:
        if a == numbers.WITHDRAW:
            self.hands[self.player] += self._claim.down
            self._claim.down = []
            self._clear()
            return
        cards = next(cards for cards in self._surcharges() if cards[LOCOMOTIVE] == a - shared.WITH)
        for c in spread(cards):
            self.hands[self.player].remove(c)
            self._claim.down.append(c)
        self._place()

    def _place(self) -> None:
        self.routes[self.player].add(self._claim.route)
        self._clear()

    def _clear(self) -> None:
        self.discards += self._claim.down + self._claim.turned
        self.claim = None
        self._shuffle_if_empty()
        self._look_at_display()
        self._fill_display("end")

    def _ticket(self, t: int) -> None:
        self.tickets[0].remove(t)
        if not self.tickets[0]:
            self.tickets.pop(0)
        self.offers[self.player].add(t)
        self.to_deal -= 1
        if self.to_deal == 0 and self.turn:
            self.next = "keep"
        elif self.to_deal == 0:
            self.player += 1
            self.to_deal = self.board.rules.start_tickets
            if self.player == self.players:
                self.player, self.next = 0, "keep"

    def _keep(self, subset: int) -> None:
        offer = sorted(self.offers[self.player])
        self.kept[self.player] |= {t for i, t in enumerate(offer) if subset >> i & 1}
        self.offers[self.player] -= self.kept[self.player]
        if self.turn:
            self._return(self.board.rules.returned)
            self._end_turn()
        elif self.player + 1 < self.players:
            self.player += 1
        else:
            self._return(self.board.rules.start_returned)
            self.player, self.turn, self.next = 0, 1, "turn"

    def _return(self, where: str) -> None:
        returned = set().union(*self.offers)
        if where == "removed":
            self.removed |= returned
        elif returned:
            self.tickets.append(returned)
        self.offers = [set() for _ in self.offers]

    def _end_turn(self) -> None:
        is_over = self.passes == self.players
        if self.turns_left is not None:
            self.turns_left -= 1
            is_over = is_over or self.turns_left == 0
        elif self.trains(self.player) <= self.board.rules.last_turns:
            self.turns_left = self.players
        if is_over:
            self.next = "over"
        else:
            self.player = (self.player + 1) % self.players
            self.turn += 1
            self.next = "turn"


def lay_table(board: Board, players: int) -> Table:
    """A table before the first card is dealt."""
    table = Table(board, players, list(spread((12,) * 8 + (14,))), [set(range(len(board.tickets)))])
    table.to_deal = board.rules.start_hand
    table.hands = [[] for _ in range(players)]
    for places in (table.kept, table.offers, table.routes):
        places.extend(set() for _ in range(players))
    return table


def counts(cards: list[int]) -> Cards:
    """How many there are of each kind."""
    return tuple(cards.count(c) for c in range(KINDS))


def spread(cards: Cards) -> tuple[int, ...]:
    """Cards one by one, in the order of their kinds."""
    return tuple(c for c, n in enumerate(cards) for _ in range(n))
