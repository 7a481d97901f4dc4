"""Keeps words that are not stored yet in `drafts.json` of the state folder, for the next start.

The file is written whole and durably on a second thread. While somebody types it is written at
most every 300 ms, so that a crash costs at most the words of that time; what is sent, and what is
left for another page or program, is written at once. A file of many megabytes, with long texts that
go along, is written more rarely.

What cannot be understood costs nothing else: one page, or one picture of a draft.
"""

from __future__ import annotations

import contextlib
import json
import threading
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Slot

from app.core.chats.records import ChatId, MessageId
from app.core.content.media import MediaFile, MediaKind
from app.core.errors import Cause, KnownError, Problem
from app.core.messages import Attachment, source_as_text, source_of_text
from app.core.phrases import Phrase, phrase
from app.core.plain_value import replace
from app.core.system.files import DISK_FULL, remove_half_written, replace_file, write_atomically
from app.core.system.lanes import Lane
from app.ui.composer.draft import Draft
from app.ui.composer.unsent import places
from app.ui.kit.timers import timer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


_T = TypeVar("_T")
_FORMAT = 1
_KINDS = {MediaKind.IMAGE: "image", MediaKind.SOUND: "sound"}


def encoded(kept: places.SavedUnsentText) -> bytes:
    """Return the file's bytes."""
    pages = [_page_record(chat_id, page) for chat_id, page in kept.pages]
    flights = [_flight_record(flight) for flight in kept.flights if _is_worth_keeping(flight)]
    record = {"format": _FORMAT, "closed": kept.was_closed, "pages": pages, "flights": flights}
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "replace")


def decoded(text: str) -> tuple[places.SavedUnsentText, Exception | None]:
    """Return what can be understood of a file, and the last reason why something cannot.

    Raises:
        Exception: any, where nothing can be understood.
    """
    stored = json.loads(text)
    if stored["format"] != _FORMAT:
        return places.SavedUnsentText(), ValueError(f"format {stored['format']}")
    reader = _Reader()
    pages = reader.each(stored["pages"], lambda one: (_chat(one["chat"]), reader.page(one)))
    flights = reader.each(stored["flights"], reader.flight)
    was_closed = stored.get("closed") is True
    return places.SavedUnsentText(pages, flights, was_closed), reader.failure


class _Reader:
    """Reads records, and remembers the last that could not be read.

    Attributes:
        failure: why.
    """

    def __init__(self) -> None:
        self.failure: Exception | None = None

    def each(self, records: list[Any], read: Callable[[dict[str, Any]], _T]) -> tuple[_T, ...]:
        good = []
        for record in records:
            try:
                good.append(read(record))
            except Exception as error:  # noqa: BLE001 - a bad record shall not cost the others
                self.failure = error
        return tuple(good)

    def page(self, record: dict[str, Any]) -> places.PageDrafts:
        edits = tuple(self.edit(one) for one in record["edits"])
        stored = record["waiting"]
        waiting = self.each(stored if isinstance(stored, list) else [stored], self.draft)
        waits = tuple(one for one in waiting if not one.is_empty)  # older files have an empty one
        return places.PageDrafts(self.draft(record["draft"]), edits, waits, float(record["at"]))

    def flight(self, record: dict[str, Any]) -> places.InFlight:
        page, at = _chat(record["page"]), float(record["at"])
        if "edit" in record and page is not None:
            return places.SentEdit(self.edit(record["edit"]), page, at)
        return places.SentMessage(self.draft(record["words"]), page, _chat(record["chat"]), at)

    def edit(self, record: dict[str, Any]) -> places.Edit:
        kind = places.EditKind(record["kind"])
        return places.Edit(MessageId(int(record["message"])), kind, self.draft(record["words"]))

    def draft(self, record: dict[str, Any]) -> Draft:
        files = tuple(  # older files say nothing of where a text comes from
            Attachment(str(name), str(text), source_of_text(source[0] if source else ""))
            for name, text, *source in record["files"]
        )
        media = self.each(record.get("media", []), _medium)  # older files have none
        return Draft(str(record["text"]), files, media)


def _page_record(chat_id: ChatId | None, page: places.PageDrafts) -> dict[str, Any]:
    return {
        "chat": chat_id,
        "at": page.at,
        "draft": _draft_record(page.draft),
        "waiting": [_draft_record(one) for one in page.waiting],
        "edits": [_edit_record(edit) for edit in page.edits if edit.is_changed],
    }


def _is_worth_keeping(flight: places.InFlight) -> bool:
    """Whether words would be lost with it; those of an unchanged edit are the message's own."""
    return not isinstance(flight, places.SentEdit) or flight.edit.is_changed


def _flight_record(flight: places.InFlight) -> dict[str, Any]:
    record = {"page": flight.page, "at": flight.at}
    if isinstance(flight, places.SentEdit):
        return record | {"edit": _edit_record(flight.edit)}
    return record | {"chat": flight.chat_id, "words": _draft_record(flight.words)}


def _edit_record(edit: places.Edit) -> dict[str, Any]:
    """Return an edit without what its message was: that may be deleted for good meanwhile."""
    kind = edit.kind.value
    return {"message": edit.target, "kind": kind, "words": _draft_record(edit.words)}


def _draft_record(draft: Draft) -> dict[str, Any]:
    record: dict[str, Any] = {
        "text": draft.text,
        "files": [[one.name, one.text, source_as_text(one.source)] for one in draft.attachments],
    }
    if draft.media:
        record["media"] = [_medium_record(one) for one in draft.media]
    return record


def _medium_record(medium: MediaFile) -> dict[str, Any]:
    return {
        "kind": _KINDS[medium.kind],
        "name": medium.name,
        "digest": medium.digest,
        "bytes": medium.n_bytes,
        "width": medium.width,
        "height": medium.height,
        "duration_ms": medium.duration_ms,
        "alt": medium.alt_text,
        "max_pixels": medium.max_pixels,
    }


def _medium(record: dict[str, Any]) -> MediaFile:
    [kind] = [kind for kind, name in _KINDS.items() if name == record["kind"]]
    return MediaFile(
        kind,
        str(record["name"]),
        str(record["digest"]),
        int(record["bytes"]),
        int(record["width"]),
        int(record["height"]),
        int(record["duration_ms"]),
        str(record["alt"]),
        int(record["max_pixels"]),
    )


def _chat(stored: object) -> ChatId | None:
    return ChatId(int(stored)) if isinstance(stored, int) else None


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
            remedy = phrase("Free some disk space; Hearth tries again while you write.")
        super().__init__(
            what=phrase("Hearth cannot save your message."),
            effect=phrase(
                "It is still in the message field, but would be lost if Hearth closed now."
            ),
            remedy=remedy,
            detail=repr(error),
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
        was: places.SavedUnsentText,
        kept: Callable[[], places.SavedUnsentText],
        on_problem: Callable[[Problem], None],
        on_saved: Callable[[], None] = lambda: None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.path = path
        self._kept = kept
        self._on_problem, self._on_saved = on_problem, on_saved
        self._work = Lane("drafts")
        self._is_closing = False
        self._lock = threading.Lock()
        self._next: places.SavedUnsentText | None = None  # guarded by _lock: to be written
        self._n_bytes = 0  # guarded by _lock: of the last file that was written
        self._idle = threading.Event()  # everything was written, or refused
        self._idle.set()
        self._written = was  # second thread only
        self._is_refused = False  # second thread only
        self._timer = timer(self, 0, self.write)

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


def take_over(path: Path, on_problem: Callable[[Problem], None]) -> places.SavedUnsentText:
    """Return what the last run kept, before this one writes the file.

    What a kill has left of another file of it goes.

    A file that cannot be read whole is moved aside until the next start that finds a good one:
    somebody may want to read it, but what is deleted must not stay there for ever.
    """
    remove_half_written(path)
    kept, error = _read(path)
    broken = path.with_name(f"{path.name}.broken")
    if error is not None:
        unreadable = Problem(
            phrase("Hearth could not read some of your unsent messages."),
            phrase("Your chats are not affected; the readable messages are back in their fields."),
            _move_aside(path, broken),
            repr(error)[:1000],
        )
        on_problem(unreadable)
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
    return phrase(
        "Copy what you need from {file}; Hearth deletes it at the next start.", file=broken
    )


def read_unsent_text(path: Path) -> places.SavedUnsentText:
    """Return what was kept, as far as it can be understood; nothing when there is no such file."""
    return _read(path)[0]


def _read(path: Path) -> tuple[places.SavedUnsentText, Exception | None]:
    """Return what can be understood, and why the rest cannot."""
    try:
        return decoded(path.read_text("utf-8"))
    except FileNotFoundError:
        return places.SavedUnsentText(), None
    except Exception as error:  # noqa: BLE001 - whatever is in it, it is no reason not to start
        return places.SavedUnsentText(), error
