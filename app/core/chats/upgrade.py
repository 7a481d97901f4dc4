"""Bringing the database to the schema this version of Hearth knows.

A database of a later version is refused untouched. Before an existing database changes, a copy
of it is laid beside it; the change itself is one transaction, so a power cut leaves the old schema
or the new one.

Threads: called by `Database.open` only, on its thread.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from typing import TYPE_CHECKING

from sqlalchemy import URL, NullPool, create_engine, event

from app.core.chats.backups import weekly_backups_of
from app.core.chats.copying import CopyDamaged, copy_database, remove_copy
from app.core.chats.errors import NEWER_DATABASE, DamagedDatabase, backups_of
from app.core.chats.migrations import HEAD_REVISION, MIGRATIONS_FOLDER
from app.core.errors import BugError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from alembic.config import Config
    from sqlalchemy import Connection

N_BACKUPS_KEPT = 3

_log = logging.getLogger(__name__)


def revision_of(connection: Connection, path: Path) -> str | None:
    """Return the schema revision of the open database, None when it is empty.

    Raises:
        DamagedDatabase: it holds tables, but not a revision: not one of Hearth's.
    """
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_master").scalars())
    if not tables:
        return None
    revisions: list[str] = []
    if "alembic_version" in tables:
        rows = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
        revisions = [str(revision) for revision in rows.scalars()]
    if len(revisions) != 1:
        raise DamagedDatabase(path, f"tables {sorted(tables)[:20]}, revisions {revisions}")
    return revisions[0]


def migrations() -> Config:
    """Return Alembic's configuration for this package; the caller adds the connection."""
    from alembic.config import Config  # 0.1 s, needed on few starts

    config = Config()
    folder = str(MIGRATIONS_FOLDER).replace("%", "%%")  # ConfigParser would interpolate
    config.set_main_option("script_location", folder)
    return config


def upgrade(connection: Connection, path: Path) -> None:
    """Migrate the open database to `HEAD_REVISION`, after laying a backup beside it.

    Args:
        connection: outside a transaction.
        path: the file it is connected to.

    Raises:
        KnownError: the revision is not one this version knows.
        DamagedDatabase: not a database of Hearth.
    """
    revision = revision_of(connection, path)
    connection.rollback()
    if revision == HEAD_REVISION:
        return
    if revision is not None:
        _refuse_newer(revision, path)
        back_up(driver_of(connection), path, revision)
    _migrate(connection, HEAD_REVISION)
    _log.info("chat database migrated from revision %s to %s", revision, HEAD_REVISION)


def revisions() -> frozenset[str]:
    """Return the revisions that this version of Hearth knows."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(migrations()).walk_revisions()
    return frozenset(script.revision for script in scripts)


def lay_out(path: Path, revision: str) -> None:
    """Bring the database `path`, a new or an older one, to a revision; nobody has it open."""
    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.connect() as connection:
        _migrate(connection, revision)


def _refuse_newer(revision: str, path: Path) -> None:
    if revision not in revisions():
        raise NEWER_DATABASE(f"database revision {revision}", path=path)


def _migrate(connection: Connection, revision: str) -> None:
    from alembic import command

    config = migrations()
    config.attributes["connection"] = connection
    with _foreign_keys_off(connection), connection.begin():
        command.upgrade(config, revision)
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise BugError(f"migration to {revision} broke references: {broken[:5]}")


@contextlib.contextmanager
def _foreign_keys_off(connection: Connection) -> Iterator[None]:
    """Let batch mode drop and rename tables; SQLite takes this only outside a transaction."""
    driver = driver_of(connection)
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def back_up(source: sqlite3.Connection, path: Path, revision: str) -> Path:
    """Copy the database `path` beside itself as `<stem>.<revision>.backup.db`, durable on return.

    Keeps the newest `N_BACKUPS_KEPT` of these copies. The copy is complete and checked under its
    name, or absent.

    Raises:
        DamagedDatabase: what was copied is not sound.
        OSError: the disk refused; no half copy remains.
        sqlite3.Error: the database cannot be read, or the disk is full.
    """
    backup = path.with_name(f"{path.stem}.{revision}.backup.db")
    try:
        copy_database(source, backup)
    except CopyDamaged as error:
        raise DamagedDatabase(path, f"backup: {error}") from error
    others = {backup, *weekly_backups_of(path)}  # by the clock, the new one may be the oldest
    for old in [copy for copy in backups_of(path) if copy not in others][N_BACKUPS_KEPT - 1 :]:
        remove_copy(old)
    return backup


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection, for what must happen outside a transaction."""
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        raise BugError(f"not a SQLite connection: {driver!r}")
    return driver
