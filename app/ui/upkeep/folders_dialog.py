"""The page "Folders and reset": where everything lies, how large it is, how to change that."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QWidget

from app.core.system.desktop_words import file_manager, trash
from app.core.system.paths import FolderOrigin, Paths
from app.core.upkeep.reset import Reset
from app.ui.kit.boxes import INDENT, TickBox
from app.ui.kit.dialog_page import DialogPage, scrolled
from app.ui.kit.labels import ElidedLabel, label, push_button, show_words
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, SPACE_XS, Theme
from app.ui.words.formatting import counted, size
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from app.core.errors import Problem
    from app.core.upkeep.ownership import FolderSizes


_SIZE = QSize(680, 560)
_WHY_HERE = {
    FolderOrigin.SYSTEM: "",
    FolderOrigin.CHOSEN: QT_TR_NOOP(
        "These folders were set when Hearth was started, so you cannot move them here."
    ),
    FolderOrigin.PORTABLE: QT_TR_NOOP(
        "Portable: everything is in the folder “data” next to the program. To move it, move the "
        "whole program folder."
    ),
    FolderOrigin.MOVED: QT_TR_NOOP("Everything is now in one folder."),
}


class FoldersDialog(DialogPage):
    """Sends `move_requested`, `move_back_requested` and `reset_requested`."""

    move_requested = Signal()
    move_back_requested = Signal()
    reset_requested = Signal()

    def __init__(self, paths: Paths, parent: QWidget | None = None) -> None:
        super().__init__("folders", tr("Folders and reset"), parent)
        self.rows = [
            _FolderRow(tr("Chats"), tr("Your messages and the answers"), paths.data),
            _FolderRow(tr("Settings"), tr("Your preferences"), paths.config),
            _FolderRow(
                tr("Conversation memory"),
                tr("The stored KV cache of your chats"),
                paths.cache,
            ),
            _FolderRow(tr("Window and log"), tr("Drafts, window position, log"), paths.state),
        ]
        self.reset_button = push_button("", tr("Reset…"), self.reset_requested, is_auto=True)
        self.back_button = push_button("", tr("Move back"), self.move_back_requested)
        set_tip(self.back_button, tr("Move everything back to the default folders"))
        self.move_button = push_button("", tr("Move…"), self.move_requested)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.back_button.setVisible(paths.place is FolderOrigin.MOVED)
        self.move_button.setEnabled(paths.place in (FolderOrigin.SYSTEM, FolderOrigin.MOVED))
        self._arrange(tr(_WHY_HERE[paths.place]))
        self._connect()
        set_tip(self.move_button, tr("Move everything to a folder of your choice"))
        self._fit_screen(_SIZE)
        self.close_button.setDefault(True)
        self.close_button.setFocus()

    # -- showing --

    def show_sizes(self, sizes: FolderSizes) -> None:
        """Show how large the folders are."""
        counted = (sizes.data_bytes, sizes.config_bytes, sizes.cache_bytes, sizes.state_bytes)
        for row, n_bytes in zip(self.rows, counted, strict=True):
            row.show_size(n_bytes)

    def show_status(self, text: str) -> None:
        """Say what goes on; "" when nothing does."""
        self._problem.hide()
        show_words(self._status, text)

    def show_problem(self, problem: Problem) -> None:
        """Say what could not be done."""
        self._status.hide()
        super().show_problem(problem)
        self._area.ensureWidgetVisible(self._problem)

    def status(self) -> str:
        """Return what is said of what goes on, or went wrong."""
        said = self._problem if self._problem.isVisibleTo(self) else self._status
        return said.text()

    def set_busy(self, *, is_busy: bool) -> None:
        """Forbid to ask for more while something is being looked at."""
        for button in (self.reset_button, self.back_button, self.move_button):
            button.setEnabled(not is_busy)

    # -- arranging --

    def _arrange(self, why_here: str) -> None:
        inside = QWidget()
        inside.setObjectName("foldersPage")
        page = vertical(inside, margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_L), spacing=SPACE_S)
        told = tr(
            "Hearth writes only to these folders. Model files stay where they are "
            "unless you move one to the {trash} yourself.",
            trash=translated(trash()),
        )
        add_to(page, label("dialogTitle", tr("Folders and reset")), label("dialogText", told))
        if why_here:
            page.addWidget(label("suggestionText", why_here))
        page.addSpacing(SPACE_M)
        frame = QFrame()
        frame.setObjectName("suggestions")
        rows = vertical(frame, margins=1, spacing=0)
        for row in self.rows:
            row.setProperty("first", row is self.rows[0])
            rows.addWidget(row)
        add_to(page, frame, STRETCH, self._status, self._problem)
        self._status.hide()
        self._area = scrolled(inside, "foldersScroll")
        self._fill(
            (self._area, 1),
            buttons=(self.back_button, self.move_button, self.close_button),
            left=self.reset_button,
        )

    def _connect(self) -> None:
        for row in self.rows:
            row.open_requested.connect(self._open)

    @Slot(str)
    def _open(self, folder: str) -> None:
        if not Path(folder).is_dir():
            self.show_status(tr("{folder} is still empty", folder=folder))
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            self.show_status(
                tr(
                    "Could not open {file_manager}. The folder is {folder}",
                    file_manager=translated(file_manager()),
                    folder=folder,
                )
            )
        else:
            self.show_status("")


class _FolderRow(QFrame):
    """One folder: what is in it, where it is, how large. Sends `open_requested` with its path."""

    open_requested = Signal(str)

    def __init__(self, name: str, what: str, folder: Path) -> None:
        super().__init__()
        self.setObjectName("suggestionRow")
        self._folder = folder
        self._what = what
        self.button = push_button(
            "", tr("Open"), lambda: self.open_requested.emit(str(self._folder))
        )
        self.button.setAccessibleName(tr("Open the folder: {name}", name=name))
        self.place = ElidedLabel("suggestionFacts", elide=Qt.TextElideMode.ElideMiddle)
        self.place.setText(str(folder))
        self._facts = label("suggestionText", what)
        words = vertical(spacing=SPACE_XS)
        add_to(words, label("suggestionName", name, wraps=False), self._facts, self.place)
        row = horizontal(self, margins=(SPACE_L, SPACE_M, SPACE_M, SPACE_M), spacing=SPACE_M)
        add_to(row, (words, 1), (self.button, Qt.AlignmentFlag.AlignVCenter))

    def show_size(self, n_bytes: int) -> None:
        """Say how large the folder is."""
        self._facts.setText(f"{self._what} · {size(n_bytes)}" if n_bytes else self._what)

    def facts(self) -> str:
        """Return what is said of the folder."""
        return self._facts.text()


_WIDTH = 520


class ResetDialog(DialogPage):
    """Sends `chosen` with a `Reset`.

    Args:
        theme: for the tick boxes.
        n_chats: how many chats would go; 0 also when that is not known, as when they cannot be
            opened.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, n_chats: int, parent: QWidget | None = None) -> None:
        super().__init__("reset", tr("Reset Hearth"), parent, is_modal=True)
        self._counted = counted(n_chats, "chat") if n_chats else ""
        self.settings = TickBox(theme, tr("Settings and window"))
        self.memory = TickBox(theme, tr("Conversation memory"))
        self.chats = TickBox(theme, self._chats_words())
        self.reset_button = push_button("danger", "", self._on_reset)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self._arrange()
        for box in (self.settings, self.memory, self.chats):
            box.toggled.connect(self._refresh)
        self.settings.setChecked(True)
        self.memory.setChecked(True)
        self.cancel_button.setDefault(True)
        self._refresh()

    def _chats_words(self) -> str:
        if self._counted:
            return tr("All chats ({chats})", chats=self._counted)
        return tr("All chats")

    def _warning_words(self) -> str:
        if self._counted:
            return tr("{chats} will be deleted. This cannot be undone.", chats=self._counted)
        return tr("All chats will be deleted. This cannot be undone.")

    def _button_words(self) -> str:
        if self._counted:
            return tr("Delete {chats} and reset", chats=self._counted)
        return tr("Delete all chats and reset")

    def wanted(self) -> Reset:
        """Return what is ticked."""
        return Reset(
            settings=self.settings.isChecked(),
            memory=self.memory.isChecked(),
            chats=self.chats.isChecked(),
        )

    def _arrange(self) -> None:
        self._page = QWidget()
        self._page.setObjectName("resetPage")
        page = vertical(self._page, margins=SPACE_XL, spacing=SPACE_S)
        told = tr(
            "Hearth closes its window, deletes the ticked items, and reopens as if "
            "newly installed. Model files are kept."
        )
        add_to(page, label("dialogTitle", tr("Reset Hearth")), label("dialogText", told), SPACE_S)
        for box, note in (
            (
                self.settings,
                tr("Also the log, unsent messages and server keys."),
            ),
            (
                self.memory,
                tr("The model rereads each chat once when you continue it. No messages are lost."),
            ),
            (self.chats, tr("Including their backups and stored memory.")),
        ):
            pair = add_to(vertical(spacing=0), box)
            words = label("dialogText", note)
            words.setContentsMargins(INDENT, 0, 0, 0)
            box.setAccessibleDescription(note)
            pair.addWidget(words)
            page.addLayout(pair)
        add_to(page, SPACE_S, self._problem)
        self._fill(
            (scrolled(self._page, "resetScroll"), 1),
            buttons=(self.cancel_button, self.reset_button),
        )

    @Slot()
    def _refresh(self) -> None:
        wanted = self.wanted()
        if wanted.chats and not wanted.memory:  # it holds their words
            self.memory.setChecked(True)
            return
        self.memory.setEnabled(not wanted.chats)
        show_words(self._problem, self._warning_words() if wanted.chats else "")
        self.reset_button.setText(self._button_words() if wanted.chats else tr("Reset"))
        self.reset_button.setEnabled(wanted != Reset())
        self._fit_content(self._page, _WIDTH)

    @Slot()
    def _on_reset(self) -> None:
        self.accept()
        self.chosen.emit(self.wanted())
