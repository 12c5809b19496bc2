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
    origins: str = ""  # other origins whose pages may use the service, separated by commas
    bot_pause: float = 0.0  # seconds before a bot moves
    bot_grace: int = 15_000  # milliseconds until another process makes a bot's move
    open_tables: int = 20_000  # that may be waiting or under way at once
    rate: float = 20.0  # requests a second from one address, and moves a second from one connection
    burst: int = 100  # that may come at once
    contact: str = "nobody@branchline.example"  # whom push services may write to
    allow_private: int = 0  # 1: webhooks may go to private addresses, for tests and closed networks

    @property
    def other_origins(self) -> list[str]:
        """Origins besides our own whose pages may use the service."""
        return [origin.strip().rstrip("/") for origin in self.origins.split(",") if origin.strip()]

    @property
    def url(self) -> str:
        """The database's address."""
        if self.database:
            return self.database
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'tables.sqlite'}"


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
