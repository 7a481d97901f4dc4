"""The one QApplication: the program as the desktop sees it.

macOS names no file on the command line of a program: it sends those that are to be opened, at its
start and while it runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app.ui.button_keys import ButtonKeys

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent


class Application(QApplication):
    """Sends `file_opened` when the desktop wants a file to be opened; `take_file` tells which."""

    file_opened = Signal()

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._file = ""
        ButtonKeys(self)

    def take_file(self) -> str:
        """Return the file that was to be opened last, once; "" for none.

        It waits here until there is a window.
        """
        path, self._file = self._file, ""
        return path

    def event(self, event: QEvent) -> bool:
        """Qt: whatever is sent to the program itself."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._file = QDir.toNativeSeparators(event.file())
            self.file_opened.emit()
            return True
        return super().event(event)
