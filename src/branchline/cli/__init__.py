"""The `branchline` command: what every part of it shares; the commands themselves stand in files by topic."""

from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from branchline import __version__
from branchline.cli import admin, arena, boards, coach, dataset, games, service, sit, speed, train
from branchline.errors import BranchlineError

EXIT_CODES = """
Exit codes: 0 all is well; 1 something else failed; 2 the command cannot be read; 3 a board, an option or a number of
players that does not exist or has mistakes; 4 a move that is not legal; 5 a game record that is damaged.
"""


class Commands(TyperGroup):
    """Commands that turn errors of input into one message and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run what was asked for."""
        try:
            return super().invoke(ctx)
        except BranchlineError as error:
            _fail(str(error), error.exit_code)
        except BrokenPipeError:
            raise typer.Exit(0) from None
        except OSError as error:
            _fail(f"{error.filename or ''}: {error.strerror}".lstrip(": "), 1)


def _fail(message: str, code: int) -> NoReturn:
    typer.echo(f"branchline: {message}", err=True)
    raise typer.Exit(code)


app = typer.Typer(
    name="branchline", cls=Commands, epilog=EXIT_CODES, no_args_is_help=True, pretty_exceptions_enable=False
)
for topic in (games, sit, boards, arena, train, dataset, coach, service, admin, speed):
    app.add_typer(topic.app)


def _say_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"branchline {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version, and leave.")
    ] = False,
) -> None:
    """Ticket to Ride games to play, record, replay and study. Unofficial."""


def main() -> None:
    """Run the command."""
    app()
