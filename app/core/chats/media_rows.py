"""Pictures and sounds of messages as rows, and rows as values.

Threads: pure functions on a connection; see `ChatStore`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from app.core.chats.media_names import is_digest, plain_medium
from app.core.chats.tables import MessageMediaRow
from app.core.errors import BugError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Row, Select

    from app.core.content import MediaFile

_MEDIUM = select(
    MessageMediaRow.message_id,
    MessageMediaRow.kind,
    MessageMediaRow.name,
    MessageMediaRow.digest,
    MessageMediaRow.n_bytes,
    MessageMediaRow.width,
    MessageMediaRow.height,
    MessageMediaRow.duration_ms,
    MessageMediaRow.alt_text,
    MessageMediaRow.max_pixels,
)


def media_of(connection: Connection, ids: Select[int]) -> dict[int, tuple[MediaFile, ...]]:
    """Return what belongs to the messages that `ids` names, in order; nothing for most."""
    rows = connection.execute(
        _MEDIUM.where(MessageMediaRow.message_id.in_(ids)).order_by(
            MessageMediaRow.message_id, MessageMediaRow.position
        )
    ).all()
    found: dict[int, tuple[MediaFile, ...]] = {}
    for row in rows:
        found[row.message_id] = (*found.get(row.message_id, ()), _medium(row))
    return found


def attach_media(connection: Connection, message_id: int, media: Sequence[MediaFile]) -> None:
    """Write what belongs to a new message.

    Raises:
        BugError: there can be no such medium.
    """
    rows = media_columns(message_id, media)
    if rows:
        connection.execute(insert(MessageMediaRow), rows)


def media_columns(message_id: int, media: Sequence[MediaFile]) -> list[dict[str, Any]]:
    """Return the rows of what belongs to a message.

    Raises:
        BugError: there can be no such medium.
    """
    return [
        {"message_id": message_id, "position": position, **_columns(plain_medium(medium))}
        for position, medium in enumerate(media)
    ]


def _columns(medium: MediaFile) -> dict[str, Any]:
    numbers = (medium.n_bytes, medium.width, medium.height, medium.duration_ms, medium.max_pixels)
    if not is_digest(medium.digest) or min(numbers) < 0:
        raise BugError("no file of a medium is like that")
    return {
        "kind": int(medium.kind),
        "name": medium.name,
        "digest": medium.digest,
        "n_bytes": medium.n_bytes,
        "width": medium.width,
        "height": medium.height,
        "duration_ms": medium.duration_ms,
        "max_pixels": medium.max_pixels,
        "alt_text": medium.alt_text,
    }


def _medium(row: Row[*tuple[Any, ...]]) -> MediaFile:
    from app.core.content import MediaFile, MediaKind  # with numpy, which most chats do not need

    _message_id, kind, *facts = row
    return MediaFile(MediaKind(kind), *facts)
