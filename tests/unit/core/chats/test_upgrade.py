"""The schema's history: what a migration changes, what it copies first, what it refuses."""

from __future__ import annotations

import itertools
import os
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from app.core.chats import upgrade
from app.core.chats.database import Database
from app.core.chats.errors import DamagedDatabase, backups_of
from app.core.chats.migrations import HEAD_REVISION, MIGRATIONS_FOLDER
from app.core.chats.store import ChatStore
from app.core.chats.tables import Base
from app.core.errors import BugError, KnownError
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

FUTURE = """
from alembic import op
import sqlalchemy as sa
revision, down_revision = "9999", "{head}"

def upgrade():
    with op.batch_alter_table("chats") as chats:
        chats.add_column(sa.Column("colour", sa.Text(), nullable=False, server_default="red"))
    {more}
"""


def future(more: str = "") -> str:
    """The next revision, which does `more` beside."""
    return FUTURE.format(head=HEAD_REVISION, more=more)


def _schema(path: Path) -> dict[str, object]:
    """What SQLite says of every table: columns, indexes, references, statement of the table."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
        tables = [table for table in tables if not _is_of_fts(table[0])]
        return {
            name: (
                connection.execute(f"PRAGMA table_xinfo({name})").fetchall(),
                sorted(row[1:] for row in connection.execute(f"PRAGMA index_list({name})")),
                sorted(row[2:] for row in connection.execute(f"PRAGMA foreign_key_list({name})")),
                "AUTOINCREMENT" in sql,
                sorted(line.strip(" ,\t") for line in sql.splitlines() if "CHECK" in line),
            )
            for name, sql in tables
            if name != "alembic_version"
        }


def _is_of_fts(name: str | None) -> bool:
    """Whether a table is one that FTS5 keeps; no model declares those."""
    return name is not None and name.startswith(("search_text", "search_parts"))


@pytest.fixture
def connection(database: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{database}")
    with engine.connect() as opened:
        yield opened
    engine.dispose()


@pytest.fixture
def with_future(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A later Hearth with one more revision, `9999`; returns the file of that revision."""
    folder = tmp_path / "100% new" / "migrations"
    shutil.copytree(MIGRATIONS_FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    revision = folder / "versions" / "9999_colours.py"
    revision.write_text(future())
    monkeypatch.setattr(upgrade, "MIGRATIONS_FOLDER", folder)
    monkeypatch.setattr(upgrade, "HEAD_REVISION", "9999")
    return revision


def _make_chats(path: Path) -> None:
    with ChatStore.open(path) as store:
        chat = store.create_chat(title="Bread")
        store.add_message(chat.id, parent_id=None, role=Role.USER, text="Why?")


def test_the_migrations_build_exactly_the_tables_of_the_models(
    database: Path, tmp_path: Path, connection: Connection
) -> None:
    ChatStore.open(database).close()
    declared = tmp_path / "declared.db"
    engine = create_engine(f"sqlite:///{declared}")
    Base.metadata.create_all(engine)
    engine.dispose()

    def is_declared(name: str | None, kind: str, _parents: object) -> bool:
        return kind != "table" or not _is_of_fts(name)

    options = {"compare_type": True, "include_name": is_declared}
    context = MigrationContext.configure(connection, opts=options)

    assert compare_metadata(context, Base.metadata) == []
    assert _schema(database) == _schema(declared)


def test_the_known_head_is_the_newest_revision_and_the_history_is_one_line() -> None:
    scripts = ScriptDirectory.from_config(upgrade.migrations())

    assert scripts.get_heads() == [HEAD_REVISION]
    assert scripts.get_bases() == ["0001"]


def test_every_revision_goes_up_from_the_one_before(database: Path, connection: Connection) -> None:
    config = upgrade.migrations()
    config.attributes["connection"] = connection
    schemas = []
    for script in reversed(list(ScriptDirectory.from_config(config).walk_revisions())):
        command.upgrade(config, script.revision)
        connection.commit()
        schemas.append(_schema(database))
    assert all(one != before for before, one in itertools.pairwise(schemas))


def test_an_existing_database_is_copied_before_it_is_migrated(
    database: Path, with_future: Path
) -> None:
    with pytest.MonkeyPatch.context() as past:
        past.setattr(upgrade, "HEAD_REVISION", HEAD_REVISION)
        _make_chats(database)

    with ChatStore.open(database) as store:
        (chat,) = store.list_chats()
        assert [message.text for message in store.path(chat.id)] == ["Why?"]

    (backup,) = backups_of(database)
    assert backup.name == f"chats.{HEAD_REVISION}.backup.db"
    with closing(sqlite3.connect(backup)) as copy:
        assert copy.execute("SELECT title FROM chats").fetchall() == [("Bread",)]
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == (
            HEAD_REVISION,
        )
    with closing(sqlite3.connect(database)) as migrated:
        assert migrated.execute("SELECT colour FROM chats").fetchall() == [("red",)]
        assert migrated.execute("SELECT count(*) FROM messages").fetchone() == (1,)


def test_a_new_database_needs_no_backup(database: Path) -> None:
    ChatStore.open(database).close()

    assert backups_of(database) == []


def test_a_migration_that_fails_leaves_the_old_database_and_a_backup(
    database: Path, with_future: Path
) -> None:
    with pytest.MonkeyPatch.context() as past:
        past.setattr(upgrade, "HEAD_REVISION", HEAD_REVISION)
        _make_chats(database)
    before = _schema(database)
    with_future.write_text(future('op.execute("SELECT * FROM nowhere")'))

    with pytest.raises(BugError, match="nowhere"):
        ChatStore.open(database)

    assert _schema(database) == before
    assert [backup.name for backup in backups_of(database)] == [f"chats.{HEAD_REVISION}.backup.db"]
    with_future.write_text(future())
    with ChatStore.open(database) as store:
        assert [chat.title for chat in store.list_chats()] == ["Bread"]


def test_a_migration_that_breaks_references_is_taken_back(
    database: Path, with_future: Path
) -> None:
    with pytest.MonkeyPatch.context() as past:
        past.setattr(upgrade, "HEAD_REVISION", HEAD_REVISION)
        _make_chats(database)
    with_future.write_text(future('op.execute("DELETE FROM chats")'))

    with pytest.raises(BugError, match="broke references"):
        ChatStore.open(database)

    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT title FROM chats").fetchall() == [("Bread",)]


def test_references_are_checked_again_after_a_migration(database: Path) -> None:
    with ChatStore.open(database) as store, store._database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1


def test_the_newest_three_backups_are_kept(database: Path) -> None:
    _make_chats(database)
    with closing(sqlite3.connect(database)) as source:
        for revision in ("0001", "0002", "0003", "0004"):
            upgrade.back_up(source, database, revision)

    assert [backup.name for backup in backups_of(database)] == [
        "chats.0004.backup.db",
        "chats.0003.backup.db",
        "chats.0002.backup.db",
    ]


def test_a_clock_that_was_set_back_does_not_cost_the_newest_backup(database: Path) -> None:
    _make_chats(database)
    with closing(sqlite3.connect(database)) as source:
        for revision in ("0001", "0002", "0003"):
            older = upgrade.back_up(source, database, revision)
            os.utime(older, (2e9, 2e9))
        newest = upgrade.back_up(source, database, "0004")

    assert newest in backups_of(database)
    assert len(backups_of(database)) == 3


def test_a_database_of_a_newer_version_is_refused_untouched(database: Path) -> None:
    _make_chats(database)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = database.read_bytes()

    with pytest.raises(KnownError, match="newer version of Hearth"):
        ChatStore.open(database)

    assert database.read_bytes() == before
    # Windows deletes a lock file that nobody holds any more.
    assert {path.name for path in database.parent.iterdir()} <= {"chats.db", "chats.db.lock"}


def test_a_database_of_another_program_is_refused_untouched(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    before = database.read_bytes()

    with pytest.raises(DamagedDatabase, match="not made by Hearth"):
        ChatStore.open(database)

    assert database.read_bytes() == before


def test_a_start_at_the_newest_revision_does_not_pay_for_alembic(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ChatStore.open(database).close()
    monkeypatch.setattr(upgrade, "migrations", None)

    Database.open(database).close()
