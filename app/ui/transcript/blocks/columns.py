"""How wide the columns of a table are."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontMetricsF, QTextLength, QTextTable

from app.ui.transcript.blocks.style_sheet import TABLE_PADDING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QTextDocument, QTextTableCell

_NARROWEST, _WIDEST = 110, 300  # of a column of sentences, where there is not room for all
_AROUND = 2 * TABLE_PADDING + 3  # what a cell has beside its words

Column = tuple[float, float]  # how wide its longest word is, and how wide its longest line


def tables_of(document: QTextDocument) -> list[QTextTable]:
    """Return the tables of a document that stand in no other."""
    return [one for one in document.rootFrame().childFrames() if isinstance(one, QTextTable)]


def set_widths(table: QTextTable, widths: Sequence[float]) -> float:
    """Give columns their widths; returns that of the table with the lines between them."""
    style = table.format()
    style.setColumnWidthConstraints(
        [QTextLength(QTextLength.Type.FixedLength, width) for width in widths]
    )
    table.setFormat(style)
    return sum(widths) + len(widths) + 1


def column_widths(table: QTextTable) -> list[Column]:
    """Return of each column how wide its longest word is, and how wide its longest line."""
    columns = []
    for column in range(table.columns()):
        cells = [_cell_widths(table.cellAt(row, column)) for row in range(table.rows())]
        word = max(word for word, _line in cells) + _AROUND
        columns.append((word, max(word, max(line for _word, line in cells) + _AROUND)))
    return columns


def _cell_widths(cell: QTextTableCell) -> tuple[float, float]:
    word = widest = line = 0.0
    block = cell.firstCursorPosition().block()
    end = cell.lastPosition()
    while block.isValid() and block.position() <= end:
        at = block.begin()
        while not at.atEnd():
            fragment = at.fragment()
            style = fragment.charFormat()
            if style.isImageFormat():
                advance = style.toImageFormat().width()
                word, line = max(word, advance), line + advance
            else:
                first, *others = _advances(fragment.text(), style.font().toString())
                line += first[1]
                word = max(word, first[0])
                for one in others:  # behind a break
                    widest, line = max(widest, line), one[1]
                    word = max(word, one[0])
            at += 1
        widest, line = max(widest, line), 0.0
        block = block.next()
    return word, widest


@lru_cache(maxsize=2_048)  # a table that streams is measured again for each of its words
def _advances(text: str, font: str) -> tuple[tuple[float, float], ...]:
    """Return of each line how wide its longest word is, and how wide it is itself."""
    letters = QFont()
    letters.fromString(font)
    advance = QFontMetricsF(letters).horizontalAdvance
    return tuple(
        (max(map(advance, line.split()), default=0.0), advance(line))
        for line in text.split("\u2028")
    )


def shared(columns: Sequence[Column], room: float, zoom: float) -> list[float]:
    """Return widths of columns: as wide as their lines, or narrower where all of them fit then.

    A column is never narrower than its longest word, and one of sentences not much; if the room is
    too small even so, it does not count any more.
    """
    room -= len(columns) + 1  # the lines between them
    wanted = [line for _word, line in columns]
    if sum(wanted) <= room:
        return wanted
    least = _least(columns, zoom)
    if sum(least) <= room:
        spare = (room - sum(least)) / (sum(wanted) - sum(least))
        return [few + (many - few) * spare for few, many in zip(least, wanted, strict=True)]
    return [max(word, min(line, _WIDEST * zoom)) for word, line in columns]


def squeezed(
    columns: Sequence[Column], room: float, least_scale: float
) -> tuple[list[float], float]:
    """Return widths for paper, where nothing can be moved sideways, and the scale they fit at.

    Args:
        columns: of the table.
        room: in pixels.
        least_scale: letters become no smaller; if that is not enough, words are broken in the
            widest columns.
    """
    n_lines = len(columns) + 1
    least = _least(columns, 1.0)
    scale = min(1.0, max(least_scale, room / (sum(least) + n_lines)))
    room = room / scale - n_lines
    if sum(least) <= room + 0.5:
        return shared(columns, room + n_lines + 0.5, 1.0), scale
    words = [word for word, _line in columns]
    if sum(words) > room:
        widest = _widest(words, room)
        return [min(word, widest) for word in words], scale
    spare = (room - sum(words)) / (sum(least) - sum(words))
    return [word + (few - word) * spare for word, few in zip(words, least, strict=True)], scale


def _least(columns: Sequence[Column], zoom: float) -> list[float]:
    return [max(word, min(line, _NARROWEST * zoom)) for word, line in columns]


def _widest(words: Sequence[float], room: float) -> float:
    """Return how wide columns may be at most, so that all of them fit."""
    for number, word in enumerate(sorted(words)):
        even = room / (len(words) - number)
        if word > even:
            return even
        room -= word
    return max(words)
