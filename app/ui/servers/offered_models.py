"""The models of the server that is chosen on the page, with a field that filters them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QTableView, QWidget

from app.core.protocol import RemoteModel
from app.ui.kit.labels import icon, label, search_line
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.page_table import NUMBERS, Columns, FactsTable, page_table
from app.ui.kit.theme import SPACE_M, SPACE_S, Theme
from app.ui.words.formatting import count
from app.ui.words.plain_text import isolated
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from app.core.remote.server import OfferedModel, Server


class OfferedColumn(Columns):
    """What a column says."""

    NAME = QT_TR_NOOP("Model")
    CONTEXT = (
        QT_TR_NOOP("Context"),
        QT_TR_NOOP("Context length in tokens, if the server reports it"),
        NUMBERS,
    )
    TAKES = (
        QT_TR_NOOP("Accepts"),
        QT_TR_NOOP("The kinds of input it accepts, if the server reports them"),
    )


_NOTHING = "–"


class _OfferedTableModel(FactsTable):
    """Rows are models, in the order in which the server names them, filtered.

    Args:
        theme: for the symbols.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(OfferedColumn, parent)
        self._theme = theme
        self._server: Server | None = None
        self._rows: tuple[OfferedModel, ...] = ()
        self._words = ""
        self._loaded = ""

    def set_server(self, server: Server | None) -> None:
        """Show the models of a server; of None, none."""
        if server != self._server:
            self._server = server
            self._arrange()

    def set_words(self, words: str) -> None:
        """Show only models in whose names all of these words stand."""
        self._words = words
        self._arrange()

    def set_loaded(self, name: str) -> None:
        """Mark the model of this server that is loaded; "" for none."""
        if name != self._loaded:
            self._loaded = name
            self.tell_changed()

    def model_at(self, row: int) -> OfferedModel:
        """Return the model of a row."""
        return self._rows[row]

    def row_of(self, name: str) -> int:
        """Return the row of a model, -1 when it is not shown."""
        return next((row for row, one in enumerate(self._rows) if one.name == name), -1)

    def cell(self, model: OfferedModel, fact: OfferedColumn, role: int) -> Any:
        """Return one fact of one model."""
        is_loaded = fact is OfferedColumn.NAME and model.name == self._loaded
        match role:
            case Qt.ItemDataRole.FontRole if is_loaded:
                font = QFont()
                font.setWeight(QFont.Weight.DemiBold)
                return font
            case Qt.ItemDataRole.DecorationRole if fact is OfferedColumn.NAME:
                colours = self._theme.colours
                return icon("check", colours.accent) if is_loaded else icon("model", colours.muted)
            case Qt.ItemDataRole.AccessibleDescriptionRole if is_loaded:
                return tr("Loaded")
            case _:
                return None

    def words(self, model: OfferedModel, column: OfferedColumn) -> str:
        """Return what stands in a cell."""
        match column:
            case OfferedColumn.NAME:
                return model.name
            case OfferedColumn.CONTEXT:
                return count(model.n_ctx) if model.n_ctx else _NOTHING
            case OfferedColumn.TAKES:
                return self._takes(model)

    def _takes(self, model: OfferedModel) -> str:
        sees = model.sees or (self._server is not None and self._server.sees)
        if sees and model.hears:
            return tr("Texts, pictures and sounds")
        if sees:
            return tr("Texts and pictures")
        return tr("Texts and sounds") if model.hears else tr("Texts")

    def _arrange(self) -> None:
        models = () if self._server is None else self._server.models
        wanted = self._words.casefold().split()
        self.beginResetModel()
        self._rows = tuple(
            one for one in models if all(word in one.name.casefold() for word in wanted)
        )
        self.endResetModel()


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
        self.rows = _OfferedTableModel(theme, self)
        self.table = self._make_table(theme)
        self.search = search_line(tr("Search models"))
        self._caption = label("dialogCaption", wraps=False)
        self._empty = label("emptyMemory")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.table)
        self._pages.addWidget(self._empty)
        line = horizontal(margins=(side, 0, side, 0), spacing=SPACE_M)
        add_to(line, self._caption, (self.search, 1))
        add_to(vertical(self, margins=0, spacing=SPACE_S), line, (self._pages, 1))
        self.search.textChanged.connect(self._on_words)
        self.table.doubleClicked.connect(self.used)
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
        words, wide = tr("Models on the server"), OfferedColumn.NAME
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
            self._caption.setText(tr("Models on {server}", server=isolated(self._server.name)))
        self.search.setEnabled(has_models)
        self._pages.setCurrentIndex(0 if self.rows.rowCount() else 1)
        self._empty.setText(
            tr("Nothing found.")
            if has_models
            else tr("This server lists no models. Check it, or enter them under “Edit…”.")
        )
        self.changed.emit()

    @Slot(str)
    def _on_words(self, words: str) -> None:
        chosen = self._chosen()
        self.rows.set_words(words)
        self._choose(chosen)
