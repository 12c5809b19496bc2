"""The commands about games: play, simulate and replay."""

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.arguments import BoardName, Options, Players, Seed, parse_options

app = typer.Typer()


@app.command(epilog="Example: branchline play nordic --text --bots greedy --bots random")
def play(
    board: BoardName = "nordic",
    text: Annotated[bool, typer.Option("--text", help="Play line by line in this terminal.")] = False,
    name: Annotated[list[str], typer.Option("--name", "-n", help="A person at the table; may be repeated.")] = [],  # noqa: B006
    bots: Annotated[
        list[str], typer.Option("--bots", "-b", help="A bot or level, as in docs/bots.md; may be repeated.")
    ] = [],  # noqa: B006
    resume: Annotated[Path | None, typer.Option("--resume", help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option("--save", help="Save after every move to this file.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same deal.")] = None,
    option: Options = [],  # noqa: B006
) -> None:
    """Play in the browser, or with --text in this terminal, against bots or with people at one keyboard."""
    if not text:
        given = {"--name": name, "--bots": bots, "--resume": resume, "--save": save, "--option": option}
        wanted = [each for each, value in given.items() if value] + ["--seed"] * (seed is not None)
        if wanted:
            raise typer.BadParameter(
                f"{', '.join(wanted)} is for play in this terminal: add --text. In the browser you choose it there."
            )
        from branchline.server.run import play_in_browser

        play_in_browser(board)
        return
    from branchline.terminal import run

    run(board, name, bots, resume, save, seed, parse_options(option))


@app.command(epilog="Example: branchline simulate nordic --players 3 --games 100 --seed 1 --records records")
def simulate(
    board: BoardName,
    players: Players = 2,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games.")] = 1,
    seed: Seed = 1,
    records: Annotated[Path | None, typer.Option(help="A folder for the records, made if it is not there.")] = None,
    option: Options = [],  # noqa: B006
) -> None:
    """Play random games, and write their records if asked."""
    from rich.console import Console
    from rich.progress import track

    from branchline import boards
    from branchline.arena.random_games import record_name
    from branchline.arena.random_games import simulate as random_games

    loaded = boards.load(board, parse_options(option))
    if records:
        records.mkdir(parents=True, exist_ok=True)
    turns, totals = 0, [0] * players
    played = random_games(loaded, players, games, seed)
    err = Console(stderr=True)
    for number, game in enumerate(track(played, "Playing", games, console=err, transient=True)):
        if records:
            game.save(records / record_name(loaded, seed, number))
        turns += game.turn
        totals = [total + score for total, score in zip(totals, game.scores(), strict=True)]
    means = ", ".join(f"{total / games:.1f}" for total in totals)
    count = f"{games} game{'' if games == 1 else 's'}"
    typer.echo(f"{count} on {loaded.title}: {turns / games:.1f} turns a game; mean scores by seat {means}")
    if records:
        typer.echo(f"Records are in {records}{'/' if not str(records).endswith('/') else ''}")


@app.command(
    epilog="Examples: branchline replay game.txt; branchline replay game.txt --check; branchline replay game.txt --json"
)
def replay(
    file: Annotated[Path, typer.Argument(help="A game record.")],
    check: Annotated[bool, typer.Option("--check", help="Verify every move and the result, and say so.")] = False,
    fair: Annotated[bool, typer.Option("--fair", help="Verify that every card came as committed to.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print every event as one JSON object a line.")] = False,
    board: Annotated[Path | None, typer.Option(help="The board's file, if it is one of your own.")] = None,
) -> None:
    """Step through a game record."""
    from branchline import boards
    from branchline.replay import check as check_record
    from branchline.replay import load
    from branchline.terminal.walkthrough import check_draws, print_events, step_through

    own = boards.load(board) if board else None
    game = check_record(file, own) if check else load(file, own)
    if as_json:
        print_events(game)
    elif check:
        typer.echo(f"{file}: all {len(game.log)} entries and the result are right.")
    if fair:
        typer.echo(f"{file}: {check_draws(game)}")
    elif not as_json and not check:
        step_through(game)
