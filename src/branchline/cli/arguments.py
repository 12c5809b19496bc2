"""What several commands are given: a board, its options, players, a seed."""

from typing import Annotated

import typer

from branchline.errors import SetupError

BoardName = Annotated[str, typer.Argument(metavar="BOARD", help="A board's name or a .toml file.")]
Options = Annotated[list[str], typer.Option("--option", "-o", metavar="NAME=VALUE", help="An edition option.")]
Players = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]


def parse_options(given: list[str]) -> dict[str, object]:
    """Options of a board given as name=value."""
    options: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise SetupError(f"cannot read the option {text!r}; write it as name=value, for example start_hand=5")
        options[name] = value
    return options
