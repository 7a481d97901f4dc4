"""Words that are not stored yet, as JSON in the file of drafts, and back.

What cannot be understood costs nothing else: one page, or one picture of a draft.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from app.core.chats.records import ChatId, MessageId
from app.core.content import MediaFile, MediaKind
from app.core.messages import Attachment
from app.ui.composer.draft import Draft
from app.ui.unsent.places import Edit, EditKind, PageDrafts, SavedUnsentText, SentEdit, SentMessage

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.unsent.places import InFlight

_T = TypeVar("_T")
_FORMAT = 1
_KINDS = {MediaKind.IMAGE: "image", MediaKind.SOUND: "sound"}


def encoded(kept: SavedUnsentText) -> bytes:
    """Return the file's bytes."""
    pages = [_page_record(chat_id, page) for chat_id, page in kept.pages]
    flights = [_flight_record(flight) for flight in kept.flights if _is_worth_keeping(flight)]
    record = {"format": _FORMAT, "closed": kept.was_closed, "pages": pages, "flights": flights}
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "replace")


def decoded(text: str) -> tuple[SavedUnsentText, Exception | None]:
    """Return what can be understood of a file, and the last reason why something cannot.

    Raises:
        Exception: any, where nothing can be understood.
    """
    stored = json.loads(text)
    if stored["format"] != _FORMAT:
        return SavedUnsentText(), ValueError(f"format {stored['format']}")
    reader = _Reader()
    pages = reader.each(stored["pages"], lambda one: (_chat(one["chat"]), reader.page(one)))
    flights = reader.each(stored["flights"], reader.flight)
    was_closed = stored.get("closed") is True
    return SavedUnsentText(pages, flights, was_closed), reader.failure


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

    def page(self, record: dict[str, Any]) -> PageDrafts:
        edits = tuple(self.edit(one) for one in record["edits"])
        stored = record["waiting"]
        waiting = self.each(stored if isinstance(stored, list) else [stored], self.draft)
        waits = tuple(one for one in waiting if not one.is_empty)  # older files have an empty one
        return PageDrafts(self.draft(record["draft"]), edits, waits, float(record["at"]))

    def flight(self, record: dict[str, Any]) -> InFlight:
        page, at = _chat(record["page"]), float(record["at"])
        if "edit" in record and page is not None:
            return SentEdit(self.edit(record["edit"]), page, at)
        return SentMessage(self.draft(record["words"]), page, _chat(record["chat"]), at)

    def edit(self, record: dict[str, Any]) -> Edit:
        kind = EditKind(record["kind"])
        return Edit(MessageId(int(record["message"])), kind, self.draft(record["words"]))

    def draft(self, record: dict[str, Any]) -> Draft:
        files = tuple(Attachment(str(name), str(text)) for name, text in record["files"])
        media = self.each(record.get("media", []), _medium)  # older files have none
        return Draft(str(record["text"]), files, media)


def _page_record(chat_id: ChatId | None, page: PageDrafts) -> dict[str, Any]:
    return {
        "chat": chat_id,
        "at": page.at,
        "draft": _draft_record(page.draft),
        "waiting": [_draft_record(one) for one in page.waiting],
        "edits": [_edit_record(edit) for edit in page.edits if edit.is_changed],
    }


def _is_worth_keeping(flight: InFlight) -> bool:
    """Whether words would be lost with it; those of an unchanged edit are the message's own."""
    return not isinstance(flight, SentEdit) or flight.edit.is_changed


def _flight_record(flight: InFlight) -> dict[str, Any]:
    record = {"page": flight.page, "at": flight.at}
    if isinstance(flight, SentEdit):
        return record | {"edit": _edit_record(flight.edit)}
    return record | {"chat": flight.chat_id, "words": _draft_record(flight.words)}


def _edit_record(edit: Edit) -> dict[str, Any]:
    """Return an edit without what its message was: that may be deleted for good meanwhile."""
    kind = edit.kind.value
    return {"message": edit.target, "kind": kind, "words": _draft_record(edit.words)}


def _draft_record(draft: Draft) -> dict[str, Any]:
    record: dict[str, Any] = {
        "text": draft.text,
        "files": [[one.name, one.text] for one in draft.attachments],
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
