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
from branchline.study.figures import Estimate, Figures, alike, figures, in_a_hundred, mean, percent, share
from branchline.study.play import BOT, WEAKER, Observed, Sitting, play_all
from branchline.warm import Part, prepare

ONE_STEP = "one step at a time"  # the style of the simple bot
SKILL_GAMES = 5  # games of the study for each one of that match
MANY, FEW = 0.9, 0.1  # shares of games in which a route is claimed
OFF = 0.5  # completion below which a ticket is hard
SAME = 0.7  # rank correlation from which two orders are much the same
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


def findings(found: Study) -> list[Finding]:
    """What stands out, problems first."""
    every = [
        *_seats(found),
        *_routes(found),
        *_cities(found),
        *_tickets(found),
        *_colours(found),
        *_skill(found),
        *_styles(found),
        *_length(found),
    ]
    return sorted(every, key=lambda finding: not finding.is_problem)


def _seats(found: Study) -> Iterator[Finding]:
    clear = {n: each.first_seat for n, each in found.by_players.items() if each.first_seat.low > 0.02}
    if clear:
        n, most = max(clear.items(), key=lambda item: item[1].value)
        text = f"With {n} players the first seat wins {in_a_hundred(most)} in 100 games more than an equal share."
        yield Finding(True, "Going first helps.", text)
    else:
        most = max((each.first_seat for each in found.by_players.values()), key=lambda one: abs(one.value))
        text = f"Its largest effect is {in_a_hundred(most)} in 100 games."
        yield Finding(False, "Going first hardly helps.", text)


def _routes(found: Study) -> Iterator[Finding]:
    last = found.by_players[max(found.by_players)]
    if not last.routes:
        return
    busy = [name for name, use in last.routes.items() if use.claimed.low > MANY]
    idle = [name for name, use in last.routes.items() if use.claimed.high < FEW]
    with_all = f"with {last.players} players"
    if busy:
        text = f"Claimed in more than {100 * MANY:.0f} of 100 games {with_all}: {_some(busy)}."
        yield Finding(len(busy) > len(last.routes) / 10, f"{_count(len(busy), 'route')} everybody goes by.", text)
    if idle:
        text = f"Claimed in fewer than {100 * FEW:.0f} of 100 games {with_all}: {_some(idle)}."
        yield Finding(True, f"{_count(len(idle), 'route')} hardly anybody wants.", text)


def _cities(found: Study) -> Iterator[Finding]:
    first, last = (found.by_players[n] for n in (min(found.by_players), max(found.by_players)))
    if not last.cities:
        return
    order = sorted(last.cities, key=lambda city: -last.cities[city].value)
    busy, quiet = (
        ", ".join(f"{city} {percent(last.cities[city])}" for city in some) for some in (order[:5], order[-3:])
    )
    text = f"Players whose trains go there, {last.players} at the table: most {busy}; fewest {quiet}."
    if first is not last:
        same = alike(first.cities, last.cities)
        kind = "much the same" if same > SAME else "another"
        text += f" With {first.players} the order is {kind} (rank correlation {same:.2f})."
    yield Finding(False, "Which cities matter.", text)


def _tickets(found: Study) -> Iterator[Finding]:
    last = found.by_players[max(found.by_players)]
    hard = [name for name, ticket in last.tickets.items() if ticket.held > 20 and ticket.completed.high < OFF]
    if hard:
        text = f"Kept, but completed in fewer than half of the games with {last.players} players: {_some(hard)}."
        yield Finding(True, f"{_count(len(hard), 'ticket')} too hard for what it promises.", text)
    unwanted = [name for name, ticket in last.tickets.items() if not ticket.held]
    if unwanted:
        text = f"Never kept with {last.players} players: {_some(unwanted)}."
        yield Finding(True, f"{_count(len(unwanted), 'ticket')} nobody keeps.", text)


def _colours(found: Study) -> Iterator[Finding]:
    last = found.by_players[max(found.by_players)]
    if not last.colours:
        return
    colour, most = next(iter(last.colours.items()))
    rarest, least = list(last.colours.items())[-1]
    text = f"Of {colour} {most:.2f} times the mean of all colours is spent, of {rarest} {least:.2f} times."
    title = f"{colour.capitalize()} runs short." if most > SHORT else "No colour runs short."
    yield Finding(most > SHORT, title, text)


def _skill(found: Study) -> Iterator[Finding]:
    one = found.skill
    text = f"A bot that plans beats one that does not in {percent(one)} of games of two."
    shows = one.low > 0.6
    yield Finding(not shows, "Skill shows." if shows else "Luck decides much.", text)


def _styles(found: Study) -> Iterator[Finding]:
    first = {n: next(iter(styles.items())) for n, styles in found.styles.items()}
    if first:
        each = ", ".join(f"with {n} {style} {percent(won)}" for n, (style, won) in first.items())
        yield Finding(False, "Which style wins.", f"Most of the games in which it is played: {each}.")


def _length(found: Study) -> Iterator[Finding]:
    each = ", ".join(
        f"{one.turns.middle:.0f} with {n} ({one.turns.low:.0f} to {one.turns.high:.0f})"
        for n, one in found.by_players.items()
    )
    stuck = {n: one.endings[end] for n, one in found.by_players.items() for end in one.endings if "nobody" in end}
    yield Finding(False, "How long games are.", f"Turns of each player: {each}; eight in ten lie in the range.")
    if stuck:
        n, most = max(stuck.items(), key=lambda item: item[1])
        text = f"With {n} players {100 * most:.1f} of 100 games end because nobody can move."
        yield Finding(True, "Games get stuck.", text)


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
