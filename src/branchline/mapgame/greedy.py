"""A beginner's sensible way to play on a map: the best points it can pay for, first of all for its tickets."""

from collections.abc import Sequence
from random import Random

from branchline.actions import Action, Done, Draw, DrawDeck, DrawTickets, KeepTickets
from branchline.boardfile.cards import CARDS
from branchline.engine import phases
from branchline.engine.limits import LOCO
from branchline.mapgame.actions import EXCHANGE, Claim, PickTicket, PutDown, TakeFestival, action_space
from branchline.mapgame.learner import greedy as compiled
from branchline.mapgame.network import Network, elements
from branchline.mapgame.sight import Sight
from branchline.planner.kind import Aims
from branchline.position import Position


class GreedyBot:
    """Takes the best points it can pay for now, first of all on the shortest ways of its tickets."""

    def __init__(self, stream: Random, full: int = compiled.FULL, worthwhile: float = compiled.WORTHWHILE) -> None:
        self._stream, self._full, self._worthwhile = stream, full, worthwhile
        self._network: Network | None = None
        self._plan: tuple[tuple[int, ...], list[int]] = ((), [])

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that looks best at this moment."""
        if len(legal) == 1:
            return legal[0]
        space = action_space(view.board)
        return space.number(self._choose(view, [space.action(number) for number in legal]))

    def aims(self, view: Position) -> Aims:
        """The tickets that it would complete, those for which it sees no way, and the routes that it wants for them."""
        sight = Sight(view, self._network_of(view))
        costs, held = sight.network.costs(view, sight.me), elements(sight.tickets)
        ways = {ticket: sight.network.shortest(sight.network.ticket_ends[ticket], costs) for ticket in held}
        given_up = tuple(ticket for ticket in held if not (way := ways[ticket]) or way[0] > sight.trains)
        tickets = tuple(ticket for ticket in held if ticket not in given_up)
        return Aims(tickets, given_up, tuple(sorted(self._wanted(view, sight))))

    def _choose(self, view: Position, legal: list[Action]) -> Action:
        sight = Sight(view, self._network_of(view))
        if sight.phase in (phases.KEEP, phases.KEEP_START):
            return self._keep(view, sight, legal)
        if sight.phase == phases.PICK:
            return self._pick(view, sight)
        if sight.phase == phases.FESTIVAL:
            festivals = [action for action in legal if isinstance(action, TakeFestival)]
            return max(festivals, key=lambda action: int(view.record.lying[action.festival]))
        if sight.phase == phases.NEUTRAL:
            return self._stream.choice(legal)
        if sight.phase in (phases.LOCOMOTIVES, phases.SURCHARGE):
            return legal[0]  # the fewest locomotives; to withdraw comes last
        if sight.phase == phases.CARDS:
            return _put_down(sight, legal)
        wanted = self._wanted(view, sight)
        if sight.phase == phases.SECOND:
            return self._draw(sight, wanted, legal)
        return self._turn(sight, wanted, legal)

    def _network_of(self, view: Position) -> Network:
        if self._network is None or self._network.board is not view.board:
            self._network = Network(view.board)
            self._plan = ((), [])
        return self._network

    def _wanted(self, view: Position, sight: Sight) -> list[int]:
        """The routes that the unfinished tickets still need; only claims and new tickets change them."""
        key = (sight.owned, sight.open, sight.tickets, sight.trains)
        if self._plan[0] != key:
            costs = sight.network.costs(view, sight.me)
            self._plan = (key, plan(sight.network, elements(sight.tickets), costs, sight.trains))
        return self._plan[1]

    def _keep(self, view: Position, sight: Sight, legal: list[Action]) -> Action:
        """Keep tickets one by one while they pay for the trains they need beyond what is wanted already."""
        costs = sight.network.costs(view, sight.me)
        trains = int(compiled.BUDGET * sight.trains) - _lay(self._wanted(view, sight), costs)
        sizes = [len(action.places) for action in legal if isinstance(action, KeepTickets)]
        least, most = min(sizes), max(sizes)
        offered = elements(sight.offer)
        kept: list[int] = []
        while len(kept) < most:
            rated = [
                (*_rate_ticket(sight.network, ticket, costs, trains), i)
                for i, ticket in enumerate(offered)
                if i not in kept
            ]
            gain, way, best = max(rated)
            if gain <= 0 and len(kept) >= least:
                break
            kept.append(best)
            trains -= _lay(way, costs)
        return KeepTickets(*kept)

    def _pick(self, view: Position, sight: Sight) -> Action:
        """The ticket of the pack that is worth most beyond the trains it needs."""
        costs = sight.network.costs(view, sight.me)
        rated = [
            (_rate_ticket(sight.network, ticket, costs, sight.trains)[0], PickTicket(i))
            for i, ticket in enumerate(elements(sight.offer))
        ]
        return self._best(rated)

    def _turn(self, sight: Sight, wanted: list[int], legal: list[Action]) -> Action:
        claims = [(_worth(sight, action), action) for action in legal if isinstance(action, Claim)]
        helpful = [(worth, claim) for worth, claim in claims if claim.route in wanted]
        if helpful:
            return self._best(helpful)
        is_late = sight.turns_left > 0 or sight.fewest_trains <= compiled.HASTE
        if not wanted and DrawTickets() in legal and sight.fewest_trains >= compiled.NEW_TICKETS:
            return DrawTickets()
        good = [(worth, claim) for worth, claim in claims if is_late or worth >= self._worthwhile]
        if good and (not wanted or is_late or sum(sight.hand) >= self._full):
            return self._best(good)
        if isinstance(legal[0], Draw | DrawDeck):
            return self._draw(sight, wanted, legal)
        return self._best(claims) if claims else legal[0]

    def _best(self, rated: Sequence[tuple[float, Action]]) -> Action:
        """The best rated action; equal ones by lot."""
        top = max(rating for rating, _ in rated)
        return self._stream.choice([action for rating, action in rated if rating == top])

    def _draw(self, sight: Sight, wanted: list[int], legal: list[Action]) -> Action:
        """Draw the card that brings the wanted routes nearest, or blind if the display has nothing better."""
        use = sight.use_of_cards(wanted or sight.tempting_routes())
        blind = sum(gain * share for gain, share in zip(use, sight.network.share, strict=True))
        if sight.locomotive_is_both_cards:
            use[LOCO] /= 2
        rated: list[tuple[float, Action]] = [
            (use[CARDS.index(action.card)], action) for action in legal if isinstance(action, Draw)
        ]
        if DrawDeck() in legal:
            rated.append((blind, DrawDeck()))
        return self._best(rated)


def plan(network: Network, tickets: list[int], costs: list[int], trains: int) -> list[int]:
    """The routes still to be claimed for some tickets: near ones first, later ones using the earlier ways."""
    costs = list(costs)
    ways = [(way[0], ticket) for ticket in tickets if (way := network.shortest(network.ticket_ends[ticket], costs))]
    wanted: list[int] = []
    for _, ticket in sorted(ways):
        way = network.shortest(network.ticket_ends[ticket], costs)
        if way and way[0] <= trains:
            wanted += [route for route in way[1] if costs[route] > 0]
            trains -= _lay(way[1], costs)
    return wanted


def _lay(way: list[int], costs: list[int]) -> int:
    """Count a way as the player's own from now on; return the trains that it costs."""
    trains = sum(costs[route] for route in way)
    for route in way:
        costs[route] = 0
    return trains


def _rate_ticket(network: Network, ticket: int, costs: list[int], trains: int) -> tuple[float, list[int]]:
    """What a ticket is worth beyond the trains that it needs, and its way."""
    points = network.ticket_value[ticket]
    way = network.shortest(network.ticket_ends[ticket], costs)
    if way is None or way[0] > trains:
        return -compiled.OUT_OF_REACH - points, []
    return points - compiled.A_TRAIN * way[0], way[1]


def _worth(sight: Sight, claim: Claim) -> float:
    """The points of a claim, less what its cards are worth in hand."""
    route = claim.route
    payment = sight.cheapest_payment(route, claim.how)
    surplus = sum(payment) - sight.network.length[route]
    locomotives = max(0, payment[LOCO] - sight.network.symbols[route])
    return sight.network.value[route] - compiled.A_LOCOMOTIVE * locomotives - compiled.A_CARD * surplus


def _put_down(sight: Sight, legal: list[Action]) -> Action:
    """The next card of the cheapest payment of an exchange."""
    for kind, n in enumerate(sight.cheapest_payment(sight.route, EXCHANGE)):
        if sight.paid[kind] < n and PutDown(CARDS[kind]) in legal:
            return PutDown(CARDS[kind])
    return Done() if Done() in legal else legal[0]
