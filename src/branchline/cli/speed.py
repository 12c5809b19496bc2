"""The commands about this machine: compile for it, and measure it."""

from typing import Annotated

import typer

from branchline.cli.arguments import Players

app = typer.Typer()


@app.command(epilog="Example: branchline prepare")
def prepare(
    everything: Annotated[bool, typer.Option("--all", help="Also what only batches, learners and bench need.")] = False,
) -> None:
    """Compile the rules and the bots for this machine, so that nobody has to wait later; once for each version."""
    from branchline.bots.ready import prepare_all

    prepare_all(everything)


@app.command(epilog="Example: branchline bench --board usa --players 2 --seconds 5 --json")
def bench(
    board: Annotated[str | None, typer.Option(help="One board; all of them if left out.")] = None,
    players: Players = 2,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long a figure is measured at most.")] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    cold: Annotated[bool, typer.Option("--cold", help="Also time compiling the rules anew; takes a minute.")] = False,
    server: Annotated[bool, typer.Option("--server", help="Measure the service instead.")] = False,
    envs: Annotated[bool, typer.Option("--envs", help="Measure what programs that learn use instead.")] = False,
) -> None:
    """Measure how fast the engine is, beside the same rollouts in C++ where g++ is there."""
    if server:
        from branchline.bench.server import report_server

        report_server(seconds, as_json)
        return
    if envs:
        from branchline.bench.envs import report_envs

        report_envs(board or "nordic", seconds, as_json)
        return
    from branchline.bench.report import report

    report(board, players, seconds, as_json, cold)
