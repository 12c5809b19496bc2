"""What the games of a study come to: each figure with its interval."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import correlation, fmean, quantiles, stdev

from branchline.study.play import Observed

Z = 1.96  # 95 %
LEADS = (5, 10, 20, 30)


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Spread:
    """The middle of something, and the range of eight in ten."""

    middle: float
    low: float
    high: float


@dataclass(frozen=True)
class RouteUse:
    """A route: the share of games in which it is claimed, and when, as a share of the game."""

    claimed: Estimate
    when: float | None


@dataclass(frozen=True)
class TicketWorth:
    """A ticket: how often it was held and completed, and by how much its holders lead their rivals."""

    held: int
    completed: Estimate
    lead: Estimate


@dataclass(frozen=True)
class Figures:
    """The figures for one number of players."""

    players: int
    games: int
    turns: Spread  # of each player
    scores: Spread
    first_seat: Estimate  # wins above an equal share
    leads: dict[str, float]  # share of games by the winner's lead
    parts: dict[str, float]  # mean points a player, by what they are for
    routes: dict[str, RouteUse]
    cities: dict[str, Estimate]  # share of players whose trains go there
    tickets: dict[str, TicketWorth]
    colours: dict[str, float]  # cards spent, against an equal share
    events: dict[str, float]  # a game
    endings: dict[str, float]


def figures(
    games: Sequence[Observed], routes: Iterable[str], tickets: Iterable[str], cities: Iterable[str] = ()
) -> Figures:
    """Work out the figures of games with the same number of players."""
    players = len(games[0].hands)
    hands = [hand for game in games for hand in game.hands]
    return Figures(
        players,
        len(games),
        spread([game.turns / players for game in games]),
        spread([hand.total for hand in hands]),
        mean([game.hands[0].share - 1 / players for game in games]),
        _leads(games),
        {name: fmean(hand.parts[name] for hand in hands) for name in hands[0].parts},
        _routes(games, routes),
        _cities(games, cities),
        _tickets(games, tickets),
        _colours(games),
        _a_game(Counter(), (game.events for game in games), len(games)),
        _a_game(Counter(), ({game.ending: 1} for game in games), len(games)),
    )


def mean(values: Sequence[float]) -> Estimate:
    """The mean of values, and how far it may be off."""
    middle = fmean(values)
    error = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(middle, middle - error, middle + error)


def share(hits: int, of: int) -> Estimate:
    """A share, with Wilson's interval."""
    if not of:
        return Estimate(0.0, 0.0, 1.0)
    p, n = hits / of, of
    middle, error = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Estimate(p, (middle - error) / (1 + Z * Z / n), (middle + error) / (1 + Z * Z / n))


def spread(values: Sequence[float]) -> Spread:
    """The median, and the first and the last tenth."""
    if len(values) < 2:
        return Spread(values[0], values[0], values[0])
    tenths = quantiles(values, n=10)
    return Spread(tenths[4], tenths[0], tenths[8])


def _leads(games: Sequence[Observed]) -> dict[str, float]:
    names = [f"{low} to {high}" for low, high in zip((0, *(n + 1 for n in LEADS)), LEADS, strict=False)]
    counts = dict.fromkeys((*names, f"over {LEADS[-1]}"), 0)
    for game in games:
        first, second = sorted((hand.total for hand in game.hands), reverse=True)[:2]
        place = next((name for name, high in zip(names, LEADS, strict=True) if first - second <= high), None)
        counts[place or f"over {LEADS[-1]}"] += 1
    return {name: count / len(games) for name, count in counts.items()}


def _routes(games: Sequence[Observed], routes: Iterable[str]) -> dict[str, RouteUse]:
    when: defaultdict[str, list[float]] = defaultdict(list)
    for game in games:
        for claim in game.claims:
            when[claim.route].append(claim.when)
    return {
        route: RouteUse(share(len(when[route]), len(games)), fmean(when[route]) if when[route] else None)
        for route in routes
    }


def _cities(games: Sequence[Observed], cities: Iterable[str]) -> dict[str, Estimate]:
    visits: Counter[str] = Counter()
    for game in games:
        visits.update(city for city, _ in {(city, claim.seat) for claim in game.claims for city in claim.cities})
    return {city: share(visits[city], sum(len(game.hands) for game in games)) for city in cities}


def alike(one: Mapping[str, Estimate], other: Mapping[str, Estimate]) -> float:
    """How much two orders of the same names are alike: 1 if they are the same, 0 if they have nothing in common."""
    names = sorted(one)
    ranks = [
        [sorted(names, key=lambda name: found[name].value).index(name) for name in names] for found in (one, other)
    ]
    return correlation(*ranks)


def _tickets(games: Sequence[Observed], tickets: Iterable[str]) -> dict[str, TicketWorth]:
    above: defaultdict[str, list[float]] = defaultdict(list)
    made: Counter[str] = Counter()
    for game in games:
        middle = fmean(hand.total for hand in game.hands)
        for hand in game.hands:
            made.update(hand.made)
            for ticket in (*hand.made, *hand.missed):
                above[ticket].append(hand.total - middle)
    return {ticket: _held(above[ticket], made[ticket], len(games[0].hands)) for ticket in tickets}


def _held(above: Sequence[float], made: int, players: int) -> TicketWorth:
    if not above:
        return TicketWorth(0, share(0, 0), Estimate(0.0, 0.0, 0.0))
    scale = players / (players - 1)  # the holder's own score is part of the mean
    found = mean([scale * value for value in above])
    return TicketWorth(len(above), share(made, len(above)), found)


def _colours(games: Sequence[Observed]) -> dict[str, float]:
    spent: Counter[str] = Counter()
    for game in games:
        spent.update({colour: number for colour, number in game.spent.items() if colour != "locomotive"})
    equal = spent.total() / max(len(spent), 1)
    return {colour: number / equal for colour, number in spent.most_common()}


def _a_game(sums: Counter[str], each: Iterable[dict[str, int]], games: int) -> dict[str, float]:
    for one in each:
        sums.update(one)
    return {name: number / games for name, number in sums.most_common()}
