"""The command with which the planner learns a board."""

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.arguments import BoardName, Options, Seed, parse_options

app = typer.Typer()


@app.command(epilog="Example: branchline train my-board.toml --seconds 600")
def train(
    board: BoardName,
    seconds: Annotated[float, typer.Option(min=1, help="For how long it plays and learns.")] = 300,
    cores: Annotated[int | None, typer.Option(min=1, help="How many cores to use; all if left out.")] = None,
    seed: Seed = 1,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", help="Where to keep what is learned, if not here.")
    ] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Begin with the planner, not with what it has learned.")] = False,
    blame: Annotated[
        tuple[float, float, float],
        typer.Option(
            help="What takes off the win it learns from: each ticket not completed, each card left, an end that lost."
        ),
    ] = (0.0, 0.0, 0.0),
    option: Options = [],  # noqa: B006
) -> None:
    """Let the planner play against itself on a board, and learn from it; it is kept if it then plays better.

    What was learned under blame is kept in any case.
    """
    from rich.console import Console
    from rich.progress import Progress

    from branchline import boards
    from branchline.bots.learned import learned_for, own_file, write
    from branchline.kinds import kind_of, new_position
    from branchline.training.lessons import Blame
    from branchline.training.run import Course, against_planner, train

    chosen = tuple((name, str(value)) for name, value in parse_options(option).items())
    course = Course(board, chosen, seconds, cores=cores, seed=seed, blame=Blame(*blame))
    loaded = boards.load(board, dict(chosen))
    start = new_position(loaded, loaded.rules.players[0]).board
    before = {} if anew else learned_for(start, kind_of(loaded).planner.akin(start))
    console = Console(stderr=True)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Playing and learning", total=1.0)
        net, outcome = train(course, before or None, console.print, lambda part: progress.update(task, completed=part))
    former = against_planner(course, before, 2000).share if before else 0.5
    if not any(blame) and outcome.share - 1.96 * outcome.error <= former:
        typer.echo(f"Not kept: the planner does as well as before ({100 * former:.1f} %).")
        return
    place = file or own_file(start)
    write(place, net)
    typer.echo(f"Kept in {place}: the planner and the expert play by it from now on.")
