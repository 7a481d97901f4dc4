"""Keeps words that are not stored yet in a file, for the next start.

The file is written whole and durably on a second thread. While somebody types it is written at
most every 300 ms, so that a crash costs at most the words of that time; what is sent, and what is
left for another page or program, is written at once. A file of many megabytes, with long texts that
go along, is written more rarely.
"""

from __future__ import annotations

import contextlib
import json
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.chats.records import ChatId, MessageId
from app.core.errors import KnownError
from app.core.files import remove_half_written, replace_file, write_atomically
from app.core.messages import Attachment
from app.core.phrases import Phrase, phrase
from app.ui.composer.draft import Draft
from app.ui.side_work import SideWork
from app.ui.unsent.places import Edit, EditKind, PageDrafts, SavedUnsentText, SentEdit, SentMessage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.errors import Problem
    from app.ui.unsent.places import InFlight

_T = TypeVar("_T")
SOON_MS = 300
_LARGE_BYTES, _LARGE_SOON_MS = 4_000_000, 3_000  # it would keep the disk busy
_FORMAT = 1
_LAST_WAIT_S = 5.0


class UnsentTextNotSaved(KnownError):
    """The disk refuses what is being written."""

    def __init__(self, error: OSError) -> None:
        super().__init__(
            what=phrase("Your message cannot be saved ({reason}).", reason=error.strerror or error),
            effect=phrase("It is still in the field. It would be lost if Hearth ended now."),
            remedy=phrase("Free some space on the disk; Hearth tries again while you write."),
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
    """

    def __init__(
        self,
        path: Path,
        was: SavedUnsentText,
        kept: Callable[[], SavedUnsentText],
        on_problem: Callable[[Problem], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.path = path
        self._kept = kept
        self._on_problem = on_problem
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
                n_bytes = write_atomically(self.path, [_encoded(kept)])
                with self._lock:
                    self._n_bytes = n_bytes
            self._written, self._is_refused = kept, False
        except OSError as error:
            if not self._is_refused:
                self._on_problem(UnsentTextNotSaved(error).problem())
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
        stored = json.loads(path.read_text("utf-8"))
        if stored["format"] != _FORMAT:
            return SavedUnsentText(), ValueError(f"format {stored['format']}")
        pages, bad_pages = _each(stored["pages"], lambda one: (_chat(one["chat"]), _page(one)))
        flights, bad_flights = _each(stored["flights"], _flight)
        was_closed = stored.get("closed") is True
    except FileNotFoundError:
        return SavedUnsentText(), None
    except Exception as error:  # noqa: BLE001 - whatever is in it, it is no reason not to start
        return SavedUnsentText(), error
    return SavedUnsentText(pages, flights, was_closed), bad_pages or bad_flights


def _each(
    records: list[Any], read: Callable[[dict[str, Any]], _T]
) -> tuple[tuple[_T, ...], Exception | None]:
    """Return the records that can be read, and the last reason why one cannot."""
    good, bad = [], None
    for record in records:
        try:
            good.append(read(record))
        except Exception as error:  # noqa: BLE001 - one record that is bad shall not cost the others
            bad = error
    return tuple(good), bad


def _encoded(kept: SavedUnsentText) -> bytes:
    pages = [_page_record(chat_id, page) for chat_id, page in kept.pages]
    flights = [_flight_record(flight) for flight in kept.flights]
    record = {"format": _FORMAT, "closed": kept.was_closed, "pages": pages, "flights": flights}
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "replace")


def _page_record(chat_id: ChatId | None, page: PageDrafts) -> dict[str, Any]:
    return {
        "chat": chat_id,
        "at": page.at,
        "draft": _draft_record(page.draft),
        "waiting": _draft_record(page.waiting),
        "edits": [_edit_record(edit) for edit in page.edits if edit.is_changed],
    }


def _page(record: dict[str, Any]) -> PageDrafts:
    edits = tuple(_edit(one) for one in record["edits"])
    return PageDrafts(
        _draft(record["draft"]), edits, _draft(record["waiting"]), float(record["at"])
    )


def _flight_record(flight: InFlight) -> dict[str, Any]:
    record = {"page": flight.page, "at": flight.at}
    if isinstance(flight, SentEdit):
        return record | {"edit": _edit_record(flight.edit)}
    return record | {"chat": flight.chat_id, "words": _draft_record(flight.words)}


def _flight(record: dict[str, Any]) -> InFlight:
    page, at = _chat(record["page"]), float(record["at"])
    if "edit" in record and page is not None:
        return SentEdit(_edit(record["edit"]), page, at)
    return SentMessage(_draft(record["words"]), page, _chat(record["chat"]), at)


def _edit_record(edit: Edit) -> dict[str, Any]:
    """Return an edit without what its message was: that may be deleted for good meanwhile."""
    kind = edit.kind.value
    return {"message": edit.target, "kind": kind, "words": _draft_record(edit.words)}


def _edit(record: dict[str, Any]) -> Edit:
    kind = EditKind(record["kind"])
    return Edit(MessageId(int(record["message"])), kind, _draft(record["words"]))


def _draft_record(draft: Draft) -> dict[str, Any]:
    return {"text": draft.text, "files": [[one.name, one.text] for one in draft.attachments]}


def _draft(record: dict[str, Any]) -> Draft:
    files = tuple(Attachment(str(name), str(text)) for name, text in record["files"])
    return Draft(str(record["text"]), files)


def _chat(stored: object) -> ChatId | None:
    return ChatId(int(stored)) if isinstance(stored, int) else None
