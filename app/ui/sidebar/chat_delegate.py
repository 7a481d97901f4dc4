"""Paints a row of the chat list: heading, residency, title, time, dots while it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.core.protocol import Residency
from app.ui.state.chat_list_item_model import ChatRole
from app.ui.theme import SPACE_M, SPACE_S, TEXT_CAPTION, TEXT_SMALL, text_font
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.state.chat_list_item_model import Index
    from app.ui.theme import Theme

_ROW = 36
_HEADING = 32
_RADIUS = 8
_DOT_ROOM = 12  # left of the title
_BUSY_DOTS, _BUSY_STEP = 3, 6


class ChatDelegate(QStyledItemDelegate):
    """Draws rows by the theme; the heading of a group belongs to its first row.

    Args:
        shows_ring: whether the keyboard is at a row.
    """

    def __init__(self, theme: Theme, parent: QWidget, shows_ring: Callable[[Index], bool]) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shows_ring = shows_ring

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Qt: a row, higher where a group begins."""
        heading = self._theme.scaled(_HEADING) if index.data(ChatRole.GROUP) else 0
        return QSize(80, self._theme.scaled(_ROW) + heading)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt: draw one row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRect(option.rect)
        if heading := index.data(ChatRole.GROUP):
            self._paint_heading(painter, rect, heading)
        row = self._row_rect(rect)
        self._paint_ground(painter, option, row)
        if self._shows_ring(index):
            self._paint_ring(painter, row)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        self._paint_residency(painter, row, index.data(ChatRole.RESIDENCY))
        self._paint_words(
            painter, row.adjusted(SPACE_M + _DOT_ROOM, 0, -SPACE_M, 0), index, chosen=chosen
        )
        painter.restore()

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index
    ) -> QLineEdit:
        """Qt: a plain line for the title."""
        editor = QLineEdit(parent)
        editor.setMaxLength(200)
        editor.setAccessibleName(tr("Chat title"))
        return editor

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Qt: the editor covers the row, not the heading."""
        editor.setGeometry(self._row_rect(QRect(option.rect)).adjusted(0, 2, 0, -2))

    def _row_rect(self, rect: QRect) -> QRect:
        height = self._theme.scaled(_ROW) - 2
        return QRect(
            rect.left() + SPACE_S, rect.bottom() - height, rect.width() - 2 * SPACE_S, height
        )

    def _paint_heading(self, painter: QPainter, rect: QRect, heading: str) -> None:
        painter.setFont(self._font(TEXT_CAPTION, QFont.Weight.DemiBold))
        painter.setPen(QColor(self._theme.colours.muted))
        place = QRect(
            rect.left() + SPACE_S + SPACE_M,
            rect.top(),
            rect.width(),
            self._theme.scaled(_HEADING) - 6,
        )
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
        painter.drawText(place, flags, heading)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: QRect) -> None:
        colours = self._theme.colours
        ground = ""
        if option.state & QStyle.StateFlag.State_Selected:
            ground = colours.selected
        elif option.state & QStyle.StateFlag.State_MouseOver:
            ground = colours.hover
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(row, _RADIUS, _RADIUS)

    def _paint_ring(self, painter: QPainter, row: QRect) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.colours.accent), 1.5))
        painter.drawRoundedRect(row.adjusted(1, 1, -1, -1), _RADIUS, _RADIUS)

    def _paint_residency(self, painter: QPainter, row: QRect, residency: str | None) -> None:
        """Draw a dot for a chat whose memory is in the context, a ring for one on disk."""
        if residency not in (Residency.LIVE, Residency.DISK):
            return
        colours = self._theme.colours
        is_live = residency == Residency.LIVE  # Qt hands back a plain string
        painter.setPen(Qt.PenStyle.NoPen if is_live else QPen(QColor(colours.muted), 1.4))
        painter.setBrush(QColor(colours.accent) if is_live else Qt.BrushStyle.NoBrush)
        centre = QPointF(row.left() + SPACE_M + 1.5, row.center().y() + 0.5)
        painter.drawEllipse(centre, *((3.0, 3.0) if is_live else (2.6, 2.6)))

    def _font(self, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return text_font(self._theme.scaled(pixels), weight)

    def _paint_busy(self, painter: QPainter, rect: QRect) -> int:
        """Draw three dots, as the transcript does before the first word; returns their width."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.text))
        for number in range(_BUSY_DOTS):
            centre = QPointF(rect.right() - number * _BUSY_STEP - 2, rect.center().y() + 0.5)
            painter.drawEllipse(centre, 1.8, 1.8)
        return _BUSY_DOTS * _BUSY_STEP

    def _paint_words(self, painter: QPainter, rect: QRect, index: Index, *, chosen: bool) -> None:
        colours = self._theme.colours
        right = rect.right()
        if index.data(ChatRole.BUSY):
            right -= self._paint_busy(painter, rect) + SPACE_S
        else:
            painter.setFont(self._font(TEXT_CAPTION))
            painter.setPen(QColor(colours.muted))
            when = index.data(ChatRole.TIME)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(rect, flags, when)
            right -= painter.fontMetrics().horizontalAdvance(when) + SPACE_S
        weight = QFont.Weight.Medium if chosen else QFont.Weight.Normal
        painter.setFont(self._font(TEXT_SMALL, weight))
        painter.setPen(QColor(colours.text))
        title = painter.fontMetrics().elidedText(
            index.data(Qt.ItemDataRole.DisplayRole).replace("\n", " "),
            Qt.TextElideMode.ElideRight,
            right - rect.left(),
        )
        place = QRect(rect.left(), rect.top(), right - rect.left(), rect.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)
