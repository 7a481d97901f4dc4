"""The page "Servers": those that the user has added, and the models of the chosen one.

Longer than other files: the page and the table of servers in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStackedWidget,
    QTableView,
    QWidget,
)

from app.core.protocol import RemoteModel
from app.core.remote.server import Server, reach_of
from app.ui.kit.accessibility import announce, follow_layout
from app.ui.kit.dialog_page import DialogPage, empty_page, page_head, scrolling_page
from app.ui.kit.labels import icon, label, push_button
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.page_table import CELL_MARGIN, NUMBERS, Columns, FactsTable, page_table
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.servers.offered_models import OfferedModels
from app.ui.state.known_servers import kind_words, where_words
from app.ui.words.formatting import count, counted
from app.ui.words.plain_text import isolated
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QResizeEvent, QShowEvent

    from app.core.errors import Problem


class ServerColumn(Columns):
    """What a column says."""

    NAME = QT_TR_NOOP("Server")
    ADDRESS = QT_TR_NOOP("Address")
    KIND = (QT_TR_NOOP("Type"), QT_TR_NOOP("The kind of server"))
    MODELS = (QT_TR_NOOP("Models"), QT_TR_NOOP("The number of models at the last check"), NUMBERS)
    KEY = (QT_TR_NOOP("Key"), QT_TR_NOOP("Whether Hearth has a key for it"))


# With the width of the table, in pixels, that a column takes to be shown.
SHOWN_FROM = {ServerColumn.KIND: 700, ServerColumn.KEY: 560}
_NOTHING = "–"


class _ServerTableModel(FactsTable):
    """Rows are servers, in the order in which they are given.

    Args:
        theme: for the symbols.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(ServerColumn, parent)
        self._theme = theme
        self._rows: tuple[Server, ...] = ()
        self._with_key: frozenset[str] = frozenset()
        self._in_use = ""

    def set_servers(self, servers: tuple[Server, ...]) -> None:
        """Show these."""
        if servers != self._rows:
            self.beginResetModel()
            self._rows = servers
            self.endResetModel()

    def set_with_key(self, names: Collection[str]) -> None:
        """Say for which of them a key is kept."""
        self._with_key = frozenset(names)
        self.tell_changed()

    def set_in_use(self, name: str) -> None:
        """Mark the one whose model is loaded; "" for none."""
        self._in_use = name
        self.tell_changed()

    def server_at(self, row: int) -> Server:
        """Return the server of a row."""
        return self._rows[row]

    def row_of(self, name: str) -> int:
        """Return the row of a server, -1 where there is none of that name."""
        return next((row for row, one in enumerate(self._rows) if one.name == name), -1)

    def cell(self, server: Server, fact: ServerColumn, role: int) -> Any:
        """Return one fact of one server."""
        match role:
            case Qt.ItemDataRole.DecorationRole if fact is ServerColumn.NAME:
                colours, is_used = self._theme.colours, server.name == self._in_use
                return icon("check", colours.accent) if is_used else icon("server", colours.muted)
            case Qt.ItemDataRole.AccessibleTextRole if fact is ServerColumn.MODELS:
                return counted(len(server.models), "model")
            case Qt.ItemDataRole.AccessibleDescriptionRole if fact is ServerColumn.NAME:
                return tr("In use") if server.name == self._in_use else server.address
            case _:
                return None

    def words(self, server: Server, column: ServerColumn) -> str:
        """Return what stands in a cell."""
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
                return tr("Saved") if server.name in self._with_key else _NOTHING


_SIZE = QSize(920, 700)
_MOST_ROWS = 4  # of servers that are shown without scrolling
_FRAME = 4  # pixels above and below a table
_WIDTHS = {
    ServerColumn.NAME: 200,
    ServerColumn.KIND: 160,
    ServerColumn.MODELS: 80,
    ServerColumn.KEY: 76,
}


class ServersDialog(DialogPage):
    """Shows servers and their models; one is always chosen where there are any.

    Sends `add_requested`; `edit_requested`, `remove_requested` and `check_requested` with the name
    of a server, `check_stopped`, and `use_requested` with the path of a model.
    """

    add_requested = Signal()
    edit_requested = Signal(str)
    remove_requested = Signal(str)
    check_requested = Signal(str)
    check_stopped = Signal()
    use_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("servers", tr("Servers"), parent)
        self._theme = theme
        self._loaded = ""
        self._is_checking = False
        self._is_filled = False
        self._shown = ""  # the server that was chosen last
        self.rows = _ServerTableModel(theme, self)
        self.table = self._make_table()
        self.models = OfferedModels(theme, CELL_MARGIN)
        self._where = label("dialogText")
        self._empty = label("emptyMemory", tr("Looking…"))
        self._pages = QStackedWidget()
        self._make_buttons()
        self._arrange()
        self._connect()
        self._refresh()
        self._fit_screen(_SIZE)
        self.close_button.setFocus()

    # -- showing --

    def show_servers(self, servers: tuple[Server, ...]) -> None:
        """Show these; the chosen one stays chosen, else the one that is in use is."""
        chosen, loaded = self.selected(), RemoteModel.of(self._loaded)
        in_use = "" if loaded is None else loaded.server
        self.rows.set_servers(servers)
        row = self.rows.row_of(in_use if chosen is None else chosen.name)
        if servers:
            self.select(servers[max(0, row)].name)
        self._empty.setText(
            tr(
                "Add a server to chat with a model that runs elsewhere: any OpenAI-compatible "
                "API, or another Hearth."
            )
        )
        self._refresh()
        if not self._is_filled:
            self._is_filled = True
            (self.models.search if servers else self.first_button).setFocus()

    def show_keys(self, names: Collection[str]) -> None:
        """Show for which servers a key is kept."""
        self.rows.set_with_key(names)

    def show_loaded(self, path: str) -> None:
        """Mark the model that is loaded, where it is one of a server."""
        self._loaded = path
        loaded = RemoteModel.of(path)
        self.rows.set_in_use("" if loaded is None else loaded.server)
        self._on_selected()

    def show_checking(self, name: str) -> None:
        """Say that a server is being asked."""
        self._is_checking = True
        self._problem.hide()
        self.say(tr("Contacting {server}…", server=isolated(name)))
        self._refresh()

    def show_answer(self, name: str, n_models: int) -> None:
        """Say that a server has answered."""
        self.end_check()
        models = counted(n_models, "model")
        self.say(tr("{server} responds: {models}", server=isolated(name), models=models))

    def end_check(self) -> None:
        """No server is being asked any more."""
        self._is_checking = False
        self.say("")
        self._refresh()

    def show_problem(self, problem: Problem) -> None:
        """Say what could not be done."""
        super().show_problem(problem)
        announce(self, self._problem.text())

    def say(self, text: str) -> None:
        """Say something beside the buttons."""
        super().say(text)
        announce(self, text)

    def selected(self) -> Server | None:
        """Return the server whose row is selected."""
        rows = self.table.selectionModel().selectedRows()
        return self.rows.server_at(rows[0].row()) if rows else None

    def select(self, name: str) -> None:
        """Choose a server by its name."""
        row = self.rows.row_of(name)
        if row >= 0:
            self._shown = name  # what is said stays
            self.table.selectRow(row)

    def words(self) -> str:
        """Return what stands around the tables."""
        shown = (self._problem, self._where, self._status, self._empty)
        said = [one.text() for one in shown if one.isVisibleTo(self)]
        said += [self.models.words()] if self.models.isVisibleTo(self) else []
        return "\n".join(filter(None, said))

    # -- arranging --

    def _make_table(self) -> QTableView:
        widths = {column: self._theme.scaled(width) for column, width in _WIDTHS.items()}
        wide = ServerColumn.ADDRESS
        table = page_table("serverTable", tr("Servers"), self.rows, stretched=wide, widths=widths)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        return table

    def _make_buttons(self) -> None:
        self.add_button = push_button("", tr("Add a server…"), self.add_requested)
        # Where there is none yet.
        self.first_button = push_button("primary", tr("Add a server…"), self.add_requested)
        self.check_button = push_button("", tr("Check"), self._on_check)
        self.edit_button = push_button("", tr("Edit…"), self._on_edit)
        self.remove_button = push_button("", tr("Remove…"), self._on_remove)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.use_button = push_button("primary", tr("Use model"), self._on_use)
        self.use_button.setDefault(True)

    def _arrange(self) -> None:
        told = tr(
            "Models on another machine, or in another program on this one. Hearth sends your "
            "messages there only while you use one of them."
        )
        head = page_head(tr("Servers"), told, self._problem)
        self._pages.addWidget(self._filled_page())
        centre = Qt.AlignmentFlag.AlignHCenter
        self._pages.addWidget(empty_page(self._empty, (self.first_button, centre)))
        self._fill(
            scrolling_page("servers", head, (self._pages, 1)),
            buttons=(self.close_button, self.use_button),
            left=self._status,
        )
        follow_layout(self)

    def _filled_page(self) -> QWidget:
        buttons = horizontal(margins=(CELL_MARGIN, 0, CELL_MARGIN, 0), spacing=SPACE_S)
        add_to(buttons, self.add_button, STRETCH)
        add_to(buttons, self.check_button, self.edit_button, self.remove_button)
        self._where.setContentsMargins(CELL_MARGIN, 0, CELL_MARGIN, 0)
        page = QWidget()
        side = SPACE_XL - CELL_MARGIN
        column = vertical(page, margins=(side, 0, side, SPACE_S), spacing=SPACE_S)
        add_to(column, buttons, self.table, self._where, SPACE_M, (self.models, 1))
        return page

    def _connect(self) -> None:
        self.models.used.connect(self._on_use)
        self.models.changed.connect(self._refresh)
        self.table.selectionModel().selectionChanged.connect(self._on_selected)

    # -- reacting --

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: a narrow page leaves out the columns that matter least."""
        for column, width in SHOWN_FROM.items():
            self.table.setColumnHidden(column, event.size().width() < width)
        super().resizeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: only now rows are as high as they stay."""
        super().showEvent(event)
        self._fit_table()

    def _fit_table(self) -> None:
        """Give the servers as much room as they take, within reason, where there is that much."""
        n_rows = min(max(1, self.rows.rowCount()), _MOST_ROWS)
        row = self.table.verticalHeader().defaultSectionSize()
        header = self.table.horizontalHeader().sizeHint().height()
        self.table.setMinimumHeight(header + row + _FRAME)
        self.table.setMaximumHeight(header + n_rows * row + _FRAME)

    @Slot()
    def _refresh(self) -> None:
        server = self.selected()
        self._fit_table()
        self._pages.setCurrentIndex(0 if self.rows.rowCount() else 1)
        self.check_button.setText(tr("Stop") if self._is_checking else tr("Check"))
        for button in (self.check_button, self.edit_button, self.remove_button):
            button.setEnabled(server is not None)
        if server is not None:
            self._where.setText(where_words(reach_of(server.address), server.origin.host))
        self.use_button.setEnabled(bool(self.models.chosen_path()))

    @Slot()
    def _on_selected(self) -> None:
        server = self.selected()
        if server is not None and server.name != self._shown:
            self._shown = server.name
            self._problem.hide()  # it is about another one
        self.models.show_server(server, self._loaded)

    @Slot()
    def _on_check(self) -> None:
        server = self.selected()
        if self._is_checking:
            self.check_stopped.emit()
        elif server is not None:
            self.check_requested.emit(server.name)

    @Slot()
    def _on_edit(self) -> None:
        server = self.selected()
        if server is not None:
            self.edit_requested.emit(server.name)

    @Slot()
    def _on_remove(self) -> None:
        server = self.selected()
        if server is not None:
            self.remove_requested.emit(server.name)

    @Slot()
    def _on_use(self) -> None:
        path = self.models.chosen_path()
        if path:
            self.accept()
            self.use_requested.emit(path)
