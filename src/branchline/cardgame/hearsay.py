"""What is open and what is secret at a real table with the Card Game."""

from collections.abc import Collection
from typing import Any

from branchline.actions import KeepTickets
from branchline.boardfile.cards import COLOURS
from branchline.cardgame.actions import LayRow, LayThree
from branchline.cardgame.contents import bits, laid
from branchline.cardgame.notation import CardNotation
from branchline.cardgame.rules.state import COMPLETE
from branchline.engine.limits import LOCO
from branchline.engine.phases import KEEP, KEEP_START
from branchline.hearsay import Asks
from branchline.position import Position


class CardHearsay:
    """What a bot that sits at a table with the Card Game has to be told, and what it may think of the rest.

    Whatever lies on a platform lay in a yard before, so nobody has to say what lies face down.
    """

    help = """Say what everybody sees: 'draw red' (from the display), 'draw deck', 'draw tickets', 'pass',
'lay 3 red, 1 locomotive', 'lay 1 red, 1 blue, 1 white'. Move cards from the yard to the platform as always.
When the deck has run out, say which tickets everybody completes, with semicolons between, or none."""
    unfinished = "say all cards of the row: lay 3 red, 1 locomotive"

    def __init__(self, notation: CardNotation) -> None:
        self._notation = notation

    def asks(self, position: Position) -> Asks:
        """What a person who is to move is asked for."""
        if position.phase == COMPLETE:
            return "complete"
        return "keep" if position.phase in (KEEP, KEEP_START) else "move"

    def draws_openly(self, position: Position) -> bool:
        """There are only train cards."""
        return False

    def offered(self, position: Position, player: int) -> list[int]:
        """The tickets that a player chooses from."""
        return bits(position.record.offer[player])

    def with_offer(self, position: Position, bot: int, player: int, tickets: set[int]) -> Position | None:
        """Nobody shows tickets that were returned."""
        return None

    def secret_choice(self, position: Position) -> Position | None:
        """Of every choice something is seen."""
        return None

    def pack(self, position: Position, bot: int, last: tuple[Position, int] | None) -> set[int]:
        """There is no draft."""
        return set()

    def with_pack(self, position: Position, bot: int, guessed: set[int], real: set[int]) -> Position | None:
        """There is no draft."""
        return None

    def with_completed(self, position: Position, bot: int, player: int, tickets: set[int]) -> Position | None:
        """A position in which a player holds these tickets; those that others said to complete stay with them."""
        full = position.copy()
        s = full.record
        taken = {t for q in range(full.players) for t in bits(s.done[q]) + bits(s.chosen[q])}
        taken |= {*bits(s.tickets[bot]), *bits(s.placed[bot])}
        for t in tickets - set(bits(s.tickets[player])):
            spare = set(bits(s.tickets[player])) - tickets
            if t in taken or not spare:
                return None
            _swap_tickets(full, t, min(spare))
        return None if tickets & taken else full

    def unseen(self, position: Position, bot: int) -> list[int]:
        """How many cards of each kind the bot has not seen."""
        s, n = position.record, position.players
        left = position.board["cards"][0] - s.display - s.discards - s.platform[:n].sum(axis=0) - s.hand[bot]
        left[:LOCO] -= s.yard[:n].sum(axis=0)
        left[LOCO] -= s.on_top[:n].sum()
        for q in range(n):
            if q != bot:
                left = left - s.known[q]
        return [int(number) for number in left]

    def spent(self, before: Position, after: Position) -> list[int]:
        """The cards that left the hand of whoever moved."""
        return [max(0, n) for n in laid(before, after)]

    def with_shown(self, position: Position, player: int, tickets: Collection[int]) -> Position:
        """The end, with the tickets that a player shows besides those completed."""
        end = position.copy()
        end.record.tickets[player] = sum(1 << t for t in tickets)
        return end

    def may(self, position: Position, rich: Position) -> dict[str, Any]:
        """Colours that can be laid, with the fewest cards of a row; other moves in words."""
        if position.is_chance:
            return {}
        if position.phase == COMPLETE:
            return {"complete": True}
        actions = [self._notation.actions.action(number) for number in rich.legal()]
        if position.phase in (KEEP, KEEP_START):
            return {"keep": sorted({len(action.places) for action in actions if isinstance(action, KeepTickets)})}
        rows = {action.colour for action in actions if isinstance(action, LayRow)}
        three = {colour for action in actions if isinstance(action, LayThree) for colour in action.colours}
        others = [each for each in actions if not isinstance(each, LayRow | LayThree)]
        return {
            "rows": {colour: self._shortest(position, c) for c, colour in enumerate(COLOURS) if colour in rows},
            "three": sorted(three),
            "moves": [{"move": self._notation.actions.text(each)} for each in others],
        }

    def _shortest(self, position: Position, c: int) -> int:
        """The fewest cards with which a colour is laid: more than lie in any yard (C-LAY-4)."""
        s = position.record
        return max(2, *(int(s.yard[q, c]) + int(s.on_top[q, c]) + 1 for q in range(position.players)))


def _swap_tickets(full: Position, t: int, u: int) -> None:
    """Let two tickets that the bot has not seen change places; what it returned itself, it still knows."""
    s, both = full.record, 1 << t | 1 << u
    for name in ("tickets", "offer", "under"):
        for i, mask in enumerate(s[name]):
            if (int(mask) & both).bit_count() == 1:
                s[name][i] = int(mask) ^ both
    if (int(s.ticket_deck) & both).bit_count() == 1:
        s.ticket_deck = int(s.ticket_deck) ^ both
