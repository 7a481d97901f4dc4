"""The list of what a search has found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QListView

from app.ui.sidebar.search.result_delegate import ResultDelegate
from app.ui.sidebar.search.result_item_model import ResultRole
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from app.ui.sidebar.search.result_item_model import ResultItemModel
    from app.ui.theme import Theme


class ResultView(QListView):
    """Sends `chosen` with a `SearchHit`, and `left` when Escape is pressed."""

    chosen = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, model: ResultItemModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(ResultDelegate(theme, self))
        self.setAccessibleName(tr("Search results"))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QListView.Shape.NoFrame)
        theme.changed.connect(self._on_theme_changed)

    def step(self, step: int) -> None:
        """Go some results down, or up for less than 0."""
        last = self.model().rowCount() - 1
        if last < 0:
            return
        current = self.currentIndex().row()  # -1 for none
        row = max(0, min(last, current + step))
        self.setCurrentIndex(self.model().index(row, 0))

    @Slot()
    def accept(self) -> None:
        """Choose the current result, or the first one."""
        index = self.currentIndex()
        if not index.isValid() and self.model().rowCount():
            index = self.model().index(0, 0)
            self.setCurrentIndex(index)
        if index.isValid():
            self.chosen.emit(index.data(ResultRole.HIT))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: a click opens at once."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.chosen.emit(index.data(ResultRole.HIT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return opens, Escape ends the search."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_theme_changed(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
