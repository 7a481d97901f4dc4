"""The models of one server as a Qt table; some servers have hundreds."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from app.ui.facts_table import NUMBERS, ColumnHeading, FactsTable
from app.ui.formatting import count
from app.ui.icons import icon
from app.ui.plain_text import tip
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from app.core.remote import OfferedModel, Server
    from app.ui.theme import Theme


class OfferedColumn(enum.IntEnum):
    """What a column says."""

    NAME = 0
    CONTEXT = 1
    TAKES = 2


_HEADINGS = {
    OfferedColumn.NAME: ColumnHeading(QT_TR_NOOP("Model")),
    OfferedColumn.CONTEXT: ColumnHeading(
        QT_TR_NOOP("Context"), QT_TR_NOOP("Tokens, as far as the server says"), NUMBERS
    ),
    OfferedColumn.TAKES: ColumnHeading(
        QT_TR_NOOP("Takes"), QT_TR_NOOP("What you can send it, as far as the server says")
    ),
}
_NOTHING = "–"


class OfferedTableModel(FactsTable):
    """Rows are models, in the order in which the server names them, filtered.

    Args:
        theme: for the symbols.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(list(_HEADINGS.values()), parent)
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
            self.tell_changed(0, len(self._rows) - 1)

    def model_at(self, row: int) -> OfferedModel:
        """Return the model of a row."""
        return self._rows[row]

    def row_of(self, name: str) -> int:
        """Return the row of a model, -1 when it is not shown."""
        return next((row for row, one in enumerate(self._rows) if one.name == name), -1)

    def n_rows(self) -> int:
        """Return the number of models."""
        return len(self._rows)

    def cell(self, row: int, column: int, role: int) -> Any:
        """Return one fact of one model."""
        model, fact = self._rows[row], OfferedColumn(column)
        is_loaded = fact is OfferedColumn.NAME and model.name == self._loaded
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._fact(model, fact)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self._fact(model, fact))
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

    def _fact(self, model: OfferedModel, column: OfferedColumn) -> str:
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
