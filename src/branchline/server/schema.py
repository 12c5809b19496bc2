"""The tables of the database, and how an older database becomes one of today.

The version stands in the database. New tables are made by themselves; whatever else a version changes is a list of
statements here, run once, in the transaction that raises the version. That is all there is to migrate: what happened
at a table is in its entries, which are read by what they are and never rewritten.
"""

import sqlalchemy as sa

meta = sa.MetaData()
TABLES = sa.Table(
    "tables",
    meta,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger),  # when the service has to do something itself, in milliseconds
    sa.Index("tables_due", "due"),
    sa.Index("tables_public", "public", "status", "changed"),
)
ENTRIES = sa.Table(
    "entries",
    meta,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

OUTBOX = sa.Table(  # notices that wait to be sent
    "outbox",
    meta,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("target", sa.String(1000), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),  # how often somebody has tried
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Index("outbox_due", "due"),
)
SECRETS = sa.Table(  # that draws follow from; each is in its log once the game is over
    "secrets",
    meta,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
)
BOARDS = sa.Table(  # of all games, as they were when these began
    "boards",
    meta,
    sa.Column("fingerprint", sa.String(16), primary_key=True),
    sa.Column("text", sa.LargeBinary, nullable=False),
)
KEEPSAKES = sa.Table(
    "keepsakes",
    meta,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)
PULSE = sa.Table("pulse", meta, sa.Column("id", sa.Integer, primary_key=True), sa.Column("at", sa.BigInteger))
OUTAGES = sa.Table(  # when no process could store anything: clocks stood still
    "outages",
    meta,
    sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
)
BANS = sa.Table(
    "bans",
    meta,
    sa.Column("address", sa.String(60), primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
UPLOADS = sa.Table(  # boards that people brought; they go when no table needs them any more
    "uploads",
    meta,
    sa.Column("fingerprint", sa.String(16), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),  # when it was last brought, or chosen for a table
)
PLAYED_ON = sa.Table(  # which table has which uploaded board
    "played_on",
    meta,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("fingerprint", sa.String(16), nullable=False, index=True),
)
ANALYSES = sa.Table(  # what the coach found in finished games
    "analyses",
    meta,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),  # of what is kept
    sa.Column("data", sa.LargeBinary, nullable=False),
)
SCHEMA = sa.Table("schema", meta, sa.Column("version", sa.Integer, primary_key=True))

STEPS: tuple[tuple[str, ...], ...] = (
    (),  # to version 1: from nothing
    (),  # to version 2: `secrets`, `boards`, `pulse`, `outages`, `bans` and `schema` are new
    (),  # to version 3: `analyses` is new
    (),  # to version 4: `uploads` and `played_on` are new
)
VERSION = len(STEPS)
LOCK = 7_265_310_247_106  # of PostgreSQL, so that one process at a time changes the schema


class SchemaError(Exception):
    """A database that this program cannot use."""


def version_of(connection: sa.Connection) -> int:
    """The version of a database; 0 if there is nothing in it."""
    names = sa.inspect(connection).get_table_names()
    if SCHEMA.name in names:
        found = connection.execute(sa.select(SCHEMA.c.version)).scalar()
        if found is not None:
            return int(found)
    return 1 if ENTRIES.name in names else 0


def upgrade(connection: sa.Connection) -> None:
    """Make the tables, or bring those of an older version up to date; needs a transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
    found = version_of(connection)
    if found > VERSION:
        raise SchemaError(f"the database is of version {found}, from a newer Branchline; this one knows {VERSION}")
    meta.create_all(connection)
    for step in STEPS[found:] if found else ():
        for statement in step:
            connection.execute(sa.text(statement))
    if connection.execute(sa.update(SCHEMA).values(version=VERSION)).rowcount == 0:
        connection.execute(sa.insert(SCHEMA).values(version=VERSION))
