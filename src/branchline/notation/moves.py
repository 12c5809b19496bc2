"""Moves of the map games as text, both ways.

An action is one number of the fixed action space. A move is what a player does at once: one action, or a claim
with the actions that pay for it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from branchline.boards.board import CARDS, Board, Route
from branchline.errors import MoveError
from branchline.notation.claims import (
    HOW_WORDS,
    neutral_route,
    parse_build,
    parse_claim,
    parse_neutral,
    parse_surcharge,
    parse_unfinished_claim,
)
from branchline.notation.claims import bits as bits
from branchline.notation.claims import paid as paid
from branchline.notation.words import Places, counted, nearest, parse_card, plain
from branchline.position import Position
from branchline.rules import state as rules

DEAL_CARD = "deal card"


class MapNotation:
    """Names for everything on a board: routes, tickets, actions, what chance does."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = Places([city.name for city in board.cities])
        self.routes = [self._route_name(route, i) for i, route in enumerate(board.routes)]
        self.tickets = [f"{ticket.a}–{ticket.b} {ticket.points}" for ticket in board.tickets]
        self.festivals = [festival.cities[0] for festival in board.festivals]
        self.first_build = rules.CLAIM + rules.HOWS * len(board.routes)

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
        for i in range(self.board.rules.start_tickets if self.board.rules.draft_keep else 0):
            yield rules.PICK_TICKET + i, f"pick #{i + 1}"
        for f, name in enumerate(self.festivals):
            yield rules.TAKE_FESTIVAL + f, f"take festival {name}"
        if self.board.rules.neutral_trains:
            yield rules.NEUTRAL_ROUTE, "neutral takes the first route"
            yield rules.NEUTRAL_ROUTE + 1, "neutral takes the second route"
        for subset in range(64):
            chosen = " ".join(f"#{i + 1}" for i in range(6) if subset >> i & 1)
            yield rules.KEEP_SET + subset, f"keep {chosen}" if chosen else "keep none"
        for r, name in enumerate(self.routes):
            for how, words in enumerate(HOW_WORDS):
                yield rules.CLAIM + rules.HOWS * r + how, f"claim {name} {words}"
        for city, name in enumerate(self.places.names if self.board.rules.stations else ()):
            for how in range(rules.KINDS):
                yield self.first_build + rules.KINDS * city + how, f"build station {name} {HOW_WORDS[how]}"

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
        stations = len(self.places.names) if self.board.rules.stations else 0
        return self.first_build + rules.KINDS * stations

    def is_mid_move(self, position: Position) -> bool:
        """Whether the player's move is not finished yet: its payment is still being chosen."""
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
            return self._paid_text(before, actions)
        if action >= rules.KEEP_SET:
            return self._keep_text(before, action - rules.KEEP_SET)
        if before.record.phase == rules.SURCHARGE and action != rules.WITHDRAW:
            return f"pay {counted(paid(before, actions))} more"
        if before.record.phase == rules.PICK:
            return f"pick {self.tickets[bits(before.record.offer[before.player])[action - rules.PICK_TICKET]]}"
        if before.record.phase == rules.NEUTRAL:
            return f"neutral takes {self.routes[neutral_route(before, action)]}"
        return self.action_name(action)

    def _paid_text(self, before: Position, actions: Sequence[int]) -> str:
        if actions[0] >= self.first_build:
            city, how = divmod(actions[0] - self.first_build, rules.KINDS)
            what = f"build station {self.places.names[city]}"
        else:
            route, how = divmod(actions[0] - rules.CLAIM, rules.HOWS)
            what = f"claim {self.routes[route]}"
        after = before.copy()
        for action in actions:
            after.apply(action)
        if not self.is_mid_move(after):
            return f"{what} for {counted(paid(before, actions))}"
        down = f": {counted(after.record.paid)}" if after.record.paid_size else ""
        return f"{what} {HOW_WORDS[how]}{down} ..."

    def _keep_text(self, before: Position, subset: int) -> str:
        offer = bits(before.record.offer[before.player])
        kept = [self.tickets[t] for i, t in enumerate(offer) if subset >> i & 1]
        return f"keep {'; '.join(kept) or 'none'}"

    def parse(self, position: Position, text: str) -> list[int]:
        """The actions of a move from its words; says what is wrong with a move that is not legal."""
        words = plain(text)
        verb, _, rest = words.partition(" ")
        if verb == "claim" and not rest.endswith("..."):
            return parse_claim(self, position, rest)
        if verb == "claim":
            return parse_unfinished_claim(self, position, rest)
        if verb == "build":
            return parse_build(self, position, rest)
        if verb == "keep":
            return [self._parse_keep(position, rest)]
        if verb == "pick":
            offer = bits(position.record.offer[position.player])
            return [rules.PICK_TICKET + self._parse_offered(offer, rest)]
        if words.startswith("take festival "):
            return [rules.TAKE_FESTIVAL + self._parse_festival(words)]
        if verb == "pay":
            return [parse_surcharge(position, rest)]
        if verb == "neutral" and words not in self._actions:
            return [parse_neutral(self, position, rest)]
        if verb in ("draw", "take") and rest not in ("deck", "tickets"):
            return [rules.TAKE + parse_card(rest)]
        return [self.action_number(words)]

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

    def _parse_festival(self, text: str) -> int:
        """The festival whose city ends a text."""
        city, _ = self.places.parse_city(text.rpartition("festival ")[2])
        for f, festival in enumerate(self.board.festivals):
            if self.places.names[city] in festival.cities:
                return f
        raise MoveError(f"{self.places.names[city]} has no festival; these have: {', '.join(self.festivals)}")

    def chance_label(self, position: Position) -> tuple[str, int | None]:
        """What chance is doing now, and to whom."""
        phase = position.record.phase
        if phase == rules.FILL:
            return "display", None
        if phase == rules.TURN_CARD:
            return "turned", None
        if phase == rules.TURN_TICKET:
            return "neutral", None
        return ("tickets" if phase == rules.DEAL_TICKET else "deal"), position.player

    def outcome_text(self, position: Position, outcome: int) -> str:
        """What chance did, in words."""
        if position.record.phase >= rules.TURN_TICKET:
            return self.tickets[outcome]
        if outcome == rules.DEAL_CARD_TURNED:
            return DEAL_CARD
        return CARDS[outcome] if outcome < rules.KINDS else f"festival {self.festivals[outcome - rules.FESTIVAL_CARD]}"

    def parse_outcome(self, position: Position, text: str) -> int:
        """What chance did, from its words."""
        if position.record.phase < rules.TURN_TICKET:
            if plain(text) == DEAL_CARD:
                return rules.DEAL_CARD_TURNED
            is_festival = plain(text).startswith("festival ")
            return rules.FESTIVAL_CARD + self._parse_festival(plain(text)) if is_festival else parse_card(text)
        a, b, _ = self.places.parse_pair(text)
        wanted = {self.places.names[a], self.places.names[b]}
        for t, ticket in enumerate(self.board.tickets):
            if {ticket.a, ticket.b} == wanted:
                return t
        raise MoveError(f"there is no ticket {text!r} on this board")
