"""How the service is set up: by flags, or by variables of the environment that begin with BRANCHLINE_."""

import os
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any


def data_folder() -> Path:
    """Where a user's data belongs on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "branchline"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set."""

    database: str = ""  # empty: an SQLite file in the user's data folder
    bus: str = ""  # redis://… where there is more than one process
    hosts: str = ""  # names under which the service is reached, separated by commas; "*" for any
    boards: str = ""  # files of own boards, separated by commas
    origins: str = ""  # other origins whose pages may use the service, separated by commas
    bot_pause: float = 0.0  # seconds before a bot moves
    bot_grace: int = 15_000  # milliseconds until another process makes a bot's move
    open_tables: int = 20_000  # that may be waiting or under way at once
    rate: float = 20.0  # requests a second from one address, and moves a second from one connection
    burst: int = 100  # that may come at once
    trusted_proxies: str = ""  # addresses of proxies whose X-Forwarded-For is believed, separated by commas
    client_sockets: int = 60  # that one address may have open at once
    client_tables: int = 60  # that one address may set in an hour
    bot_tables: int = 40  # of bots alone that may be under way at once
    coach_playouts: int = 80_000  # games that the coach plays on for an analysis; some 40 s of a core on Nordic
    keep_lobbies: float = 3.0  # days until a table that waits for players is deleted; 0: never
    keep_games: float = 90.0  # days after the last move of a game that is not over
    keep_finished: float = 365.0  # days after the end of a game
    keep_records: float = 30.0  # days after a record was uploaded
    keep_boards: float = 3.0  # days after which an uploaded board that no table has is deleted
    uploads: int = 2000  # boards that people may have brought at once; 0: none may be uploaded
    keys: str = ""  # the file of the keys that seal secrets; empty: beside the SQLite file, or in the data folder
    admin_key: str = ""  # of the operator; empty: nobody looks after tables over HTTP
    metrics: str = ""  # who may read /metrics: nobody but this machine, or whoever knows this word
    contact: str = "nobody@branchline.example"  # whom push services may write to
    allow_private: int = 0  # 1: webhooks may go to private addresses, for tests and closed networks

    @property
    def other_origins(self) -> list[str]:
        """Origins besides our own whose pages may use the service."""
        return [origin.rstrip("/") for origin in _listed(self.origins)]

    @property
    def own_hosts(self) -> list[str]:
        """Names under which the service is reached."""
        return [host.lower() for host in _listed(self.hosts)]

    @property
    def own_boards(self) -> list[str]:
        """Files of boards that are offered besides those that come with Branchline."""
        return _listed(self.boards)

    @property
    def keeps(self) -> dict[str, float]:
        """For how many days tables of each state are kept."""
        days = (self.keep_lobbies, self.keep_games, self.keep_finished, self.keep_records)
        return dict(zip(("lobby", "playing", "over", "record"), days, strict=True))

    @property
    def url(self) -> str:
        """The database's address."""
        return self.database or f"sqlite:///{_own_folder() / 'tables.sqlite'}"

    @property
    def key_file(self) -> Path:
        """Where the keys are that seal secrets."""
        if self.keys:
            return Path(self.keys)
        kind, _, file = self.url.partition(":///")
        beside = kind.startswith("sqlite") and file not in ("", ":memory:")
        return Path(f"{file}.keys") if beside else data_folder() / "keys"


def _own_folder() -> Path:
    """The user's data folder, for nobody else to read."""
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def from_environment() -> Settings:
    """The settings that the environment asks for."""
    found: dict[str, Any] = {}
    for field in fields(Settings):
        if (text := os.environ.get(f"BRANCHLINE_{field.name.upper()}")) is not None:
            kind: Any = type(field.default)
            found[field.name] = kind(text)
    return Settings(**found)


def to_environment(settings: Settings) -> None:
    """Hand the settings on to processes started from here."""
    for field in fields(Settings):
        os.environ[f"BRANCHLINE_{field.name.upper()}"] = str(getattr(settings, field.name))
