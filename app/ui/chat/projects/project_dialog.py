"""The page of a project: its name, instructions, language, documents, and what it searches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLocale, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QWidget,
)

from app.core.conversations.texts.project_setup import LANGUAGES
from app.core.plain_value import replace
from app.core.projects.values import MAX_NAME
from app.ui.kit.boxes import ChoiceBox
from app.ui.kit.dialog_page import DialogPage, page_head, scrolling_page
from app.ui.kit.labels import caption, label, line_edit, push_button, written_text
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.words.plain_text import isolated, set_tip, tip, window_title
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.errors import Problem
    from app.core.projects.values import ProjectContent

_SIZE: Final = QSize(640, 760)
_INSTRUCTIONS_HEIGHT: Final = 96
_ROWS_HEIGHT: Final = 76


class PathList(QWidget):
    """Paths by their names, in an order, with buttons that add and remove some.

    Sends `files_wanted` and `folder_wanted`.

    Args:
        words: what the list is, for screen readers.
        has_folders: folders can be added, too.
    """

    files_wanted = Signal()
    folder_wanted = Signal()

    def __init__(self, words: str, *, has_folders: bool) -> None:
        super().__init__()
        self.rows = QListWidget()
        self.rows.setObjectName("pathList")
        self.rows.setAccessibleName(words)
        self.rows.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setFixedHeight(_ROWS_HEIGHT)
        self.add_button = push_button("", tr("Add files…"), self.files_wanted)
        self.folder_button = push_button("", tr("Add folder…"), self.folder_wanted)
        self.folder_button.setVisible(has_folders)
        self.remove_button = push_button("", tr("Remove"), self._remove)
        buttons = horizontal(spacing=SPACE_S)
        add_to(buttons, self.add_button, self.folder_button, self.remove_button, STRETCH)
        add_to(vertical(self, margins=0, spacing=SPACE_S), self.rows, buttons)
        self.rows.itemSelectionChanged.connect(self._refresh)
        self._refresh()

    def paths(self) -> tuple[str, ...]:
        """Return all of them."""
        return tuple(self._path(row) for row in range(self.rows.count()))

    def add(self, paths: Iterable[str]) -> None:
        """Put paths behind the others, each once."""
        there = set(self.paths())
        for path in dict.fromkeys(paths):
            if path not in there:
                item = QListWidgetItem(isolated(Path(path).name or path))
                item.setData(Qt.ItemDataRole.UserRole, path)
                item.setData(Qt.ItemDataRole.ToolTipRole, tip(path))
                self.rows.addItem(item)

    def _path(self, row: int) -> str:
        return str(self.rows.item(row).data(Qt.ItemDataRole.UserRole))

    @Slot()
    def _remove(self) -> None:
        for item in self.rows.selectedItems():
            self.rows.takeItem(self.rows.row(item))

    @Slot()
    def _refresh(self) -> None:
        self.remove_button.setEnabled(bool(self.rows.selectedItems()))


class ProjectDialog(DialogPage):
    """Sends `saved` and `export_wanted` with a `ProjectContent`, and `import_wanted`.

    Args:
        content: as it is; what the page does not show stays.
    """

    saved = Signal(object)
    export_wanted = Signal(object)
    import_wanted = Signal()

    def __init__(self, content: ProjectContent, theme: Theme, parent: QWidget | None) -> None:
        title = tr("Project")
        super().__init__("settings", window_title(title), parent, has_grip=True)
        self._content = content
        self.name = line_edit(tr("Name"))
        self.name.setMaxLength(MAX_NAME)
        self.instructions = written_text(tr("Instructions"))
        self.instructions.setMinimumHeight(_INSTRUCTIONS_HEIGHT)
        self.instructions.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.language = ChoiceBox(theme)
        self.language.setAccessibleName(tr("Language of the answers"))
        self.documents = PathList(tr("Documents"), has_folders=False)
        self.searched = PathList(tr("Files to search"), has_folders=True)
        self.import_button = push_button("", tr("Import…"), self.import_wanted)
        set_tip(self.import_button, tr("Import a character card or a preset"))
        self.export_button = push_button("", tr("Export…"), self._export)
        self.save_button = push_button("primary", tr("Save"), self._save)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self.save_button.setDefault(True)
        self._arrange(title)
        self.show_content(content)
        self.name.textChanged.connect(self._refresh)
        self._fit_screen(_SIZE)
        self.instructions.setFocus()

    def _arrange(self, title: str) -> None:
        told = tr("New chats in this folder begin with this. Chats that have begun do not change.")
        page = vertical(margins=(SPACE_XL, 0, SPACE_XL, SPACE_M), spacing=SPACE_S)
        for words, field in (
            (tr("&Name"), self.name),
            (tr("&Instructions"), self.instructions),
            (tr("&Language of the answers"), self.language),
        ):
            grows = int(field is self.instructions)
            add_to(page, caption("dialogCaption", words, field), (field, grows), SPACE_S)
        whole = tr("Each new chat begins with these documents, read as a whole.")
        add_to(page, caption("dialogCaption", tr("&Documents"), self.documents.rows))
        add_to(page, label("dialogText", whole), self.documents, SPACE_S)
        passages = tr("Each question searches these files and folders for passages.")
        add_to(page, caption("dialogCaption", tr("Files to &search"), self.searched.rows))
        add_to(page, label("dialogText", passages), self.searched)
        whole_page = QWidget()
        whole_page.setLayout(page)
        others = QWidget()
        add_to(
            horizontal(others, margins=0, spacing=SPACE_S), self.import_button, self.export_button
        )
        for button in (self.import_button, self.export_button):
            button.setAutoDefault(False)
        self._fill(
            page_head(title, told, self._problem),
            scrolling_page("settings", whole_page),
            buttons=(self.cancel_button, self.save_button),
            left=others,
        )
        self._problem.hide()

    def show_content(self, content: ProjectContent) -> None:
        """Fill in the fields."""
        self._content = content
        self.name.setText(content.name)
        self.instructions.setPlainText(content.instructions)
        self.language.clear()
        self.language.addItem(tr("As in the question"), "")
        for code in dict.fromkeys((*LANGUAGES, *filter(None, (content.language,)))):
            self.language.addItem(_language_name(code), code)
        self.language.setCurrentIndex(max(0, self.language.findData(content.language)))
        for paths, field in (
            (content.documents, self.documents),
            (content.searched, self.searched),
        ):
            field.rows.clear()
            field.add(paths)
        self._refresh()

    def content(self) -> ProjectContent:
        """Return the project as it stands in the fields."""
        return replace(
            self._content,
            name=self.name.text().strip() or self._content.name,
            instructions=self.instructions.toPlainText(),
            language=str(self.language.currentData() or ""),
            documents=self.documents.paths(),
            searched=self.searched.paths(),
        )

    def show_refusal(self, problem: Problem) -> None:
        """Say why it was not saved; what was written stays."""
        self.show_problem(problem)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        self.save_button.setEnabled(bool(self.name.text().strip()))

    @Slot()
    def _save(self) -> None:
        self.save_button.setEnabled(False)  # until it is known what came of it
        self.saved.emit(self.content())

    @Slot()
    def _export(self) -> None:
        self.export_wanted.emit(self.content())


def _language_name(code: str) -> str:
    """Return the name of a language in itself; its code where Qt does not know it."""
    locale = QLocale(code.replace("-", "_"))
    name = locale.nativeLanguageName() if locale.language() != QLocale.Language.C else ""
    return f"{name[:1].upper()}{name[1:]}" if name else code
