"""The Card Game as one player sees it."""

from collections.abc import Sequence
from dataclasses import dataclass

from branchline.cardgame.actions import CompleteBest
from branchline.cardgame.contents import bits, completed, rows
from branchline.cardgame.moves import best_set
from branchline.cardgame.notation import CardNotation
from branchline.cardgame.rules.state import COMPLETE
from branchline.position import Position
from branchline.view import Cards, Seat, View, cards, common


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeat(Seat):
    """What everybody may know of a player of the Card Game."""

    yard: dict[str, Cards]  # the rows by their colour
    platform_size: int
    platform: Cards  # as remembered: every card of it lay in the yard before, for all to see
    done: list[str]  # tickets completed


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CardView(View):
    """The Card Game as one player sees it."""

    seats: Sequence[CardSeat]
    half: int  # 2 in the second half of a game of four
    chosen: list[str]  # the player's tickets chosen to be completed, secret until all have chosen
    best: list[str]  # the best set of them to complete, while the player chooses
    open_platform: bool  # whether a screen may show players their own platform


def card_view(
    notation: CardNotation, names: Sequence[str], seen: Position, viewer: int, with_moves: bool = True
) -> CardView:
    """A player's view; everything in it is read from the record with the hidden parts removed."""
    s = seen.record
    mine = viewer >= 0
    return CardView(
        **common(notation, seen, viewer, with_moves),
        seats=[_seat(notation, name, seen, p) for p, name in enumerate(names)],
        tickets=[notation.tickets[t] for t in bits(s.tickets[viewer])] if mine else [],
        offer=[notation.tickets[t] for t in bits(s.offer[viewer])] if mine else [],
        chosen=[notation.tickets[t] for t in bits(s.chosen[viewer])] if mine else [],
        best=[notation.tickets[t] for t in _best(notation, seen, viewer)],
        tickets_left=int(s.ticket_deck_size) + int(s.under_size[: s.batches].sum()),
        half=int(s.half),
        open_platform=notation.board.rules.open_platform,
    )


def _best(notation: CardNotation, seen: Position, viewer: int) -> list[int]:
    best = notation.actions.number(CompleteBest())
    if viewer != seen.player or seen.record.phase != COMPLETE or not seen.is_legal(best):
        return []
    return completed(seen, best_set(notation, seen).after)


def _seat(notation: CardNotation, name: str, seen: Position, p: int) -> CardSeat:
    s = seen.record
    return CardSeat(
        name=name,
        score=notation.points(seen)[p],
        hand_size=int(s.hand_size[p]),
        known_cards=cards(s.known[p]),
        ticket_count=int(s.ticket_count[p]),
        yard=rows(seen, p),
        platform_size=int(s.platform[p].sum()),
        platform=cards(s.platform[p]),
        done=[notation.tickets[t] for t in bits(s.done[p])],
    )
