"""The legal moves of a player as data, with every way to pay, so that an app never reads or writes text."""

from typing import Any

import orjson

from branchline.boards.board import CARDS
from branchline.notation.claims import bits, neutral_route
from branchline.notation.moves import MapNotation
from branchline.notation.words import counted
from branchline.position import Position
from branchline.rules import state as rules

KEPT = 200_000  # written moves

_OFFSET = {name: field[1] for name, field in (rules.STATE.fields or {}).items()}
_PHASE, _PLAYER, _HAND, _STATIONS = (_OFFSET[name] for name in ("phase", "player", "hand", "stations"))

Way = dict[str, Any]


class Ways:
    """Writes the moves on one board; what it wrote is kept, since the same ways to pay come again and again."""

    def __init__(self, notation: MapNotation) -> None:
        self.notation = notation
        self._written: dict[int, bytes] = {}
        self._prices: list[tuple[int, int, bool]] = []

    def json(self, seen: Position) -> bytes:
        """The moves of the player whose view this is, as JSON; of each way to pay the fewest locomotives come first."""
        legal, raw = seen.legal(), seen.states.tobytes()
        phase, me = raw[_PHASE], raw[_PLAYER]
        if phase in (rules.KEEP, rules.KEEP_START):
            return orjson.dumps(self._keeps(bits(seen.plain.offer[me]), legal))
        if phase not in (rules.TURN, rules.SECOND):
            return orjson.dumps([self._choice(seen, action) for action in legal])
        if len(self._written) > KEPT:
            self._written.clear()
        hand = raw[_HAND + rules.KINDS * me : _HAND + rules.KINDS * (me + 1)]
        stations = int.from_bytes(raw[_STATIONS + 8 * me : _STATIONS + 8 * (me + 1)], "little").bit_count()
        locomotives, first_build, written = hand[rules.LOCO], self.notation.first_build, self._written
        parts = []
        for action in legal:  # how a move can be paid depends on few of the cards in hand
            key = action << 24
            if action >= first_build:
                key |= hand[(action - first_build) % rules.KINDS] << 16 | stations << 8 | locomotives
            elif action >= rules.CLAIM:
                key |= hand[(action - rules.CLAIM) % rules.HOWS % rules.EXCHANGE] << 16 | locomotives
            part = written.get(key)
            if part is None:
                is_paid = action >= rules.CLAIM
                ways = self._payments(seen, action, hand, stations + 1) if is_paid else [self._plain(action)]
                part = written[key] = orjson.dumps(ways)[1:-1]
            parts.append(part)
        return b"[%s]" % b",".join(parts)

    def _keeps(self, offer: list[int], legal: list[int]) -> list[Way]:
        """Every choice among tickets that are offered."""
        names, ways = self.notation.ticket_names, []
        for action in legal:
            kept = names.kept(offer, action - rules.KEEP_SET)
            ways.append({"kind": "keep", "tickets": kept, "move": f"keep {names.listed(kept)}", "do": [action]})
        return ways

    def _plain(self, action: int) -> Way:
        fixed: dict[int, Way] = {
            rules.DRAW_BLIND: {"kind": "draw", "from": "deck"},
            rules.DRAW_TICKETS: {"kind": "draw_tickets"},
            rules.PASS: {"kind": "pass"},
            rules.WITHDRAW: {"kind": "withdraw"},
        }
        if action < rules.DRAW_BLIND:
            way: Way = {"kind": "draw", "from": "display", "card": CARDS[action]}
        elif rules.TAKE_FESTIVAL <= action < rules.NEUTRAL_ROUTE:
            way = {"kind": "choose_festival", "city": self.notation.festivals[action - rules.TAKE_FESTIVAL]}
        else:
            way = fixed[action]
        return {**way, "move": self.notation.action_name(action), "do": [action]}

    def _choice(self, seen: Position, action: int) -> Way:
        """A move that is not a turn's action: a tunnel, a draft, the neutral player, festivals."""
        s, names = seen.plain, self.notation
        if s.phase == rules.SURCHARGE and action != rules.WITHDRAW:
            cards = [0] * rules.KINDS
            cards[s.how] = s.surcharge
            cards[rules.LOCO] = action - rules.WITH
            cards[s.how] -= action - rules.WITH if s.how != rules.LOCO else 0
            way: Way = {"kind": "pay", "cards": _cards(cards)}
        elif s.phase == rules.PICK:
            way = {"kind": "pick", "ticket": bits(s.offer[seen.player])[action - rules.PICK_TICKET]}
        elif s.phase == rules.NEUTRAL:
            way = {"kind": "choose_neutral", "route": neutral_route(seen, action)}
        else:
            return self._plain(action)
        return {**way, "move": names.text(seen, [action]), "do": [action]}

    def _payments(self, seen: Position, action: int, hand: bytes, station_price: int) -> list[Way]:
        names = self.notation
        if action >= names.first_build:
            city, how = divmod(action - names.first_build, rules.KINDS)
            start: Way = {"kind": "build", "city": names.places.names[city]}
            what = f"build station {names.places.names[city]}"
            length, symbols, takes_locomotives = station_price, 0, True
        else:
            route, how = divmod(action - rules.CLAIM, rules.HOWS)
            start, what = {"kind": "claim", "route": route}, f"claim {names.routes[route]}"
            length, symbols, takes_locomotives = self._price(seen, route)
        if how == rules.EXCHANGE:
            return [{**start, "exchange": True, "move": f"{what} by exchange ...", "do": [action]}]
        fewest = length if how == rules.LOCO else max(symbols, length - hand[how])
        most = fewest if how == rules.LOCO else min(hand[rules.LOCO], length - 1) if takes_locomotives else 0
        ways = []
        for locomotives in range(fewest, most + 1):
            cards = [0] * rules.KINDS
            cards[how] = length - locomotives
            cards[rules.LOCO] = locomotives
            do = [action, rules.WITH + locomotives] if fewest < most else [action]
            ways.append({**start, "cards": _cards(cards), "move": f"{what} for {counted(cards)}", "do": do})
        return ways

    def _price(self, seen: Position, route: int) -> tuple[int, int, bool]:
        if not self._prices:
            b = seen.board[0]
            takes = [bool(n) for n in b.takes_locomotives.tolist()]
            self._prices = list(zip(b.length.tolist(), b.symbols.tolist(), takes, strict=True))
        return self._prices[route]


def _cards(counts: list[int]) -> dict[str, int]:
    return {CARDS[kind]: n for kind, n in enumerate(counts) if n}
