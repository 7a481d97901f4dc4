"""The texts of all licences in a window of their own, with a field to find words in them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
)

from app.core.errors import problem_of
from app.core.licences import all_licences
from app.ui.announcement import announce
from app.ui.dialog_page import fit_screen
from app.ui.labels import label
from app.ui.side_work import SideWork
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S, code_font
from app.ui.translation import problem_words, tr

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

_SIZE = QSize(820, 640)


class LicencesReader(QObject):
    """Collects the text on another thread; ends with `read`, and the text or why there is none."""

    read = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = SideWork("licences")

    def start(self) -> None:
        """Begin to collect."""
        self._work.add(self._read)

    def _read(self) -> None:
        try:
            text = all_licences()
        except Exception as error:  # noqa: BLE001 - whatever it is, the window must not stay empty
            problem = problem_of(error)
            text = problem_words(problem)
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self.read.emit(text)


class LicencesDialog(QDialog):
    """Opens at once, is filled when the text is there; Enter in the field finds the next place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("licences")
        self.setWindowTitle(tr("Licences"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setSizeGripEnabled(True)
        self.edit = QLineEdit()
        self.edit.setObjectName("findEdit")
        self.edit.setPlaceholderText(tr("Find in licences"))
        self.edit.setAccessibleName(tr("Find in licences"))
        self.found = label("dialogStatus", wraps=False)
        self.found.hide()
        self.text = QPlainTextEdit()
        self.text.setObjectName("licenceText")
        self.text.setReadOnly(True)
        self.text.setFont(code_font())
        self.text.setAccessibleName(tr("Licences of Hearth and its components"))
        self.text.setPlaceholderText(tr("Loading…"))
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setTabChangesFocus(True)
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setAutoDefault(False)  # Return finds
        self._arrange()
        self.edit.textChanged.connect(self._on_words)
        self.close_button.clicked.connect(self.close)
        self._reader = LicencesReader(self)
        self._reader.read.connect(self._on_read)
        self._reader.start()
        self.edit.setFocus()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(self.edit, 1)
        head.addWidget(self.found)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        column.setSpacing(SPACE_M)
        column.addLayout(head)
        column.addWidget(self.text, 1)
        column.addLayout(buttons)
        fit_screen(self, _SIZE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter finds the next place, with Shift the one before; Escape closes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._find(QTextDocument.FindFlag.FindBackward if is_back else None)
        else:
            super().keyPressEvent(event)

    @Slot(str)
    def _on_read(self, text: str) -> None:
        self.text.setPlainText(text)
        if self.edit.text():
            self._on_words()

    @Slot()
    def _on_words(self) -> None:
        """Show the first place after the beginning of the one that is shown."""
        cursor = self.text.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self.text.setTextCursor(cursor)
        self._find(None)

    def _find(self, backward: QTextDocument.FindFlag | None) -> None:
        words = self.edit.text()
        flags = backward or QTextDocument.FindFlag(0)
        is_found = not words or bool(self.text.find(words, flags))
        if not is_found:  # on from the other end
            before = self.text.textCursor()
            end = QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start
            self.text.moveCursor(end)
            is_found = self.text.find(words, flags)
            if not is_found:
                self.text.setTextCursor(before)
        self.found.setText("" if is_found else tr("Not found"))
        self.found.setHidden(is_found)
        if words:
            shown = self.text.textCursor().block().text()
            announce(self, shown if is_found else tr("Not found"))
