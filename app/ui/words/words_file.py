"""Keeps words that are not stored yet in a file, for the next start.

The file is written whole and durably on a second thread. While somebody types it is written at
most every 300 ms, so that a crash costs at most the words of that time; what is sent, and what is
left for another page or program, is written at once.
"""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.chats.records import ChatId, MessageId
from app.core.errors import KnownError
from app.core.files import write_atomically
from app.core.messages import Attachment
from app.ui.composer.draft import Draft
from app.ui.side_work import SideWork
from app.ui.words.places import Edit, EditKind, Kept, Page, SentEdit, SentMessage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.errors import Problem
    from app.ui.words.places import Flight

SOON_MS = 300
_FORMAT = 1
_MAX_CHARS = 200_000  # of one draft; more is a file, and would slow each writing
_LAST_WAIT_S = 5.0


class WordsNotKept(KnownError):
    """The disk refuses what is being written."""

    def __init__(self, error: OSError) -> None:
        super().__init__(
            what=f"What you are writing cannot be saved ({error.strerror or error}).",
            effect="It is still in the field. It would be lost if Hearth ended now.",
            remedy="Free some space on the disk; it is tried again while you write.",
            detail=repr(error),
        )


class WordsFile(QObject):
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
        was: Kept,
        kept: Callable[[], Kept],
        on_problem: Callable[[Problem], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.path = path
        self._kept = kept
        self._on_problem = on_problem
        self._work = SideWork("drafts")
        self._lock = threading.Lock()
        self._next: Kept | None = None  # guarded by _lock: to be written
        self._idle = threading.Event()  # everything was written, or refused
        self._idle.set()
        self._written = was  # second thread only
        self._is_refused = False  # second thread only
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SOON_MS)
        self._timer.timeout.connect(self.write)

    @property
    def is_due(self) -> bool:
        """Whether something is to be written, and not under way yet."""
        return self._timer.isActive()

    @Slot()
    def write_soon(self) -> None:
        """Write within 300 ms, whatever changes meanwhile."""
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def write(self) -> None:
        """Have the file written now; returns at once."""
        self._timer.stop()
        kept = self._kept()
        with self._lock:
            self._next = kept
            self._idle.clear()
        self._work.add(self._write)

    def close(self) -> None:
        """Write what is left, and wait for that: the program ends."""
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
                write_atomically(self.path, [_encoded(kept)])
            self._written, self._is_refused = kept, False
        except OSError as error:
            if not self._is_refused:
                self._on_problem(WordsNotKept(error).problem())
            self._is_refused = True
        finally:
            with self._lock:
                if self._next is None:
                    self._idle.set()


def read_words(path: Path) -> Kept:
    """Return what was kept; nothing when there is no such file, or none that can be understood."""
    try:
        stored = json.loads(path.read_text("utf-8"))
        if stored["format"] != _FORMAT:
            return Kept()
        pages = tuple((_chat(one["chat"]), _page(one)) for one in stored["pages"])
        return Kept(pages, tuple(_flight(one) for one in stored["flights"]))
    except (OSError, ValueError, TypeError, KeyError):
        return Kept()


def _encoded(kept: Kept) -> bytes:
    pages = [_page_record(chat_id, page) for chat_id, page in kept.pages]
    flights = [_flight_record(flight) for flight in kept.flights]
    record = {"format": _FORMAT, "pages": pages, "flights": flights}
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "replace")


def _page_record(chat_id: ChatId | None, page: Page) -> dict[str, Any]:
    return {
        "chat": chat_id,
        "at": page.at,
        "draft": _draft_record(page.draft),
        "waiting": _draft_record(page.waiting),
        "edits": [_edit_record(edit) for edit in page.edits if edit.is_changed],
    }


def _page(record: dict[str, Any]) -> Page:
    edits = tuple(_edit(one) for one in record["edits"])
    return Page(_draft(record["draft"]), edits, _draft(record["waiting"]), float(record["at"]))


def _flight_record(flight: Flight) -> dict[str, Any]:
    record = {"page": flight.page, "at": flight.at}
    if isinstance(flight, SentEdit):
        return record | {"edit": _edit_record(flight.edit)}
    return record | {"chat": flight.chat_id, "words": _draft_record(flight.words)}


def _flight(record: dict[str, Any]) -> Flight:
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
    """Return as much of a draft as can be kept: its words first, then its attachments in order."""
    left = _MAX_CHARS - len(draft.text)
    files = []
    for attachment in draft.attachments:
        left -= len(attachment.text)
        if left < 0:
            break
        files.append([attachment.name, attachment.text])
    return {"text": draft.text[:_MAX_CHARS], "files": files}


def _draft(record: dict[str, Any]) -> Draft:
    files = tuple(Attachment(str(name), str(text)) for name, text in record["files"])
    return Draft(str(record["text"]), files)


def _chat(stored: object) -> ChatId | None:
    return ChatId(int(stored)) if isinstance(stored, int) else None
