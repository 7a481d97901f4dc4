"""Bringing the database to the schema this version of Hearth knows.

A database of a later version is refused untouched. Before an existing database changes, a copy
of it is laid beside it; the change itself is one transaction, so a power cut leaves the old schema
or the new one.

Threads: called by `Database.open` only, on its thread.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
from typing import TYPE_CHECKING

from app.core.chats.errors import DamagedDatabase, NewerDatabase, backups_of
from app.core.chats.migrations import HEAD_REVISION, MIGRATIONS_FOLDER
from app.core.chats.search.index_tables import begin_anew, has_index
from app.core.errors import BugError
from app.core.files import replace_file, sync_file, sync_folder

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
        NewerDatabase: the revision is not one this version knows.
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


def _refuse_newer(revision: str, path: Path) -> None:
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(migrations()).walk_revisions()
    if revision not in {script.revision for script in scripts}:
        raise NewerDatabase(path, revision)


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

    Keeps the newest `N_BACKUPS_KEPT` copies. The copy is complete under its name or absent.

    Raises:
        OSError: the disk refused; no half copy remains.
        sqlite3.Error: the database cannot be read, or the disk is full.
    """
    backup = path.with_name(f"{path.stem}.{revision}.backup.db")
    temporary = backup.with_suffix(".tmp")
    try:
        _copy(source, temporary)
        replace_file(temporary, backup)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)
    for old in backups_of(path)[N_BACKUPS_KEPT:]:
        old.unlink()
    return backup


def _copy(source: sqlite3.Connection, target: Path) -> None:
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with contextlib.closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        _empty_index(copy)
        copy.execute("PRAGMA journal_mode=DELETE").close()  # one file, nothing beside it
    descriptor = os.open(target, os.O_RDWR)
    try:
        sync_file(descriptor)
    finally:
        os.close(descriptor)


def _empty_index(copy: sqlite3.Connection) -> None:
    """Leave no search index in a copy: words that are deleted there later would stay in it."""
    if not has_index(copy):
        return
    copy.execute("PRAGMA secure_delete=ON").close()
    begin_anew(copy)
    copy.commit()
    copy.execute("VACUUM").close()


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection, for what must happen outside a transaction."""
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        raise BugError(f"not a SQLite connection: {driver!r}")
    return driver
