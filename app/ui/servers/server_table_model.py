"""The servers of the user as a Qt table."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from app.ui.facts_table import NUMBERS, ColumnHeading, FactsTable
from app.ui.formatting import count, counted
from app.ui.icons import icon
from app.ui.plain_text import tip
from app.ui.server_words import kind_words
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtCore import QObject

    from app.core.remote import Server
    from app.ui.theme import Theme


class ServerColumn(enum.IntEnum):
    """What a column says."""

    NAME = 0
    ADDRESS = 1
    KIND = 2
    MODELS = 3
    KEY = 4


_HEADINGS = {
    ServerColumn.NAME: ColumnHeading(QT_TR_NOOP("Server")),
    ServerColumn.ADDRESS: ColumnHeading(QT_TR_NOOP("Address")),
    ServerColumn.KIND: ColumnHeading(QT_TR_NOOP("Runs"), QT_TR_NOOP("What answers there")),
    ServerColumn.MODELS: ColumnHeading(
        QT_TR_NOOP("Models"), QT_TR_NOOP("How many it had when it was asked last"), NUMBERS
    ),
    ServerColumn.KEY: ColumnHeading(QT_TR_NOOP("Key"), QT_TR_NOOP("Whether a key for it is kept")),
}
# With the width of the table, in pixels, that a column takes to be shown.
SHOWN_FROM = {ServerColumn.KIND: 700, ServerColumn.KEY: 560}
_NOTHING = "–"


class ServerTableModel(FactsTable):
    """Rows are servers, in the order in which they are given.

    Args:
        theme: for the symbols.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(list(_HEADINGS.values()), parent)
        self._theme = theme
        self._servers: tuple[Server, ...] = ()
        self._with_key: frozenset[str] = frozenset()
        self._in_use = ""

    def set_servers(self, servers: tuple[Server, ...]) -> None:
        """Show these."""
        if servers != self._servers:
            self.beginResetModel()
            self._servers = servers
            self.endResetModel()

    def set_with_key(self, names: Collection[str]) -> None:
        """Say for which of them a key is kept."""
        self._with_key = frozenset(names)
        self._tell_all_changed()

    def set_in_use(self, name: str) -> None:
        """Mark the one whose model is loaded; "" for none."""
        self._in_use = name
        self._tell_all_changed()

    def server_at(self, row: int) -> Server:
        """Return the server of a row."""
        return self._servers[row]

    def row_of(self, name: str) -> int:
        """Return the row of a server, -1 where there is none of that name."""
        return next((row for row, one in enumerate(self._servers) if one.name == name), -1)

    def n_rows(self) -> int:
        """Return the number of servers."""
        return len(self._servers)

    def cell(self, row: int, column: int, role: int) -> Any:
        """Return one fact of one server."""
        server, fact = self._servers[row], ServerColumn(column)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._words(server, fact)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self._words(server, fact))
            case Qt.ItemDataRole.DecorationRole if fact is ServerColumn.NAME:
                colours, is_used = self._theme.colours, server.name == self._in_use
                return icon("check", colours.accent) if is_used else icon("server", colours.muted)
            case Qt.ItemDataRole.AccessibleTextRole if fact is ServerColumn.MODELS:
                return counted(len(server.models), "model")
            case Qt.ItemDataRole.AccessibleDescriptionRole if fact is ServerColumn.NAME:
                return tr("In use") if server.name == self._in_use else server.address
            case _:
                return None

    def _words(self, server: Server, column: ServerColumn) -> str:
        match column:
            case ServerColumn.NAME:
                return server.name
            case ServerColumn.ADDRESS:
                return server.address
            case ServerColumn.KIND:
                return kind_words(server.kind)
            case ServerColumn.MODELS:
                return count(len(server.models))
            case ServerColumn.KEY:
                return tr("Kept") if server.name in self._with_key else _NOTHING

    def _tell_all_changed(self) -> None:
        self.tell_changed(0, len(self._servers) - 1)
