"""The command that says where a game was won and lost."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command(epilog="Example: branchline analyse game.txt --html review.html --seconds 60")
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")],
    html: Annotated[Path | None, typer.Option(help="Write a report with plots to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    seconds: Annotated[float | None, typer.Option(min=1, help="How long to think; 60 if nothing is said.")] = None,
    playouts: Annotated[int | None, typer.Option(min=100, help="How many games to play on instead.")] = None,
    cores: Annotated[int, typer.Option(min=1, help="How many cores to use.")] = 1,
    board: Annotated[Path | None, typer.Option(help="The board's file, if it is one of your own.")] = None,
) -> None:
    """Say where a game was won and lost: chances to win, luck and choices apart, the costliest decisions."""
    import json

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from branchline import boards
    from branchline.coach.analyse import analyse as study
    from branchline.coach.html import write_html
    from branchline.coach.words import in_words
    from branchline.replay import load

    if seconds is not None and playouts is not None:
        raise typer.BadParameter("give --seconds or --playouts, not both")
    game = load(file, boards.load(board) if board else None)
    columns = TextColumn("Analysing"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=1.0)
        analysis = study(game, seconds, playouts, cores, on_progress=lambda p: progress.update(task, completed=p))
    if html:
        write_html(analysis, game, html)
    if as_json:
        typer.echo(json.dumps(analysis.as_json(), ensure_ascii=False, allow_nan=False))
    else:
        for line in in_words(analysis, game.notation):
            typer.echo(line)
