"""The map games in words, both ways."""

from collections.abc import Mapping

from branchline.actions import Action, Draw, KeepTickets
from branchline.boardfile.cards import CARDS
from branchline.engine import phases
from branchline.engine.limits import KINDS
from branchline.errors import MoveError
from branchline.mapgame import events
from branchline.mapgame.actions import PickTicket, TakeFestival
from branchline.mapgame.contents import bits
from branchline.mapgame.moves import is_mid_move, move_text
from branchline.mapgame.names import DEAL_CARD, MapNames
from branchline.mapgame.parsing import (
    parse_build,
    parse_claim,
    parse_neutral,
    parse_surcharge,
    parse_unfinished_claim,
    read_written,
)
from branchline.mapgame.refusals import position_asks, refuse
from branchline.mapgame.rules import state as rules
from branchline.names import parse_card, plain
from branchline.notation import Played, carry_out, read_fixed, whole_moves
from branchline.position import Position


class MapNotation(MapNames):
    """Reads and writes everything that happens on a board."""

    turn_rule = "B-SET-5"

    is_mid_move = staticmethod(is_mid_move)
    moves = staticmethod(whole_moves)
    text = move_text
    refuse = refuse
    asks = staticmethod(position_asks)
    move_event = events.move_event
    chance_event = events.chance_event
    consequences = events.consequences
    comment = events.comment
    score_parts = events.score_parts

    def read(self, position: Position, text: str) -> Played:
        """The move that words mean, carried out; says what is wrong with one that is not legal."""
        if way := read_fixed(self.actions, position, text) or read_written(self, position, text):
            return way
        words = plain(text)
        verb, _, rest = words.partition(" ")
        if verb == "claim" and not rest.endswith("..."):
            return parse_claim(self, position, rest)
        if verb == "claim":
            return parse_unfinished_claim(self, position, rest)
        if verb == "build":
            return parse_build(self, position, rest)
        return carry_out(position, [self.actions.number(self._parse(position, words))], self.refuse)

    def _parse(self, position: Position, words: str) -> Action:
        """A move of one action."""
        verb, _, rest = words.partition(" ")
        if verb == "keep":
            return KeepTickets(*self.ticket_names.parse_places(self._offer(position), rest))
        if verb == "pick" and self.board.rules.draft_keep:
            return PickTicket(self.ticket_names.parse_offered(self._offer(position), rest))
        if words.startswith("take festival "):
            return TakeFestival(self._parse_festival(words))
        if verb == "pay":
            return parse_surcharge(position, rest)
        if verb == "neutral" and rest not in ("takes the first route", "takes the second route"):
            return parse_neutral(self, position, rest)
        if verb in ("draw", "take") and rest not in ("deck", "tickets"):
            return Draw(CARDS[parse_card(rest)])
        return self.actions.parse(words)

    def _offer(self, position: Position) -> list[int]:
        return bits(position.states["offer"][0, position.player])

    def _parse_festival(self, text: str) -> int:
        """The festival whose city ends a text."""
        city, _ = self.places.parse_city(text.rpartition("festival ")[2])
        for f, festival in enumerate(self.board.festivals):
            if self.places.names[city] in festival.cities:
                return f
        raise MoveError(f"{self.places.names[city]} has no festival; these have: {', '.join(self.festivals)}")

    def outcomes(self, label: str) -> Mapping[str, int]:
        """What chance may do under a label, by the exact words."""
        return self.ticket_names.numbers if label in ("tickets", "neutral") else self.cards

    def outcome_text(self, position: Position, outcome: int) -> str:
        """What chance did, in words."""
        if position.phase >= phases.TURN_TICKET:
            return self.tickets[outcome]
        if outcome == rules.DEAL_CARD_TURNED:
            return DEAL_CARD
        return CARDS[outcome] if outcome < KINDS else f"festival {self.festivals[outcome - rules.FESTIVAL_CARD]}"

    def parse_outcome(self, position: Position, text: str) -> int:
        """What chance did, from its words."""
        if position.phase < phases.TURN_TICKET:
            if plain(text) == DEAL_CARD:
                return rules.DEAL_CARD_TURNED
            is_festival = plain(text).startswith("festival ")
            return rules.FESTIVAL_CARD + self._parse_festival(plain(text)) if is_festival else parse_card(text)
        return self.ticket_names.parse(text)

    def reveals(self, before: Position, after: Position) -> bool:
        """Whether a move let packs of a draft move on, or laid tickets open."""
        packs_moved = before.phase == phases.PICK and after.player <= before.player
        return packs_moved or bool((before.states["ticket_discards"] != after.states["ticket_discards"]).any())

    def points(self, position: Position) -> list[int]:
        """The points of every player that all can see."""
        points: list[int] = position.states["score"][0, : position.players].tolist()
        return points
