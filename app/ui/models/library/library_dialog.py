"""The page "Models on this machine": a table of models, their folders, and what to do with one.

Longer than other files: all of one page.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QMenu,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.core.models.library.entries import LibraryContents, LibraryEntry, Origin, Usable
from app.core.system.desktop_words import trash
from app.ui.kit.boxes import TickBox
from app.ui.kit.dialog_page import DialogPage, empty_page, page_head
from app.ui.kit.fit_text import verdict_width
from app.ui.kit.labels import ElidedLabel, label, push_button, search_line, show_words
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.page_table import on_page, page_table
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.models.library.library_table_model import SHOWN_FROM, LibraryColumn, LibraryTableModel
from app.ui.words.formatting import counted, size
from app.ui.words.plain_text import button_text, set_tip
from app.ui.words.translation import problem_words, tr, translated

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.core.errors import Problem

_SIZE = QSize(1000, 660)
_MOST_PROBLEMS = 3  # of folders; more would push the table away


class LibraryDialog(DialogPage):
    """Shows what the library found.

    Sends `load_requested` with a path and a context, `delete_requested` and `setup_requested` with
    an entry, `folders_chosen` with the folders to look in, `others_chosen` with whether other
    programs' models are shown, and `add_folder_requested`, `get_model_requested`. And
    `folder_of_requested` with an entry whose folder is to be looked in, too.
    """

    load_requested = Signal(object, int)  # Qt would change a path that is no UTF-8
    delete_requested = Signal(object)
    folders_chosen = Signal(object)
    others_chosen = Signal(bool)
    add_folder_requested = Signal()
    get_model_requested = Signal()
    setup_requested = Signal(object)
    folder_of_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("library", tr("Models on this machine"), parent)
        self.rows = LibraryTableModel(theme, self)
        self.table = self._make_table()
        self.search = search_line(tr("Search models"))
        self.others = TickBox(theme, tr("Models from other programs"))
        self.folders_button = push_button("", tr("Folders"))
        self.folders_menu = QMenu(self.folders_button)
        self._folders: tuple[str, ...] = ()
        self._submenus: list[QMenu] = []
        self._folder_problems: list[str] = []
        self._refusal = ""  # why the last wish of the user was not fulfilled
        self._details = label("libraryDetails")
        self._path = ElidedLabel("libraryDetails", elide=Qt.TextElideMode.ElideMiddle)
        self._count = ""
        self._done = ""  # what became of the last wish
        self.add_button = push_button("", tr("Add folder…"), self.add_folder_requested)
        self.get_button = push_button("", tr("Get a model…"), self._on_get_model)
        self.delete_button = push_button(
            "", button_text(tr("Move to {trash}", trash=translated(trash()))), self._on_delete
        )
        self.setup_button = push_button("", tr("Settings…"), self._on_setup)
        self.rest_button = push_button("", tr("Also show the rest of that folder"), self._on_rest)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.load_button = push_button("primary", tr("Load model"), self._on_load)
        self._pages = QStackedWidget()
        self._no_models = tr("Looking for models…")  # said where there are none
        self._empty = label("emptyMemory", self._no_models)
        self._arrange()
        self.load_button.setDefault(True)
        self._connect()
        self.show_folders({}, shows_others=True)
        self._refresh()
        self._fit_screen(_SIZE)
        self.search.setFocus()

    # -- showing --

    def show_contents(self, contents: LibraryContents) -> None:
        """Show another state of the library."""
        selected = self.selected()
        self.rows.set_entries(contents.entries)
        n_bytes = sum(entry.size_bytes for entry in contents.entries)
        n_models = counted(len(contents.entries), "model")
        self._count = f"{n_models} · {size(n_bytes)}" if contents.entries else ""
        self._no_models = tr("No models yet.\nAdd a folder with GGUF files, or get a model.")
        self._folder_problems = [translated(one.reason) for one in contents.problems]
        self._say()
        if selected is not None:
            self.select(selected.path)
        self._refresh()

    def show_folders(self, folders: Mapping[str, Path], *, shows_others: bool) -> None:
        """Show where the library looks.

        Args:
            folders: as they were written, each with where that is.
        """
        self._folders = tuple(folders)
        self.others.blockSignals(True)
        self.others.setChecked(shows_others)
        self.others.blockSignals(False)
        menu = self.folders_menu
        menu.clear()
        for submenu in self._submenus:
            submenu.deleteLater()
        self._submenus = []
        menu.addAction(tr("Add folder…")).triggered.connect(self.add_folder_requested)
        if folders:
            menu.addSeparator()
        for folder, place in folders.items():
            one = menu.addMenu(button_text(folder))
            self._submenus.append(one)
            url = QUrl.fromLocalFile(str(place))
            one.addAction(tr("Open folder")).triggered.connect(
                partial(QDesktopServices.openUrl, url)
            )
            one.addAction(tr("Remove from this list")).triggered.connect(
                partial(self._remove_folder, folder)
            )

    def show_problem(self, problem: Problem) -> None:
        """Say what could not be done."""
        self._refusal = problem_words(problem)
        self._say()

    def say(self, text: str) -> None:
        """Say what was done, until the user wishes something else."""
        self._done = text
        self._say()

    def add_folder(self, folder: str) -> None:
        """Look in one folder more."""
        if folder and folder not in self._folders:
            self.folders_chosen.emit((*self._folders, folder))

    def selected(self) -> LibraryEntry | None:
        """Return the model whose row is selected."""
        rows = self.table.selectionModel().selectedRows()
        return self.rows.entry_at(rows[0].row()) if rows else None

    def select(self, path: str) -> None:
        """Select a model by its path, if it is shown."""
        row = self.rows.row_of(path)
        if row >= 0:
            self.table.selectRow(row)

    def words(self) -> str:
        """Return what stands around the table."""
        labels = (self._problem, self._details, self._path, self._status)
        return "\n".join(one.text() for one in labels if one.text())

    def empty_text(self) -> str:
        """Return what is said instead of a table; "" while there is one."""
        return self._empty.text() if self._pages.currentIndex() else ""

    def _say(self) -> None:
        problems = [*filter(None, [self._refusal]), *self._folder_problems]
        more = len(problems) - _MOST_PROBLEMS
        shown = problems[:_MOST_PROBLEMS]
        if more > 0:
            shown.append(tr("And {n} more.", n=more))
        show_words(self._problem, "\n".join(shown))
        self._status.setText(self._done or self._count)

    def _forget_last_wish(self) -> None:
        self._refusal = self._done = ""
        self._say()

    # -- arranging --

    def _make_table(self) -> QTableView:
        widths = {
            LibraryColumn.PARAMETERS: 104,
            LibraryColumn.QUANTISATION: 112,
            LibraryColumn.CONTEXT: 92,
            LibraryColumn.SIZE: 84,
            LibraryColumn.FIT: verdict_width(),
            LibraryColumn.PLACE: 150,
        }
        name, wide = tr("Models on this machine"), LibraryColumn.NAME
        table = page_table("libraryTable", name, self.rows, stretched=wide, widths=widths)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = table.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(LibraryColumn.NAME, Qt.SortOrder.AscendingOrder)
        return table

    def _arrange(self) -> None:
        head = self._head()
        self._pages.addWidget(on_page(self.table))
        buttons = add_to(QHBoxLayout(), STRETCH, self.add_button, self.get_button, STRETCH)
        self._pages.addWidget(empty_page(self._empty, buttons))
        below = vertical(margins=(SPACE_XL, SPACE_S, SPACE_XL, SPACE_M))
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        below.addWidget(self._details)
        line = add_to(horizontal(spacing=SPACE_M), (self._path, 1), self.rest_button)
        below.addLayout(line)
        self._fill(
            head,
            (self._pages, 1),
            below,
            buttons=(self.delete_button, self.setup_button, self.close_button, self.load_button),
            left=self._status,
        )

    def _head(self) -> QVBoxLayout:
        told = tr(
            "Hearth uses models where they are: in your folders, and in those of other "
            "programs. It copies nothing."
        )
        self.folders_button.setMenu(self.folders_menu)
        line = horizontal(spacing=SPACE_M)
        add_to(line, (self.search, 1), self.others, self.folders_button)
        return page_head(tr("Models on this machine"), told, SPACE_S, line, self._problem)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_words)
        self.others.toggled.connect(self.others_chosen)
        self.table.doubleClicked.connect(self._on_double_click)
        self.table.horizontalHeader().sectionClicked.connect(self._on_heading)
        self.table.selectionModel().selectionChanged.connect(self._refresh)
        self.rows.modelReset.connect(self._refresh)
        self.rows.dataChanged.connect(self._refresh)

    # -- reacting --

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: a narrow page leaves out the columns that matter least."""
        for column, width in SHOWN_FROM.items():
            self.table.setColumnHidden(column, event.size().width() < width)
        super().resizeEvent(event)

    @Slot()
    def _refresh(self) -> None:
        entry = self.selected()
        has_rows = self.rows.rowCount() > 0
        is_searching = bool(self.search.text())
        self._pages.setCurrentIndex(0 if has_rows else 1)
        self._empty.setText(tr("Nothing found.") if is_searching else self._no_models)
        for button in (self.add_button, self.get_button):
            button.setVisible(not is_searching)
        self._details.setText(self.rows.about(entry) if entry is not None else "")
        self._path.setText(entry.path if entry is not None else "")
        is_usable = entry is not None and isinstance(entry.state, Usable)
        self.load_button.setEnabled(is_usable)
        self.setup_button.setEnabled(is_usable)
        self.rest_button.setVisible(entry is not None and entry.is_only_opened)
        is_own = entry is not None and entry.origin is Origin.FOLDER and bool(entry.files)
        self.delete_button.setEnabled(is_own)
        kept_by = entry.origin.program if entry is not None else ""
        words = tr("Delete it in {program}, which manages it", program=kept_by)
        set_tip(self.delete_button, words if kept_by else "")

    @Slot(str)
    def _on_words(self, words: str) -> None:
        self._forget_last_wish()
        self.rows.set_words(words)
        if words and self.rows.rowCount() and self.selected() is None:
            self.table.selectRow(0)
        self._refresh()

    @Slot(int)
    def _on_heading(self, section: int) -> None:
        header = self.table.horizontalHeader()
        selected = self.selected()
        if self.rows.sort_by(tuple(LibraryColumn)[section]):
            order = Qt.SortOrder.AscendingOrder if section == 0 else Qt.SortOrder.DescendingOrder
            header.setSortIndicator(section, order)
            if selected is not None:
                self.select(selected.path)
        else:
            header.setSortIndicator(LibraryColumn.NAME, Qt.SortOrder.AscendingOrder)
            self.rows.sort_by(LibraryColumn.NAME)

    @Slot(QModelIndex)
    def _on_double_click(self, index: QModelIndex) -> None:
        if isinstance(self.rows.entry_at(index.row()).state, Usable):
            self._on_load()

    @Slot()
    def _on_load(self) -> None:
        entry = self.selected()
        if entry is not None and isinstance(entry.state, Usable):
            self.accept()
            self.load_requested.emit(entry.path, self.rows.context_for_chat(entry.path))

    @Slot()
    def _on_setup(self) -> None:
        entry = self.selected()
        if entry is not None:
            self.setup_requested.emit(entry)

    @Slot()
    def _on_rest(self) -> None:
        entry = self.selected()
        if entry is not None:
            self.folder_of_requested.emit(entry)

    @Slot()
    def _on_delete(self) -> None:
        entry = self.selected()
        self._forget_last_wish()
        if entry is not None:
            self.delete_requested.emit(entry)

    @Slot()
    def _on_get_model(self) -> None:
        self.accept()
        self.get_model_requested.emit()

    def _remove_folder(self, folder: str) -> None:
        self.folders_chosen.emit(tuple(one for one in self._folders if one != folder))
