"""Paints a row of the chat list: heading, title, time, and the marks of `chat_marks.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui.sidebar.chat_marks import paint_queued, paint_residency, paint_running, paint_unread
from app.ui.state.chat_list_item_model import Activity, ChatRole
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


class ChatDelegate(QStyledItemDelegate):
    """Draws rows by the theme; the heading of a group belongs to its first row.

    Args:
        shows_ring: whether the keyboard is at a row.
        phase: how often the dots of running answers have moved.
    """

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        shows_ring: Callable[[Index], bool],
        phase: Callable[[], int],
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shows_ring = shows_ring
        self._phase = phase

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Qt: a row, higher where a group begins."""
        heading = self._theme.scaled(_HEADING) if index.data(ChatRole.GROUP) else 0
        return QSize(80, self._row() + heading)

    def _row(self) -> int:
        return round(self._theme.scaled(_ROW) * self._theme.colours.spacing)

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
        dot = QPointF(row.left() + SPACE_M + 1.5, row.center().y() + 0.5)
        paint_residency(painter, self._theme, dot, index.data(ChatRole.RESIDENCY))
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

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Qt: a title comes into the editor, also one that changes meanwhile; typed words stay."""
        assert isinstance(editor, QLineEdit)
        if not editor.isModified():
            super().setEditorData(editor, index)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Qt: the editor covers the row, not the heading."""
        editor.setGeometry(self._row_rect(QRect(option.rect)).adjusted(0, 2, 0, -2))

    def _row_rect(self, rect: QRect) -> QRect:
        height = self._row() - 2
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

    def _font(self, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return text_font(self._theme.scaled(pixels), weight)

    def _paint_words(self, painter: QPainter, rect: QRect, index: Index, *, chosen: bool) -> None:
        colours = self._theme.colours
        is_unread = bool(index.data(ChatRole.UNREAD))
        rect = rect.adjusted(0, 0, -self._paint_right(painter, rect, index) - SPACE_S, 0)
        weight = QFont.Weight.Medium if chosen else QFont.Weight.Normal
        weight = QFont.Weight.Bold if is_unread else weight
        painter.setFont(self._font(TEXT_SMALL, weight))
        painter.setPen(QColor(colours.text))
        title = painter.fontMetrics().elidedText(
            index.data(Qt.ItemDataRole.DisplayRole).replace("\n", " "),
            Qt.TextElideMode.ElideRight,
            rect.width(),
        )
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_right(self, painter: QPainter, rect: QRect, index: Index) -> int:
        """Draw what becomes of the answer, or when it was; returns the width."""
        activity: Activity = index.data(ChatRole.ACTIVITY)
        match activity:
            case Activity.RUNNING:
                return paint_running(painter, self._theme, rect, self._phase())
            case Activity.QUEUED:
                return paint_queued(painter, self._theme, rect)
            case Activity.NONE:
                return self._paint_rest(painter, rect, index)

    def _paint_rest(self, painter: QPainter, rect: QRect, index: Index) -> int:
        """Draw when a chat was last written in, and whether it is unread."""
        taken = 0
        if index.data(ChatRole.UNREAD):
            taken = paint_unread(painter, self._theme, rect) + SPACE_S
        painter.setFont(self._font(TEXT_CAPTION))
        painter.setPen(QColor(self._theme.colours.muted))
        when = index.data(ChatRole.TIME)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect.adjusted(0, 0, -taken, 0), flags, when)
        return taken + painter.fontMetrics().horizontalAdvance(when)
