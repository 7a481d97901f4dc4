"""Words in a box around a message, as lines: the summary above it, the problem below it.

Of a long text the first lines; all of it can be read elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QTextLayout

from app.ui.theme import SPACE_M, TEXT_SMALL
from app.ui.transcript.render.caption_font import zoomed_font

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

_MOST_CHARS = 2_000  # that are broken into lines; more are never shown
_LINE_SEPARATOR = "\u2028"  # a line break inside a paragraph, as Qt has it


class BoxedWords:
    """A text and its lines; sizes in logical pixels.

    Args:
        above: room above the words.
        beside: room that the words leave at both ends together.
        most_lines: that are shown.

    Attributes:
        text: all of it; "" for none, which takes no room.
        line_height: of the lines that were asked for last.
    """

    def __init__(self, above: float, beside: float, most_lines: int) -> None:
        self.text = ""
        self.above = above
        self._beside = beside
        self._most_lines = most_lines
        self._broken: tuple[str, float, float] | None = None  # text, width, zoom of the lines
        self._lines: list[str] = []
        self.line_height = 0.0

    def height(self, width: float, zoom: float) -> float:
        """Return how much room it takes."""
        if not self.text:
            return 0.0
        self._break(width, zoom)
        return self.above + len(self._lines) * self.line_height + SPACE_M

    def lines(self, width: float, zoom: float) -> list[str]:
        """Return what is shown, line by line."""
        self._break(width, zoom)
        return self._lines

    def _break(self, width: float, zoom: float) -> None:
        wanted = (self.text, width, zoom)
        if self._broken != wanted:
            self._broken = wanted
            font = zoomed_font(zoom, TEXT_SMALL)
            self.line_height = QFontMetricsF(font).lineSpacing()
            room = max(40.0, width - self._beside)
            self._lines = _broken(self.text, font, room, self._most_lines)


def _broken(text: str, font: QFont, width: float, most_lines: int) -> list[str]:
    """Break a text into lines; the last one ends in an ellipsis where there is more."""
    shown = "\n".join(filter(None, map(str.strip, text[:_MOST_CHARS].splitlines())))
    layout = QTextLayout(shown.replace("\n", _LINE_SEPARATOR), font)
    lines: list[str] = []
    begin = 0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        begin = line.textStart()
        lines.append(shown[begin : begin + line.textLength()].strip())
        if len(lines) == most_lines:
            break
    layout.endLayout()
    rest = shown[begin:].replace("\n", " ").strip()
    if lines and (rest != lines[-1] or len(text) > _MOST_CHARS):
        rest = f"{rest} …" if rest == lines[-1] else rest
        lines[-1] = QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)
    return lines
