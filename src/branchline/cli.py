"""The `branchline` command."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

EXIT_CODES = """
Exit codes: 0 all is well; 1 something else failed; 2 the command cannot be read; 3 a board, an option or a number of
players that does not exist or has mistakes; 4 a move that is not legal; 5 a game record that is damaged.
"""

app = typer.Typer(
    name="branchline",
    help="Ticket to Ride games to play, record, replay and study. Unofficial.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
board_app = typer.Typer(help="List, check and show boards.", no_args_is_help=True)
app.add_typer(board_app, name="board")

Command = Callable[..., Any]


def says_what_is_wrong(command: Command) -> Command:
    """Turn errors of input into one message and an exit code."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        from branchline.boards import BoardError
        from branchline.errors import BranchlineError

        try:
            return command(*args, **kwargs)
        except BoardError as error:
            fail(str(error), 3)
        except BranchlineError as error:
            fail(str(error), error.exit_code)
        except BrokenPipeError:
            raise typer.Exit(0) from None
        except OSError as error:
            fail(f"{error.filename or ''}: {error.strerror}".lstrip(": "), 1)

    return run


def fail(message: str, code: int) -> None:
    """Say what went wrong on standard error, and leave."""
    typer.echo(f"branchline: {message}", err=True)
    raise typer.Exit(code)


def parse_options(given: list[str]) -> dict[str, object]:
    """Options of a board given as name=value."""
    from branchline.errors import SetupError

    options: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise SetupError(f"cannot read the option {text!r}; write it as name=value, for example start_hand=5")
        options[name] = value
    return options


BoardName = Annotated[str, typer.Argument(metavar="BOARD", help="A board's name or a .toml file.")]
Options = Annotated[list[str], typer.Option("--option", "-o", metavar="NAME=VALUE", help="An edition option.")]
Players = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]


@app.command(epilog="Example: branchline play nordic --text --bots greedy --bots random")
@says_what_is_wrong
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
        from branchline.server.run import play_in_browser

        play_in_browser(board)
        return
    from branchline.table import run

    run(board, name, bots, resume, save, seed, parse_options(option))


@app.command(epilog="Example: branchline serve --host 0.0.0.0 --port 8000")
@says_what_is_wrong
def serve(
    host: Annotated[str, typer.Option(envvar="BRANCHLINE_HOST", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="BRANCHLINE_PORT", help="The port; 0 for any free one.")] = 8000,
    database: Annotated[
        str,
        typer.Option(
            envvar="BRANCHLINE_DATABASE",
            help="sqlite:///FILE or postgresql+psycopg://…; if left out, a file in your data folder.",
        ),
    ] = "",
    bus: Annotated[
        str, typer.Option(envvar="BRANCHLINE_BUS", help="redis://…, needed with more than one process.")
    ] = "",
    workers: Annotated[int, typer.Option(envvar="BRANCHLINE_WORKERS", min=1, help="How many processes.")] = 1,
    origins: Annotated[
        str, typer.Option(envvar="BRANCHLINE_ORIGINS", help="Other origins whose pages may use it, with commas.")
    ] = "",
    bot_pause: Annotated[
        float, typer.Option(envvar="BRANCHLINE_BOT_PAUSE", min=0, help="Seconds before a bot moves.")
    ] = 0.0,
    bot_grace: Annotated[
        int,
        typer.Option(
            envvar="BRANCHLINE_BOT_GRACE", min=100, help="Milliseconds until another process moves for a bot."
        ),
    ] = 15_000,
    open_tables: Annotated[
        int, typer.Option(envvar="BRANCHLINE_OPEN_TABLES", min=1, help="Tables that may be open at once.")
    ] = 20_000,
    contact: Annotated[
        str, typer.Option(envvar="BRANCHLINE_CONTACT", help="Your e-mail address, for the services that push.")
    ] = "nobody@branchline.example",
    allow_private: Annotated[
        bool,
        typer.Option(
            "--allow-private",
            envvar="BRANCHLINE_ALLOW_PRIVATE",
            help="Let webhooks go to private addresses, in a closed network.",
        ),
    ] = False,
    rate: Annotated[
        float, typer.Option(envvar="BRANCHLINE_RATE", min=0, help="Requests a second from one address; 0: no limit.")
    ] = 20.0,
) -> None:
    """Serve tables for people and bots, and the app."""
    from branchline.server.run import run_service
    from branchline.server.settings import Settings

    settings = Settings(
        database=database,
        bus=bus,
        origins=origins,
        bot_pause=bot_pause,
        bot_grace=bot_grace,
        open_tables=open_tables,
        contact=contact,
        allow_private=int(allow_private),
        rate=rate,
    )
    run_service(settings, host, port, workers)


@app.command()
@says_what_is_wrong
def prepare() -> None:
    """Compile the rules and the bots for this machine, so that nobody has to wait later; once for each version."""
    from branchline.players.ready import prepare_all

    prepare_all()


@app.command(epilog="Example: branchline simulate nordic --players 3 --games 100 --seed 1 --records records")
@says_what_is_wrong
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
    from branchline.simulate import record_name
    from branchline.simulate import simulate as random_games

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
    typer.echo(f"{games} games on {loaded.title}: {turns / games:.1f} turns a game; mean scores by seat {means}")
    if records:
        typer.echo(f"Records are in {records}{'/' if not str(records).endswith('/') else ''}")


@app.command(
    epilog="Examples: branchline replay game.txt; branchline replay game.txt --check; branchline replay game.txt --json"
)
@says_what_is_wrong
def replay(
    file: Annotated[Path, typer.Argument(help="A game record.")],
    check: Annotated[bool, typer.Option("--check", help="Verify every move and the result, and say so.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print every event as one JSON object a line.")] = False,
    board: Annotated[Path | None, typer.Option(help="The board's file, if it is one of your own.")] = None,
) -> None:
    """Step through a game record."""
    from branchline import boards
    from branchline.replay import check as check_record
    from branchline.replay import load
    from branchline.walkthrough import print_events, step_through

    own = boards.load(board) if board else None
    game = check_record(file, own) if check else load(file, own)
    if as_json:
        print_events(game)
    elif check:
        typer.echo(f"{file}: all {len(game.log)} entries and the result are right.")
    else:
        step_through(game)


@app.command(epilog="Example: branchline bench --board usa --players 2 --seconds 5 --json")
@says_what_is_wrong
def bench(
    board: Annotated[str | None, typer.Option(help="One board; all of them if left out.")] = None,
    players: Players = 2,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each figure is measured.")] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    server: Annotated[bool, typer.Option("--server", help="Measure the service instead.")] = False,
) -> None:
    """Measure how fast the engine is, beside the same play-outs in C++ where g++ is there."""
    if server:
        from branchline.server.bench import report_server

        report_server(seconds, as_json)
        return
    from branchline.benchtable import report

    report(board, players, seconds, as_json)


@app.command(epilog="Example: branchline arena nordic random greedy planner expert@0.2s --games 2000")
@says_what_is_wrong
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
    html: Annotated[Path | None, typer.Option(help="Write a report with plots to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    option: Options = [],  # noqa: B006
) -> None:
    """Let bots play each other, and say how strong each is."""
    import json

    from rich.console import Console

    from branchline.arena.html import write_html
    from branchline.arena.parquet import write_parquet
    from branchline.arena.run import run
    from branchline.arena.schedule import Match
    from branchline.arena.show import print_report, watching

    chosen = tuple((name, str(value)) for name, value in parse_options(option).items())
    match = Match(board, chosen, tuple(players), seats, seed)
    with watching(match, Console(stderr=True)) as watch:
        report = run(match, games, on, cores, sprt, watch)
    if parquet:
        write_parquet(report, parquet)
    if html:
        write_html(report, html)
    if as_json:
        typer.echo(json.dumps(report.as_json()))
    else:
        print_report(report, Console())


@board_app.command("list")
@says_what_is_wrong
def list_boards() -> None:
    """List the boards that come with Branchline."""
    from branchline import boards

    for name in boards.names():
        board = boards.load(name)
        least, most = board.rules.players
        typer.echo(f"{name:12} {board.title}, {least}–{most} players, {board.status}. {board.about}")


@board_app.command("check", epilog="Example: branchline board check my-board.toml")
@says_what_is_wrong
def check_board(file: Annotated[Path, typer.Argument(help="A board's .toml file.")]) -> None:
    """Find every mistake in a board's file."""
    from branchline import boards
    from branchline.boards.facts import counts

    board = boards.load(file)
    typer.echo(f"{file}: {board.title} is in order ({counts(board)}).")


@board_app.command("show", epilog="Example: branchline board show nordic --svg nordic.svg")
@says_what_is_wrong
def show_board(
    board: BoardName,
    svg: Annotated[Path | None, typer.Option(help="Draw the board into this file.")] = None,
    option: Options = [],  # noqa: B006
) -> None:
    """Print the facts of a board, or draw it."""
    from branchline import boards

    if svg:
        from branchline.boards.picture import svg as draw

        mapped = boards.load_map(board, parse_options(option))
        svg.write_text(draw(mapped), encoding="utf-8")
        typer.echo(f"{mapped.title} is drawn in {svg}")
        return
    from branchline.boards.facts import facts

    typer.echo(facts(boards.load(board, parse_options(option))))


def main() -> None:
    """Run the command."""
    app()
