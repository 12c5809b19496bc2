"""The commands about boards: list, check, show, and those for making and studying one."""

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.arguments import BoardName, Options, Seed, parse_options

app = typer.Typer(name="board", help="List, check, show and begin boards.", no_args_is_help=True)


@app.command("list", epilog="Example: branchline board list")
def list_boards() -> None:
    """List the boards that come with Branchline."""
    from branchline import boards

    for name in boards.names():
        board = boards.load(name)
        least, most = board.rules.players
        typer.echo(f"{name:12} {board.title}, {least}–{most} players, {board.status}. {board.about}")


@app.command("check", epilog="Example: branchline board check my-board.toml")
def check_board(board: BoardName) -> None:
    """Find every mistake in a board's file."""
    from branchline import boards
    from branchline.kinds import kind_of

    loaded = boards.load(board)
    typer.echo(f"{board}: {loaded.title} is in order ({kind_of(loaded).counts(loaded)}).")


@app.command("show", epilog="Example: branchline board show nordic --svg nordic.svg")
def show_board(
    board: BoardName,
    svg: Annotated[Path | None, typer.Option(help="Draw the board into this file.")] = None,
    option: Options = [],  # noqa: B006
) -> None:
    """Print the facts of a board, or draw it."""
    from branchline import boards

    if svg:
        from branchline.kinds import kind_of

        drawn = boards.load(board, parse_options(option))
        svg.write_text(kind_of(drawn).picture(drawn), encoding="utf-8")
        typer.echo(f"{drawn.title} is drawn in {svg}")
        return
    from branchline.boards.facts import facts

    typer.echo(facts(boards.load(board, parse_options(option))))


@app.command("new", epilog="Example: branchline board new isle.toml && branchline play isle.toml --text --bots greedy")
def new_board(file: Annotated[Path, typer.Argument(help="The file to write, such as isle.toml.")]) -> None:
    """Write a small board that plays, to make your own of."""
    from branchline.boards.starter import write_starter

    write_starter(file)
    typer.echo(f"{file} is a board that plays: branchline play {file} --text --bots greedy")


@app.command("schema", epilog="Example: branchline board schema > board.schema.json")
def print_schema(kind: Annotated[str, typer.Argument(help="The kind of game: map or cards.")] = "map") -> None:
    """Print a JSON schema, by which editors complete and check board files."""
    import json

    from branchline.boardfile.options import choices
    from branchline.boardfile.problems import BoardError
    from branchline.boardfile.schema import schema
    from branchline.kinds import KINDS

    if kind not in KINDS:
        raise BoardError(f"there is no kind {kind!r}; {choices(kind, KINDS)}")
    typer.echo(json.dumps(schema(KINDS[kind].shape), indent=2, ensure_ascii=False))


@app.command("study", epilog="Example: branchline board study nordic --games 200 --html nordic.html")
def study_board(
    board: BoardName,
    games: Annotated[int, typer.Option("--games", "-g", min=10, help="Games at each number of players.")] = 1000,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Only this number of players.")] = None,
    seed: Seed = 1,
    cores: Annotated[int | None, typer.Option(min=1, help="How many cores to use; all if left out.")] = None,
    beside: Annotated[str | None, typer.Option(metavar="BOARD", help="Another version, to compare with.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a report with plots to this file.")] = None,
    language: Annotated[str, typer.Option(help="The language of that report: en, da, fi, is, nb or sv.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    option: Options = [],  # noqa: B006
) -> None:
    """Let strong bots play a board many times, and say whether it is any good."""
    import json

    from branchline.errors import SetupError
    from branchline.sentences import LANGUAGES
    from branchline.study.html import write_html
    from branchline.study.run import study
    from branchline.study.show import print_study, watching

    if language not in LANGUAGES:
        raise SetupError(f"there is no report in {language!r}; write one of {', '.join(LANGUAGES)}")
    chosen = tuple((name, str(value)) for name, value in parse_options(option).items())
    with watching() as watch:
        found = study(board, chosen, players, games, seed, cores, watch)
        other = study(beside, (), players, games, seed, cores, watch) if beside else None
    if html:
        write_html(found, html, other, language)
    if as_json:
        both = {"study": found.as_json(), "beside": other.as_json()} if other else found.as_json()
        typer.echo(json.dumps(both, ensure_ascii=False))
    else:
        print_study(found)
