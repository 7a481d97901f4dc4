"""What is done for the safety of an open database beside its use: backups, a look for damage.

Threads: one that is not the worker's, nor the interface's; `Database.copies` is between them.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from app.core.chats.backups import BackupOutcome, WeeklyBackups
from app.core.chats.copying import CopyGivenUp, reader_of
from app.core.chats.errors import translated_errors
from app.core.chats.repair.examination import examine

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from app.core.chats.database import Database
    from app.core.chats.repair.examination import DatabaseFault


class DatabaseCare:
    """The care for one open database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._weekly = WeeklyBackups(database.path, database.copies)

    @property
    def was_cut_off(self) -> bool:
        """Whether whoever used the chats last did not close them: a crash, or a power cut."""
        return self._database.was_cut_off

    @property
    def path(self) -> Path:
        """Where the database is."""
        return self._database.path

    def back_up_if_due(self, now: datetime) -> BackupOutcome:
        """Make a backup where the last one is a week old.

        Raises:
            KnownError: see `WeeklyBackups.back_up_if_due`.
        """
        return self._weekly.back_up_if_due(now)

    def examine(self) -> tuple[DatabaseFault, ...] | None:
        """Return what is wrong with the database; None when somebody deletes, or the program ends.

        Raises:
            KnownError: see `errors.py`.
        """
        gate = self._database.copies
        with (
            translated_errors(self._database.path),
            contextlib.suppress(CopyGivenUp),
            gate.copying(),
            contextlib.closing(reader_of(self._database.path)) as connection,
        ):
            return examine(connection, lambda: gate.is_stopping)
        return None
