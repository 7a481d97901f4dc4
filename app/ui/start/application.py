"""The one QApplication: the program as the desktop sees it.

macOS names no file and no link on the command line of a program: it sends those that are to be
opened, at its start and while it runs.

Return presses the button that has the keyboard.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QCoreApplication, QDir, QEvent, QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QFileOpenEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from app.core.upkeep.mending import CareTask
    from app.ui.upkeep.task_dialog import FolderTask

    TaskBetween: TypeAlias = "FolderTask | CareTask | Reopen"


class Reopen(PlainValue, frozen=True):
    """Nothing but to open a new window."""


class _ButtonKeys(QObject):
    """Looks at the keys of a button from when it has the keyboard for the first time.

    Qt leaves it to the desktop which keys press a button: GNOME and KDE say Return, Windows does
    not, though its own programs and those of the web take it. Without this, Return on a button does
    nothing there, and in a page it presses the default button instead. On macOS Space alone does.

    A filter on the application would be asked about every event of every widget.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        if sys.platform != "darwin":
            app.focusChanged.connect(self._on_focus)

    @Slot("QWidget*", "QWidget*")
    def _on_focus(self, _left: QWidget | None, entered: QWidget | None) -> None:
        if isinstance(entered, QPushButton | QToolButton):
            entered.installEventFilter(self)  # once, however often it is done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: a key of a button; Return becomes Space."""
        if not isinstance(event, QKeyEvent) or event.type() == QEvent.Type.ShortcutOverride:
            return super().eventFilter(watched, event)
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not is_return or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return super().eventFilter(watched, event)
        none = Qt.KeyboardModifier.NoModifier
        space = QKeyEvent(event.type(), Qt.Key.Key_Space, none, " ", event.isAutoRepeat())
        QCoreApplication.sendEvent(watched, space)
        return True


class Application(QApplication):
    """Sends `file_opened` when the desktop wants a file to be opened; `take_file` tells which.

    Likewise `link_opened` and `take_link` for a link of ours.
    """

    file_opened = Signal()
    link_opened = Signal()

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._file = self._link = ""
        _ButtonKeys(self)

    def take_file(self) -> str:
        """Return the file that was to be opened last, once; "" for none.

        It waits here until there is a window.
        """
        path, self._file = self._file, ""
        return path

    def take_link(self) -> str:
        """Return the link that was to be opened last, once; "" for none."""
        link, self._link = self._link, ""
        return link

    def event(self, event: QEvent) -> bool:
        """Qt: whatever is sent to the program itself."""
        if isinstance(event, QFileOpenEvent) and self._is_link(event.url()):
            self._link = event.url().toString(QUrl.ComponentFormattingOption.FullyEncoded)
            self.link_opened.emit()
            return True
        if isinstance(event, QFileOpenEvent) and event.file():
            self._file = QDir.toNativeSeparators(event.file())
            self.file_opened.emit()
            return True
        return super().event(event)

    @staticmethod
    def _is_link(url: QUrl) -> bool:
        from app.core.models.hub_link import SCHEME

        return url.scheme() == SCHEME
