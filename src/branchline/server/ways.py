"""The legal moves of a player as data, with every way to pay, so that an app never reads or writes text."""

from functools import lru_cache
from typing import Any

import orjson

from branchline.boards.board import CARDS
from branchline.notation.claims import bits, neutral_route
from branchline.notation.moves import MapNotation
from branchline.notation.words import counted
from branchline.position import Position
from branchline.rules import state as rules

Way = dict[str, Any]


class Ways:
    """Makes the list for positions of one board; what it writes of a move is kept, since moves come again and again."""

    def __init__(self, notation: MapNotation) -> None:
        self.notation = notation
        self._fixed = lru_cache(4096)(self._write_fixed)
        self._paid = lru_cache(65536)(self._write_paid)
        self._keep = lru_cache(4096)(self._write_keep)
        self._prices: list[tuple[int, int, bool]] = []

    def json(self, seen: Position) -> bytes:
        """The moves of the player whose view this is, as JSON; claims come cheapest first for each route."""
        s = seen.plain
        me = seen.player
        written: list[bytes] = []
        for action in seen.legal():
            if action >= rules.CLAIM:
                written += self._payments(seen, action, s.hand[me], s.stations[me].bit_count() + 1)
            elif action >= rules.KEEP_SET:
                written.append(self._keep(action, tuple(bits(s.offer[me]))))
            else:
                written.append(self._single(seen, action))
        return b"[" + b",".join(written) + b"]"

    def _single(self, seen: Position, action: int) -> bytes:
        s = seen.plain
        if s.phase == rules.SURCHARGE and action != rules.WITHDRAW:
            n = action - rules.WITH
            cards = [0] * rules.KINDS
            cards[rules.LOCO] = n
            cards[s.how] += s.surcharge - n if s.how != rules.LOCO else 0
            return _json({"kind": "pay", "cards": _cards(cards), "move": f"pay {counted(cards)} more", "do": [action]})
        if s.phase == rules.PICK:
            ticket = bits(s.offer[seen.player])[action - rules.PICK_TICKET]
            return _json({"kind": "pick", "ticket": ticket, "move": self.notation.text(seen, [action]), "do": [action]})
        if s.phase == rules.NEUTRAL:
            route = neutral_route(seen, action)
            text = self.notation.text(seen, [action])
            return _json({"kind": "choose_neutral", "route": route, "move": text, "do": [action]})
        return self._fixed(action)

    def _write_fixed(self, action: int) -> bytes:
        return _json({**self._kind(action), "move": self.notation.action_name(action), "do": [action]})

    def _kind(self, action: int) -> Way:
        if action < rules.DRAW_BLIND:
            return {"kind": "draw", "from": "display", "card": CARDS[action]}
        if rules.TAKE_FESTIVAL <= action < rules.NEUTRAL_ROUTE:
            return {"kind": "choose_festival", "city": self.notation.festivals[action - rules.TAKE_FESTIVAL]}
        return {
            rules.DRAW_BLIND: {"kind": "draw", "from": "deck"},
            rules.DRAW_TICKETS: {"kind": "draw_tickets"},
            rules.PASS: {"kind": "pass"},
            rules.WITHDRAW: {"kind": "withdraw"},
        }[action]

    def _write_keep(self, action: int, offer: tuple[int, ...]) -> bytes:
        kept = [t for i, t in enumerate(offer) if action - rules.KEEP_SET >> i & 1]
        text = f"keep {'; '.join(self.notation.tickets[t] for t in kept) or 'none'}"
        return _json({"kind": "keep", "tickets": kept, "move": text, "do": [action]})

    def _payments(self, seen: Position, action: int, hand: list[int], station_price: int) -> list[bytes]:
        if action >= self.notation.first_build:
            how = (action - self.notation.first_build) % rules.KINDS
            length, symbols, takes_locomotives = station_price, 0, True
        else:
            route, how = divmod(action - rules.CLAIM, rules.HOWS)
            length, symbols, takes_locomotives = self._price(seen, route)
        if how in (rules.EXCHANGE, rules.LOCO):
            return [self._paid(action, length, length, False)]
        fewest = max(symbols, length - hand[how])
        most = min(hand[rules.LOCO], length - 1) if takes_locomotives else 0
        return [self._paid(action, length, n, fewest < most) for n in range(fewest, most + 1)]

    def _price(self, seen: Position, route: int) -> tuple[int, int, bool]:
        if not self._prices:
            b = seen.board[0]
            self._prices = list(
                zip(b.length.tolist(), b.symbols.tolist(), map(bool, b.takes_locomotives.tolist()), strict=True)
            )
        return self._prices[route]

    def _write_paid(self, action: int, length: int, locomotives: int, is_choice: bool) -> bytes:
        names = self.notation
        if action >= names.first_build:
            city, how = divmod(action - names.first_build, rules.KINDS)
            what, start = (
                f"build station {names.places.names[city]}",
                {"kind": "build", "city": names.places.names[city]},
            )
        else:
            route, how = divmod(action - rules.CLAIM, rules.HOWS)
            what, start = f"claim {names.routes[route]}", {"kind": "claim", "route": route}
            if how == rules.EXCHANGE:
                return _json({**start, "exchange": True, "move": f"{what} by exchange ...", "do": [action]})
        cards = [0] * rules.KINDS
        cards[rules.LOCO] = locomotives
        if how != rules.LOCO:
            cards[how] = length - locomotives
        do = [action, rules.WITH + locomotives] if is_choice else [action]
        return _json({**start, "cards": _cards(cards), "move": f"{what} for {counted(cards)}", "do": do})


def _cards(counts: list[int]) -> dict[str, int]:
    return {CARDS[kind]: n for kind, n in enumerate(counts) if n}


def _json(way: Way) -> bytes:
    return orjson.dumps(way)
