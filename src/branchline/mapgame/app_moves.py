"""The legal moves of a player as data, with every way to pay, so that an app never reads or writes text."""

from typing import Any

import orjson

from branchline.actions import Action, Draw, DrawDeck, DrawTickets, KeepTickets, Pass, WithLocomotives
from branchline.boardfile.cards import CARDS, LOCOMOTIVE
from branchline.engine import phases
from branchline.engine.limits import KINDS, LOCO
from branchline.mapgame.actions import (
    EXCHANGE,
    BuildStation,
    Claim,
    NeutralTakes,
    Paid,
    PickTicket,
    TakeFestival,
    Withdraw,
)
from branchline.mapgame.contents import bits, neutral_route
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.rules import state as rules
from branchline.names import counted
from branchline.position import Position

KEPT = 6_000  # written moves, some 250 bytes each

_OFFSET = {name: field[1] for name, field in (rules.STATE.fields or {}).items()}
_PHASE, _PLAYER, _HAND, _STATIONS = (_OFFSET[name] for name in ("phase", "player", "hand", "stations"))

Way = dict[str, Any]

FIXED: dict[Action, Way] = {
    DrawDeck(): {"kind": "draw", "from": "deck"},
    DrawTickets(): {"kind": "draw_tickets"},
    Pass(): {"kind": "pass"},
    Withdraw(): {"kind": "withdraw"},
}


class Ways:
    """Writes the moves on one board; what it wrote is kept, since the same ways to pay come again and again."""

    def __init__(self, notation: MapNotation) -> None:
        self.notation = notation
        self._written: dict[int, bytes] = {}
        self._prices: list[tuple[int, int, bool]] = []
        self._paid = {n: _paid_with(action) for n, action in notation.actions if isinstance(action, Paid)}

    def json(self, seen: Position) -> bytes:
        """The moves of the player whose view this is, as JSON; of each way to pay the fewest locomotives come first."""
        legal, raw = seen.legal(), seen.states.tobytes()
        phase, me = raw[_PHASE], raw[_PLAYER]
        if phase in (phases.KEEP, phases.KEEP_START):
            return orjson.dumps(self._keeps(bits(seen.plain.offer[me]), legal))
        if phase not in (phases.TURN, phases.SECOND):
            return orjson.dumps([self._choice(seen, action) for action in legal])
        if len(self._written) > KEPT:
            self._written.clear()
        hand = raw[_HAND + KINDS * me : _HAND + KINDS * (me + 1)]
        stations = int.from_bytes(raw[_STATIONS + 8 * me : _STATIONS + 8 * (me + 1)], "little").bit_count()
        locomotives, paid_with, written = hand[LOCO], self._paid, self._written
        parts = []
        for number in legal:  # how a move can be paid depends on few of the cards in hand
            key = number << 24
            if number in paid_with:
                kind, is_station = paid_with[number]
                key |= hand[kind] << 16 | locomotives
                if is_station:
                    key |= stations << 8
            part = written.get(key)
            if part is None:
                action = self.notation.actions.action(number)
                if isinstance(action, Paid):
                    ways = self._payments(seen, action, hand, stations + 1)
                else:
                    ways = [self._plain(action)]
                part = written[key] = orjson.dumps(ways)[1:-1]
            parts.append(part)
        return b"[%s]" % b",".join(parts)

    def _keeps(self, offer: list[int], legal: list[int]) -> list[Way]:
        """Every choice among tickets that are offered."""
        names, ways = self.notation.ticket_names, []
        for number in legal:
            action = self.notation.actions.action(number)
            kept = names.kept(offer, action.places if isinstance(action, KeepTickets) else ())
            ways.append({"kind": "keep", "tickets": kept, "move": f"keep {names.listed(kept)}", "do": [number]})
        return ways

    def _plain(self, action: Action) -> Way:
        match action:
            case Draw(card):
                way: Way = {"kind": "draw", "from": "display", "card": card}
            case TakeFestival(festival):
                way = {"kind": "choose_festival", "city": self.notation.festivals[festival]}
            case _:
                way = FIXED[action]
        return {**way, "move": self.notation.actions.text(action), "do": self.notation.actions.numbers(action)}

    def _choice(self, seen: Position, number: int) -> Way:
        """A move that is not a turn's action: a tunnel, a draft, the neutral player, festivals."""
        s, names = seen.plain, self.notation
        match action := names.actions.action(number):
            case WithLocomotives(n):
                cards = [0] * KINDS
                cards[s.how] = s.surcharge
                cards[LOCO] = n
                cards[s.how] -= n if s.how != LOCO else 0
                way: Way = {"kind": "pay", "cards": _cards(cards), "move": f"pay {counted(cards)} more"}
            case PickTicket(place):
                ticket = bits(s.offer[seen.player])[place]
                way = {"kind": "pick", "ticket": ticket, "move": f"pick {names.tickets[ticket]}"}
            case NeutralTakes():
                route = neutral_route(seen, action)
                way = {"kind": "choose_neutral", "route": route, "move": f"neutral takes {names.routes[route]}"}
            case _:
                return self._plain(action)
        return {**way, "do": [number]}

    def _payments(self, seen: Position, action: Paid, hand: bytes, station_price: int) -> list[Way]:
        names = self.notation
        number, what = names.actions.number(action), action.what(names.name)
        if isinstance(action, Claim):
            start: Way = {"kind": "claim", "route": action.route}
            length, symbols, takes_locomotives = self._price(seen, action.route)
        else:
            start = {"kind": "build", "city": names.places.names[action.city]}
            length, symbols, takes_locomotives = station_price, 0, True
        if action.how == EXCHANGE:
            return [{**start, "exchange": True, "move": f"{what} by exchange ...", "do": [number]}]
        how = CARDS.index(action.how)
        fewest = length if how == LOCO else max(symbols, length - hand[how])
        most = fewest if how == LOCO else min(hand[LOCO], length - 1) if takes_locomotives else 0
        ways = []
        for locomotives in range(fewest, most + 1):
            cards = [0] * KINDS
            cards[how] = length - locomotives
            cards[LOCO] = locomotives
            do = names.actions.numbers([action, WithLocomotives(locomotives)] if fewest < most else action)
            ways.append({**start, "cards": _cards(cards), "move": f"{what} for {counted(cards)}", "do": do})
        return ways

    def _price(self, seen: Position, route: int) -> tuple[int, int, bool]:
        if not self._prices:
            b = seen.board[0]
            takes = [bool(n) for n in b.takes_locomotives.tolist()]
            self._prices = list(zip(b.length.tolist(), b.symbols.tolist(), takes, strict=True))
        return self._prices[route]


def _paid_with(action: Paid) -> tuple[int, bool]:
    """The kind of card that says, with the locomotives, how an action can be paid; and whether it builds a station."""
    return CARDS.index(LOCOMOTIVE if action.how == EXCHANGE else action.how), isinstance(action, BuildStation)


def _cards(counts: list[int]) -> dict[str, int]:
    return {CARDS[kind]: n for kind, n in enumerate(counts) if n}
