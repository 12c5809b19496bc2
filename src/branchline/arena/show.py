"""The arena in the terminal: a progress bar, and the table as it grows."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from branchline.arena.ratings import Standing, standings
from branchline.arena.run import Report, Watch, games_in_words
from branchline.arena.schedule import Match, Outcome

EVERY = 2.0  # seconds between two looks at the table


def as_table(rows: list[Standing]) -> Table:
    """The standings, best first."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("player", overflow="fold")
    for name in ("wins", "win % (95 %)", "score", "margin", "Elo (95 %)", "µs a move"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in sorted(rows, key=lambda row: -row.elo):
        table.add_row(
            row.player,
            f"{row.wins:g}/{row.games}",
            f"{100 * row.win_rate:.3g} ({100 * row.win_rate_low:.3g}–{100 * row.win_rate_high:.3g})",
            f"{row.mean_score:.1f}",
            f"{row.mean_margin:+.1f}",
            f"{row.elo:+.0f} ({row.elo_low:+.0f}…{row.elo_high:+.0f})",
            f"{row.microseconds_per_decision:,.0f}",
        )
    return table


def print_report(report: Report, console: Console) -> None:
    """Print what a match came to."""
    console.print(as_table(report.table))
    console.print(
        f"{games_in_words(report.games)} on {report.match.board}, {report.match.seats} players, "
        f"seed {report.match.seed}; "
        f"{report.first_seat_advantage.in_words()}"
    )
    if report.errors:
        console.print(f"{games_in_words(report.errors)} lost by an error; the first: {report.errors[0]}", markup=False)
    if report.evidence is not None:
        verdict = "is the stronger" if report.evidence > 0 else "is not the stronger"
        console.print(f"Evidence {report.evidence:+.1f}: {report.match.entrants[0]} {verdict}.")


@contextmanager
def watching(match: Match, console: Console) -> Iterator[Watch]:
    """A live table with a progress bar; on something other than a terminal nothing."""
    if not console.is_terminal:
        yield lambda games, total: None
        return
    bar = Progress(TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console)
    task = bar.add_task("games", total=None)
    last = 0.0
    with Live(bar, console=console, transient=True) as live:

        def watch(games: list[Outcome], total: int) -> None:
            nonlocal last
            bar.update(task, completed=len(games), total=total)
            if time.monotonic() - last > EVERY:
                last = time.monotonic()
                live.update(Group(as_table(standings(match.entrants, games, match.seed)), bar))

        yield watch
