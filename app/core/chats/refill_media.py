"""Pictures and sounds of messages, while a new database is filled: which there are, which are lost.

Of a row that is damaged, its file can still be found as long as its digest is there; else a text is
attached in its place that says so, as for an attached text that is lost.

Threads: see `rescue.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from app.core.chats.media_names import is_digest
from app.core.chats.refill_attachments import LOST_FILE, PLACE, AttachmentFiller

if TYPE_CHECKING:
    from app.core.chats.salvage import Row

_NUMBERS = ("n_bytes", "width", "height", "duration_ms")
_BEHIND_FILES = 1 << 20  # places of the notes, behind all that a message has attached


class MediaFiller(AttachmentFiller):
    """Writes the media of messages into the new database."""

    table: ClassVar[str] = "message_media"
    keys: ClassVar[tuple[str, ...]] = (*PLACE, "kind", "digest", *_NUMBERS, "name")

    def _take(self, rowid: int, row: Row) -> None:
        most = row.get("max_pixels")
        if most is not None and not (isinstance(most, int) and most >= 0):
            row = {**row, "max_pixels": 0}
        if _is_medium(row):
            super()._take(rowid, row)
        else:
            self._damaged.setdefault((row.get("message_id"), row.get("position")), row)

    def _take_damaged(self, place: tuple[Any, Any], row: Row) -> bool:
        message, position = place
        texts = {name: str(row.get(name) or "") for name in ("name", "alt_text")}
        if _is_medium(row) and self._insert(self.table, {**row, **texts}):
            return True
        behind = position + _BEHIND_FILES if isinstance(position, int) else _BEHIND_FILES
        self._note((message, behind), row, LOST_FILE)
        return False


def _is_medium(row: Row) -> bool:
    """Whether a row says of which file it is, in numbers that are some."""
    numbers = (row.get("kind"), *map(row.get, (*PLACE, *_NUMBERS)))
    return is_digest(row.get("digest")) and all(
        isinstance(one, int) and one >= 0 for one in numbers
    )
