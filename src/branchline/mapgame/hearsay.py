"""What is open and what is secret at a real table with a map."""

from collections.abc import Collection
from typing import Any

import orjson

from branchline.actions import KeepTickets
from branchline.engine.limits import KINDS
from branchline.engine.phases import KEEP, KEEP_START, PICK, SECOND, SURCHARGE, TURN
from branchline.hearsay import Asks
from branchline.mapgame.actions import BuildStation, claimed_route
from branchline.mapgame.app import MapApp
from branchline.mapgame.contents import bits, paid
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.rules.state import FIRST
from branchline.position import Array, Position

WORD = (1 << 64) - 1


class MapHearsay:
    """What a bot that sits at a table with a map has to be told, and what it may think of the rest."""

    help = """Say what everybody sees: 'draw red' (from the display), 'draw deck', 'draw tickets', 'withdraw', 'pass',
'claim Oslo–Bergen for 3 red, 1 locomotive', 'build station Wien for 1 red'.
In a draft, say all tickets of each pack that comes round to it, with semicolons between."""
    unfinished = "say with which cards: claim Oslo–Bergen for 3 red, 1 locomotive"

    def __init__(self, notation: MapNotation) -> None:
        self._notation = notation

    def asks(self, position: Position) -> Asks:
        """What a person who is to move is asked for."""
        if position.phase in (KEEP, KEEP_START):
            rules = self._notation.board.rules
            rule = rules.start_returned if position.phase == KEEP_START else rules.returned
            return "returned" if rule == "discarded" else "keep"
        return "pay" if position.phase == SURCHARGE else "move"

    def draws_openly(self, position: Position) -> bool:
        """Whether something else than train cards may come from the deck."""
        return bool(int(position.record.extras))

    def offered(self, position: Position, player: int) -> list[int]:
        """The tickets that a player chooses from."""
        return bits(position.states["offer"][0, player])

    def with_offer(self, position: Position, bot: int, player: int, tickets: set[int]) -> Position | None:
        """A position in which these tickets are among those offered to a player; None if they cannot be."""
        full = position.copy()
        s = full.record
        public = _set_of(s.ticket_discards) | _set_of(s.tickets[bot]) | _set_of(s.offer[bot]) | _set_of(s.placed[bot])
        for t in tickets - _set_of(s.offer[player]):
            spare = _set_of(s.offer[player]) - tickets
            if t in public or not spare:
                return None
            _swap_tickets(full, t, min(spare))
        return full

    def secret_choice(self, position: Position) -> Position | None:
        """After what people choose in a draft, of which nothing is seen: not even a number, since all keep as many."""
        return position.after(position.legal()[0]) if int(position.record.draft) else None

    def pack(self, position: Position, bot: int, last: tuple[Position, int] | None) -> set[int]:
        """The tickets in a pack of a draft as it is filled in; those that the bot picked are no part of it."""
        offered = set(self.offered(position, bot))
        if position.phase == PICK or last is None:
            return offered
        before, action = last
        pack, picked = (bits(before.states[name][0, bot]) for name in ("offer", "drafted"))
        return offered - set(picked) - {pack[before.legal().index(action)]}

    def with_pack(self, position: Position, bot: int, guessed: set[int], real: set[int]) -> Position | None:
        """The position with these tickets in the pack that came round to the bot; None if they cannot be there."""
        full = position.copy()
        s = full.record
        own = (_set_of(s.offer[bot]) - guessed) | _set_of(s.tickets[bot]) | _set_of(s.drafted[bot])
        if real & (own | _set_of(s.ticket_discards)):
            return None
        for t, u in zip(sorted(real - guessed), sorted(guessed - real), strict=True):
            _swap_tickets(full, t, u)
        return full

    def with_completed(self, position: Position, bot: int, player: int, tickets: set[int]) -> Position | None:
        """Whether a ticket is completed, a map shows by itself."""
        return None

    def unseen(self, position: Position, bot: int) -> list[int]:
        """How many cards of each kind the bot has not seen."""
        s, cards = position.record, position.board["cards"][0]
        left = cards - s.display - s.discards - s.turned - s.paid - s.hand[bot]
        for q in range(position.players):
            if q != bot:
                left = left - s.known[q]
        return [int(n) for n in left]

    def spent(self, before: Position, after: Position) -> list[int]:
        """The cards that left the hand of whoever moved; tokens for tolls may bring some back."""
        return [max(0, n) for n in paid(before, after)]

    def with_shown(self, position: Position, player: int, tickets: Collection[int]) -> Position:
        """The end, with the tickets that a player shows."""
        end, mask = position.copy(), sum(1 << t for t in tickets)
        end.record.tickets[player] = (mask & WORD, mask >> 64)
        return end

    def may(self, position: Position, rich: Position) -> dict[str, Any]:
        """Routes and cities by themselves, other moves in words."""
        if position.is_chance:
            cards = self._notation.cards.items() if self.draws_openly(position) else ()
            return {"cards": [text for text, outcome in cards if outcome >= KINDS]}
        actions = [self._notation.actions.action(number) for number in rich.legal()]
        if position.phase in (KEEP, KEEP_START):
            return {"keep": sorted({len(action.places) for action in actions if isinstance(action, KeepTickets)})}
        if position.phase not in (TURN, SECOND):
            return {"moves": orjson.loads(MapApp(self._notation).moves(rich))}
        routes = {route for action in actions if (route := claimed_route(action)) is not None}
        cities = {self._notation.places.names[action.city] for action in actions if isinstance(action, BuildStation)}
        others = [each for each in actions if claimed_route(each) is None and not isinstance(each, BuildStation)]
        words = [self._notation.actions.text(action) for action in others]
        return {"routes": sorted(routes), "cities": sorted(cities), "moves": [{"move": each} for each in words]}


def _set_of(mask: Array) -> set[int]:
    return set(bits(mask))


def _swap_tickets(full: Position, t: int, u: int) -> None:
    """Let two tickets that the bot has not seen change places, wherever they are."""
    s = full.record
    for name in ("tickets", "offer", "drafted", "placed", "ticket_deck", "removed"):
        for words in s[name].reshape(-1, 2):
            found = _set_of(words)
            if len(found & {t, u}) == 1:
                mask = sum(1 << i for i in found ^ {t, u})
                words[:] = (mask & WORD, mask >> 64)
    for i in range(int(s.under_size)):
        place = int(s.under[i])
        if (other := {t: u, u: t}.get(place & (FIRST - 1))) is not None:
            s.under[i] = place & FIRST | other
