"""Which rows of a table are looked at: the selected one, then those that are on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView


class VisibleRows(QObject):
    """Sends `changed` when other rows may be looked at, once for many reasons.

    Args:
        table: with its item model.
    """

    changed = Signal()

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.changed)
        table.viewport().installEventFilter(self)
        table.verticalScrollBar().valueChanged.connect(self._on_moved)
        table.selectionModel().selectionChanged.connect(self._on_moved)
        table.model().modelReset.connect(self._on_moved)

    def rows(self) -> tuple[int, ...]:
        """Return the rows that are looked at, the selected one first."""
        table = self._table
        n_rows = table.model().rowCount()
        selected = [index.row() for index in table.selectionModel().selectedRows()]
        top = table.rowAt(0)
        if top < 0 or not table.isVisible():
            return ()
        bottom = table.rowAt(table.viewport().height() - 1)
        shown = range(top, n_rows if bottom < 0 else bottom + 1)
        return tuple(dict.fromkeys((*selected, *shown)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the table was shown, or has another size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._soon.start()
            self._keep_selected_in_sight()
        return super().eventFilter(watched, event)

    def _keep_selected_in_sight(self) -> None:
        selected = self._table.selectionModel().selectedRows()
        if selected:
            self._table.scrollTo(selected[0])

    @Slot()
    def _on_moved(self) -> None:
        self._soon.start()
