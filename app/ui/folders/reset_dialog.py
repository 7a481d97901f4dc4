"""Asks what a reset shall take away; the button says in words what it will do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.folders import Reset
from app.ui.dialog_footer import dialog_footer
from app.ui.dialog_page import room_for, scrolled
from app.ui.formatting import counted
from app.ui.labels import label
from app.ui.theme import SPACE_S, SPACE_XL
from app.ui.tick_box import INDENT, TickBox
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.ui.theme import Theme

_WIDTH = 520


class ResetDialog(QDialog):
    """Sends `chosen` with a `Reset`.

    Args:
        theme: for the tick boxes.
        n_chats: how many chats would go; 0 also when that is not known, as when they cannot be
            opened.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, n_chats: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counted = counted(n_chats, "chat") if n_chats else ""
        self.setObjectName("reset")
        self.setWindowTitle(tr("Reset Hearth"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.settings = TickBox(theme, tr("Settings and window"))
        self.memory = TickBox(theme, tr("Conversation memory"))
        self.chats = TickBox(theme, self._chats_words())
        self._warning = label("memoryProblem")
        self.reset_button = QPushButton()
        self.reset_button.setProperty("kind", "danger")
        self.cancel_button = QPushButton(tr("Cancel"))
        self._column = QVBoxLayout(self)
        self._arrange()
        for box in (self.settings, self.memory, self.chats):
            box.toggled.connect(self._refresh)
        self.settings.setChecked(True)
        self.memory.setChecked(True)
        self.reset_button.clicked.connect(self._on_reset)
        self.cancel_button.clicked.connect(self.reject)
        self.cancel_button.setDefault(True)
        self.reset_button.setAutoDefault(False)
        self._refresh()
        self.setFixedWidth(min(_WIDTH, room_for(self).width()))

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
        page = QVBoxLayout(self._page)
        page.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        page.setSpacing(SPACE_S)
        page.addWidget(label("dialogTitle", tr("Reset Hearth")))
        page.addWidget(
            label(
                "dialogText",
                tr(
                    "Hearth closes its window, deletes what is ticked, and opens again as on its "
                    "first day. Model files are kept."
                ),
            )
        )
        page.addSpacing(SPACE_S)
        for box, note in (
            (
                self.settings,
                tr("Also the log, messages that you have not sent, and keys of servers."),
            ),
            (self.memory, tr("Each chat is reread once when you continue it. No message is lost.")),
            (self.chats, tr("Including their backups and memory.")),
        ):
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(box)
            words = label("dialogText", note)
            words.setContentsMargins(INDENT, 0, 0, 0)
            box.setAccessibleDescription(note)
            pair.addWidget(words)
            page.addLayout(pair)
        page.addSpacing(SPACE_S)
        page.addWidget(self._warning)
        self._footer = dialog_footer(self.cancel_button, self.reset_button)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(scrolled(self._page, "resetScroll"), 1)
        self._column.addWidget(self._footer)

    @Slot()
    def _refresh(self) -> None:
        wanted = self.wanted()
        if wanted.chats and not wanted.memory:  # it holds their words
            self.memory.setChecked(True)
            return
        self.memory.setEnabled(not wanted.chats)
        self._warning.setVisible(wanted.chats)
        self._warning.setText(self._warning_words())
        self.reset_button.setText(self._button_words() if wanted.chats else tr("Reset"))
        self.reset_button.setEnabled(wanted != Reset())
        height = self._page.heightForWidth(_WIDTH) + self._footer.sizeHint().height()
        self.setFixedHeight(min(height, room_for(self).height()))

    @Slot()
    def _on_reset(self) -> None:
        self.accept()
        self.chosen.emit(self.wanted())
