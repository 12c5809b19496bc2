"""What a bot at a real table goes on with: all that it was told, and what nobody has told it, filled in.

A bot sees only its view, and the view is the same whatever the others hold. So any full position with that view will
do to go on with; when somebody shows something that it does not have, another one is drawn that has it.
"""

from collections.abc import Collection
from typing import Any, Literal, Protocol

from branchline.engine.limits import KINDS
from branchline.errors import MoveError
from branchline.position import Array, Position

Asks = Literal["cards", "drawn", "tickets", "pack", "keep", "returned", "complete", "move", "pay", "over"]

ATTEMPTS = 20_000  # positions drawn until one has what was shown; a single ticket of a deck is in one of forty
SWAPS = 400


class Hearsay(Protocol):
    """What a kind of game knows of what is open and what is secret at a table."""

    help: str  # how the moves that people see are said
    unfinished: str  # what to say of a move whose cards were not named

    def asks(self, position: Position) -> Asks:
        """What a person who is to move is asked for."""

    def draws_openly(self, position: Position) -> bool:
        """Whether something else than train cards, which all see, may come from the deck."""

    def offered(self, position: Position, player: int) -> list[int]:
        """The tickets that a player chooses from."""

    def with_offer(self, position: Position, bot: int, player: int, tickets: set[int]) -> Position | None:
        """A position in which these tickets are among those offered to a player; None if they cannot be."""

    def secret_choice(self, position: Position) -> Position | None:
        """After what a person chooses now, if nothing of it is seen; None if something is."""

    def pack(self, position: Position, bot: int, last: tuple[Position, int] | None) -> set[int]:
        """The tickets in a pack that came round to the bot; `last` is the choice that it made before."""

    def with_pack(self, position: Position, bot: int, guessed: set[int], real: set[int]) -> Position | None:
        """The position with these tickets in such a pack; None if they cannot be there."""

    def with_completed(self, position: Position, bot: int, player: int, tickets: set[int]) -> Position | None:
        """A position in which a player holds these tickets, to complete them; None if that cannot be."""

    def unseen(self, position: Position, bot: int) -> list[int]:
        """How many cards of each kind the bot has not seen: in the deck, or in the others' hands."""

    def spent(self, before: Position, after: Position) -> list[int]:
        """The cards that left the hand of whoever moved."""

    def with_shown(self, position: Position, player: int, tickets: Collection[int]) -> Position:
        """The end, with the tickets that a player shows."""

    def may(self, position: Position, rich: Position) -> dict[str, Any]:
        """What a person may do now, for an app; `rich` is the position with all cards that may be in the hand."""


def with_outcome(position: Position, bot: int, outcome: int, stream: Array) -> Position | None:
    """The position after something that chance did for all to see, or to the bot; None if it cannot have."""
    after = position.after_chance(outcome)
    for _ in range(ATTEMPTS):
        if after is not None:
            return after
        after = position.determinize(bot, stream).after_chance(outcome)
    return None


def rich(hearsay: Hearsay, position: Position, bot: int, player: int) -> Position:
    """The position with every card in a player's hand that may be there, to read a move with."""
    full = position.copy()
    s, hidden = full.record, hearsay.unseen(position, bot)
    unknown = int(s.hand_size[player]) - int(s.known[player].sum())
    for c in range(KINDS):
        s.hand[player, c] = int(s.known[player, c]) + min(hidden[c], unknown)
    return full


def with_cards(
    hearsay: Hearsay, position: Position, bot: int, player: int, needed: list[int], stream: Array
) -> Position:
    """A position in which a player holds these cards; raises what is wrong if that cannot be."""
    s = position.record
    if sum(needed) > int(s.hand_size[player]):
        raise MoveError(f"that takes {sum(needed)} cards, and the hand has {int(s.hand_size[player])}")
    beyond = sum(max(0, n - int(k)) for n, k in zip(needed, s.known[player], strict=True))
    if beyond > int(s.hand_size[player]) - int(s.known[player].sum()):
        raise MoveError("that cannot be: the rest of the hand are other cards, which all have seen")
    for _ in range(SWAPS):
        full = position.determinize(bot, stream)
        if _exchange(full, bot, player, needed, _deck_at_most(full, bot, hearsay.unseen(full, bot))):
            return full
    raise MoveError("that cannot be: so many of these cards are not left")


def _exchange(full: Position, bot: int, player: int, needed: list[int], most: list[int]) -> bool:
    """Give a player the cards that are missing, for others that nobody has seen; False if no others will do."""
    s = full.record
    for c in range(KINDS):
        while int(s.hand[player, c]) < needed[c]:
            spare = [d for d in range(KINDS) if int(s.hand[player, d]) > max(needed[d], int(s.known[player, d]))]
            if not _take_one(full, bot, player, c, spare, most):
                return False
    return True


def _take_one(full: Position, bot: int, player: int, c: int, spare: list[int], most: list[int]) -> bool:
    s = full.record
    for d in spare:
        if int(s.deck[c]) > 0 and int(s.deck[d]) < most[d]:
            s.deck[c] -= 1
            s.deck[d] += 1
        else:
            others = [q for q in range(full.players) if q not in (bot, player) and s.hand[q, c] > s.known[q, c]]
            if not others:
                continue
            s.hand[others[0], c] -= 1
            s.hand[others[0], d] += 1
        s.hand[player, c] += 1
        s.hand[player, d] -= 1
        return True
    return False


def _deck_at_most(full: Position, bot: int, unseen: list[int]) -> list[int]:
    """How many cards of each kind this deck can have: no more than were shuffled into it."""
    s = full.record
    shuffled = [int(n) - int(m) for n, m in zip(s.fresh, s.blind[bot], strict=True)]
    return [min(n, m) for n, m in zip(unseen, shuffled, strict=True)]
