"""The smaller windows of the page "Tools": what is started, permissions, and Hearth's own tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QWidget

from app.core.system.desktop_words import keyring
from app.core.tools.own.web_search import ENGINES
from app.core.tools.servers import ToolChoices, ToolServer
from app.ui.kit.accessibility import announce
from app.ui.kit.boxes import ChoiceBox
from app.ui.kit.dialog_page import DialogPage, empty_page, page_head
from app.ui.kit.labels import caption, label, line_edit, push_button, shown_text
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.page_table import Columns, FactsTable, on_page, page_table
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.tools.tools_model import host_of, plain, start_lines
from app.ui.words.plain_text import isolated, window_title
from app.ui.words.translation import QT_TR_NOOP, problem_words, tr, translated

if TYPE_CHECKING:
    from app.core.errors import Problem
    from app.core.tools.permissions import Allowed

_START_SIZE, _ROWS_SIZE, _OWN_SIZE = QSize(600, 480), QSize(640, 480), QSize(560, 520)


class StartDialog(DialogPage):
    """Asks whether a server may be started, of which it shows everything; Return cancels.

    Args:
        is_changed: the user has allowed something else under this name.
    """

    def __init__(self, server: ToolServer, parent: QWidget, *, is_changed: bool) -> None:
        is_address = bool(server.address)
        title = tr("Contact this server?") if is_address else tr("Start this program?")
        super().__init__("tools", window_title(title), parent, is_modal=True)
        told = (
            tr("It gets what a model passes to its tools. Allow only what you know.")
            if is_address
            else tr(
                "It runs with your rights: it can read and change your files. Allow only what "
                "you know."
            )
        )
        name = tr(
            "Once you allow it, Hearth does so whenever the tools of {server} are needed.",
            server=isolated(server.name),
        )
        changed = tr("This is not what you allowed under this name before.") if is_changed else ""
        self.started = shown_text(tr("What is started"), "toolCommand")
        self.started.setPlainText(start_lines(server))
        verb = tr("Contact") if is_address else tr("Start")
        self.agree_button = push_button("", verb, self.accept)
        self.cancel_button = push_button("primary", tr("Cancel"), self.reject)
        self.cancel_button.setDefault(True)
        warning = label("memoryProblem", changed)
        warning.setVisible(bool(changed))
        head = page_head(title, told, label("dialogText", name), warning)
        field = vertical(margins=(SPACE_XL, 0, SPACE_XL, SPACE_M))
        field.addWidget(self.started)
        self._fill(head, (field, 1), buttons=(self.agree_button, self.cancel_button))
        self._fit_screen(_START_SIZE)
        self.cancel_button.setFocus()


class _AllowedColumn(Columns):
    TOOL = QT_TR_NOOP("Tool")
    SERVER = QT_TR_NOOP("Server")
    WHERE = QT_TR_NOOP("Allowed")


class _AllowedTable(FactsTable):
    def set_rows(self, rows: tuple[Allowed, ...]) -> None:
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def allowed_at(self, row: int) -> Allowed:
        allowed: Allowed = self._rows[row]
        return allowed

    def words(self, allowed: Allowed, column: Any) -> str:
        match column:
            case _AllowedColumn.TOOL:
                name = allowed.name.removeprefix(f"{allowed.server}__")
                return plain(name) or tr("Start of the server")
            case _AllowedColumn.SERVER:
                return allowed.server or tr("Built-in tools")
            case _:
                where = tr("In one chat") if allowed.chat else tr("Always")
                return f"{where} · {plain(allowed.site)}" if allowed.site else where


class PermissionsDialog(DialogPage):
    """What the user has allowed for longer than once; sends `revoked` with an `Allowed`."""

    revoked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__("tools", window_title(tr("Permissions")), parent)
        self.rows = _AllowedTable(_AllowedColumn, self)
        widths = {_AllowedColumn.SERVER: theme.scaled(160), _AllowedColumn.WHERE: theme.scaled(190)}
        stretched = _AllowedColumn.TOOL
        self.table = page_table(
            "toolTable", tr("Permissions"), self.rows, stretched=stretched, widths=widths
        )
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.revoke_button = push_button("", tr("Take back"), self._on_revoke)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.close_button.setDefault(True)
        self._table = on_page(self.table, SPACE_M)
        words = tr("You have allowed nothing for longer than one call.")
        self._empty = empty_page(label("emptyMemory", words))
        told = tr("What Hearth does without asking, until the server or the tool changes.")
        self._fill(
            page_head(tr("Permissions"), told, self._problem),
            *((self._table, 1), (self._empty, 1)),
            buttons=(self.revoke_button, self.close_button),
            left=self._status,
        )
        self.table.selectionModel().selectionChanged.connect(self._refresh)
        self._problem.hide()
        self._fit_screen(_ROWS_SIZE)

    def show_rows(self, rows: tuple[Allowed, ...]) -> None:
        """Show these."""
        row = self.table.currentIndex().row()
        self.rows.set_rows(rows)
        if rows and self.table.currentIndex().row() < 0:
            self.table.selectRow(min(max(0, row), len(rows) - 1))
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        has_rows = bool(self.rows.rowCount())
        self._table.setVisible(has_rows)
        self._empty.setVisible(not has_rows)
        self.revoke_button.setEnabled(self.table.selectionModel().hasSelection())

    @Slot()
    def _on_revoke(self) -> None:
        row = self.table.currentIndex().row()
        if 0 <= row < self.rows.rowCount():
            self.revoked.emit(self.rows.allowed_at(row))


class OwnToolsDialog(DialogPage):
    """Which engine searches the web, and which folder a model may read.

    Sends `saved` with `ToolChoices` and a key ("" for the one that is kept), and `folder_wanted`.
    """

    saved = Signal(object, str)
    folder_wanted = Signal()

    def __init__(self, theme: Theme, choices: ToolChoices, parent: QWidget) -> None:
        super().__init__("tools", window_title(tr("Search and folder")), parent, is_modal=True)
        self.engine = ChoiceBox(theme)
        self.engine.setAccessibleName(tr("Search engine"))
        for name, words in (("", tr("None")), *((one, _engine_words(one)) for one in ENGINES)):
            self.engine.addItem(words, name)
        self.engine.setCurrentIndex(max(0, self.engine.findData(choices.engine)))
        self.address = line_edit(tr("Address"))
        self.address.setText(choices.engine_address)
        self.key = line_edit(tr("Key"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.folder = line_edit(tr("Folder"))
        self.folder.setText(choices.folder)
        self._note, self._key_note = label("dialogText"), label("dialogText")
        self._address_caption = caption("dialogCaption", tr("&Address"), self.address)
        self._key_caption = caption("dialogCaption", tr("&Key"), self.key)
        self.choose_button = push_button("", tr("Choose…"), self.folder_wanted)
        self.save_button = push_button("primary", tr("Save"), self._on_save)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self.save_button.setDefault(True)
        self._arrange()
        self.engine.currentIndexChanged.connect(self._refresh)
        self.address.textChanged.connect(self._refresh)
        self._refresh()
        self._fit_screen(_OWN_SIZE)
        self.engine.setFocus()

    def show_problem(self, problem: Problem) -> None:
        """Say why it was not saved; what was written stays."""
        super().show_problem(problem)
        self.save_button.setEnabled(True)
        announce(self, problem_words(problem))

    def _arrange(self) -> None:
        told = tr("A model may use these in chats that have Hearth's own tools.")
        page = vertical(margins=(SPACE_XL, 0, SPACE_XL, SPACE_M), spacing=SPACE_S)
        add_to(page, caption("dialogCaption", tr("&Search engine"), self.engine), self.engine)
        add_to(page, self._note, self._address_caption, self.address)
        add_to(page, self._key_caption, self.key, self._key_note, SPACE_M)
        add_to(page, caption("dialogCaption", tr("&Folder"), self.folder))
        add_to(page, add_to(horizontal(spacing=SPACE_S), (self.folder, 1), self.choose_button))
        words = tr("A model may read every file in it, and change none. Leave it empty for none.")
        add_to(page, label("dialogText", words), STRETCH)
        self._fill(
            page_head(tr("Search and folder"), told, self._problem),
            (page, 1),
            buttons=(self.cancel_button, self.save_button),
        )

    @Slot()
    def _refresh(self) -> None:
        engine = ENGINES.get(self.engine.currentData())
        is_named = engine is not None and engine.name in ("searxng", "wikipedia")
        for one in (self._address_caption, self.address):
            one.setVisible(is_named)
        self.address.setPlaceholderText(engine.address if engine is not None else "")
        for one in (self._key_caption, self.key, self._key_note):
            one.setVisible(engine is not None and engine.needs_key)
        self._key_note.setText(
            tr(
                "Hearth keeps it in the {keyring} of this system. Leave empty to keep the saved "
                "key.",
                keyring=translated(keyring()),
            )
        )
        address = self.address.text().strip() if is_named else ""
        host = host_of(address or (engine.address if engine is not None else ""))
        said = tr("{host} gets the words that a model searches for.", host=host) if host else ""
        if engine is None:
            said = tr("Models cannot search the web.")
        elif not host:
            said = tr("Give the address of a SearXNG server that allows the format JSON.")
        self._note.setText(said)
        self.save_button.setEnabled(engine is None or bool(host))

    @Slot()
    def _on_save(self) -> None:
        name = self.engine.currentData()
        is_named = name in ("searxng", "wikipedia")
        address = self.address.text().strip() if is_named else ""
        choices = ToolChoices(self.folder.text().strip(), name, address)
        key = self.key.text().strip() if name and ENGINES[name].needs_key else ""
        self.save_button.setEnabled(False)
        self.saved.emit(choices, key)


def _engine_words(name: str) -> str:
    names = {"searxng": "SearXNG", "brave": "Brave", "tavily": "Tavily", "wikipedia": "Wikipedia"}
    return names.get(name, name)
