"""The commands of whoever runs a service: serve, backup and restore."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command(
    epilog="Example: branchline serve --host 0.0.0.0 --port 8000 --hosts play.example.org",
    context_settings={"auto_envvar_prefix": "BRANCHLINE"},  # --open-tables is BRANCHLINE_OPEN_TABLES too
)
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for any free one.")] = 8000,
    database: Annotated[
        str, typer.Option(help="sqlite:///FILE or postgresql+psycopg://…; if left out, a file in your data folder.")
    ] = "",
    bus: Annotated[str, typer.Option(help="redis://…, needed with more than one process.")] = "",
    workers: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    hosts: Annotated[str, typer.Option(help="Names under which it is reached, with commas; * for any.")] = "",
    board: Annotated[
        list[Path],
        typer.Option("--board", allow_from_autoenv=False, help="The file of a board of your own; may be repeated."),
    ] = [],  # noqa: B006
    origins: Annotated[str, typer.Option(help="Other origins whose pages may use it, with commas.")] = "",
    bot_pause: Annotated[float, typer.Option(min=0, help="Seconds before a bot moves.")] = 0.0,
    bot_grace: Annotated[
        int, typer.Option(min=100, help="Milliseconds until another process moves for a bot.")
    ] = 15_000,
    open_tables: Annotated[int, typer.Option(min=1, help="Tables that may be open at once.")] = 20_000,
    contact: Annotated[
        str, typer.Option(help="Your e-mail address, for the services that push.")
    ] = "nobody@branchline.example",
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Let webhooks go to private addresses, in a closed network.")
    ] = False,
    trusted_proxies: Annotated[str, typer.Option(help="Proxies whose X-Forwarded-For is true, with commas.")] = "",
    client_sockets: Annotated[int, typer.Option(min=1, help="Connections from one address at once.")] = 60,
    client_tables: Annotated[int, typer.Option(min=1, help="Tables from one address in an hour.")] = 60,
    bot_tables: Annotated[int, typer.Option(min=0, help="Tables of bots alone at once.")] = 40,
    coach_playouts: Annotated[int, typer.Option(min=100, help="Games played on for an analysis.")] = 80_000,
    keep_lobbies: Annotated[float, typer.Option(min=0, help="Days until a lobby is deleted; 0: never.")] = 3.0,
    keep_games: Annotated[float, typer.Option(min=0, help="Days after the last move of an open game.")] = 90.0,
    keep_finished: Annotated[float, typer.Option(min=0, help="Days after the end of a game.")] = 365.0,
    keep_records: Annotated[float, typer.Option(min=0, help="Days after a record was uploaded.")] = 30.0,
    keep_boards: Annotated[float, typer.Option(min=0.01, help="Days for an uploaded board without a table.")] = 3.0,
    uploads: Annotated[int, typer.Option(min=0, help="Boards that people may upload; 0: none.")] = 2000,
    keys: Annotated[str, typer.Option(help="The file of the keys that seal secrets; made if it is not there.")] = "",
    admin_key: Annotated[str, typer.Option(help="A key to look after tables with: branchline admin.")] = "",
    metrics: Annotated[str, typer.Option(help="A word to read /metrics with; else only this machine.")] = "",
    rate: Annotated[float, typer.Option(min=0, help="Requests a second from one address; 0: no limit.")] = 20.0,
) -> None:
    """Serve tables for people and bots, and the app."""
    from branchline.server.run import run_service
    from branchline.server.settings import Settings

    settings = Settings(
        database=database,
        bus=bus,
        hosts=hosts,
        boards=",".join(map(str, board)),
        origins=origins,
        bot_pause=bot_pause,
        bot_grace=bot_grace,
        open_tables=open_tables,
        contact=contact,
        allow_private=int(allow_private),
        trusted_proxies=trusted_proxies,
        client_sockets=client_sockets,
        client_tables=client_tables,
        bot_tables=bot_tables,
        coach_playouts=coach_playouts,
        metrics=metrics,
        keys=keys,
        admin_key=admin_key,
        keep_lobbies=keep_lobbies,
        keep_games=keep_games,
        keep_finished=keep_finished,
        keep_records=keep_records,
        keep_boards=keep_boards,
        uploads=uploads,
        rate=rate,
    )
    run_service(settings, host, port, workers)


Database = Annotated[
    str, typer.Option(envvar="BRANCHLINE_DATABASE", help="As for serve; if left out, the file in your data folder.")
]


@app.command(epilog="Example: branchline backup tables-2026-11-17.sqlite")
def backup(file: Annotated[Path, typer.Argument(help="A new file.")], database: Database = "") -> None:
    """Copy all tables into one file, also while the service runs."""
    from branchline.server.backup import backup as copy
    from branchline.server.settings import Settings

    typer.echo(f"{copy(Settings(database=database).url, file)} entries are in {file}")


@app.command(
    epilog="Example: branchline restore tables-2026-11-17.sqlite --database postgresql+psycopg://user@host/name"
)
def restore(file: Annotated[Path, typer.Argument(help="A backup.")], database: Database = "") -> None:
    """Copy a backup into an empty database, of either kind."""
    from branchline.server.backup import restore as copy
    from branchline.server.settings import Settings

    typer.echo(f"{copy(file, Settings(database=database).url)} entries are restored")
