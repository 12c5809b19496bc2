"""Moves of the map games as text, both ways.

An action is one number of the fixed action space. A move is what a player does at once: one action, or a claim
with the actions that pay for it.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from branchline.boards.board import CARDS, Board, Route
from branchline.errors import MoveError
from branchline.log import Chance, Move
from branchline.notation import mapevents
from branchline.notation.actions import ActionNames
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
from branchline.notation.protocol import Event
from branchline.notation.refusal import position_asks, refuse
from branchline.notation.tickets import TicketNames
from branchline.notation.words import Places, counted, parse_card, plain
from branchline.position import Position
from branchline.rules import state as rules

DEAL_CARD = "deal card"


class MapNotation(ActionNames):
    """Names for everything on a board: routes, tickets, actions, what chance does."""

    turn_rule = "B-SET-5"

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = Places([city.name for city in board.cities])
        self.routes = [self._route_name(route, i) for i, route in enumerate(board.routes)]
        self.ticket_names = TicketNames(board.tickets, self.places)
        self.tickets = self.ticket_names.names
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

    @property
    def n_actions(self) -> int:
        """The size of the action space; some of its numbers are never legal."""
        stations = len(self.places.names) if self.board.rules.stations else 0
        return self.first_build + rules.KINDS * stations

    def is_mid_move(self, position: Position) -> bool:
        """Whether the player's move is not finished yet: its payment is still being chosen."""
        return position.phase in (rules.LOCOMOTIVES, rules.CARDS)

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
            offer = bits(before.record.offer[before.player])
            return f"keep {self.ticket_names.listed(self.ticket_names.kept(offer, action - rules.KEEP_SET))}"
        if before.phase == rules.SURCHARGE and action != rules.WITHDRAW:
            return f"pay {counted(paid(before, actions))} more"
        if before.phase == rules.PICK:
            return f"pick {self.tickets[bits(before.record.offer[before.player])[action - rules.PICK_TICKET]]}"
        if before.phase == rules.NEUTRAL:
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
            offer = bits(position.record.offer[position.player])
            return [rules.KEEP_SET + self.ticket_names.parse_subset(offer, rest)]
        if verb == "pick":
            offer = bits(position.record.offer[position.player])
            return [rules.PICK_TICKET + self.ticket_names.parse_offered(offer, rest)]
        if words.startswith("take festival "):
            return [rules.TAKE_FESTIVAL + self._parse_festival(words)]
        if verb == "pay":
            return [parse_surcharge(position, rest)]
        if verb == "neutral" and words not in self._actions:
            return [parse_neutral(self, position, rest)]
        if verb in ("draw", "take") and rest not in ("deck", "tickets"):
            return [rules.TAKE + parse_card(rest)]
        return [self.action_number(words)]

    def _parse_festival(self, text: str) -> int:
        """The festival whose city ends a text."""
        city, _ = self.places.parse_city(text.rpartition("festival ")[2])
        for f, festival in enumerate(self.board.festivals):
            if self.places.names[city] in festival.cities:
                return f
        raise MoveError(f"{self.places.names[city]} has no festival; these have: {', '.join(self.festivals)}")

    def chance_label(self, position: Position) -> tuple[str, int | None]:
        """What chance is doing now, and to whom."""
        phase = position.phase
        if phase == rules.FILL:
            return "display", None
        if phase == rules.TURN_CARD:
            return "turned", None
        if phase == rules.TURN_TICKET:
            return "neutral", None
        return ("tickets" if phase == rules.DEAL_TICKET else "deal"), position.player

    def outcome_text(self, position: Position, outcome: int) -> str:
        """What chance did, in words."""
        if position.phase >= rules.TURN_TICKET:
            return self.tickets[outcome]
        if outcome == rules.DEAL_CARD_TURNED:
            return DEAL_CARD
        return CARDS[outcome] if outcome < rules.KINDS else f"festival {self.festivals[outcome - rules.FESTIVAL_CARD]}"

    def parse_outcome(self, position: Position, text: str) -> int:
        """What chance did, from its words."""
        if position.phase < rules.TURN_TICKET:
            if plain(text) == DEAL_CARD:
                return rules.DEAL_CARD_TURNED
            is_festival = plain(text).startswith("festival ")
            return rules.FESTIVAL_CARD + self._parse_festival(plain(text)) if is_festival else parse_card(text)
        return self.ticket_names.parse(text)

    def refuse(self, position: Position, action: int) -> MoveError:
        """The error for an action that is not legal now, with its rule."""
        return refuse(self, position, action)

    def asks(self, position: Position) -> str:
        """What the position asks for, in words."""
        return position_asks(position)

    def reveals(self, before: Position, after: Position) -> bool:
        """Whether a move let packs of a draft move on, or laid tickets open."""
        packs_moved = before.phase == rules.PICK and after.player <= before.player
        return packs_moved or bool((before.record.ticket_discards != after.record.ticket_discards).any())

    def points(self, position: Position) -> list[int]:
        """The points of every player that all can see."""
        return [int(n) for n in position.record.score[: position.players]]

    def move_event(self, move: Move, before: Position) -> Event:
        """What a player did, for other programs."""
        return mapevents.move_event(self, move, before)

    def chance_event(self, entry: Chance) -> Event:
        """What chance did, for other programs."""
        return mapevents.chance_event(self, entry)

    def consequences(self, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
        """What follows from a move or from chance by the rules alone."""
        return mapevents.consequences(self, players, before, after)

    def comment(self, event: Event) -> str | None:
        """A consequence in words, for a reader of the record."""
        return mapevents.comment(event)

    def score_parts(self, end: Position, result: Any, player: int) -> Event:
        """The parts of a player's score."""
        return mapevents.score_parts(self, end, result, player)
