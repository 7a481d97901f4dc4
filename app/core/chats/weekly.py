"""A backup each week, made while the chats are in use.

It is read through a connection of its own, in one read transaction, on a thread of its own: the
worker's connection could not answer while it copies, and without a transaction every message that
is written would begin the copy anew. Such a reader never folds in the write-ahead log, which is
what only one connection may do. Nothing is deleted while a copy is made (`CopyGate`): the copy is
given up, and made later.

Threads: the thread that copies, one at a time; see `CopyGate`.
"""

from __future__ import annotations

import contextlib
import enum
import logging
import re
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
from app.core.chats.errors import DamagedDatabase, backups_of, translated_errors
from app.core.files import free_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
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
