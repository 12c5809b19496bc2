"""The commands for operators: `branchline admin …`, which asks a running service."""

import json
import urllib.error
import urllib.request
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import quote

import typer

app = typer.Typer(
    name="admin", help="Look after a running service; it must have been started with --admin-key.", no_args_is_help=True
)
Key = Annotated[str, typer.Option(envvar="BRANCHLINE_ADMIN_KEY", help="The key that the service was started with.")]
Url = Annotated[str, typer.Option(envvar="BRANCHLINE_URL", help="Where the service is.")]
Name = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name: the end of its address.")]
HERE = "http://127.0.0.1:8000"


def ask(url: str, key: str, method: str, path: str, body: object = None) -> Any:
    """Ask the service for something, or say why it does not do it."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{url.rstrip('/')}/api/admin{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        try:
            text = json.load(error)["error"]["text"]
        except (ValueError, KeyError):
            text = str(error)
        typer.echo(f"branchline: {text}", err=True)
    except (urllib.error.URLError, OSError, ValueError) as error:
        typer.echo(f"branchline: the service at {url} cannot be reached: {error}", err=True)
    raise typer.Exit(1)


def _when(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@app.command("list", epilog="Example: branchline admin list")
def list_tables(key: Key, url: Url = HERE, status: str = "", limit: int = 100) -> None:
    """List tables, those changed last first."""
    for table in ask(url, key, "GET", f"/tables?status={status}&limit={limit}"):
        public = "public" if table["public"] else ""
        typer.echo(f"{table['id']}  {table['status']:8} {_when(table['changed'])}  {public}".rstrip())


@app.command(epilog="Example: branchline admin show TABLE")
def show(table: Name, key: Key, url: Url = HERE) -> None:
    """Show a table and what was said there; cards stay hidden."""
    found = ask(url, key, "GET", f"/tables/{table}")
    about = found["table"]
    typer.echo(f"{about['title']}, {about['status']}, {about['moves']} moves")
    for seat in about["seats"]:
        typer.echo(f"  seat {seat['seat']}: {seat['name'] or '(free)'} ({seat['kind']})")
    for line in found["chat"]:
        typer.echo(f"  {line['seq']:5} {_when(line['at'])} seat {line['seat']}: {line['text']}")


@app.command(epilog="Example: branchline admin close TABLE")
def close(table: Name, key: Key, url: Url = HERE) -> None:
    """End a game where it stands."""
    ask(url, key, "POST", f"/tables/{table}/close")
    typer.echo(f"{table} is closed.")


@app.command(epilog="Example: branchline admin delete TABLE")
def delete(table: Name, key: Key, url: Url = HERE) -> None:
    """Delete a table."""
    ask(url, key, "DELETE", f"/tables/{table}")
    typer.echo(f"{table} is deleted.")


@app.command("remove-chat", epilog="Example: branchline admin remove-chat TABLE 17")
def remove_chat(table: Name, number: int, key: Key, url: Url = HERE) -> None:
    """Remove a line that somebody said; `show` tells its number."""
    ask(url, key, "DELETE", f"/tables/{table}/chat/{number}")
    typer.echo(f"Line {number} is removed.")


@app.command(epilog="Example: branchline admin ban 203.0.113.7 --days 7")
def ban(address: str, key: Key, url: Url = HERE, days: float = 7.0) -> None:
    """Shut an address out."""
    ask(url, key, "POST", "/bans", {"address": address, "days": days})
    typer.echo(f"{address} is shut out for {days:g} days.")


@app.command(epilog="Example: branchline admin unban 203.0.113.7")
def unban(address: str, key: Key, url: Url = HERE) -> None:
    """Let an address in again."""
    ask(url, key, "DELETE", f"/bans/{quote(address, safe='')}")
    typer.echo(f"{address} is let in.")


@app.command(epilog="Example: branchline admin bans")
def bans(key: Key, url: Url = HERE) -> None:
    """List the addresses that are shut out."""
    for one in ask(url, key, "GET", "/bans"):
        typer.echo(f"{one['address']}  until {_when(one['until'])}")


@app.command("rotate-keys", epilog="Example: branchline admin rotate-keys")
def rotate_keys(key: Key, url: Url = HERE) -> None:
    """Make new keys, to seal secrets with and for pushes; browsers have to subscribe anew."""
    typer.echo(f"The key for pushes is now {ask(url, key, 'POST', '/keys')['push_key']}")
