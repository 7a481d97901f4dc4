"""Pictures that models write as SVG, drawn small enough and in little time, or not at all.

Qt's renderer lets nobody else run Python while it draws, so the window would stand still: what it
gets is held against limits first (`harmless_svg`), and a drawing is tried small before it is made.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QByteArray, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.core.content.svg import harmless_svg
from app.core.plain_value import PlainValue
from app.ui.transcript.blocks.figure import DrawnFigure

_HIGHEST = 480.0  # logical pixels
_LEAST, _USUAL = 24.0, 320.0  # of its longer side: smaller ones grow, without a size it is that
_MOST_S = 0.4  # of one try; each has at most four times the pixels of the one before
_TRIES = (0.125, 0.25, 0.5, 1.0)


class SvgKey(PlainValue, frozen=True):
    """SVG as it was written and the room there is for it; `width` in logical pixels."""

    text: str
    width: int
    ratio: float


def draw_svg(key: SvgKey) -> DrawnFigure | None:
    """Return a picture; None where it stays code. Threads: any but Qt's own."""
    svg = harmless_svg(key.text)
    if svg is None:
        return None
    drawing = QSvgRenderer(QByteArray(svg.encode()))
    size = _size(drawing, key.width)
    if not drawing.isValid() or size.isEmpty():
        return None
    drawing.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage()
    for scale in _TRIES:
        started_s = time.thread_time()
        image = _painted(drawing, size, key.ratio * scale)
        if scale < 1.0 and 4 * (time.thread_time() - started_s) > _MOST_S:
            return None
    image.setDevicePixelRatio(key.ratio)
    return DrawnFigure(image, size.width(), size.height())


def _size(drawing: QSvgRenderer, width: int) -> QSizeF:
    """Return how large it is shown, in logical pixels; empty where that cannot be told."""
    own = QSizeF(drawing.defaultSize())
    box = drawing.viewBoxF().size()
    if own.isEmpty():
        own = box
    longer = max(own.width(), own.height())
    if own.isEmpty() or not longer < 1e6 or longer > 200 * min(own.width(), own.height()):
        return QSizeF()
    if longer < _LEAST:
        own *= _USUAL / longer
    scale = min(1.0, width / own.width(), _HIGHEST / own.height())
    return QSizeF(max(1, round(own.width() * scale)), max(1, round(own.height() * scale)))


def _painted(drawing: QSvgRenderer, size: QSizeF, ratio: float) -> QImage:
    pixels = (size * ratio).toSize().expandedTo(QSizeF(1, 1).toSize())
    image = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.render(painter, QRectF(0, 0, pixels.width(), pixels.height()))
    painter.end()
    return image
