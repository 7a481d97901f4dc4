"""A tick box in the middle of a table cell; the whole cell is its button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui.tick_box import draw_tick

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex

    from app.ui.theme import Theme

    Index = QModelIndex | QPersistentModelIndex

_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Select)


class CheckDelegate(QStyledItemDelegate):
    """Draws and toggles the check state of a cell that has nothing else."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt: the ground of the row, then the box."""
        colours = self._theme.colours
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(colours.selected))
        painter.fillRect(option.rect.adjusted(0, option.rect.height() - 1, 0, 0), colours.border)
        is_on = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked
        draw_tick(painter, QRectF(option.rect), colours, is_on=is_on)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        _option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Qt: a click anywhere in the cell, or the space bar, toggles."""
        is_click = (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
        )
        is_key = (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in _KEYS
        )
        if not (is_click or is_key):
            return False
        role = Qt.ItemDataRole.CheckStateRole
        is_on = Qt.CheckState(index.data(role)) is Qt.CheckState.Checked
        wanted = Qt.CheckState.Unchecked if is_on else Qt.CheckState.Checked
        return model.setData(index, wanted, role)
