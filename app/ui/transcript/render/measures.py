"""The sizes in and around a message, in logical pixels at the usual size of the text.

What holds a line of words or a button is as many times as high as `growth` says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFont

from app.core.content.media import MediaFile, MediaKind
from app.core.plain_value import PlainValue, replace
from app.ui.kit.theme import text_font
from app.ui.transcript.blocks.block import BlockKind, CodePieceEnds
from app.ui.transcript.blocks.places import BLOCK_GAP
from app.ui.transcript.blocks.registry import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.ui.transcript.model.sections import Section


_MOST_GROWTH = 1.5


def growth(zoom: float) -> float:
    """Return how many times larger than usual the words around a message are."""
    return min(_MOST_GROWTH, max(1.0, zoom))


CAPTION = 26
NO_CAPTION = 4  # above what goes on in a loop of tools
BELOW_STEP = 10  # between the result of a call and what follows
FOOTER = 36
THINKING = 30  # the line that stands for folded thinking
REREAD_NOTE = 22  # the line that says why a chat was read again
DIVIDER = 52  # the line above which the model does not read
SUMMARY_HEADING = 30  # the line above the words of a summary, with its button
PROBLEM_ICON = 26  # the sign before the words of a problem, with the space behind it
ATTACHMENT = 34  # one text that goes along with a message
ATTACHMENT_WIDTH = 300.0
MEDIA_GAP = 6  # between pictures, and below them
BUBBLE_PAD_X = 14
BUBBLE_PAD_Y = 10
BUBBLE_SHARE = 0.84  # of the column, at most
GAP = BLOCK_GAP
WAITING = 26
STATUS_GAP = 24  # below the words that say how an answer ended, which are no buttons
RING_GAP = 6  # above the next message


def zoomed_font(zoom: float, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the font where words are `zoom` times as large as usual."""
    return text_font(round(pixels * growth(zoom)), weight)


_CHAR_WIDTH = 7.4
_LINE = 22.0


def estimated_lines(text: str, width: float, zoom: float) -> float:
    """Guess how high the lines of a section are at a width."""
    per_line = max(8.0, width / (_CHAR_WIDTH * zoom))
    lines = sum(math.ceil((len(line) + 1) / per_line) for line in text.split("\n"))
    return max(1, lines) * _LINE * zoom


class MessageSize(NamedTuple):
    """What the height of a message is guessed from.

    Attributes:
        media: the height of its pictures and sounds.
    """

    n_chars: int
    n_breaks: int
    is_user: bool
    media: float = 0.0


def estimated_heights(sizes: Iterable[MessageSize], width: float, zoom: float) -> list[float]:
    """Guess how high messages are that were never laid out.

    Args:
        width: of the text column.
        zoom: of the letters.
    """
    line = _LINE * zoom
    footer, caption = FOOTER * growth(zoom), CAPTION * growth(zoom)
    kinds = {
        True: (max(80.0, width * BUBBLE_SHARE), footer + 2 * BUBBLE_PAD_Y),
        False: (max(80.0, width), caption + footer),
    }
    heights = []
    for n_chars, n_breaks, is_user, media in sizes:
        inner, around = kinds[is_user]
        lines = n_breaks * 0.8 + n_chars * _CHAR_WIDTH * zoom / inner
        heights.append(max(1.0, lines) * line + around + media)
    return heights


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


@dataclass(slots=True)
class SectionSlot:
    """Place of one section; `height` is an estimate until `exact`."""

    section: Section
    kind: BlockKind
    ends: CodePieceEnds
    height: float
    exact: bool = False
    is_open: bool = False
    is_late: bool = False  # laid out with the next frame, for this one had no time left


def updated_slots(
    old: Sequence[SectionSlot],
    sections: Sequence[Section],
    n_closed: int,
    *,
    width: float,
    zoom: float,
) -> list[SectionSlot]:
    """Return the slots of sections; what did not change keeps its own.

    Args:
        old: the slots so far.
        sections: all sections as they look now.
        n_closed: how many of them will not change any more.
        width: room for text, and `zoom` of its letters, for what is only estimated.
    """
    slots = []
    for number, section in enumerate(sections):
        ends = _ends(sections, number)
        is_open = number >= n_closed
        before = old[number] if number < len(old) else None
        if before and before.section == section and before.ends == ends:
            before.exact &= before.is_open == is_open
            if before.is_open != is_open:
                # The same words, but now complete: rendered once more, for good.
                before = SectionSlot(
                    _copied(section), before.kind, ends, before.height, is_open=is_open
                )
            slots.append(before)
            continue
        kind = kind_of(section)
        height = before.height if before else estimated_height(section, kind, width, zoom)
        slots.append(SectionSlot(_copied(section), kind, ends, height, is_open=is_open))
    return slots


def estimated_height(section: Section, kind: BlockKind, width: float, zoom: float) -> float:
    """Guess how high a section is at a width."""
    return kind.extra_height(section) + estimated_lines(section.text, width, zoom)


def _copied(section: Section) -> Section:
    """Return an equal section that is another object, so that an old block no longer fits it."""
    return replace(section)


def _ends(sections: Sequence[Section], number: int) -> CodePieceEnds:
    is_last = number + 1 == len(sections) or not sections[number + 1].continued
    return CodePieceEnds(first=not sections[number].continued, last=is_last)
