"""Stroke icons from `resources/icons`, drawn in any colour."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.core.system.paths import resource

ICON_SIZE = 18
_SCALES = (1.0, 1.5, 2.0, 4.0)  # large words on a fine screen take four times the pixels


@lru_cache(maxsize=256)
def icon(name: str, colour: str, disabled: str = "", side: int = ICON_SIZE) -> QIcon:
    """Return the icon `name` in a colour given as "#rrggbb", sharp at every scale.

    A button shows it in the size that its style sheet says, which grows with the words.
    """
    result = QIcon()
    for scale in _SCALES:
        result.addPixmap(_pixmap(name, colour, side, scale))
        if disabled:
            result.addPixmap(_pixmap(name, disabled, side, scale), QIcon.Mode.Disabled)
    return result


def picture(name: str, colour: str, side: int) -> QPixmap:
    """Return an icon for a label, as large as that in logical pixels."""
    return icon(name, colour, side=side).pixmap(side, side)


@lru_cache(maxsize=64)
def renderer(name: str, colour: str) -> QSvgRenderer:
    """Return a renderer for painting the icon straight into a widget."""
    svg = resource(f"icons/{name}.svg").read_text(encoding="utf-8")
    drawn = QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))
    drawn.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    return drawn


def _pixmap(name: str, colour: str, side: int, scale: float) -> QPixmap:
    pixels = round(side * scale)
    pixmap = QPixmap(QSize(pixels, pixels))
    pixmap.fill(QColor(Qt.GlobalColor.transparent))
    painter = QPainter(pixmap)
    renderer(name, colour).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return pixmap
