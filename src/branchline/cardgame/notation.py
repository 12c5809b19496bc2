"""The Card Game in words, both ways."""

from collections.abc import Mapping

from branchline.actions import Action, Draw, KeepTickets
from branchline.boardfile.cards import CARDS
from branchline.cardgame import events
from branchline.cardgame.contents import bits
from branchline.cardgame.moves import is_mid_move, move_text
from branchline.cardgame.names import CardNames
from branchline.cardgame.parsing import parse_complete, parse_lay
from branchline.cardgame.refusals import position_asks, refuse
from branchline.engine import phases
from branchline.names import parse_card, plain
from branchline.notation import Played, carry_out, read_fixed, whole_moves
from branchline.position import Position

CARD_NUMBERS = {card: kind for kind, card in enumerate(CARDS)}


class CardNotation(CardNames):
    """Reads and writes everything that happens in the Card Game."""

    turn_rule = "C-SET-5"

    is_mid_move = staticmethod(is_mid_move)
    moves = staticmethod(whole_moves)
    text = move_text
    refuse = refuse
    asks = staticmethod(position_asks)
    move_event = events.move_event
    chance_event = events.chance_event
    consequences = events.consequences
    comment = staticmethod(events.comment)
    score_parts = events.score_parts

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
