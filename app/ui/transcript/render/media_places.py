"""Where the pictures and sounds of a message lie: in rows that wrap, each as large as it will be.

A picture's size follows from what the message says of it, so that nothing moves when it is there to
be drawn. Sizes only. Positions are relative to the top left corner of the room for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSizeF

from app.core.content.media import MediaFile, MediaKind
from app.core.plain_value import PlainValue
from app.ui.transcript.render.measures import ATTACHMENT, ATTACHMENT_WIDTH, MEDIA_GAP

if TYPE_CHECKING:
    from collections.abc import Sequence


_LEAST: Final = 48.0  # of a side, so that it can be hit
_FEW, _SOME = 1, 4  # pictures of a message
_HEIGHTS: Final = {_FEW: 180.0, _SOME: 120.0}
_HEIGHT_OF_MANY: Final = 88.0
_WIDEST: Final = 2.4  # times its height, where there are others


class MediaPlaces(PlainValue, frozen=True):
    """Where media lie.

    Attributes:
        rects: of each, in the order of the message.
        width: of the widest row.
        height: of all, with the gap to what follows; 0 without any.
    """

    rects: tuple[QRectF, ...] = ()
    width: float = 0.0
    height: float = 0.0


def media_places(media: Sequence[MediaFile], room: float) -> MediaPlaces:
    """Return where pictures lie, and below them sounds.

    Args:
        media: of one message.
        room: that they have from side to side.
    """
    if not media:
        return MediaPlaces()
    pictures = [at for at, one in enumerate(media) if one.kind is MediaKind.IMAGE]
    rects: dict[int, QRectF] = {}
    x = y = widest = 0.0
    row: list[int] = []
    for at in pictures:
        size = _size(media[at], len(pictures), room)
        if row and x + size.width() > room:
            y = _close_row(rects, row)
            x, row = 0.0, []
        rects[at] = QRectF(x, y, size.width(), size.height())
        row.append(at)
        x += size.width() + MEDIA_GAP
        widest = max(widest, x - MEDIA_GAP)
    y = _close_row(rects, row)
    for at, one in enumerate(media):
        if one.kind is MediaKind.SOUND:
            width = min(ATTACHMENT_WIDTH, room)
            rects[at] = QRectF(0.0, y, width, ATTACHMENT - MEDIA_GAP)
            widest = max(widest, width)
            y += ATTACHMENT
    return MediaPlaces(tuple(rects[at] for at in range(len(media))), widest, y)


def _close_row(rects: dict[int, QRectF], row: Sequence[int]) -> float:
    """Give all of a row the height of the highest; returns where the next one begins."""
    if not row:
        return 0.0
    height = max(rects[at].height() for at in row)
    for at in row:
        rects[at].setHeight(height)
    return rects[row[0]].top() + height + MEDIA_GAP


def _size(file: MediaFile, n_pictures: int, room: float) -> QSizeF:
    """Return the room that a picture gets: its own form, no more than is sensible and no less."""
    height = next((most for n, most in _HEIGHTS.items() if n_pictures <= n), _HEIGHT_OF_MANY)
    width = room if n_pictures == 1 else min(room, _WIDEST * height)
    if not file.width or not file.height:  # nobody knows
        return QSizeF(height, height)
    scale = min(1.0, height / file.height, width / file.width)
    least = min(_LEAST, room)
    return QSizeF(max(least, round(scale * file.width)), max(_LEAST, round(scale * file.height)))
