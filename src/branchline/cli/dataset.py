"""The command that makes tables of game records."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command(epilog="Example: branchline convert records --to tables")
def convert(
    records: Annotated[list[Path], typer.Argument(metavar="RECORD...", help="Game records, or folders of them.")],
    to: Annotated[Path, typer.Option(help="A folder for the Parquet files, made if it is not there.")],
    board: Annotated[Path | None, typer.Option(help="The board's file, if it is one of your own.")] = None,
) -> None:
    """Turn game records into Parquet files: a row a decision, and a row a game."""
    from rich.console import Console
    from rich.progress import track

    from branchline import boards
    from branchline.dataset.convert import convert as convert_all
    from branchline.dataset.convert import records_in
    from branchline.errors import RecordError

    found = records_in(records)
    err = Console(stderr=True)
    work = convert_all(found, to, boards.load(board) if board else None)
    wrong = [told for told in track(work, "Converting", len(found), console=err, transient=True) if told]
    for told in wrong:
        typer.echo(f"branchline: {told}", err=True)
    count = len(found) - len(wrong)
    typer.echo(f"{count} game{'' if count == 1 else 's'} in {to}")
    if wrong:
        raise RecordError(f"{len(wrong)} of {len(found)} records could not be converted")
