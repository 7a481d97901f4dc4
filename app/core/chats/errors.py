"""What can go wrong with the chats, told in plain words, and the one place that translates.

No exception of SQLAlchemy, sqlite3, filelock or the operating system leaves this package:
whatever touches the disk runs inside `translated_errors()`.

Threads: pure functions and values, any thread.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import sys
from typing import TYPE_CHECKING

import filelock

from app.core.errors import BugError, Cause, ErrorRow, KnownError, WordedError
from app.core.phrases import phrase
from app.core.system.files import DISK_FULL
from app.core.system.paths import FolderNotWritable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_WEEKLY = r"weekly-\d{6}-\d{8}"  # a number, and the day in UTC
_READ_FAILURES = {
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
}


class UnknownChat(WordedError):
    """A chat was asked for that does not exist, or no longer."""

    what = phrase("This chat no longer exists.")
    effect = phrase("It was permanently deleted; your other chats are not affected.")
    remedy = phrase("Choose another chat from the list.")


# A folder of the chat list was asked for that does not exist, or no longer.
UNKNOWN_FOLDER = ErrorRow(
    what=phrase("This folder no longer exists."),
    effect=phrase("The chats that were in it are still in the list."),
    remedy=phrase("Choose another folder, or make a new one."),
)


class UnknownMessage(WordedError):
    """A message was asked for that does not exist in its chat, or no longer."""

    what = phrase("This message no longer exists.")
    effect = phrase("It was deleted; nothing else changed.")
    remedy = phrase("Open the chat again to see its current messages.")


# A picture or a sound of a message was asked for that it does not have.
UNKNOWN_MEDIUM = ErrorRow(
    what=phrase("This picture or sound no longer exists."),
    effect=phrase("The message and the rest of the chat are unchanged."),
    remedy=phrase("Open the chat again to see its current files."),
)


class BackupNotWritable(WordedError):
    """A copy of the database keeps what is to be deleted."""

    what = phrase("Hearth cannot change a backup of your chats ({backup}).")
    effect = phrase("It still contains what you deleted, so the deletion is not yet permanent.")
    remedy = phrase("Make the file writable, or delete it; Hearth tries again at the next start.")


# What was chosen for single chats is to be taken into the database, and cannot be read.
CHOICES_NOT_READ = ErrorRow(
    what=phrase("Hearth cannot read your memory settings for individual chats ({path})."),
    effect=phrase(
        "Hearth did not open your chats, to avoid losing these settings; nothing changed."
    ),
    remedy=phrase("Make the file readable, or delete it if you never changed these settings."),
)


class ChatsInUse(WordedError):
    """A second Hearth wants the same chats."""

    what = phrase("Another Hearth window is using these chats ({path}).")
    effect = phrase("Nothing changed; two windows at once could damage them.")
    remedy = phrase("Use the other window, or close it and start Hearth again.")


class ChatsLocked(WordedError):
    """Another program holds the database for longer than we wait."""

    what = phrase("Another program is using the file with your chats ({path}).")
    effect = phrase("The last change was not saved; everything saved earlier is safe.")
    remedy = phrase(
        "Close programs that may use this file (a backup tool, a database viewer), then try again."
    )


# The database was written by a later version of Hearth.
NEWER_DATABASE = ErrorRow(
    what=phrase("Your chats were saved by a newer version of Hearth ({path})."),
    effect=phrase("This version cannot read them, and left them unchanged."),
    remedy=phrase("Install the newest version of Hearth."),
)


class DamagedDatabase(KnownError):
    """The file is not a database of chats, or parts of it are unreadable."""

    def __init__(self, path: Path, detail: str = "") -> None:
        backups = backups_of(path)
        remedy = phrase("Recover your chats here or with `hearth doctor --recover`.")
        if backups:
            remedy = phrase(
                "Recover your chats here or with `hearth doctor --recover`. There is also a "
                "backup ({backup}).",
                backup=backups[0].name,
            )
        super().__init__(
            what=phrase(
                "The file with your chats is damaged or was not made by Hearth ({path}).", path=path
            ),
            effect=phrase(
                "Hearth overwrote nothing; chats may be missing until the file is repaired."
            ),
            remedy=remedy,
            detail=detail,
        )
        self.path = path


class DiskFull(WordedError):
    """The disk takes no more."""

    cause = Cause.FOLDER

    what = phrase(
        "Hearth cannot write to the disk with your chats ({path}): it is full, over its "
        "quota, or failing."
    )
    effect = phrase("The last change was not saved; everything saved earlier is safe.")
    remedy = phrase(
        "Free some space. Hearth then saves answers automatically; send your unsent messages again."
    )

    def __init__(self, path: Path, detail: str = "") -> None:
        super().__init__(detail, path=path.parent)


class DiskUnreadable(WordedError):
    """The disk does not give back what it holds."""

    what = phrase("The disk failed to read the file with your chats ({path}).")
    effect = phrase("Some chats cannot be shown; nothing changed.")
    remedy = phrase("Copy the file to another disk now, and check this disk.")


class ReadOnlyDatabase(WordedError):
    """The database file may be read but not written."""

    cause = Cause.FOLDER

    what = phrase("The file with your chats is write-protected ({path}).")
    effect = phrase("Nothing changed, but Hearth cannot save anything new.")
    remedy = phrase("Make the file and its folder writable, then start Hearth again.")


def backups_of(path: Path) -> list[Path]:
    """Return the backup copies beside the database `path`, weekly ones included, newest first."""
    kinds = rf"\d{{4}}|{_WEEKLY}"
    name = re.compile(rf"{re.escape(path.stem)}\.({kinds})\.backup\.db")
    found = [file for file in path.parent.iterdir() if name.fullmatch(file.name)]
    return sorted(found, key=lambda backup: backup.stat().st_mtime_ns, reverse=True)


@contextlib.contextmanager
def translated_errors(path: Path) -> Iterator[None]:
    """Turn what the database `path`, its driver or its disk raises into named errors.

    Raises:
        KnownError: one of this module's, or `FolderNotWritable`.
        BugError: the statement itself was wrong; never carries a chat's text.
    """
    try:
        yield
    except filelock.Timeout as error:
        raise ChatsInUse(path=path) from error
    except OSError as error:
        raise _from_system(path, error) from error
    except sqlite3.Error as error:
        raise _from_sqlite(path, error) from error
    except Exception as error:
        alchemy = sys.modules.get("sqlalchemy.exc")  # whoever only reads does without it
        if alchemy is None or not isinstance(error, alchemy.SQLAlchemyError):
            raise
        cause = getattr(error, "orig", None)
        if isinstance(cause, sqlite3.Error):
            raise _from_sqlite(path, cause) from error
        raise BugError(f"chat database: {error}") from error


def _from_system(path: Path, error: OSError) -> KnownError:
    if error.errno in DISK_FULL:
        return DiskFull(path, repr(error))
    return FolderNotWritable(repr(error), folder=path.parent)


def _from_sqlite(path: Path, error: sqlite3.Error) -> KnownError | BugError:
    extended: int = getattr(error, "sqlite_errorcode", 0)
    name: str = getattr(error, "sqlite_errorname", type(error).__name__)
    detail = f"{name}: {error}"
    if extended in _READ_FAILURES:
        return DiskUnreadable(detail, path=path)
    match extended & 0xFF:  # the low byte is the kind, the rest the circumstance
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return ChatsLocked(detail, path=path)
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return DiskFull(path, detail)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DamagedDatabase(path, detail)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return ReadOnlyDatabase(detail, path=path)
        case sqlite3.SQLITE_CANTOPEN:
            return FolderNotWritable(repr(OSError(None, detail)), folder=path.parent)
        case _:
            return BugError(f"chat database: {detail}")
