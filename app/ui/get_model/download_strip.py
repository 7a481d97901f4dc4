"""The downloads below the page "Get a model": as high as they are, or scrolling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.ui.dialog_page import scrolled
from app.ui.get_model.download_row import DownloadRow
from app.ui.tab_order import follow_layout
from app.ui.theme import SPACE_M, SPACE_S, SPACE_XL

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.core.models.downloads import Download, DownloadId

_MOST_SHARE = 0.4  # of the page's height; the rest is for what there is to choose


class DownloadStrip(QWidget):
    """Sends what its rows send; see `DownloadRow`."""

    pause_requested = Signal(str)
    resume_requested = Signal(str)
    cancel_requested = Signal(str)
    load_requested = Signal(object)
    token_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[DownloadId, DownloadRow] = {}
        self._list = QFrame()
        self._list.setObjectName("suggestions")
        self._rows_column = QVBoxLayout(self._list)
        self._rows_column.setContentsMargins(1, 1, 1, 1)
        self._rows_column.setSpacing(0)
        self._area = scrolled(self._list, "getModelScroll")
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_S, SPACE_XL, SPACE_M)
        column.addWidget(self._area)
        # Once for all that changes in one turn.
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.timeout.connect(self._fit)
        self.hide()

    def rows(self) -> tuple[DownloadRow, ...]:
        """Return the rows of the downloads."""
        return tuple(self._rows.values())

    def show_download(self, download: Download) -> None:
        """Show a download, or another state of it."""
        row = self._rows.get(download.id)
        if row is not None:
            row.show_download(download)
        else:
            self._add(download)
        self._fitting.start()

    def forget_download(self, download_id: DownloadId) -> None:
        """Show a download no more."""
        row = self._rows.pop(download_id, None)
        if row is not None:
            row.hide()
            row.deleteLater()
        self.setVisible(bool(self._rows))
        self._fitting.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: words wrap elsewhere, and the page may be lower."""
        super().resizeEvent(event)
        self._fitting.start()

    def _add(self, download: Download) -> None:
        row = DownloadRow(download)
        row.pause_requested.connect(self.pause_requested)
        row.resume_requested.connect(self.resume_requested)
        row.cancel_requested.connect(self.cancel_requested)
        row.load_requested.connect(self.load_requested)
        row.token_requested.connect(self.token_requested)
        row.setProperty("first", not self._rows)
        self._rows[download.id] = row
        self._rows_column.addWidget(row)
        follow_layout(self._list)
        self.show()

    @Slot()
    def _fit(self) -> None:
        layout = self._rows_column
        width = self._area.viewport().width()
        height = layout.heightForWidth(width) if layout.hasHeightForWidth() else -1
        height = max(height, layout.sizeHint().height())
        self._area.setFixedHeight(min(height, round(self.window().height() * _MOST_SHARE)))
