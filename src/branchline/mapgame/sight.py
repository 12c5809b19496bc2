"""What a simple bot looks at: its hand and the table as plain numbers, and what its cards are good for."""

from branchline.boardfile.cards import CARDS
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.actions import EXCHANGE
from branchline.mapgame.network import Network, elements, mask
from branchline.mapgame.rules import state as rules
from branchline.position import Position

LONG = 4  # spaces of a route that tempts a player with nothing else to do


class Sight:
    """A view, read out once."""

    def __init__(self, view: Position, network: Network) -> None:
        s = view.states  # fields of the array are read much faster than attributes of the record
        me = view.player
        self.network = network
        self.me = me
        self.phase = int(s["phase"][0])
        self.hand: list[int] = s["hand"][0, me].tolist()
        self.paid: list[int] = s["paid"][0].tolist()
        trains: list[int] = s["trains"][0, : view.players].tolist()
        self.trains = trains[me]
        self.fewest_trains = min(trains)
        self.owned, self.open = mask(s["owned"][0, me]), mask(s["open"][0, me])
        self.tickets, self.offer = mask(s["tickets"][0, me]), mask(s["offer"][0, me])
        self.turns_left = int(s["turns_left"][0])
        self.route = int(s["route"][0])
        self.locomotive_is_both_cards = bool(view.board["locomotive_is_both_cards"][0])

    def colour_for(self, route: int) -> int:
        """The colour of a route's set; for a grey one the colour of which most are in hand."""
        colour = self.network.colour[route]
        if colour != rules.GREY:
            return colour
        return max(range(LOCO), key=self.hand.__getitem__)

    def cheapest_payment(self, route: int, how: str) -> list[int]:
        """The payment with the fewest locomotives, and of an exchange the one with the fewest cards."""
        if how == EXCHANGE:
            return self._exchange(route)
        payment = [0] * KINDS
        length, kind = self.network.length[route], CARDS.index(how)
        if kind == LOCO:
            payment[LOCO] = length
            return payment
        payment[kind] = min(self.hand[kind], length - self.network.symbols[route])
        payment[LOCO] = length - payment[kind]
        return payment

    def _exchange(self, route: int) -> list[int]:
        """As many cards as fit stand for themselves; for what is missing, cards of which most are in hand."""
        network = self.network
        held = [n + down for n, down in zip(self.hand, self.paid, strict=True)]
        length, symbols, rate = network.length[route], network.symbols[route], network.rate[route]
        colour = network.colour[route]
        if colour == rules.GREY:
            colour = max(range(LOCO), key=held.__getitem__)
        payment = [0] * KINDS
        payment[colour] = min(held[colour], length - symbols)
        if network.takes_locomotives[route]:
            payment[LOCO] = min(held[LOCO], length - payment[colour])
        missing = length - sum(payment)
        if missing == 0:  # all of it could be paid without an exchange
            kind = LOCO if payment[LOCO] else colour
            payment[kind] -= 1
            missing = 1
        for _ in range(missing * rate):
            kind = max(range(KINDS), key=lambda k: (held[k] - payment[k], k != LOCO))
            payment[kind] += 1
        return payment

    def use_of_cards(self, routes: list[int]) -> list[float]:
        """How much one more card of each kind would help with some routes; near ones count for more."""
        use = [0.0] * KINDS
        locomotives = self.hand[LOCO]
        for route in routes:
            colour, symbols = self.colour_for(route), self.network.symbols[route]
            missing = self.network.length[route] - symbols - self.hand[colour]
            if missing > 0:
                use[colour] += 1 / missing
            if symbols > locomotives:
                use[LOCO] += 1 / (symbols - locomotives)
            elif missing > 0 and self.network.takes_locomotives[route]:
                use[LOCO] += 1 / missing
        return use

    def tempting_routes(self) -> list[int]:
        """Long routes that could be claimed with the trains left, or any if there is no long one."""
        length = self.network.length
        free = [r for r in elements(self.open) if length[r] <= self.trains]
        return [r for r in free if length[r] >= LONG] or free
