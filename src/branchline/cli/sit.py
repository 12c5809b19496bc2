"""The command that lets a bot sit down at a real table."""

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.arguments import BoardName, Options, parse_options

app = typer.Typer()


@app.command(epilog="Example: branchline sit europe --name Anna --name Bo --bot strong --seat 3")
def sit(
    board: BoardName,
    name: Annotated[list[str], typer.Option("--name", "-n", help="A person at your table, in the order of play.")],
    bot: Annotated[str, typer.Option("--bot", "-b", help="A bot or level, as in docs/bots.md.")] = "strong",
    seat: Annotated[int | None, typer.Option(min=1, help="Which place in the order of play it has; the last.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep every answer here, or go on with what is kept.")] = None,
    option: Options = [],  # noqa: B006
) -> None:
    """Let a bot play at your real table: you say what happens, it says what it does."""
    from branchline import boards
    from branchline.bots import every_core, make
    from branchline.sit.dialogue import Dialogue
    from branchline.sit.sitting import Sitting
    from branchline.terminal.width import write_whole_words

    place = len(name) if seat is None else min(seat - 1, len(name))
    called = bot.rpartition(":")[2].partition("@")[0].capitalize()
    names = [*name[:place], called if called not in name else f"{called} 2", *name[place:]]
    sitting = Sitting(boards.load(board, parse_options(option)), names, place, make(bot, threads=every_core()))
    dialogue = Dialogue(sitting, input, write_whole_words, save)
    if save and save.exists():
        dialogue.resume(save.read_text(encoding="utf-8"))
    dialogue.run()
