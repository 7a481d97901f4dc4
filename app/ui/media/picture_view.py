"""One picture in full: as large as the window, or closer, moved with mouse or arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.kit.accessibility import set_role
from app.ui.kit.theme import SPACE_L, SPACE_XL, TEXT_SMALL, Theme, text_font
from app.ui.words.direction import draw_line

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QWheelEvent


STEP: Final = 1.25  # of a key or a notch of the wheel
_MOST = 16.0  # times its own pixels


class Zoom:
    """A picture in a window.

    A scale is logical pixels of the window for each pixel of the picture.

    Attributes:
        is_fitted: it is as large as the window has room for, whatever size that has.
    """

    def __init__(self) -> None:
        self._window = QSizeF(1, 1)
        self._picture = QSizeF(1, 1)
        self._ratio = 1.0
        self._scale = 1.0
        self._middle = QPointF()  # of what is seen, in pixels of the picture
        self.is_fitted = True

    @property
    def scale(self) -> float:
        """How large it is shown."""
        return self.fitted_scale if self.is_fitted else self._scale

    @property
    def percent(self) -> int:
        """Device pixels of the screen for each hundred of the picture."""
        return round(100 * self.scale * self._ratio)

    @property
    def fitted_scale(self) -> float:
        """The scale at which all of it is seen; a small picture is not made larger."""
        room = min(
            self._window.width() / self._picture.width(),
            self._window.height() / self._picture.height(),
        )
        return min(room, self.own_scale)

    @property
    def own_scale(self) -> float:
        """The scale at which each of its pixels is one of the screen."""
        return 1.0 / self._ratio

    # -- changing --

    def set_picture(self, width: int, height: int) -> None:
        """Show another picture, all of it."""
        self._picture = QSizeF(max(1, width), max(1, height))
        self.fit()

    def set_window(self, size: QSizeF, ratio: float) -> None:
        """Take over the size of the window, and how many device pixels it has in a logical one."""
        self._window = QSizeF(max(1.0, size.width()), max(1.0, size.height()))
        self._ratio = ratio
        self._keep_inside()

    def fit(self) -> None:
        """Show all of it."""
        self.is_fitted = True
        self._middle = QPointF(self._picture.width() / 2, self._picture.height() / 2)

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """Show it at a scale.

        Args:
            scale: as near to this as is sensible.
            at: what lies there in the window stays there; None for its middle.
        """
        at = self._window_middle() if at is None else at
        held = self.picture_point(at)
        least = min(self.fitted_scale, self.own_scale)
        self._scale = max(least, min(scale, _MOST * self.own_scale))
        self.is_fitted = False
        self._middle = held - (at - self._window_middle()) / self._scale
        self._keep_inside()

    def step(self, steps: float, at: QPointF | None = None) -> None:
        """Make it larger, or smaller with less than 0."""
        self.zoom_to(self.scale * STEP**steps, at)

    def pan(self, by: QPointF) -> None:
        """Move the picture in the window, as far as there is more of it."""
        self._middle -= by / self.scale
        self._keep_inside()

    # -- where --

    def place(self) -> QRectF:
        """Return where all of the picture lies in the window, and around it."""
        size = self._picture * self.scale
        corner = self._window_middle() - self._middle * self.scale
        return QRectF(corner, size)

    def picture_point(self, at: QPointF) -> QPointF:
        """Return which point of the picture lies at a point of the window."""
        return self._middle + (at - self._window_middle()) / self.scale

    def is_larger(self) -> tuple[bool, bool]:
        """Return whether it is wider, and higher, than the window."""
        size = self._picture * self.scale
        return (
            size.width() > self._window.width() + 0.5,
            size.height() > self._window.height() + 0.5,
        )

    def _window_middle(self) -> QPointF:
        return QPointF(self._window.width() / 2, self._window.height() / 2)

    def _keep_inside(self) -> None:
        """Let no edge come into the window while there is more beyond the other one."""
        scale = self.scale
        self._middle = QPointF(
            _inside(self._middle.x(), self._picture.width(), self._window.width() / scale),
            _inside(self._middle.y(), self._picture.height(), self._window.height() / scale),
        )


def _inside(middle: float, whole: float, seen: float) -> float:
    if seen >= whole:
        return whole / 2
    return min(max(middle, seen / 2), whole - seen / 2)


_NOTCH: Final = 120.0  # of a wheel
_ARROWS: Final = {
    Qt.Key.Key_Left: QPointF(1, 0),
    Qt.Key.Key_Right: QPointF(-1, 0),
    Qt.Key.Key_Up: QPointF(0, 1),
    Qt.Key.Key_Down: QPointF(0, -1),
}
_ARROW_STEP = 60.0  # logical pixels


class PictureView(QWidget):
    """Shows a picture, or words where there is none.

    Signals:
        zoomed: it is shown at another size.
        step_wanted: 1 for the next picture, -1 for the one before.

    Attributes:
        words: what is said instead of a picture; "" while there is one.
    """

    zoomed = Signal()
    step_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.zoom = Zoom()
        self._image: QImage | None = None
        self.words = ""
        self._dragged_from: QPointF | None = None
        set_role(self, QAccessible.Role.Graphic)
        self.setObjectName("pictureView")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # -- what is shown --

    @property
    def has_picture(self) -> bool:
        """Whether there is one, and not only words."""
        return self._image is not None

    def say(self, words: str) -> None:
        """Show words instead of a picture."""
        self._image, self.words = None, words
        self.zoom.set_picture(1, 1)
        self._changed()

    def show_picture(self, image: QImage, width: int, height: int) -> None:
        """Show a picture; the same one with more pixels stays as it lies.

        Args:
            image: its pixels, perhaps fewer than it has.
            width: of the picture, in its own pixels.
            height: likewise.
        """
        if self._image is None:
            self.zoom.set_picture(width, height)
        self._image, self.words = image, ""
        self._changed()

    @property
    def wants_more(self) -> bool:
        """Whether it is looked at so closely that there are fewer pixels than on the screen."""
        if self._image is None:
            return False
        shown = self.zoom.place().width() * self.devicePixelRatioF()
        return shown > 1.05 * self._image.width()

    # -- zoom --

    def step(self, steps: float, at: QPointF | None = None) -> None:
        """Make it larger, or smaller with less than 0."""
        if self.has_picture:
            self.zoom.step(steps, at)
            self._changed()

    def fit(self) -> None:
        """Show all of it."""
        self.zoom.fit()
        self._changed()

    def show_own_size(self, at: QPointF | None = None) -> None:
        """Show each of its pixels as one of the screen."""
        if self.has_picture:
            self.zoom.zoom_to(self.zoom.own_scale, at)
            self._changed()

    # -- Qt events --

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: the part that is seen, or the words."""
        painter = QPainter(self)
        colours = self._theme.colours
        painter.fillRect(self.rect(), QColor(colours.sidebar))
        if self._image is None:
            painter.setFont(text_font(self._theme.scaled(TEXT_SMALL)))
            painter.setPen(QColor(colours.muted))
            room = QRectF(self.rect()).adjusted(SPACE_XL, SPACE_L, -SPACE_XL, -SPACE_L)
            metrics = painter.fontMetrics()
            words = metrics.elidedText(
                self.words, Qt.TextElideMode.ElideRight, max(0, int(room.width()))
            )
            draw_line(painter, room, words, Qt.AlignmentFlag.AlignHCenter)
        else:
            self._paint_picture(painter, self._image)
        if self.hasFocus():
            painter.setPen(QColor(colours.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_picture(self, painter: QPainter, image: QImage) -> None:
        place = self.zoom.place()
        seen = place.intersected(QRectF(self.rect()))
        if seen.isEmpty():
            return
        across, down = image.width() / place.width(), image.height() / place.height()
        source = QRectF(
            (seen.left() - place.left()) * across,
            (seen.top() - place.top()) * down,
            seen.width() * across,
            seen.height() * down,
        )
        # Looked at very closely, pixels are what one wants to see.
        is_smooth = self.zoom.percent < 400
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, is_smooth)
        painter.drawImage(seen, image, source)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: what is fitted stays so."""
        super().resizeEvent(event)
        self._take_size()

    def event(self, event: QEvent) -> bool:
        """Qt: the window may come to a screen of another scale."""
        if event.type() is QEvent.Type.DevicePixelRatioChange:
            self._take_size()
        return super().event(event)

    def _take_size(self) -> None:
        self.zoom.set_window(QSizeF(self.size()), self.devicePixelRatioF())
        self._changed()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Qt: closer or further away, from where the pointer is."""
        turned = event.angleDelta().y()
        if turned and self.has_picture:
            self.step(turned / _NOTCH, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: begin to move it."""
        if event.button() == Qt.MouseButton.LeftButton and any(self.zoom.is_larger()):
            self._dragged_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: move it."""
        if self._dragged_from is not None:
            self._pan(event.position() - self._dragged_from)
            self._dragged_from = event.position()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Qt: it lies there now."""
        self._dragged_from = None
        self._set_cursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Qt: its own size, or all of it again."""
        if not self.zoom.is_fitted:
            self.fit()
        else:
            self.show_own_size(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: arrows move what is larger than the window, or go to the next picture."""
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.step_wanted.emit(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in _ARROWS:
            self._take_arrow(key)
        else:
            super().keyPressEvent(event)

    def _take_arrow(self, key: Qt.Key) -> None:
        is_wider, is_higher = self.zoom.is_larger()
        is_sideways = key in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        if is_wider if is_sideways else is_higher:
            self._pan(_ARROWS[key] * _ARROW_STEP)
        elif is_sideways:
            step = 1 if key == Qt.Key.Key_Right else -1
            self.step_wanted.emit(-step if self.isRightToLeft() else step)

    # -- inside --

    def _pan(self, by: QPointF) -> None:
        self.zoom.pan(by)
        self.update()

    def _changed(self) -> None:
        self._set_cursor()
        self.update()
        self.zoomed.emit()

    def _set_cursor(self) -> None:
        can_move = self.has_picture and any(self.zoom.is_larger())
        shape = Qt.CursorShape.OpenHandCursor if can_move else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
