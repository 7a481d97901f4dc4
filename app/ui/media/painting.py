"""Draws a picture small, or a sound as a chip, into a place that is there before it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap, QTransform

from app.ui.kit.labels import renderer
from app.ui.kit.theme import RADIUS_M, RADIUS_S, SPACE_S, Colours
from app.ui.media.media_words import measure_words, picture_name
from app.ui.media.thumbnails import NoThumbnail, Thumbnails
from app.ui.words.direction import draw_line, turned

if TYPE_CHECKING:
    from app.core.content.media import MediaFile

_ICON: Final = 15.0
_LARGE_ICON: Final = 24.0
_LINE: Final = 18.0
_HIGH_ENOUGH: Final = 72.0  # for a name below the icon


def paint_picture(
    painter: QPainter,
    rect: QRectF,
    file: MediaFile,
    thumbnails: Thumbnails,
    colours: Colours,
    *,
    is_hovered: bool = False,
) -> None:
    """Draw a picture, or a stand-in until it is there.

    Args:
        painter: on a widget, with the font for the name of one that is missing.
        rect: its place.
        file: which it is.
        thumbnails: ask for it to be made.
        colours: of the theme.
        is_hovered: the pointer is there.
    """
    device = painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    found = thumbnails.thumbnail(file, max(rect.width(), rect.height()), ratio)
    edge = rect.adjusted(0.5, 0.5, -0.5, -0.5)
    if isinstance(found, QPixmap):
        shown = fitted(QSizeF(found.size()), file, rect)
        if shown != rect:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(rect, RADIUS_M, RADIUS_M)
        _paint_pixmap(painter, shown, found, RADIUS_M if shown == rect else 0)
        pen = QPen(QColor(colours.accent if is_hovered else colours.border))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.raised))
        painter.drawRoundedRect(rect, RADIUS_M, RADIUS_M)
        _paint_stand_in(painter, rect, file, colours, is_known=found is not NoThumbnail.PENDING)
        pen = QPen(QColor(colours.accent if is_hovered else colours.faint))
        if found is not NoThumbnail.PENDING:
            pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(edge, RADIUS_M, RADIUS_M)


def paint_sound(
    painter: QPainter, rect: QRectF, file: MediaFile, colours: Colours, *, is_hovered: bool = False
) -> None:
    """Draw a sound: what it is, its name, how long it is, and that it can be played.

    Args:
        painter: with the font for its name.
        rect: its place, a line high.
        file: which it is.
        colours: of the theme.
        is_hovered: the pointer is there.
    """
    direction = painter.layoutDirection()
    painter.setPen(QColor(colours.accent if is_hovered else colours.faint))
    painter.setBrush(QColor(colours.raised))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_S, RADIUS_S)
    top = rect.center().y() - _ICON / 2
    icon = QRectF(rect.left() + SPACE_S, top, _ICON, _ICON)
    renderer("sound", colours.muted).render(painter, turned(direction, rect, icon))
    play = QRectF(rect.right() - SPACE_S - _ICON, top, _ICON, _ICON)
    colour = colours.accent if is_hovered else colours.text
    renderer("play", colour).render(painter, turned(direction, rect, play))
    inner = QRectF(icon.right() + SPACE_S, rect.top(), 0, rect.height())
    inner.setRight(play.left() - SPACE_S)
    inside = turned(direction, rect, inner)
    length = measure_words(file)
    painter.setPen(QColor(colours.muted))
    draw_line(painter, inside, length, Qt.AlignmentFlag.AlignRight)
    taken = painter.fontMetrics().horizontalAdvance(length) + SPACE_S
    room = turned(direction, inside, inside.adjusted(0, 0, -taken, 0))
    painter.setPen(QColor(colours.text))
    draw_line(painter, room, _elided(painter, picture_name(file), room.width()))


def fitted(drawn: QSizeF, file: MediaFile, place: QRectF) -> QRectF:
    """Return where a picture is drawn in its place: whole, in its own form, no larger than it is.

    Args:
        drawn: its size, of whatever scale.
        file: says how large it really is.
        place: that it has.
    """
    size = drawn.scaled(place.size(), Qt.AspectRatioMode.KeepAspectRatio)
    if file.width and size.width() > file.width:
        size *= file.width / size.width()
    gap = place.size() - size
    if max(gap.width(), gap.height()) <= 2.0:  # the rest is rounding
        return QRectF(place)
    shown = QRectF(0, 0, size.width(), size.height())
    shown.moveCenter(place.center())
    return shown


def _paint_pixmap(painter: QPainter, rect: QRectF, pixmap: QPixmap, radius: float) -> None:
    """Draw it as a brush: only so are round corners smooth."""
    across, down = rect.width() / pixmap.width(), rect.height() / pixmap.height()
    brush = QBrush(pixmap)
    brush.setTransform(QTransform.fromTranslate(rect.left(), rect.top()).scale(across, down))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush)
    painter.drawRoundedRect(rect, radius, radius)


def _paint_stand_in(
    painter: QPainter, rect: QRectF, file: MediaFile, colours: Colours, *, is_known: bool
) -> None:
    """Draw what says that a picture belongs here; with its name where it will not come."""
    has_name = is_known and rect.height() >= _HIGH_ENOUGH
    icon = QRectF(0, 0, _LARGE_ICON, _LARGE_ICON)
    icon.moveCenter(rect.center())
    if has_name:
        icon.translate(0, -_LINE / 2)
    name, colour = ("warning", colours.muted) if is_known else ("picture", colours.faint)
    renderer(name, colour).render(painter, icon)
    if not has_name:
        return
    line = QRectF(rect.left() + SPACE_S, icon.bottom() + 2, rect.width() - 2 * SPACE_S, _LINE)
    painter.setPen(QColor(colours.muted))
    words = _elided(painter, picture_name(file), line.width())
    draw_line(painter, line, words, Qt.AlignmentFlag.AlignHCenter)


def _elided(painter: QPainter, words: str, width: float) -> str:
    middle = Qt.TextElideMode.ElideMiddle
    return painter.fontMetrics().elidedText(words, middle, max(0, int(width)))
