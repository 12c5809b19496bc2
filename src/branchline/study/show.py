"""A study in the terminal: a progress bar, and what stands out."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from branchline.study.run import Study, Watch, findings
from branchline.study.words import Words


@contextmanager
def watching() -> Iterator[Watch]:
    """A progress bar on standard error."""
    console = Console(stderr=True)
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def print_study(found: Study) -> None:
    """Print what a study found."""
    console, words = Console(), Words()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("players", "games", "turns of each", "score", "first seat wins, in 100 above an equal share"):
        table.add_column(name, justify="right")
    for n, each in found.by_players.items():
        table.add_row(
            str(n),
            str(each.games),
            f"{each.turns.middle:.0f} ({each.turns.low:.0f}–{each.turns.high:.0f})",
            f"{each.scores.middle:.0f} ({each.scores.low:.0f}–{each.scores.high:.0f})",
            words.in_a_hundred(each.first_seat),
        )
    console.print(table)
    for one in findings(found):
        console.print(f"{'!' if one.is_problem else '·'} [bold]{one.title}[/bold] {one.text}", highlight=False)
