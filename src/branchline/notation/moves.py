"""Moves of the map games as text, both ways.

An action is one number of the fixed action space. A move is what a player does at once: one action, or a claim
with the actions that pay for it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from branchline.boards.board import CARDS, Board, Route
from branchline.errors import MoveError
from branchline.notation.refusal import refuse_claim
from branchline.notation.words import Places, cheapest, counted, nearest, parse_card, parse_payment, plain
from branchline.position import Position
from branchline.rules import state as rules

HOW_WORDS = (*(f"with {card}" for card in CARDS), "by exchange")


class MapNotation:
    """Names for everything on a board: routes, tickets, actions, what chance does."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = Places([city.name for city in board.cities])
        self.routes = [self._route_name(route, i) for i, route in enumerate(board.routes)]
        self.tickets = [f"{ticket.a}–{ticket.b} {ticket.points}" for ticket in board.tickets]

    def _route_name(self, route: Route, index: int) -> str:
        same = [i for i, r in enumerate(self.board.routes) if {r.a, r.b} == {route.a, route.b}]
        name = f"{route.a}–{route.b}"
        if len(same) == 1:
            return name
        colour = route.colour or "grey"
        alike = [i for i in same if self.board.routes[i].colour == route.colour]
        number = f" {alike.index(index) + 1}" if len(alike) > 1 else ""
        return f"{name} ({colour}{number})"

    def all_actions(self) -> Iterator[tuple[int, str]]:
        """Every number of the action space with its text."""
        for kind, card in enumerate(CARDS):
            yield kind, f"draw {card}"
        yield rules.DRAW_BLIND, "draw deck"
        yield rules.DRAW_TICKETS, "draw tickets"
        yield rules.PASS, "pass"
        for n in range(10):
            yield rules.WITH + n, f"with {n} locomotive{'' if n == 1 else 's'}"
        for kind, card in enumerate(CARDS):
            yield rules.CARD + kind, f"put down {card}"
        yield rules.DONE, "done"
        yield rules.WITHDRAW, "withdraw"
        for subset in range(64):
            chosen = " ".join(f"#{i + 1}" for i in range(6) if subset >> i & 1)
            yield rules.KEEP_SET + subset, f"keep {chosen}" if chosen else "keep none"
        for r, name in enumerate(self.routes):
            for how, words in enumerate(HOW_WORDS):
                yield rules.CLAIM + rules.HOWS * r + how, f"claim {name} {words}"

    @cached_property
    def _actions(self) -> dict[str, int]:
        return {plain(name): action for action, name in self.all_actions()}

    @cached_property
    def _names(self) -> dict[int, str]:
        return dict(self.all_actions())

    def action_number(self, text: str) -> int:
        """The number of an action from its text."""
        try:
            return self._actions[plain(text)]
        except KeyError:
            raise MoveError(f"there is no action {text!r}{nearest(plain(text), self._actions)}") from None

    def action_name(self, action: int) -> str:
        """The text of an action from its number."""
        try:
            return self._names[action]
        except KeyError:
            raise MoveError(f"there is no action {action}; this board's are below {self.n_actions}") from None

    @property
    def n_actions(self) -> int:
        """The size of the action space; some of its numbers are never legal."""
        return rules.CLAIM + rules.HOWS * len(self.board.routes)

    def is_mid_move(self, position: Position) -> bool:
        """Whether the player's move is not finished yet: a claim whose payment is still being chosen."""
        return position.record.phase in (rules.LOCOMOTIVES, rules.CARDS)

    def moves(self, position: Position) -> Iterator[list[int]]:
        """Every whole move; of an exchange only its beginning, because its cards can be chosen in many ways."""
        for action in position.legal():
            if action < rules.CLAIM:
                yield [action]
                continue
            after = position.copy()
            after.apply(action)
            if after.record.phase == rules.LOCOMOTIVES:
                yield from ([action, more] for more in after.legal())
            else:
                yield [action]

    def text(self, before: Position, actions: Sequence[int]) -> str:
        """A move in words."""
        action = actions[0]
        if action >= rules.CLAIM:
            return self._claim_text(before, actions)
        if action >= rules.KEEP_SET:
            return self._keep_text(before, action - rules.KEEP_SET)
        if before.record.phase == rules.SURCHARGE and action != rules.WITHDRAW:
            return f"pay {counted(paid(before, actions))} more"
        return self.action_name(action)

    def _claim_text(self, before: Position, actions: Sequence[int]) -> str:
        route, how = divmod(actions[0] - rules.CLAIM, rules.HOWS)
        after = before.copy()
        for action in actions:
            after.apply(action)
        if not self.is_mid_move(after):
            return f"claim {self.routes[route]} for {counted(paid(before, actions))}"
        down = f": {counted(after.record.paid)}" if after.record.paid_size else ""
        return f"claim {self.routes[route]} {HOW_WORDS[how]}{down} ..."

    def _keep_text(self, before: Position, subset: int) -> str:
        offer = bits(before.record.offer[before.player])
        kept = [self.tickets[t] for i, t in enumerate(offer) if subset >> i & 1]
        return f"keep {'; '.join(kept) or 'none'}"

    def parse(self, position: Position, text: str) -> list[int]:
        """The actions of a move from its words; says what is wrong with a move that is not legal."""
        words = plain(text)
        verb, _, rest = words.partition(" ")
        if verb == "claim" and not rest.endswith("..."):
            return self._parse_claim(position, rest)
        if verb == "claim":
            return self._parse_unfinished_claim(position, rest)
        if verb == "keep":
            return [self._parse_keep(position, rest)]
        if verb == "pay":
            return [self._parse_surcharge(position, rest)]
        if verb in ("draw", "take") and rest not in ("deck", "tickets"):
            return [rules.TAKE + parse_card(rest)]
        return [self.action_number(words)]

    def _parse_claim(self, position: Position, rest: str) -> list[int]:
        a, b, rest = self.places.parse_pair(rest)
        spec, rest = _parse_route_spec(rest)
        found = self._routes_between(a, b, spec)
        if match := re.fullmatch(r"(with \w+|by exchange)", rest):
            how = HOW_WORDS.index(match[1])
            return [rules.CLAIM + rules.HOWS * self._open(position, found)[0] + how]
        payment = self._parse_payment(position, found, rest)
        ways = [way for r in self._open(position, found) if (way := pay_route(position, r, payment))]
        if not ways:
            raise refuse_claim(self, position, found, payment)
        named = {self._unnumbered(way[0]) for way in ways}
        if len(named) > 1:
            which = " or ".join(sorted(named))
            raise MoveError(f"{counted(payment)} pays for more than one route: say {which}")
        return ways[0]

    def _unnumbered(self, action: int) -> str:
        return re.sub(r" \d\)", ")", self.routes[(action - rules.CLAIM) // rules.HOWS])

    def _routes_between(self, a: int, b: int, spec: str) -> list[int]:
        names = {self.places.names[a], self.places.names[b]}
        found = [i for i, r in enumerate(self.board.routes) if {r.a, r.b} == names]
        pair = "–".join(self.places.names[c] for c in (a, b))
        if not found:
            raise MoveError(f"no route joins {pair} directly")
        fitting = [i for i in found if not spec or f"({spec}" in plain(self.routes[i])]
        if spec and not fitting:
            fitting = [i for i in found if (self.board.routes[i].colour or "grey") == spec]
        if not fitting:
            known = ", ".join(self.board.routes[i].colour or "grey" for i in found)
            raise MoveError(f"{pair} is not {spec}; it is {known}")
        return fitting

    def _open(self, position: Position, found: list[int]) -> list[int]:
        """The routes that are open to the player, or all when none is, so that the refusal can say why."""
        free = bits(position.record.open[position.player])
        return [r for r in found if r in free] or found

    def _parse_payment(self, position: Position, found: list[int], text: str) -> list[int]:
        text = re.sub(r"^(for|with)\b|^:", "", text).strip()
        hand = position.record.hand[position.player]
        if text and not any(c.isdigit() for c in text):
            kind = parse_card(text)
            return cheapest(hand, self.board.routes[self._open(position, found)[0]].length, kind)
        if text:
            return parse_payment(text)
        ways = [actions for actions in self.moves(position) if (actions[0] - rules.CLAIM) // rules.HOWS in found]
        if len(ways) != 1:
            example = self.text(position, ways[0]) if ways else f"claim {self.routes[found[0]]} for 2 red"
            raise MoveError(f"say which cards you pay with, for example '{example}'")
        return paid(position, ways[0])

    def _parse_unfinished_claim(self, position: Position, rest: str) -> list[int]:
        claim, _, cards = rest.removesuffix("...").strip().partition(":")
        actions = self._parse_claim(position, claim.strip())
        for kind, n in enumerate(parse_payment(cards) if cards else []):
            actions += [rules.CARD + kind] * n
        return actions

    def _parse_keep(self, position: Position, rest: str) -> int:
        offer = bits(position.record.offer[position.player])
        if rest in ("all", "none"):
            return rules.KEEP_SET + ((1 << len(offer)) - 1 if rest == "all" else 0)
        subset = 0
        for part in re.split(r"[;,]| and (?=\d)|(?<=\d) (?=#?\d)", rest):
            subset |= 1 << self._parse_offered(offer, part.strip())
        return rules.KEEP_SET + subset

    def _parse_offered(self, offer: list[int], text: str) -> int:
        names = ", ".join(f"{i + 1} {self.tickets[t]}" for i, t in enumerate(offer))
        if number := re.fullmatch(r"#?(\d)", text):
            if 1 <= int(number[1]) <= len(offer):
                return int(number[1]) - 1
        else:
            a, b, _ = self.places.parse_pair(text)
            wanted = {self.places.names[a], self.places.names[b]}
            for i, t in enumerate(offer):
                if {self.board.tickets[t].a, self.board.tickets[t].b} == wanted:
                    return i
        raise MoveError(f"{text!r} is not among the tickets offered: {names or 'none'}")

    def _parse_surcharge(self, position: Position, rest: str) -> int:
        s = position.record
        payment = parse_payment(re.sub(r"\bmore$", "", rest))
        if s.phase != rules.SURCHARGE:
            raise MoveError("there is nothing more to pay now", None)
        wrong = [n for kind, n in enumerate(payment) if kind not in (s.how, rules.LOCO) and n]
        if wrong or sum(payment) != s.surcharge:
            what = "locomotives" if s.how == rules.LOCO else f"{CARDS[s.how]} or locomotives"
            raise MoveError(f"the tunnel asks for {s.surcharge} more: {what}", "B-TUNNEL-2")
        return rules.WITH + payment[rules.LOCO]

    def chance_label(self, position: Position) -> tuple[str, int | None]:
        """What chance is doing now, and to whom."""
        phase = position.record.phase
        if phase == rules.FILL:
            return "display", None
        if phase == rules.TURN_CARD:
            return "turned", None
        return ("tickets" if phase == rules.DEAL_TICKET else "deal"), position.player

    def outcome_text(self, position: Position, outcome: int) -> str:
        """What chance did, in words."""
        return self.tickets[outcome] if position.record.phase == rules.DEAL_TICKET else CARDS[outcome]

    def parse_outcome(self, position: Position, text: str) -> int:
        """What chance did, from its words."""
        if position.record.phase != rules.DEAL_TICKET:
            return parse_card(text)
        a, b, _ = self.places.parse_pair(text)
        wanted = {self.places.names[a], self.places.names[b]}
        for t, ticket in enumerate(self.board.tickets):
            if {ticket.a, ticket.b} == wanted:
                return t
        raise MoveError(f"there is no ticket {text!r} on this board")


def bits(mask: np.ndarray) -> list[int]:
    """The elements of a mask of two words."""
    both = int(mask[0]) | int(mask[1]) << 64
    return [i for i in range(both.bit_length()) if both >> i & 1]


def _parse_route_spec(rest: str) -> tuple[str, str]:
    match = re.match(r"\(([a-z]+(?: \d)?)\)\s*", rest)
    return (match[1], rest[match.end() :]) if match else ("", rest)


def pay_route(position: Position, route: int, payment: Sequence[int]) -> list[int] | None:
    """The actions that claim a route for exactly these cards, or None if that is not legal."""
    first = rules.CLAIM + rules.HOWS * route
    length = int(position.board["length"][0][route])
    colours = [kind for kind in range(rules.LOCO) if payment[kind]]
    if sum(payment) > length:
        cards = [rules.CARD + kind for kind, n in enumerate(payment) for _ in range(n)]
        wanted = [first + rules.EXCHANGE, *cards, rules.DONE]
    elif len(colours) <= 1:
        wanted = [first + (colours[0] if colours else rules.LOCO), rules.WITH + payment[rules.LOCO]]
    else:
        return None
    after = position.copy()
    actions: list[int] = []
    for action in wanted:
        if actions and after.record.phase not in (rules.LOCOMOTIVES, rules.CARDS):
            break  # there was no choice of locomotives
        if not after.is_legal(action):
            return None
        after.apply(action)
        actions.append(action)
    return actions if paid(position, actions) == list(payment) else None


def paid(before: Position, actions: Sequence[int]) -> list[int]:
    """The cards that leave the player's hand by these actions."""
    after = before.copy()
    for action in actions:
        after.apply(action)
    p = before.player
    return [int(x) for x in before.record.hand[p].astype(int) - after.record.hand[p]]
