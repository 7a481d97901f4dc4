"""Keeps words that are not stored yet in a file, for the next start.

The file is written whole and durably on a second thread. While somebody types it is written at
most every 300 ms, so that a crash costs at most the words of that time; what is sent, and what is
left for another page or program, is written at once. A file of many megabytes, with long texts that
go along, is written more rarely.
"""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.errors import Cause, KnownError
from app.core.files import DISK_FULL, remove_half_written, replace_file, write_atomically
from app.core.phrases import Phrase, phrase
from app.core.plain_value import replace
from app.ui.side_work import SideWork
from app.ui.unsent.places import SavedUnsentText
from app.ui.unsent.unsent_records import decoded, encoded

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.errors import Problem

SOON_MS = 300
_LARGE_BYTES, _LARGE_SOON_MS = 4_000_000, 3_000  # it would keep the disk busy
_LAST_WAIT_S = 5.0


class UnsentTextNotSaved(KnownError):
    """The disk refuses what is being written."""

    cause = Cause.FOLDER

    def __init__(self, folder: Path, error: OSError) -> None:
        remedy = phrase(
            "Make the folder {folder} writable, then start Hearth again.", folder=folder
        )
        if error.errno in DISK_FULL:
            remedy = phrase("Free some space on the disk; Hearth tries again while you write.")
        super().__init__(
            what=phrase("Your message cannot be saved."),
            effect=phrase("It is still in the field. It would be lost if Hearth ended now."),
            remedy=remedy,
            detail=repr(error),
        )


class UnsentTextUnreadable(KnownError):
    """The file holds what this version cannot read, or was damaged."""

    def __init__(self, error: Exception, remedy: Phrase) -> None:
        super().__init__(
            what=phrase("Some messages that you had not sent could not be read."),
            effect=phrase("Your chats are not affected; what could be read is in its field again."),
            remedy=remedy,
            detail=repr(error)[:1000],
        )


class UnsentFile(QObject):
    """Writes what `kept` returns, unless the file says so already.

    Args:
        path: of the file.
        was: what it holds.
        kept: returns what is to be written; called on the interface thread.
        on_problem: told once when the disk begins to refuse; called on the second thread.
        on_saved: told when it takes the words again; called on the second thread.
    """

    def __init__(
        self,
        path: Path,
        was: SavedUnsentText,
        kept: Callable[[], SavedUnsentText],
        on_problem: Callable[[Problem], None],
        on_saved: Callable[[], None] = lambda: None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.path = path
        self._kept = kept
        self._on_problem, self._on_saved = on_problem, on_saved
        self._work = SideWork("drafts")
        self._is_closing = False
        self._lock = threading.Lock()
        self._next: SavedUnsentText | None = None  # guarded by _lock: to be written
        self._n_bytes = 0  # guarded by _lock: of the last file that was written
        self._idle = threading.Event()  # everything was written, or refused
        self._idle.set()
        self._written = was  # second thread only
        self._is_refused = False  # second thread only
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.write)

    @property
    def is_due(self) -> bool:
        """Whether something is to be written, and not under way yet."""
        return self._timer.isActive()

    @Slot()
    def write_soon(self) -> None:
        """Write within 300 ms, or 3 s when that is a large file, whatever changes meanwhile."""
        if not self._timer.isActive():
            with self._lock:
                is_large = self._n_bytes > _LARGE_BYTES
            self._timer.start(_LARGE_SOON_MS if is_large else SOON_MS)

    @Slot()
    def write(self) -> None:
        """Have the file written now; returns at once."""
        self._timer.stop()
        kept = replace(self._kept(), was_closed=self._is_closing)
        with self._lock:
            self._next = kept
            self._idle.clear()
        self._work.add(self._write)

    def close(self) -> None:
        """Write what is left, and wait for that: the program ends."""
        self._is_closing = True
        self.write()
        self.wait()

    def wait(self) -> None:
        """Wait until everything was written or refused."""
        self._idle.wait(_LAST_WAIT_S)

    def _write(self) -> None:
        with self._lock:
            kept, self._next = self._next, None
        if kept is None:  # written already, with what came after it
            return
        try:
            if kept != self._written:
                n_bytes = write_atomically(self.path, [encoded(kept)])
                with self._lock:
                    self._n_bytes = n_bytes
            was_refused, self._is_refused = self._is_refused, False
            self._written = kept
            if was_refused:
                self._on_saved()
        except OSError as error:
            if not self._is_refused:
                self._on_problem(UnsentTextNotSaved(self.path.parent, error).problem())
            self._is_refused = True
        finally:
            with self._lock:
                if self._next is None:
                    self._idle.set()


def take_over(path: Path, on_problem: Callable[[Problem], None]) -> SavedUnsentText:
    """Return what the last run kept, before this one writes the file.

    What a kill has left of another file of it goes.

    A file that cannot be read whole is moved aside until the next start that finds a good one:
    somebody may want to read it, but what is deleted must not stay there for ever.
    """
    remove_half_written(path)
    kept, error = _read(path)
    broken = path.with_name(f"{path.name}.broken")
    if error is not None:
        on_problem(UnsentTextUnreadable(error, _move_aside(path, broken)).problem())
    elif path.exists():
        with contextlib.suppress(OSError):
            broken.unlink(missing_ok=True)
    return kept


def _move_aside(path: Path, broken: Path) -> Phrase:
    """Return what the user can do then."""
    try:
        replace_file(path, broken)
    except OSError:
        return phrase("Copy what you need from {file} before you continue writing.", file=path)
    return phrase("Copy what you need from {file}; it is deleted at the next start.", file=broken)


def read_unsent_text(path: Path) -> SavedUnsentText:
    """Return what was kept, as far as it can be understood; nothing when there is no such file."""
    return _read(path)[0]


def _read(path: Path) -> tuple[SavedUnsentText, Exception | None]:
    """Return what can be understood, and why the rest cannot."""
    try:
        return decoded(path.read_text("utf-8"))
    except FileNotFoundError:
        return SavedUnsentText(), None
    except Exception as error:  # noqa: BLE001 - whatever is in it, it is no reason not to start
        return SavedUnsentText(), error
