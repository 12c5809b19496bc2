"""The Card Game in words, both ways."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from branchline.boardfile.cards import CARDS
from branchline.cardgame import events as cardevents
from branchline.cardgame.actions import Action, Draw, KeepTickets
from branchline.cardgame.contents import bits
from branchline.cardgame.moves import is_mid_move, move_text, whole_moves
from branchline.cardgame.names import CardNames
from branchline.cardgame.parsing import parse_complete, parse_lay
from branchline.cardgame.refusals import position_asks, refuse
from branchline.engine import phases
from branchline.errors import MoveError
from branchline.log import Chance, Move
from branchline.names import parse_card, plain
from branchline.notation import Event, Played, carry_out, read_fixed
from branchline.position import Position

CARD_NUMBERS = {card: kind for kind, card in enumerate(CARDS)}


class CardNotation(CardNames):
    """Reads and writes everything that happens in the Card Game."""

    turn_rule = "C-SET-5"

    def is_mid_move(self, position: Position) -> bool:
        """Whether the locomotives of a row, or the tickets to complete, are still being chosen."""
        return is_mid_move(position)

    def moves(self, position: Position) -> Iterator[Played]:
        """Every whole move; of a choice of tickets other than the best one only its beginning."""
        return whole_moves(position)

    def text(self, before: Position, actions: Sequence[int], after: Position) -> str:
        """A move in words."""
        return move_text(self, before, actions, after)

    def read(self, position: Position, text: str) -> Played:
        """The move that words mean, carried out; says what is wrong with one that is not legal."""
        if way := read_fixed(self.actions, position, text):
            return way
        words = plain(text)
        verb, _, rest = words.partition(" ")
        if verb == "lay":
            return parse_lay(self, position, rest)
        if verb == "complete":
            return parse_complete(self, position, rest)
        return carry_out(position, [self.actions.number(self._parse(position, words))], self.refuse)

    def _parse(self, position: Position, words: str) -> Action:
        """A move of one action."""
        verb, _, rest = words.partition(" ")
        if verb == "keep":
            offer = bits(position.states["offer"][0, position.player])
            return KeepTickets(*self.ticket_names.parse_places(offer, rest))
        if verb in ("draw", "take") and rest not in ("deck", "tickets"):
            return Draw(CARDS[parse_card(rest)])
        return self.actions.parse(words)

    def refuse(self, position: Position, action: int) -> MoveError:
        """The error for an action that is not legal now, with its rule."""
        return refuse(self, position, action)

    def asks(self, position: Position) -> str:
        """What the position asks for, in words."""
        return position_asks(position)

    def reveals(self, before: Position, after: Position) -> bool:
        """Whether a move was the last choice of tickets to complete, so that all are shown."""
        return bool((before.record.done != after.record.done).any()) or after.is_over

    def outcomes(self, label: str) -> Mapping[str, int]:
        """What chance may do under a label, by the exact words."""
        return self.ticket_names.numbers if label == "tickets" else CARD_NUMBERS

    def outcome_text(self, position: Position, outcome: int) -> str:
        """What chance did, in words."""
        return self.tickets[outcome] if position.phase == phases.DEAL_TICKET else CARDS[outcome]

    def parse_outcome(self, position: Position, text: str) -> int:
        """What chance did, from its words."""
        if position.phase == phases.DEAL_TICKET:
            return self.ticket_names.parse(text)
        return parse_card(text)

    def points(self, position: Position) -> list[int]:
        """The points of every player that all can see: those of tickets completed."""
        done = position.record.done[: position.players]
        return [sum(self.board.tickets[t].points for t in bits(mask)) for mask in done]

    def move_event(self, move: Move, before: Position, after: Position) -> Event:
        """What a player did, for other programs."""
        return cardevents.move_event(self, move, before, after)

    def chance_event(self, entry: Chance) -> Event:
        """What chance did, for other programs."""
        return cardevents.chance_event(self, entry)

    def consequences(self, players: Sequence[str], before: Position, after: Position) -> list[Event]:
        """What follows from a move or from chance by the rules alone."""
        return cardevents.consequences(self, players, before, after)

    def comment(self, event: Event) -> str | None:
        """A consequence in words, for a reader of the record."""
        return cardevents.comment(event)

    def score_parts(self, end: Position, result: Any, player: int) -> Event:
        """The parts of a player's score."""
        return cardevents.score_parts(self, end, result, player)
