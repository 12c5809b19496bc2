"""Moves of the Card Game as text, both ways.

A move is what a player does at once: one action; a row with the number of its locomotives; or a choice of
tickets to complete, ticket by ticket.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from branchline.boards.board import CARDS, COLOURS
from branchline.boards.cardgame import CardGame
from branchline.errors import MoveError
from branchline.log import Chance, Move
from branchline.notation import cardevents
from branchline.notation.actions import ActionNames
from branchline.notation.cardrefusal import position_asks, refuse, refuse_cards, refuse_set
from branchline.notation.cardstate import bits, completes, laid
from branchline.notation.protocol import Event
from branchline.notation.tickets import TicketNames
from branchline.notation.words import Places, counted, parse_card, parse_payment, plain
from branchline.position import Position
from branchline.rules import state as rules
from branchline.rules.cardgame import state as cards

TRIPLES: list[tuple[int, ...]] = list(combinations(range(len(COLOURS)), 3))


class CardNotation(ActionNames):
    """Names for everything in the Card Game: tickets, actions, what chance does."""

    turn_rule = "C-SET-5"
    n_actions = cards.ACTIONS

    def __init__(self, board: CardGame) -> None:
        self.board = board
        ends = (city for ticket in board.tickets for city in (ticket.a, ticket.b))
        self.places = Places(list(dict.fromkeys(ends)))
        self.ticket_names = TicketNames(board.tickets, self.places)
        self.tickets = self.ticket_names.names

    def all_actions(self) -> Iterator[tuple[int, str]]:
        """Every number of the action space with its text."""
        for kind, card in enumerate(CARDS):
            yield rules.TAKE + kind, f"draw {card}"
        yield rules.DRAW_BLIND, "draw deck"
        yield rules.DRAW_TICKETS, "draw tickets"
        yield rules.PASS, "pass"
        for n in range(cards.MOST_LOCOMOTIVES + 1):
            yield rules.WITH + n, f"with {n} locomotive{'' if n == 1 else 's'}"
        yield rules.DONE, "done"
        yield cards.COMPLETE_BEST, "complete best"
        for subset in range(64):
            chosen = " ".join(f"#{i + 1}" for i in range(6) if subset >> i & 1)
            yield rules.KEEP_SET + subset, f"keep {chosen}" if chosen else "keep none"
        for i, triple in enumerate(TRIPLES):
            yield cards.LAY_THREE + i, f"lay {', '.join(f'1 {COLOURS[c]}' for c in triple)}"
        for c, colour in enumerate(COLOURS):
            for n in range(1, cards.MOST_CARDS + 1):
                yield cards.LAY_ROW + cards.ROW * c + n, f"lay {n} {colour} ..."
        for t, name in enumerate(self.tickets):
            yield cards.TICKET + t, f"complete {name} ..."

    def is_mid_move(self, position: Position) -> bool:
        """Whether the locomotives of a row, or the tickets to complete, are still being chosen."""
        s = position.record
        return bool(s.phase == rules.LOCOMOTIVES or (s.phase == cards.COMPLETE and s.chosen[position.player]))

    def moves(self, position: Position) -> Iterator[list[int]]:
        """Every whole move; of a choice of tickets other than the best one only its beginning."""
        for action in position.legal():
            if cards.LAY_ROW <= action < cards.TICKET:
                after = position.copy()
                after.apply(action)
                yield from ([action, more] for more in after.legal())
            else:
                yield [action]

    def text(self, before: Position, actions: Sequence[int]) -> str:
        """A move in words."""
        action, last = actions[0], actions[-1]
        if before.phase == cards.COMPLETE:
            chosen = self.ticket_names.listed(completes(before, actions))
            return f"complete {chosen}{' ...' if last >= cards.TICKET else ''}"
        if action >= cards.LAY_ROW and len(actions) > 1:
            return f"lay {counted(laid(before, actions))}"
        if rules.KEEP_SET <= action < cards.LAY_THREE:
            offer = bits(before.record.offer[before.player])
            return f"keep {self.ticket_names.listed(self.ticket_names.kept(offer, action - rules.KEEP_SET))}"
        return self.action_name(action)

    def parse(self, position: Position, text: str) -> list[int]:
        """The actions of a move from its words; says what is wrong with a move that is not legal."""
        words = plain(text)
        verb, _, rest = words.partition(" ")
        if verb == "lay":
            return self._parse_lay(position, rest)
        if verb == "complete":
            return self._parse_complete(position, rest)
        if verb == "keep":
            offer = bits(position.record.offer[position.player])
            return [rules.KEEP_SET + self.ticket_names.parse_subset(offer, rest)]
        if verb in ("draw", "take") and rest not in ("deck", "tickets"):
            return [rules.TAKE + parse_card(rest)]
        return [self.action_number(words)]

    def _parse_lay(self, position: Position, rest: str) -> list[int]:
        """A row, begun or whole, or three colours."""
        is_begun = rest.endswith("...")
        counts = parse_payment(rest.removesuffix("..."))
        colours = [c for c in range(rules.LOCO) if counts[c]]
        if len(colours) == 1:
            begin = cards.LAY_ROW + cards.ROW * colours[0] + min(counts[colours[0]], cards.ROW - 1)
            actions = [begin] if is_begun else [begin, rules.WITH + min(counts[rules.LOCO], cards.MOST_LOCOMOTIVES)]
            after = position.copy()
            for action in actions:
                if not after.is_legal(action):
                    raise refuse_cards(self, position, counts)
                after.apply(action)
            return actions
        if sum(counts) == len(colours) == 3 and not is_begun:
            return [cards.LAY_THREE + TRIPLES.index(tuple(colours))]
        raise refuse_cards(self, position, counts)

    def _parse_complete(self, position: Position, rest: str) -> list[int]:
        """The best set, or any set: its tickets in the order of their numbers, then done."""
        if position.phase != cards.COMPLETE:
            raise refuse(self, position, cards.COMPLETE_BEST)
        s, p = position.record, position.player
        is_begun = rest.endswith("...")
        rest = rest.removesuffix("...").strip()
        best = completes(position, [cards.COMPLETE_BEST]) if not s.chosen[p] else []
        own = bits(s.tickets[p])
        chosen = best if rest == "best" else self.ticket_names.kept(own, self.ticket_names.parse_subset(own, rest))
        if not is_begun and not s.chosen[p] and chosen == best:
            return [cards.COMPLETE_BEST]
        more = [cards.TICKET + t for t in chosen if not int(s.chosen[p]) >> t & 1]
        actions = more if is_begun else [*more, rules.DONE]
        after = position.copy()
        for action in actions:
            if not after.is_legal(action):
                raise refuse_set(self, position, chosen)
            after.apply(action)
        return actions

    def refuse(self, position: Position, action: int) -> MoveError:
        """The error for an action that is not legal now, with its rule."""
        return refuse(self, position, action)

    def asks(self, position: Position) -> str:
        """What the position asks for, in words."""
        return position_asks(position)

    def reveals(self, before: Position, after: Position) -> bool:
        """Whether a move was the last choice of tickets to complete, so that all are shown."""
        return bool((before.record.done != after.record.done).any()) or after.is_over

    def chance_label(self, position: Position) -> tuple[str, int | None]:
        """What chance is doing now, and to whom."""
        if position.phase == rules.FILL:
            return "display", None
        return ("tickets" if position.phase == rules.DEAL_TICKET else "deal"), position.player

    def outcome_text(self, position: Position, outcome: int) -> str:
        """What chance did, in words."""
        return self.tickets[outcome] if position.phase == rules.DEAL_TICKET else CARDS[outcome]

    def parse_outcome(self, position: Position, text: str) -> int:
        """What chance did, from its words."""
        if position.phase == rules.DEAL_TICKET:
            return self.ticket_names.parse(text)
        return parse_card(text)

    def points(self, position: Position) -> list[int]:
        """The points of every player that all can see: those of tickets completed."""
        done = position.record.done[: position.players]
        return [sum(self.board.tickets[t].points for t in bits(mask)) for mask in done]

    def move_event(self, move: Move, before: Position) -> Event:
        """What a player did, for other programs."""
        return cardevents.move_event(self, move, before)

    def chance_event(self, entry: Chance) -> Event:
        """What chance did, for other programs."""
        return cardevents.chance_event(self, entry)

    def consequences(self, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
        """What follows from a move or from chance by the rules alone."""
        return cardevents.consequences(self, players, before, after)

    def comment(self, event: Event) -> str | None:
        """A consequence in words, for a reader of the record."""
        return cardevents.comment(event)

    def score_parts(self, end: Position, result: Any, player: int) -> Event:
        """The parts of a player's score."""
        return cardevents.score_parts(self, end, result, player)
