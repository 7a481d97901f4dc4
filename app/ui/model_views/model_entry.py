"""One model in the menu of the model button: its name, a second line, a mark at the loaded one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QMenu, QStyle, QWidget, QWidgetAction

from app.ui.direction import draw_line
from app.ui.icons import ICON_SIZE, renderer
from app.ui.plain_text import button_text
from app.ui.theme import RADIUS_S, SPACE_XS, TEXT_CAPTION, text_font

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from app.ui.theme import Theme

# The places of the style sheet's QMenu::item and QMenu::icon, so that all rows line up.
_TEXT_LEFT, _TEXT_RIGHT = 30, 24
_MARK_LEFT = 3
_TOP = 6
_MAX_TEXT = 320


class ModelEntry(QWidgetAction):
    """An entry that is chosen like any other, by mouse and keys; checked when it is loaded.

    The menu handles all input; the entry only paints itself.

    Attributes:
        note: the second line; "" for none.
    """

    def __init__(self, name: str, menu: QMenu, theme: Theme, *, note: str = "") -> None:
        super().__init__(menu)
        self.setText(button_text(name))
        self.setCheckable(True)
        self.note = note
        self.setDefaultWidget(_Face(self, name, menu, theme))


class _Face(QWidget):
    """What is seen of an entry."""

    def __init__(self, entry: ModelEntry, name: str, menu: QMenu, theme: Theme) -> None:
        super().__init__(menu)
        self._entry = entry
        self._name = name
        self._menu = menu
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        entry.changed.connect(self._on_changed)

    def sizeHint(self) -> QSize:
        """Qt: as wide as its longer line, within reason."""
        self.ensurePolished()
        metrics = self.fontMetrics()
        width, height = metrics.horizontalAdvance(self._name), metrics.height()
        if self._entry.note:
            note_metrics = self._note_metrics()
            width = max(width, note_metrics.horizontalAdvance(self._entry.note))
            height += note_metrics.height() + SPACE_XS // 2
        return QSize(_TEXT_LEFT + min(width, _MAX_TEXT) + _TEXT_RIGHT, height + 2 * _TOP)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: ground when it is current, mark when it is loaded, one or two lines."""
        colours = self._theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._menu.activeAction() is self._entry:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.selected))
            painter.drawRoundedRect(self.rect(), RADIUS_S, RADIUS_S)
        metrics = self.fontMetrics()
        direction, whole = self.layoutDirection(), self.rect()
        line = QRect(_TEXT_LEFT, _TOP, self.width() - _TEXT_LEFT - _TEXT_RIGHT, metrics.height())
        line = QStyle.visualRect(direction, whole, line)
        if self._entry.isChecked():
            top = line.center().y() - ICON_SIZE // 2
            place = QRect(_MARK_LEFT, top, ICON_SIZE, ICON_SIZE)
            place = QStyle.visualRect(direction, whole, place)
            renderer("check", colours.accent).render(painter, place.toRectF())
        middle = Qt.TextElideMode.ElideMiddle
        painter.setPen(QColor(colours.text))
        draw_line(painter, line, metrics.elidedText(self._name, middle, line.width()))
        if self._entry.note:
            note_metrics = self._note_metrics()
            line.setTop(line.bottom() + 1 + SPACE_XS // 2)
            line.setHeight(note_metrics.height())
            painter.setFont(self._note_font())
            painter.setPen(QColor(colours.muted))
            draw_line(
                painter, line, note_metrics.elidedText(self._entry.note, middle, line.width())
            )

    @Slot()
    def _on_changed(self) -> None:
        self.update()

    def _note_metrics(self) -> QFontMetrics:
        return QFontMetrics(self._note_font(), self)

    def _note_font(self) -> QFont:
        return text_font(self._theme.scaled(TEXT_CAPTION))
