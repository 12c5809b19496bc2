"""What the coach says about moves on a map: what they complete, keep open, block and collect."""

from collections.abc import Iterator, Sequence

from branchline.actions import Draw, DrawDeck, DrawTickets, KeepTickets, Pass, WithLocomotives
from branchline.advice import Reason, Shown
from branchline.boardfile.cards import CARDS
from branchline.engine.limits import LOCO
from branchline.engine.phases import SURCHARGE
from branchline.mapgame.actions import BuildStation, Claim, PickTicket, Withdraw
from branchline.mapgame.contents import bits, paid
from branchline.mapgame.network import CLOSED, Network
from branchline.mapgame.notation import MapNotation
from branchline.mapgame.rules import state as rules
from branchline.planner.kind import Aims
from branchline.position import Position


class MapAdviser:
    """Speaks of the moves on one board."""

    def __init__(self, notation: MapNotation) -> None:
        self._notation = notation

    def held(self, position: Position, player: int) -> list[int]:
        """The tickets that a player keeps, as far as the position shows them."""
        return bits(position.states["tickets"][0, player])

    def offered(self, position: Position, player: int) -> list[int]:
        """The tickets that a player is choosing from."""
        return bits(position.states["offer"][0, player])

    def completed(self, position: Position, player: int) -> list[int]:
        """The tickets that a player has completed."""
        return bits(position.score().done[player])

    def shown(self, view: Position, actions: Sequence[int], after: Position) -> Shown:
        """What a move does."""
        me = view.player
        match self._notation.actions.action(actions[0]):
            case Claim(route):
                return Shown("claim", route=route, cards=tuple(paid(view, after)))
            case BuildStation(city):
                return Shown("build", city=city, cards=tuple(paid(view, after)))
            case Draw(card):
                return Shown("draw", card=CARDS.index(card))
            case DrawDeck():
                return Shown("deck")
            case DrawTickets():
                return Shown("tickets")
            case KeepTickets(places):
                return Shown("keep", tickets=tuple(self._notation.ticket_names.kept(self.offered(view, me), places)))
            case PickTicket(place):
                return Shown("pick", tickets=(self.offered(view, me)[place],))
            case WithLocomotives() if view.phase == SURCHARGE:
                return Shown("pay", cards=tuple(paid(view, after)))
            case Withdraw():
                return Shown("withdraw")
            case Pass():
                return Shown("pass")
        return Shown("other")

    def reasons(self, view: Position, actions: Sequence[int], after: Position, aims: Aims) -> list[Reason]:
        """Why a move is good, the best reason first, from what the player sees."""
        network = Network(view.board)
        match self._notation.actions.action(actions[0]):
            case Claim(route):
                found = self._of_claim(view, after, aims, network, route)
            case Draw(card):
                found = self._of_card(view, aims, network, CARDS.index(card))
            case DrawDeck():
                found = iter([Reason("deck")])
            case DrawTickets():
                found = iter([Reason("new_tickets", count=int(view.states["trains"][0, view.player]))])
            case KeepTickets():
                found = self._of_tickets(view, self.shown(view, actions, after).tickets, network, leaves=True)
            case PickTicket():
                found = self._of_tickets(view, self.shown(view, actions, after).tickets, network, leaves=False)
            case BuildStation():
                found = self._completes(view, after)
            case Withdraw():
                found = iter([Reason("saves_cards")])
            case _:
                found = iter(())
        return list(found)

    def tells_of(self, ticket: int, before: Position, after: Position) -> bool:
        """Whether a claim brought the ends of a ticket nearer to each other."""
        network, player = Network(before.board), before.player
        ends = network.ticket_ends[ticket]
        then, now = (network.shortest(ends, network.costs(position, player)) for position in (before, after))
        return now is not None and (then is None or now[0] < then[0])

    def _completes(self, view: Position, after: Position) -> Iterator[Reason]:
        me = view.player
        new = set(self.completed(after, me)) - set(self.completed(view, me))
        for ticket in sorted(new, key=lambda t: -self._notation.board.tickets[t].points):
            yield Reason("completes", ticket=ticket, points=self._notation.board.tickets[ticket].points)

    def _of_claim(self, view: Position, after: Position, aims: Aims, network: Network, route: int) -> Iterator[Reason]:
        yield from self._completes(view, after)
        if self._ends_game(view, route, network):
            yield Reason("ends_game")
        done = set(self.completed(view, view.player)) | set(self.completed(after, view.player))
        costs = network.costs(view, view.player)
        for ticket in aims.tickets:
            way = network.shortest(network.ticket_ends[ticket], costs)
            if ticket not in done and way and route in way[1]:
                yield Reason("on_way", ticket=ticket, count=way[0] - network.length[route])
        rival = self._rival_beside(view, network, route)
        if rival is not None:
            key = "contested" if route in aims.routes else "blocks"
            yield Reason(key, route=route, player=rival)
        yield Reason("points", points=network.value[route])

    def _ends_game(self, view: Position, route: int, network: Network) -> bool:
        left = int(view.states["trains"][0, view.player]) - network.length[route]
        return not view.states["turns_left"][0] and left <= int(view.board["last_turns"][0])

    def _rival_beside(self, view: Position, network: Network, route: int) -> int | None:
        """A rival who has come to both ends of a route and may still claim it."""
        for q in range(view.players):
            if q != view.player and network.costs(view, q)[route] != CLOSED:
                reached = {city for r in bits(view.states["owned"][0, q]) for city in network.ends[r]}
                if reached.issuperset(network.ends[route]):
                    return q
        return None

    def _of_card(self, view: Position, aims: Aims, network: Network, card: int) -> Iterator[Reason]:
        hand = view.states["hand"][0, view.player].tolist()
        if card == LOCO:
            ferries = [r for r in aims.routes if network.symbols[r] > hand[card]]
            yield Reason("locomotive_for", card=card, route=ferries[0]) if ferries else Reason("locomotive", card=card)
            return
        wanted = [r for r in aims.routes if network.colour[r] == card and network.length[r] > hand[card]]
        for route in sorted(wanted, key=lambda r: network.length[r] - hand[card])[:2]:
            missing = network.length[route] - network.symbols[route] - hand[card] - 1
            yield Reason("card_for", card=card, route=route, count=max(0, missing))
        if not wanted and any(network.colour[r] == rules.GREY for r in aims.routes):
            yield Reason("card_grey", card=card)

    def _of_tickets(self, view: Position, kept: tuple[int, ...], network: Network, leaves: bool) -> Iterator[Reason]:
        costs = network.costs(view, view.player)
        ways = {t: network.shortest(network.ticket_ends[t], costs) for t in self.offered(view, view.player)}
        for ticket in kept:
            if way := ways[ticket]:
                points = network.ticket_value[ticket]
                yield Reason("fits" if way[0] else "done_already", ticket=ticket, count=way[0], points=points)
        left = [ticket for ticket in ways if ticket not in kept] if leaves else []
        yield from (Reason("closed", ticket=ticket) for ticket in left if ways[ticket] is None)
        far = [(way[0], ticket) for ticket in left if (way := ways[ticket])]
        yield from (Reason("leaves", ticket=ticket, count=n) for n, ticket in sorted(far, reverse=True) if n)

    def picture(self, position: Position, played: Shown, better: Shown) -> str | None:
        """What lies on the board, what was done and what was better, as SVG to lie over its picture."""
        from branchline.drawing.moment import overlay

        owners = {r: q for q in range(position.players) for r in bits(position.states["owned"][0, q])}
        return overlay(self._notation.board, owners, played.route, better.route)
