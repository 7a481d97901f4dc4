"""The summary of what the model does not read, as lines: of a long one the first.

All of it can be read and changed in a dialog; `summary_box.py` draws the lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QTextLayout

from app.ui.theme import SPACE_M, TEXT_SMALL
from app.ui.transcript.render.caption_font import zoomed_font

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

HEADING = 30  # the line above the words, with the button
_MOST_LINES = 6
_MOST_CHARS = 2_000  # that are broken into lines; more are never shown
_LINE_SEPARATOR = "\u2028"  # a line break inside a paragraph, as Qt has it


class SummaryNote:
    """A text and its lines; sizes in logical pixels.

    Attributes:
        text: all of the summary; "" for none, which takes no room.
        line_height: of the lines that were asked for last.
    """

    def __init__(self) -> None:
        self.text = ""
        self._broken: tuple[str, float, float] | None = None  # text, width, zoom of the lines
        self._lines: list[str] = []
        self.line_height = 0.0

    def height(self, width: float, zoom: float) -> float:
        """Return how much room it takes."""
        if not self.text:
            return 0.0
        self._break(width, zoom)
        return HEADING + len(self._lines) * self.line_height + SPACE_M

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
            self._lines = _broken(self.text, font, max(40.0, width - 2 * SPACE_M))


def _broken(text: str, font: QFont, width: float) -> list[str]:
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
        if len(lines) == _MOST_LINES:
            break
    layout.endLayout()
    rest = shown[begin:].replace("\n", " ").strip()
    if lines and (rest != lines[-1] or len(text) > _MOST_CHARS):
        rest = f"{rest} …" if rest == lines[-1] else rest
        lines[-1] = QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)
    return lines
