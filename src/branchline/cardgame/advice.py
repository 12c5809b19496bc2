"""What the coach says about moves of the Card Game: what they complete, and which cards tickets ask for."""

from collections.abc import Iterator, Sequence

from branchline.actions import Draw, DrawDeck, DrawTickets, KeepTickets, Pass
from branchline.advice import Reason, Shown
from branchline.boardfile.cards import CARDS, LOCOMOTIVE
from branchline.cardgame.actions import Complete, CompleteBest, LayRow, LayThree
from branchline.cardgame.contents import bits, completed, laid
from branchline.cardgame.notation import CardNotation
from branchline.planner.kind import Aims
from branchline.position import Position


class CardAdviser:
    """Speaks of the moves of the Card Game."""

    def __init__(self, notation: CardNotation) -> None:
        self._notation = notation

    def held(self, position: Position, player: int) -> list[int]:
        """The tickets that a player keeps and has not completed, as far as the position shows them."""
        return bits(position.states["tickets"][0, player])

    def offered(self, position: Position, player: int) -> list[int]:
        """The tickets that a player is choosing from."""
        return bits(position.states["offer"][0, player])

    def completed(self, position: Position, player: int) -> list[int]:
        """The tickets that a player has completed."""
        return bits(position.states["done"][0, player])

    def shown(self, view: Position, actions: Sequence[int], after: Position) -> Shown:
        """What a move does."""
        match self._notation.actions.action(actions[0]):
            case Draw(card):
                return Shown("draw", card=CARDS.index(card))
            case DrawDeck():
                return Shown("deck")
            case DrawTickets():
                return Shown("tickets")
            case KeepTickets(places):
                offer = self.offered(view, view.player)
                return Shown("keep", tickets=tuple(self._notation.ticket_names.kept(offer, places)))
            case Complete() | CompleteBest():
                return Shown("complete", tickets=tuple(completed(view, after)))
            case LayRow() | LayThree():
                return Shown("lay", cards=tuple(laid(view, after)))
            case Pass():
                return Shown("pass")
        return Shown("other")

    def reasons(self, view: Position, actions: Sequence[int], after: Position, aims: Aims) -> list[Reason]:
        """Why a move is good, the best reason first, from what the player sees."""
        shown = self.shown(view, actions, after)
        found: Iterator[Reason] = iter(())
        if shown.does in ("keep", "complete"):
            found = self._of_tickets(view, shown)
        elif shown.does == "draw" and shown.card is not None:
            found = self._of_card(aims, shown.card)
        elif shown.does == "lay":
            found = self._of_laying(shown, aims)
        elif shown.does == "deck":
            found = iter([Reason("deck")])
        elif shown.does == "tickets":
            found = iter([Reason("more_tickets")])
        return list(found)

    def tells_of(self, ticket: int, before: Position, after: Position) -> bool:
        """Whether cards were laid that a ticket asks for."""
        asked = self._notation.board.tickets[ticket].cards
        return any(n > 0 and CARDS[card] in asked for card, n in enumerate(laid(before, after)))

    def _of_tickets(self, view: Position, shown: Shown) -> Iterator[Reason]:
        tickets = self._notation.board.tickets
        key = "completes" if shown.does == "complete" else "worth_points"
        yield from (Reason(key, ticket=t, points=tickets[t].points) for t in shown.tickets)
        if shown.does == "keep":
            left = [t for t in self.offered(view, view.player) if t not in shown.tickets]
            asking = sorted(left, key=lambda t: -len(tickets[t].cards))
            yield from (Reason("leaves_cards", ticket=t, count=len(tickets[t].cards)) for t in asking)

    def _of_laying(self, shown: Shown, aims: Aims) -> Iterator[Reason]:
        yield Reason("lays", count=sum(shown.cards))
        for card, n in enumerate(shown.cards):
            if n:
                yield from self._of_card(aims, card)

    def _of_card(self, aims: Aims, card: int) -> Iterator[Reason]:
        if CARDS[card] == LOCOMOTIVE:
            yield Reason("locomotive", card=card)
            return
        asking = [t for t in aims.tickets if CARDS[card] in self._notation.board.tickets[t].cards]
        for ticket in sorted(asking, key=lambda t: -self._notation.board.tickets[t].points)[:1]:
            yield Reason("ticket_asks", card=card, ticket=ticket)

    def picture(self, position: Position, played: Shown, better: Shown) -> str | None:
        """Nothing: there is no board."""
        return None
