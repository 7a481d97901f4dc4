"""Copying a database into one file, in small steps, whole and checked or not at all.

The source is a connection that stands in a read transaction or that nobody writes beside: in the
write-ahead mode a reader never waits for a writer, nor a writer for it.

Threads: the copying thread; `CopyGate` is between it and the one that deletes.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.chats.search.index_tables import begin_anew, has_index
from app.core.system.files import database_uri, replace_file, sync_file, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGES_PER_STEP = 64
PAUSE_S = 0.005  # between two steps, so that the disk is there for others
LOG_SUFFIXES = ("-journal", "-wal", "-shm")
_BUSY_S = 2.0
_LOOK_EVERY = 20_000  # steps of SQLite's machine between two looks whether to give up


class CopyGivenUp(Exception):
    """Somebody deletes, or the program ends: what was copied is gone."""


class CopyDamaged(Exception):
    """What was copied is no sound database; nothing of it remains."""


class CopyGate:
    """Lets no copy be made while something is deleted, which would survive in it.

    Threads: `copying` on the thread that copies; the others on the one that deletes.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._is_closed = False

    @contextlib.contextmanager
    def shut(self) -> Iterator[None]:
        """Have a copy that is under way given up, and let none begin until the block ends."""
        self._stop.set()
        with self._lock:
            try:
                yield
            finally:
                if not self._is_closed:
                    self._stop.clear()

    def close(self) -> None:
        """Have a copy that is under way given up, and let none begin any more."""
        self._is_closed = True
        with self.shut():
            pass

    @contextlib.contextmanager
    def copying(self) -> Iterator[Callable[[], None]]:
        """Give what is to be called between two steps: it pauses, or raises `CopyGivenUp`."""
        with self._lock:
            self.pause(0.0)
            yield self.pause

    def pause(self, seconds: float = PAUSE_S) -> None:
        """Wait a moment.

        Raises:
            CopyGivenUp: somebody waits for the end of the copy.
        """
        if self._stop.wait(seconds):
            raise CopyGivenUp

    @property
    def is_stopping(self) -> bool:
        """Whether somebody waits for the end of the copy."""
        return self._stop.is_set()


def go_on() -> None:
    """Go on at once: for a copy that others wait for."""


def copy_database(
    source: sqlite3.Connection, target: Path, between_steps: Callable[[], None] = go_on
) -> None:
    """Copy the database to `target`, through a file beside it; durable on return.

    The copy is complete and checked under its name, or absent.

    Args:
        source: of the database.
        target: replaced if it exists.
        between_steps: called often; what it raises ends the copy.

    Raises:
        CopyDamaged: what was copied does not pass SQLite's quick check.
        OSError: the disk refused; no half copy remains.
        sqlite3.Error: the database cannot be read, or the disk is full.
    """
    temporary = target.with_suffix(".tmp")
    try:
        remove_copy(temporary)
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with contextlib.closing(sqlite3.connect(temporary)) as copy:
            copy.execute("PRAGMA synchronous=OFF").close()  # made durable below, once
            source.backup(copy, pages=PAGES_PER_STEP, progress=lambda *_: between_steps())
            _empty_index(copy)
            copy.execute("PRAGMA journal_mode=DELETE").close()  # one file, nothing beside it
            _require_sound(copy, between_steps)
        sync_path(temporary)
        replace_file(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            remove_copy(temporary)
        raise
    sync_folder(target.parent)


def _empty_index(copy: sqlite3.Connection) -> None:
    """Leave no search index in a copy: words that are deleted there later would stay in it.

    What it took is overwritten and stays free. VACUUM would give it back, and move every table to
    other pages: the first page of a copy must fit the database, where that is damaged in its own.
    """
    if has_index(copy):
        copy.execute("PRAGMA secure_delete=ON").close()
        begin_anew(copy)
        copy.commit()


def _require_sound(copy: sqlite3.Connection, between_steps: Callable[[], None]) -> None:
    stopped: list[BaseException] = []

    def look() -> bool:
        try:
            between_steps()
        except CopyGivenUp as error:
            stopped.append(error)
        return bool(stopped)

    copy.set_progress_handler(look, _LOOK_EVERY)
    try:
        (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        if stopped:
            raise stopped[0] from None
        raise
    except sqlite3.DatabaseError as error:
        raise CopyDamaged(str(error)) from error
    finally:
        copy.set_progress_handler(None, 0)
    if found != "ok":
        raise CopyDamaged(str(found))


def reader_of(path: Path) -> sqlite3.Connection:
    """Return a connection to a database that is there; it changes and creates nothing of it.

    Raises:
        sqlite3.Error: it cannot be opened.
    """
    uri = database_uri(path.absolute()).replace("?mode=rw", "?mode=ro")
    return sqlite3.connect(uri, timeout=_BUSY_S, isolation_level=None, uri=True)


def log_of(path: Path) -> Path:
    """Return where SQLite has the write-ahead log of a database.

    Where `path` is a link, that is beside the file which it leads to.
    """
    file = Path(os.path.realpath(path))  # unlike `resolve`, it bears links in a circle
    return file.with_name(f"{file.name}-wal")


def sync_path(path: Path) -> None:
    """Make what was written to a closed file durable.

    Raises:
        OSError: the disk refused.
    """
    descriptor = os.open(path, os.O_RDWR)
    try:
        sync_file(descriptor)
    finally:
        os.close(descriptor)


def remove_copy(path: Path) -> None:
    """Delete a copy, and the journal or log that a kill has left beside it.

    Raises:
        OSError: the system refuses.
    """
    for suffix in LOG_SUFFIXES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    path.unlink(missing_ok=True)
