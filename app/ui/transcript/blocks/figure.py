"""A formula or an image in a text: as written, as drawn, and an image of a local file.

Pictures that models write as SVG are drawn small enough and in little time, or not at all. Qt's
renderer lets nobody else run Python while it draws, so the window would stand still: what it gets
is held against limits first (`harmless_svg`), and a drawing is tried small before it is made.
"""

from __future__ import annotations

import enum
import html
import os
import re
import stat
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

from PySide6.QtCore import QByteArray, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.core.content.svg import harmless_svg
from app.core.plain_value import PlainValue


class FigureKind(enum.Enum):
    """What stands in a gap of the text."""

    FORMULA = enum.auto()
    DISPLAY_FORMULA = enum.auto()
    IMAGE = enum.auto()


class Figure(PlainValue, frozen=True):
    """Something drawn.

    Attributes:
        source: TeX without its marks, or the path of a file.
        written: as it stands in the Markdown; for an image its words.
    """

    kind: FigureKind
    source: str
    written: str

    def as_html(self) -> str:
        """Return what is shown while it is not drawn or cannot be."""
        words = html.escape(self.written)
        if self.kind is FigureKind.IMAGE:
            return f'<a href="{html.escape(self.source)}">[{words}]</a>'
        return f"<code>{words.replace(chr(10), '<br>')}</code>"


class DrawnFigure(PlainValue, frozen=True):
    """A figure as it is drawn: an image and its place in a line, where it stands like a letter.

    Attributes:
        width, height: logical pixels.
        depth: how far it reaches below the base line, logical pixels.
    """

    image: QImage
    width: float
    height: float
    depth: float = 0.0


_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
_MAX_BYTES = 40_000_000
_MAX_HEIGHT = 480  # logical pixels
_DRIVE = re.compile(r"^[A-Za-z]:[\\/]")


class ImageKey(PlainValue, frozen=True):
    """A file and the room there is for it; `width` in logical pixels."""

    path: str
    width: int
    ratio: float


def local_path(address: str) -> str:
    """Return the path that the address of an image means, "" for what is not on this machine."""
    if _DRIVE.match(unquote(address)):  # Markdown has encoded the backslashes
        path = unquote(address)
    else:
        parts = urlsplit(address)
        if parts.scheme not in ("", "file") or parts.netloc or parts.query:
            return ""
        from urllib.request import url2pathname  # with all that speaks HTTP

        path = url2pathname(parts.path)
    is_shared = path.replace("\\", "/").startswith("//")
    if is_shared or not Path(path).is_absolute() or Path(path).suffix.lower() not in _SUFFIXES:
        return ""
    return path


def read_image(key: ImageKey) -> DrawnFigure | None:
    """Read an image, made small enough; None where there is none. Threads: any.

    An address comes from a model and is not trusted: only a plain file of a known kind is read, no
    device, nothing of another machine (a shared folder of Windows would be told the user's name),
    and no more pixels than fit.
    """
    try:
        found = os.stat(key.path)  # noqa: PTH116 - of any file, a device too
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(found.st_mode) or found.st_size > _MAX_BYTES:
        return None
    reader = QImageReader(key.path)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid():
        return None
    room = QSize(round(key.width * key.ratio), round(_MAX_HEIGHT * key.ratio))
    if size.width() > room.width() or size.height() > room.height():
        size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(size)
    image = reader.read()
    if image.isNull():
        return None
    image.setDevicePixelRatio(key.ratio)
    return DrawnFigure(image, image.width() / key.ratio, image.height() / key.ratio)


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
