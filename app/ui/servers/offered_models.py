"""The models of the server that is chosen on the page, with a field that filters them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.core.protocol import RemoteModel
from app.ui.labels import label
from app.ui.page_table import page_table
from app.ui.plain_text import isolated
from app.ui.servers.offered_table_model import OfferedColumn, OfferedTableModel
from app.ui.text_fields import set_up_search
from app.ui.theme import SPACE_M, SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.core.remote import Server
    from app.ui.theme import Theme

_LEAST_HEIGHT = 120  # pixels
_CONTEXT, _TAKES = 100, 190


class OfferedModels(QWidget):
    """Sends `changed` when another model is chosen, and `used` when one is double-clicked.

    Args:
        side: pixels beside what is no table, so that its words stand below each other.
    """

    changed = Signal()
    used = Signal()

    def __init__(self, theme: Theme, side: int) -> None:
        super().__init__()
        self._server: Server | None = None
        self.rows = OfferedTableModel(theme, self)
        self.table = self._make_table(theme)
        self.search = QLineEdit()
        self.search.setObjectName("findEdit")
        set_up_search(self.search, tr("Search models"))
        self._caption = label("dialogCaption", wraps=False)
        self._empty = label("emptyMemory")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.table)
        self._pages.addWidget(self._empty)
        line = QHBoxLayout()
        line.setContentsMargins(side, 0, side, 0)
        line.setSpacing(SPACE_M)
        line.addWidget(self._caption)
        line.addWidget(self.search, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(line)
        column.addWidget(self._pages, 1)
        self.search.textChanged.connect(self._on_words)
        self.table.doubleClicked.connect(self._on_double_click)
        self.table.selectionModel().selectionChanged.connect(self.changed)

    def show_server(self, server: Server | None, loaded: str) -> None:
        """Show the models of a server.

        Args:
            server: the chosen one; None for none.
            loaded: the path of the model that is loaded, wherever it is.
        """
        if server is not None and (self._server is None or server.name != self._server.name):
            self.search.clear()
        model = RemoteModel.of(loaded)
        is_of_it = server is not None and model is not None and model.server == server.name
        name = model.model if model is not None and is_of_it else ""
        chosen, self._server = self._chosen(), server
        self.rows.set_server(server)
        self.rows.set_loaded(name)
        self._choose(chosen, name)

    def chosen_path(self) -> str:
        """Return the path of the chosen model; "" for none."""
        name = self._chosen()
        return RemoteModel(self._server.name, name).path if self._server and name else ""

    def words(self) -> str:
        """Return what stands around the table."""
        empty = self._empty.text() if self._pages.currentIndex() else ""
        return "\n".join(filter(None, (self._caption.text(), empty)))

    def _make_table(self, theme: Theme) -> QTableView:
        widths = {
            OfferedColumn.CONTEXT: theme.scaled(_CONTEXT),
            OfferedColumn.TAKES: theme.scaled(_TAKES),
        }
        words, wide = tr("Models of the server"), OfferedColumn.NAME
        table = page_table("offeredTable", words, self.rows, stretched=wide, widths=widths)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.setMinimumHeight(_LEAST_HEIGHT)
        return table

    def _chosen(self) -> str:
        rows = self.table.selectionModel().selectedRows()
        return self.rows.model_at(rows[0].row()).name if rows else ""

    def _choose(self, *names: str) -> None:
        """Select the first of these that is shown, else the first of all."""
        if self.rows.rowCount():
            found = (row for row in map(self.rows.row_of, names) if row >= 0)
            self.table.selectRow(next(found, 0))
        has_models = self._server is not None and bool(self._server.models)
        if self._server is not None:
            self._caption.setText(tr("Models of {server}", server=isolated(self._server.name)))
        self.search.setEnabled(has_models)
        self._pages.setCurrentIndex(0 if self.rows.rowCount() else 1)
        self._empty.setText(
            tr("Nothing found.")
            if has_models
            else tr("This server has told of no models. Check it, or name them under “Edit…”.")
        )
        self.changed.emit()

    @Slot(str)
    def _on_words(self, words: str) -> None:
        chosen = self._chosen()
        self.rows.set_words(words)
        self._choose(chosen)

    @Slot()
    def _on_double_click(self) -> None:
        self.used.emit()
