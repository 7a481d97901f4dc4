"""Mending a damaged database of chats, with Hearth closed, and telling what came of it.

Threads: any, never the interface's, which `run` would block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.backups import day_of_backup
from app.core.chats.repair.rescue import RecoveryReport, recover, restore_backup
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths


class RecoverChats(PlainValue, frozen=True):
    """Take what can be read of the damaged file, and the rest from the newest backup."""

    def run(self, paths: Paths) -> RecoveryReport | None:
        """Do it; returns None where nothing is wrong.

        Raises:
            KnownError: it cannot be done; everything is as it was.
        """
        return recover(paths.database)


class RestoreBackup(PlainValue, frozen=True):
    """Put a copy of a backup in the place of the damaged file."""

    backup: Path

    def run(self, paths: Paths) -> RecoveryReport | None:
        """Do it.

        Raises:
            KnownError: it cannot be done; everything is as it was.
        """
        return restore_backup(paths.database, self.backup)


CareTask = RecoverChats | RestoreBackup


def report_lines(report: RecoveryReport) -> tuple[Phrase, ...]:
    """Say in sentences what came back, what is missing, and where the damaged file is."""
    lines = [
        phrase(
            "Recovered {n_chats} chats with {n_messages} messages.",
            n_chats=report.n_chats,
            n_messages=report.n_messages,
        )
    ]
    if report.backup is not None:
        day = f"{day_of_backup(report.backup):%Y-%m-%d}"
        if report.n_from_backup:
            lines.append(
                phrase(
                    "{n} of these messages come from the backup of {day}.",
                    n=report.n_from_backup,
                    day=day,
                )
            )
        else:
            lines.append(phrase("Hearth used the backup of {day}.", day=day))
    lines += _lost_lines(report)
    lines.append(
        phrase(
            "The damaged file is kept as {file}. It still contains your messages; delete it "
            "when you no longer need it.",
            file=report.damaged,
        )
    )
    return tuple(lines)


def _lost_lines(report: RecoveryReport) -> list[Phrase]:
    """Say what is missing."""
    lines: list[Phrase] = []
    if report.n_garbled:
        lines.append(phrase("{n} messages lost some characters.", n=report.n_garbled))
    if report.n_missing:
        lines.append(
            phrase(
                "{n} messages could not be recovered; a note stands in place of each.",
                n=report.n_missing,
            )
        )
    if report.n_files_missing:
        lines.append(
            phrase(
                "{n} attached files could not be recovered; a note stands in place of each.",
                n=report.n_files_missing,
            )
        )
    if report.n_chats_missing:
        lines.append(
            phrase("{n} chats lost their titles or other details.", n=report.n_chats_missing)
        )
    lost = (report.n_missing, report.n_files_missing, report.n_chats_missing)
    if not report.is_complete:
        lines.append(phrase("More may be missing; the damaged file does not show how much."))
    elif not any(lost):
        lines.append(phrase("Nothing is missing."))
    return lines
