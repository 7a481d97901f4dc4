"""Making a sound database of a damaged one and its newest sound backup.

The new database is written aside: what a plain dump of the damaged file gives, and what the backup
has besides. A message that is known to have been there is there as a note, so that what follows it
stays. Only when all of it is on the disk does it take the place of the damaged file (`swap.py`),
which is kept. What is derived from the chats, such as indexes for a search, is built anew.

Threads: any, never the interface's, which this would block; nobody else may have the chats open.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.core.chats.backups import from_newest_on
from app.core.chats.copying import (
    CopyDamaged,
    copy_database,
    log_of,
    remove_copy,
    sync_path,
)
from app.core.chats.errors import NEWER_DATABASE, DamagedDatabase, backups_of, translated_errors
from app.core.chats.lock import lock_database
from app.core.chats.migrations import HEAD_REVISION
from app.core.chats.repair.examination import FaultKind, examine, examine_file
from app.core.chats.repair.refill import Filler
from app.core.chats.repair.salvage import Salvage, lay_first_page_over, opened
from app.core.chats.repair.swap import (
    damaged_name,
    finish_recovery,
    no_step,
    recovered_name,
    remove_unfinished_recovery,
)
from app.core.chats.upgrade import lay_out, revisions
from app.core.plain_value import PlainValue, replace
from app.core.system.files import database_uri, replace_file, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


_log = logging.getLogger(__name__)


class RecoveryReport(PlainValue, frozen=True):
    """What came of a recovery.

    Attributes:
        n_chats, n_messages: that are there now, those from a backup included.
        n_from_backup: messages of these that only a backup had.
        n_garbled: messages of these some letters of which are gone.
        n_missing: messages that are known to have been there; a note stands in their place.
        n_files_missing: texts attached to messages, likewise.
        n_chats_missing: chats of which the title is gone, or all.
        is_complete: false where more may be missing.
        backup: that was used; None for none.
        damaged: where the damaged file lies now.
    """

    damaged: Path
    n_chats: int = 0
    n_messages: int = 0
    n_from_backup: int = 0
    n_garbled: int = 0
    n_missing: int = 0
    n_files_missing: int = 0
    n_chats_missing: int = 0
    is_complete: bool = True
    backup: Path | None = None


def recover(
    path: Path, now: datetime | None = None, on_step: Callable[[str], None] = no_step
) -> RecoveryReport | None:
    """Make a sound database of the damaged `path`; returns None, and does nothing, if it is sound.

    Args:
        path: of the database.
        now: names the damaged file.
        on_step: called after each step, with its name; for tests.

    Raises:
        ChatsInUse: a Hearth has the chats open.
        KnownError: they were written by a later version.
        KnownError: see `errors.py`; everything is as it was.
    """
    return _replaced(path, now, on_step, _salvaged)


def restore_backup(
    path: Path,
    backup: Path,
    now: datetime | None = None,
    on_step: Callable[[str], None] = no_step,
) -> RecoveryReport:
    """Put a copy of a backup in the place of the damaged `path`, which is kept aside.

    Raises:
        DamagedDatabase: the backup itself is not sound.
        KnownError: as for `recover`.
    """

    def copied(_path: Path, target: Path, on_step: Callable[[str], None]) -> RecoveryReport:
        with contextlib.closing(_reading(backup)) as source:
            try:
                copy_database(source, target)
            except CopyDamaged as error:
                raise DamagedDatabase(backup, str(error)) from error
        on_step("copied")
        return RecoveryReport(path, backup=backup)

    report = _replaced(path, now, on_step, copied, is_wanted_anyway=True)
    assert report is not None
    return report


def newest_sound_backup(path: Path) -> Path | None:
    """Return the newest backup that passes SQLite's check; None where there is none."""
    for backup in from_newest_on(path):
        try:
            with contextlib.closing(_reading(backup)) as connection:
                if not examine(connection):
                    return backup
        except sqlite3.Error as error:
            _log.warning("a backup cannot be used: %r", error)
    return None


def _replaced(
    path: Path,
    now: datetime | None,
    on_step: Callable[[str], None],
    make: Callable[[Path, Path, Callable[[str], None]], RecoveryReport],
    *,
    is_wanted_anyway: bool = False,
) -> RecoveryReport | None:
    path = path.absolute()
    with lock_database(path), translated_errors(path):
        finish_recovery(path, on_step)
        remove_unfinished_recovery(path)
        if not is_wanted_anyway and is_sound(path):
            return None
        recovered = recovered_name(path, (now or datetime.now(UTC)).astimezone(UTC))
        temporary = recovered.with_suffix(".work")
        try:
            report = make(path, temporary, on_step)
            n_chats, n_messages = _counts(temporary)
            sync_path(temporary)
            on_step("written")
            replace_file(temporary, recovered)  # from here on it counts
        except BaseException:
            with contextlib.suppress(OSError):
                remove_unfinished_recovery(path)
            raise
        sync_folder(path.parent)
        on_step("counts")
        moment = recovered.stem.rpartition("recovered-")[2]
        finish_recovery(path, on_step)
        report = replace(
            report,
            damaged=damaged_name(path, moment),
            n_chats=n_chats,
            n_messages=n_messages - report.n_missing,
        )
    _log.info("the chat database was recovered: %s", report)
    return report


def is_sound(path: Path) -> bool:
    """Return whether the database, which nobody has open, is there and nothing is wrong with it.

    Raises:
        KnownError: it was written by a later version.
    """
    if not path.exists() or 0 < path.stat().st_size < 100:
        return False
    if path.stat().st_size == 0 and backups_of(path):
        return False
    try:
        faults = examine_file(path)
    except sqlite3.Error:
        return False
    for fault in faults:
        if fault.kind is FaultKind.REVISION and fault.detail.startswith("revision "):
            raise NEWER_DATABASE(
                f"database revision {fault.detail.removeprefix('revision ')}", path=path
            )
    return not faults


# -- from what there is --


def _salvaged(path: Path, target: Path, on_step: Callable[[str], None]) -> RecoveryReport:
    used = None
    work = target.with_name(f"{target.stem}-page.work")
    backup = newest_sound_backup(path)
    on_step("backups examined")
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: remove_copy(work))
        view = _view(path, backup, work, stack)
        on_step("opened")
        revision = _revision_of(view, backup)
        lay_out(target, revision)
        on_step("laid out")
        with contextlib.closing(_writing(target)) as new:
            filler = Filler(new)
            if view is not None:
                filler.take_damaged(view)
            on_step("salvaged")
            if backup is not None and filler.has_gaps:
                with _at_revision(backup, revision, target) as copy:
                    if copy is not None and filler.fill_from(copy):
                        used = backup
                on_step("filled")
            filler.finish(target)
            on_step("finished")
    return RecoveryReport(
        path,
        n_from_backup=filler.n_from_backup,
        n_garbled=filler.n_garbled,
        n_missing=filler.n_missing,
        n_files_missing=filler.n_files_missing,
        n_chats_missing=filler.n_chats_missing,
        is_complete=filler.is_complete,
        backup=used,
    )


def _view(
    path: Path, backup: Path | None, work: Path, stack: contextlib.ExitStack
) -> Salvage | None:
    """Give what reads the damaged file: with its log, without it, or with another first page."""
    if not path.exists() or path.stat().st_size == 0:
        return None
    log = log_of(path)
    has_log = log.exists() and log.stat().st_size > 0
    for without_log in (False, True) if has_log else (True,):
        view = stack.enter_context(opened(path, without_log=without_log))
        if view is not None:
            return view
    if backup is not None and lay_first_page_over(path, backup, work):
        return stack.enter_context(opened(work, without_log=True))
    return None


def _revision_of(view: Salvage | None, backup: Path | None) -> str:
    """Return the schema to write: that of the damaged file, or of the backup."""
    known = revisions()
    if view is not None and view.revision in known:
        return view.revision
    if backup is not None:
        with opened(backup, without_log=True) as salvage:
            if salvage is not None and salvage.revision in known:
                return salvage.revision
    return HEAD_REVISION


@contextlib.contextmanager
def _at_revision(backup: Path, revision: str, target: Path) -> Iterator[Salvage | None]:
    """Give a backup in the wanted schema, migrated in a copy where it is older."""
    copy = target.with_name(f"{target.stem}-backup.work")
    try:
        with opened(backup, without_log=True) as salvage:
            older = salvage is not None and salvage.revision < revision
            if salvage is None or salvage.revision > revision:
                yield None
                return
            if not older:
                yield salvage
                return
        with contextlib.closing(_reading(backup)) as source:
            copy_database(source, copy)
        lay_out(copy, revision)
        with opened(copy, without_log=True) as salvage:
            yield salvage
    finally:
        remove_copy(copy)


def _reading(path: Path) -> sqlite3.Connection:
    uri = database_uri(path.absolute()).replace("?mode=rw", "?mode=ro&immutable=1")
    return sqlite3.connect(uri, isolation_level=None, uri=True)


def _writing(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    # What turns out to belong to nothing is taken out again, and shall not stay readable.
    pragmas = ("journal_mode=MEMORY", "synchronous=OFF", "foreign_keys=OFF", "secure_delete=ON")
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}").close()
    return connection


# -- what came of it --


def _counts(path: Path) -> tuple[int, int]:
    with contextlib.closing(_reading(path)) as connection:
        (n_chats,) = connection.execute("SELECT count(*) FROM chats").fetchone()
        (n_messages,) = connection.execute("SELECT count(*) FROM messages").fetchone()
    return int(n_chats), int(n_messages)
