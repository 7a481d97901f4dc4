"""Copies of the database that lie beside it: made, found, and freed of what the user deleted.

A copy is made before the schema changes, and each week while the chats are in use: through a
connection of its own, in one read transaction, on a thread of its own. The worker's connection
could not answer while it copies, and without a transaction every message that is written would
begin the copy anew.

A copy holds what was deleted since, unless that is deleted there, too. A chat or message is the
same by its id and the moment it was made at: after the user has gone back to an older copy, ids are
given once more.

Threads: making one, a thread that is not the worker's, nor the interface's (`Database.copies` is
between them); else see `ChatStore`.
"""

from __future__ import annotations

import contextlib
import enum
import json
import logging
import os
import re
import sqlite3
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from app.core.chats.copying import (
    LOG_SUFFIXES,
    CopyDamaged,
    CopyGate,
    CopyGivenUp,
    copy_database,
    reader_of,
    remove_copy,
)
from app.core.chats.errors import BackupNotWritable, DamagedDatabase, backups_of, translated_errors
from app.core.chats.records import SUMMARY, SUMMARY_OF
from app.core.system.files import database_uri, free_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


N_WEEKLY_KEPT = 3
EVERY = timedelta(days=7)
_AHEAD = timedelta(days=1)  # of the clock, which was set back: a backup of the future is none
_ROOM = 3  # times the database must be free

_log = logging.getLogger(__name__)


class BackupOutcome(enum.Enum):
    """What came of the wish for a backup."""

    MADE = enum.auto()
    NOT_DUE = enum.auto()
    NO_ROOM = enum.auto()
    GIVEN_UP = enum.auto()  # somebody deletes, or the program ends


class WeeklyBackups:
    """The weekly backups of one open database.

    Args:
        path: of the database.
        gate: shut while something is deleted.
    """

    def __init__(self, path: Path, gate: CopyGate) -> None:
        self._path = path
        self._gate = gate

    def back_up_if_due(
        self, now: datetime, free: Callable[[Path], int] = free_bytes
    ) -> BackupOutcome:
        """Make a backup where the last one is a week old; the oldest of more than three goes.

        Args:
            now: aware.
            free: bytes of the disk that holds a folder.

        Raises:
            DamagedDatabase: what was copied is not sound; the older backups stay.
            KnownError: see `errors.py`; no half backup remains.
        """
        with translated_errors(self._path):
            self._rotate()  # a power cut may have left one too many
            numbers = _numbered(self._path)
            if numbers and not _is_due(numbers[max(numbers)], now):
                return BackupOutcome.NOT_DUE
            if not self._has_room(free):
                return BackupOutcome.NO_ROOM
            number = max(numbers, default=0) + 1
            day = f"{now.astimezone(UTC):%Y%m%d}"
            target = self._path.with_name(f"{self._path.stem}.weekly-{number:06d}-{day}.backup.db")
            try:
                self._copy(target)
            except CopyGivenUp:
                return BackupOutcome.GIVEN_UP
            except CopyDamaged as error:
                raise DamagedDatabase(self._path, f"backup: {error}") from error
            self._rotate()
        _log.info("weekly backup %s written, %d bytes", target.name, target.stat().st_size)
        return BackupOutcome.MADE

    def _rotate(self) -> None:
        for old in weekly_backups_of(self._path)[N_WEEKLY_KEPT:]:
            remove_copy(old)

    def _has_room(self, free: Callable[[Path], int]) -> bool:
        n_bytes = self._path.stat().st_size
        n_free = free(self._path.parent)
        if n_free < _ROOM * n_bytes:
            _log.warning(
                "no weekly backup: %d bytes are free, %d times %d are wanted",
                n_free,
                _ROOM,
                n_bytes,
            )
            return False
        return True

    def _copy(self, target: Path) -> None:
        with (
            self._gate.copying() as between_steps,
            contextlib.closing(reader_of(self._path)) as source,
        ):
            (mode,) = source.execute("PRAGMA journal_mode").fetchone()
            if mode == "wal":  # else a transaction would keep the writer waiting
                source.execute("BEGIN").close()
                source.execute("SELECT count(*) FROM sqlite_master").fetchall()
            copy_database(source, target, between_steps)


def weekly_backups_of(path: Path) -> list[Path]:
    """Return the weekly backups beside the database `path`, newest first."""
    return [backup for _, backup in sorted(_numbered(path).items(), reverse=True)]


def from_newest_on(path: Path) -> list[Path]:
    """Return all backups beside the database `path`, newest first.

    Where a weekly backup has a number below another one, it is older, whatever the clock said.
    """
    days = {backup: day_of_backup(backup) for backup in backups_of(path)}
    numbers = {backup: number for number, backup in _numbered(path).items()}
    latest = datetime.max.replace(tzinfo=UTC)
    for backup in sorted(numbers, key=numbers.__getitem__, reverse=True):
        latest = days[backup] = min(latest, days[backup])
    return sorted(days, key=lambda one: (days[one], numbers.get(one, 0)), reverse=True)


def day_of_backup(backup: Path) -> datetime:
    """Return when a backup was made: a weekly one says it, of others the file does."""
    found = re.search(r"\.weekly-\d{6}-(\d{8})\.backup\.db$", backup.name)
    with contextlib.suppress(ValueError):
        if found is not None:
            return datetime.strptime(found[1], "%Y%m%d").replace(tzinfo=UTC)
    return datetime.fromtimestamp(backup.stat().st_mtime, UTC)


def remove_half_copies(path: Path) -> None:
    """Delete what a kill has left of copies: words in it would outlive their deletion.

    To be called while nothing is copied.

    Raises:
        OSError: the system refuses.
    """
    kind = r"\d{4}|weekly-\d{6}-\d{8}"
    logs = "|".join(LOG_SUFFIXES)
    name = re.compile(rf"({re.escape(path.stem)}\.(?:{kind})\.backup\.tmp)(?:{logs})?")
    for file in list(path.parent.iterdir()):
        if match := name.fullmatch(file.name):
            remove_copy(file.with_name(match[1]))


def _numbered(path: Path) -> dict[int, Path]:
    """Return the weekly backups by their numbers; the clock may have been set back since."""
    name = re.compile(rf"{re.escape(path.stem)}\.weekly-(\d{{6}})-\d{{8}}\.backup\.db")
    found = {}
    for file in path.parent.iterdir():
        if match := name.fullmatch(file.name):
            found[int(match[1])] = file
    return found


def _is_due(newest: Path, now: datetime) -> bool:
    age = now - day_of_backup(newest)
    return age >= EVERY or age < -_AHEAD


BUSY_S = 2.0  # a copy may be held for so long


_IS_IT = "id = :id AND created_at = :created_at"
_SUBTREE = (
    f"WITH RECURSIVE below(id) AS (SELECT id FROM messages WHERE {_IS_IT} UNION "
    "SELECT messages.id FROM messages JOIN below ON messages.parent_id = below.id) "
)
_BELOW = f"({_SUBTREE} SELECT id FROM below)"
_PARENT = f"SELECT parent_id FROM messages WHERE {_IS_IT}"
_CHAT = f"SELECT chat_id FROM messages WHERE {_IS_IT}"
# A summary may bear the words; one that the chat has now stands for messages that are there.
_SUMMARY = (
    f"UPDATE chats SET sampling = json_remove(sampling, '$.{SUMMARY}', '$.{SUMMARY_OF}') "
    f"WHERE id = ({_CHAT}) AND json_valid(sampling) "
    f"AND json_extract(sampling, '$.{SUMMARY_OF}') IS NOT :summary_of"
)
_OF_MESSAGE = (
    _SUMMARY,
    f"UPDATE chats SET title = :title WHERE id = ({_CHAT})",  # it may bear the words
    f"UPDATE chats SET leaf_id = ({_PARENT}) WHERE leaf_id IN {_BELOW}",
    f"UPDATE token_records SET base_id = NULL WHERE base_id IN {_BELOW}",
    f"DELETE FROM token_records WHERE message_id IN {_BELOW}",
    f"DELETE FROM messages WHERE id IN {_BELOW}",
)
_OF_CHAT = (f"DELETE FROM chats WHERE {_IS_IT}",)
_FOLDERS = f"chat_folders WHERE {_IS_IT}"
_OF_FOLDER = (
    f"UPDATE chats SET folder_id = NULL WHERE folder_id = (SELECT id FROM {_FOLDERS})",
    f"DELETE FROM {_FOLDERS}",
)
_Values = dict[str, int | str]


def scrub_chats(path: Path, chats: Sequence[tuple[int, str]]) -> None:
    """Delete chats from every copy of the database `path`; overwritten in the files.

    Args:
        chats: the id of each, and its `created_at` as it is stored.

    Raises:
        BackupNotWritable: a copy refuses, and still holds all of them.
    """
    values: list[_Values] = [
        {"id": chat_id, "created_at": created_at} for chat_id, created_at in chats
    ]
    _scrub(path, _OF_CHAT, values)


def scrub_folder(path: Path, folder_id: int, created_at: str) -> None:
    """Delete a folder of the chat list from every copy, likewise; its chats stay."""
    values: _Values = {"id": folder_id, "created_at": created_at}
    _scrub(path, _OF_FOLDER, [values], table="chat_folders")


def scrub_message(path: Path, message_id: int, created_at: str, title: str, sampling: str) -> None:
    """Delete a message and all that follows it from every copy, likewise.

    Args:
        path: of the database.
        message_id: of the message.
        created_at: as it is stored.
        title: of its chat now; in the copy the title may bear words of the message.
        sampling: of its chat now, as it is stored; so may the summary in it.
    """
    summary_of = str(dict(json.loads(sampling or "{}")).get(SUMMARY_OF, ""))
    values: _Values = {
        "id": message_id, "created_at": created_at, "title": title, "summary_of": summary_of,
    }  # fmt: skip
    _scrub(path, _OF_MESSAGE, [values])


def _scrub(
    path: Path, statements: tuple[str, ...], values: list[_Values], table: str = "token_records"
) -> None:
    for backup in backups_of(path):
        try:
            made_ns = backup.stat().st_mtime_ns
            _execute(backup, statements, values, table)
            os.utime(backup, ns=(made_ns, made_ns))  # it is as old as before
        except (sqlite3.OperationalError, OSError) as error:  # full, locked, write-protected
            raise BackupNotWritable(repr(error), backup=backup) from error
        except sqlite3.DatabaseError as error:  # nobody could go back to it
            _log.warning("a damaged backup is deleted: %r", error)
            with contextlib.suppress(OSError):
                backup.unlink()


def _execute(backup: Path, statements: tuple[str, ...], values: list[_Values], table: str) -> None:
    uri = database_uri(backup.absolute())
    connection = sqlite3.connect(uri, timeout=BUSY_S, isolation_level=None, uri=True)
    with contextlib.closing(connection):
        connection.execute("PRAGMA secure_delete=ON").close()
        connection.execute("PRAGMA foreign_keys=ON").close()
        connection.execute("BEGIN IMMEDIATE")
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if {"chats", "messages", table} <= {name for (name,) in tables.fetchall()}:
            columns = connection.execute("SELECT name FROM pragma_table_info('chats')")
            if ("sampling",) not in columns.fetchall():  # there were no summaries then
                statements = tuple(one for one in statements if one is not _SUMMARY)
            for one in values:
                for statement in statements:
                    connection.execute(statement, one)
        connection.execute("COMMIT")
