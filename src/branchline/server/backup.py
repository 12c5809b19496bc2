"""A copy of everything in one SQLite file, made while the service goes on, and back into an empty database."""

from pathlib import Path

import sqlalchemy as sa

from branchline.errors import SetupError
from branchline.server.schema import ENTRIES, VERSION, meta, upgrade, version_of
from branchline.server.storage import Storage

AT_ONCE = 1000  # rows


def backup(url: str, path: Path) -> int:
    """Copy a database as it is at one moment into a new file; returns how many entries there are."""
    if path.exists():
        raise SetupError(f"{path} is there already; give the name of a new file")
    partial = path.with_name(path.name + ".part")
    partial.unlink(missing_ok=True)
    source, target = Storage(url), Storage(f"sqlite:///{partial}")
    try:
        with source.engine.connect() as reading, target.engine.begin() as writing:
            if source.is_sqlite:
                reading.exec_driver_sql("BEGIN")  # else each question would be of a moment of its own
            else:
                reading = reading.execution_options(isolation_level="REPEATABLE READ")
            upgrade(writing)
            _check_version(reading)
            count = _copy(reading, writing)
        with target.engine.connect() as connection:  # all in one file, with nothing beside it
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    finally:
        source.engine.dispose()
        target.engine.dispose()
    partial.rename(path)
    return count


def restore(path: Path, url: str) -> int:
    """Copy a backup into an empty database; returns how many entries there are."""
    if not path.is_file():
        raise SetupError(f"there is no file {path}")
    source, target = Storage(f"sqlite:///{path}"), Storage(url)
    try:
        with source.engine.begin() as old:
            upgrade(old)
        with source.engine.connect() as reading, target.engine.begin() as writing:
            upgrade(writing)
            if writing.execute(sa.select(sa.func.count()).select_from(ENTRIES)).scalar():
                raise SetupError("the database has tables in it; restore into an empty one")
            return _copy(reading, writing)
    finally:
        source.engine.dispose()
        target.engine.dispose()


def _check_version(connection: sa.Connection) -> None:
    found = version_of(connection)
    if found != VERSION:
        raise SetupError(
            f"the database is of version {found}, not {VERSION}; start the service once to bring it up to date"
        )


def _copy(reading: sa.Connection, writing: sa.Connection) -> int:
    for table in meta.sorted_tables:
        writing.execute(sa.delete(table))
        rows = reading.execution_options(yield_per=AT_ONCE).execute(sa.select(table))
        for part in rows.mappings().partitions(AT_ONCE):
            writing.execute(sa.insert(table), [dict(row) for row in part])
    return int(writing.execute(sa.select(sa.func.count()).select_from(ENTRIES)).scalar_one())
