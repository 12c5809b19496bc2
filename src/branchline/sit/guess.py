"""What nobody has told the bot, filled in so that it agrees with all that is known.

A bot sees only its view, and the view is the same whatever the others hold. So any full position with that view will
do to go on with; when somebody shows something that it does not have, another one is drawn that has it.
"""

import numpy as np

from branchline.engine.limits import KINDS
from branchline.errors import MoveError
from branchline.mapgame.contents import bits
from branchline.mapgame.rules.state import FIRST
from branchline.position import Array, Position

ATTEMPTS = 20_000  # positions drawn until one has what was shown; a single ticket of a deck is in one of forty
SWAPS = 400


def with_outcome(position: Position, bot: int, outcome: int, stream: Array) -> Position | None:
    """The position after something that chance did for all to see, or to the bot; None if it cannot have."""
    after = position.after_chance(outcome)
    for _ in range(ATTEMPTS):
        if after is not None:
            return after
        after = position.determinize(bot, stream).after_chance(outcome)
    return None


def with_offer(position: Position, bot: int, player: int, tickets: set[int]) -> Position | None:
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


def with_pack(position: Position, bot: int, guessed: set[int], real: set[int]) -> Position | None:
    """The position with these tickets in the pack that came round to the bot; None if they cannot be there."""
    full = position.copy()
    s = full.record
    own = (_set_of(s.offer[bot]) - guessed) | _set_of(s.tickets[bot]) | _set_of(s.drafted[bot])
    if real & (own | _set_of(s.ticket_discards)):
        return None
    for t, u in zip(sorted(real - guessed), sorted(guessed - real), strict=True):
        _swap_tickets(full, t, u)
    return full


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
                words[:] = (mask & (1 << 64) - 1, mask >> 64)
    for i in range(int(s.under_size)):
        place = int(s.under[i])
        if (other := {t: u, u: t}.get(place & (FIRST - 1))) is not None:
            s.under[i] = place & FIRST | other


def unseen(position: Position, bot: int) -> list[int]:
    """How many cards of each kind the bot has not seen: in the deck, or in the others' hands."""
    s, cards = position.record, position.board["cards"][0]
    left = cards - s.display - s.discards - s.turned - s.paid - s.hand[bot]
    for q in range(position.players):
        if q != bot:
            left = left - s.known[q]
    return [int(n) for n in left]


def rich(position: Position, bot: int, player: int) -> Position:
    """The position with every card in a player's hand that may be there, to read a move with."""
    full = position.copy()
    s, hidden = full.record, unseen(position, bot)
    unknown = int(s.hand_size[player]) - int(s.known[player].sum())
    for c in range(KINDS):
        s.hand[player, c] = int(s.known[player, c]) + min(hidden[c], unknown)
    return full


def with_cards(position: Position, bot: int, player: int, needed: list[int], stream: Array) -> Position:
    """A position in which a player holds these cards; raises what is wrong if that cannot be."""
    s = position.record
    if sum(needed) > int(s.hand_size[player]):
        raise MoveError(f"that takes {sum(needed)} cards, and the hand has {int(s.hand_size[player])}")
    beyond = sum(max(0, n - int(k)) for n, k in zip(needed, s.known[player], strict=True))
    if beyond > int(s.hand_size[player]) - int(s.known[player].sum()):
        raise MoveError("that cannot be: the rest of the hand are other cards, which all have seen")
    for _ in range(SWAPS):
        full = position.determinize(bot, stream)
        if _exchange(full, bot, player, needed):
            return full
    raise MoveError("that cannot be: so many of these cards are not left")


def _exchange(full: Position, bot: int, player: int, needed: list[int]) -> bool:
    """Give a player the cards that are missing, for others that nobody has seen; False if no others will do."""
    s = full.record
    most = _deck_at_most(full, bot)
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


def _deck_at_most(full: Position, bot: int) -> list[int]:
    """How many cards of each kind this deck can have: no more than were shuffled into it."""
    s = full.record
    shuffled = s.fresh.astype(np.int64) - s.blind[bot]
    return [min(a, int(b)) for a, b in zip(unseen(full, bot), shuffled, strict=True)]
