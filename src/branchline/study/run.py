"""Running a study: the games at every number of players, what skill is worth, and what stands out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import cycle, islice, permutations
from statistics import fmean
from typing import Any

from branchline import boards
from branchline.arena.run import run as run_match
from branchline.arena.schedule import Match
from branchline.boards import AnyBoard
from branchline.bots.ready import parts_of
from branchline.errors import SetupError
from branchline.kinds import kind_of, notation_of
from branchline.study.figures import Estimate, Figures, alike, figures, mean, share
from branchline.study.play import BOT, WEAKER, Observed, Sitting, play_all
from branchline.study.words import Names, Words
from branchline.warm import Part, prepare

ONE_STEP = "one step at a time"  # the style of the simple bot
SKILL_GAMES = 5  # games of the study for each one of that match
MANY, FEW = 0.9, 0.1  # shares of games in which a route is claimed
OFF = 0.5  # completion below which a ticket is hard
SAME = 0.7  # rank correlation from which two orders are much the same
UNSURE = 0.1  # width of an interval of wins that says too little
SHORT = 1.15  # a colour of which so much more is spent than of the others

Watch = Callable[[int, int], None]  # games played, of how many


@dataclass(frozen=True)
class Study:
    """What a study found of one board."""

    board: AnyBoard
    seed: int
    by_players: dict[int, Figures]
    skill: Estimate  # games of two that the strong bot wins against a simple one
    styles: dict[int, dict[str, Estimate]]  # by players: what each style wins of the games it is played in

    def as_json(self) -> dict[str, Any]:
        """The study as plain data."""
        return {
            "board": self.board.name,
            "fingerprint": boards.fingerprint(self.board),
            "options": dict(self.board.chosen),
            "bot": BOT,
            "seed": self.seed,
            "findings": [asdict(finding) for finding in findings(self)],
            "skill": asdict(self.skill),
            "styles": {n: {style: asdict(won) for style, won in each.items()} for n, each in self.styles.items()},
            "players": {str(players): asdict(found) for players, found in self.by_players.items()},
        }


@dataclass(frozen=True)
class Finding:
    """Something worth knowing: a problem, or that there is none."""

    is_problem: bool
    title: str
    text: str


def study(
    name: str,
    options: tuple[tuple[str, str], ...] = (),
    players: int | None = None,
    games: int = 1000,
    seed: int = 1,
    cores: int | None = None,
    watch: Watch = lambda done, of: None,
) -> Study:
    """Play a board so many times at every number of players, or at one, and say what was seen."""
    board = boards.load(name, dict(options))
    prepare(kind_of(board), Part.RULES, *parts_of(BOT))
    counts = _counts(board, players)
    skill_games = max(2, games // SKILL_GAMES)
    lots = (
        {count: _styled(name, options, count, seed, skill_games) for count in counts} if kind_of(board).styles else {}
    )
    of = games * len(counts) + skill_games + sum(map(len, lots.values()))
    notation: Any = notation_of(board)
    routes, tickets = getattr(notation, "routes", ()), notation.tickets
    cities = notation.places.names if routes else ()
    by_players: dict[int, Figures] = {}
    styles: dict[int, dict[str, Estimate]] = {}
    done = 0

    def played(sittings: Sequence[Sitting]) -> Iterator[Observed]:
        nonlocal done
        for observed in play_all(sittings, cores):
            done += 1
            watch(done, of)
            yield observed

    for count in counts:
        sittings = [Sitting(name, options, count, seed * 1_000_003 + number) for number in range(games)]
        by_players[count] = figures(list(played(sittings)), routes, tickets, cities)
    for count, lot in lots.items():
        styles[count] = _wins_by_style(lot, played(lot))
    match = Match(name, options, (BOT, WEAKER), 2, seed)
    report = run_match(match, skill_games, cores=cores, watch=lambda seen, _: watch(done + len(seen), of))
    wins = sum(outcome.shares[outcome.seating.index(0)] for outcome in report.games)
    return Study(board, seed, by_players, share(round(wins), len(report.games)), styles)


def _styled(name: str, options: tuple[tuple[str, str], ...], players: int, seed: int, games: int) -> list[Sitting]:
    """Games of players with different styles: every choice of them in every order, again and again."""
    styles = (ONE_STEP, *kind_of(boards.load(name)).styles)
    orders = list(permutations(styles, min(players, len(styles))))
    return [
        Sitting(
            name,
            options,
            players,
            seed * 1_000_033 + number,
            tuple(islice(cycle(orders[number % len(orders)]), players)),
        )
        for number in range(games)
    ]


def _wins_by_style(sittings: Sequence[Sitting], played: Iterable[Observed]) -> dict[str, Estimate]:
    shares: defaultdict[str, list[float]] = defaultdict(list)
    for sitting, observed in zip(sittings, played, strict=True):
        for style, hand in zip(sitting.styles, observed.hands, strict=True):
            shares[style].append(hand.share)
    return {style: mean(won) for style, won in sorted(shares.items(), key=lambda item: -fmean(item[1]))}


def _counts(board: AnyBoard, players: int | None) -> Sequence[int]:
    least, most = board.rules.players
    if players is None:
        return range(least, most + 1)
    if not least <= players <= most:
        raise SetupError(f"{board.title} is for {least} to {most} players, not {players}")
    return [players]


def findings(found: Study, words: Words | None = None) -> list[Finding]:
    """What stands out, problems first, in English if no words are given."""
    words = words or Words()
    names = Names(found.board, words)
    every = [
        *_seats(found, words),
        *_routes(found, words, names),
        *_cities(found, words, names),
        *_tickets(found, words, names),
        *_colours(found, words),
        *_skill(found, words),
        *_styles(found, words),
        *_length(found, words),
    ]
    return sorted(every, key=lambda finding: not finding.is_problem)


def _seats(found: Study, words: Words) -> Iterator[Finding]:
    clear = {n: each.first_seat for n, each in found.by_players.items() if each.first_seat.low > 0.02}
    if clear:
        n, most = max(clear.items(), key=lambda item: item[1].value)
        text = words("found.first.text", n=n, most=words.in_a_hundred(most))
        yield Finding(True, words("found.first"), text)
    else:
        most = max((each.first_seat for each in found.by_players.values()), key=lambda one: abs(one.value))
        title = words("found.first.unsure" if most.high - most.low > UNSURE else "found.fair")
        yield Finding(False, title, words("found.fair.text", most=words.in_a_hundred(most)))


def _routes(found: Study, words: Words, names: Names) -> Iterator[Finding]:
    last = found.by_players[max(found.by_players)]
    if not last.routes:
        return
    busy = [names.pair(name) for name, use in last.routes.items() if use.claimed.low > MANY]
    idle = [names.pair(name) for name, use in last.routes.items() if use.claimed.high < FEW]
    if busy:
        text = words("found.busy.text", games=words.number(100 * MANY), n=last.players, names=_some(busy, words))
        yield Finding(len(busy) > len(last.routes) / 10, words("found.busy", n=len(busy)), text)
    if idle:
        text = words("found.idle.text", games=words.number(100 * FEW), n=last.players, names=_some(idle, words))
        yield Finding(True, words("found.idle", n=len(idle)), text)


def _cities(found: Study, words: Words, names: Names) -> Iterator[Finding]:
    first, last = (found.by_players[n] for n in (min(found.by_players), max(found.by_players)))
    if not last.cities:
        return
    order = sorted(last.cities, key=lambda city: -last.cities[city].value)
    busy, quiet = (
        ", ".join(f"{names.city(city)} {words.percent(last.cities[city])}" for city in some)
        for some in (order[:5], order[-3:])
    )
    text = words("found.cities.text", n=last.players, busy=busy, quiet=quiet)
    if first is not last:
        same = alike(first.cities, last.cities)
        key = "found.cities.same" if same > SAME else "found.cities.other"
        text += " " + words(key, n=first.players, same=words.number(same, 2))
    yield Finding(False, words("found.cities"), text)


def _tickets(found: Study, words: Words, names: Names) -> Iterator[Finding]:
    last = found.by_players[max(found.by_players)]
    hard = [name for name, ticket in last.tickets.items() if ticket.held > 20 and ticket.completed.high < OFF]
    unwanted = [name for name, ticket in last.tickets.items() if not ticket.held]
    for key, some in (("found.hard", hard), ("found.unwanted", unwanted)):
        if some:
            text = words(f"{key}.text", n=last.players, names=_some([names.pair(name) for name in some], words))
            yield Finding(True, words(key, n=len(some)), text)


def _colours(found: Study, words: Words) -> Iterator[Finding]:
    last = found.by_players[max(found.by_players)]
    if not last.colours:
        return
    (colour, most), (rarest, least) = next(iter(last.colours.items())), list(last.colours.items())[-1]
    named = {"colour": words.named("colour", colour), "rarest": words.named("colour", rarest)}
    text = words("found.colours.text", **named, most=words.number(most, 2), least=words.number(least, 2))
    title = words("found.short", colour=named["colour"]) if most > SHORT else words("found.colours")
    yield Finding(most > SHORT, title[0].upper() + title[1:], text[0].upper() + text[1:])


def _skill(found: Study, words: Words) -> Iterator[Finding]:
    shows = found.skill.low > 0.6
    text = words("found.skill.text", share=words.percent(found.skill))
    yield Finding(not shows, words("found.skill" if shows else "found.luck"), text)


def _styles(found: Study, words: Words) -> Iterator[Finding]:
    first = {n: next(iter(styles.items())) for n, styles in found.styles.items()}
    if first:
        each = ", ".join(
            words("found.styles.each", n=n, style=words.named("style", style), share=words.percent(won))
            for n, (style, won) in first.items()
        )
        yield Finding(False, words("found.styles"), words("found.styles.text", each=each))


def _length(found: Study, words: Words) -> Iterator[Finding]:
    each = ", ".join(
        words(
            "found.length.each",
            n=n,
            turns=words.number(one.turns.middle),
            range=words.range(one.turns.low, one.turns.high),
        )
        for n, one in found.by_players.items()
    )
    stuck = {n: one.endings[end] for n, one in found.by_players.items() for end in one.endings if "nobody" in end}
    yield Finding(False, words("found.length"), words("found.length.text", each=each))
    if stuck:
        n, most = max(stuck.items(), key=lambda item: item[1])
        yield Finding(True, words("found.stuck"), words("found.stuck.text", n=n, games=words.number(100 * most, 1)))


def _some(names: Sequence[str], words: Words) -> str:
    listed = ", ".join(names[:5])
    return words("some", names=listed, n=len(names) - 5) if len(names) > 5 else listed
