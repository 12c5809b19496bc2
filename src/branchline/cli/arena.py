"""The command that lets bots play each other."""

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.arguments import BoardName, Options, Seed, parse_options

app = typer.Typer()


@app.command(epilog="Example: branchline arena nordic random greedy planner expert@0.2s --games 2000")
def arena(
    board: BoardName,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Bots, levels, or your own module:Class.")],
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="About how many games in all.")] = 1000,
    seats: Annotated[int, typer.Option("--players", "-p", help="How many play in each game.")] = 2,
    seed: Seed = 1,
    cores: Annotated[int | None, typer.Option(min=1, help="How many cores to use; all if left out.")] = None,
    on: Annotated[str | None, typer.Option(help="'ray', or the address of a Ray cluster.")] = None,
    sprt: Annotated[bool, typer.Option("--sprt", help="Stop once it is clear which of two is the stronger.")] = False,
    parquet: Annotated[Path | None, typer.Option(help="Write every game to this Parquet file.")] = None,
    records: Annotated[Path | None, typer.Option(help="A folder for the records, made if it is not there.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a report with plots to this file.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Stop after so long, with the games played.")] = None,
    stop_on_error: Annotated[bool, typer.Option("--stop-on-error", help="End the match when a bot fails.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    option: Options = [],  # noqa: B006
) -> None:
    """Let bots play each other, and say how strong each is."""
    import json

    from rich.console import Console

    from branchline.arena.html import write_html
    from branchline.arena.parquet import write_parquet
    from branchline.arena.records import keeping
    from branchline.arena.run import run
    from branchline.arena.schedule import Match
    from branchline.arena.show import print_report, watching

    chosen = tuple((name, str(value)) for name, value in parse_options(option).items())
    match = Match(board, chosen, tuple(players), seats, seed, stop_on_error, records is not None)
    with watching(match, Console(stderr=True)) as watch:
        report = run(match, games, on, cores, sprt, keeping(match, records, watch), seconds)
    if parquet:
        write_parquet(report, parquet)
    if html:
        write_html(report, html)
    if as_json:
        typer.echo(json.dumps(report.as_json(), allow_nan=False))
    else:
        print_report(report, Console())
