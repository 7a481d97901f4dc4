"""Windows of their own: a question or a warning in plain text, and the page of a presenter."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from app.ui.words.plain_text import never_html, window_title

Page = TypeVar("Page", bound=QDialog)


def message_box(
    parent: QWidget | None, title: str, what: str, more: str = "", *, is_warning: bool = False
) -> QMessageBox:
    """Return the window; whoever asks adds the buttons."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(window_title(title))
    # The second text has no format that could be set.
    box.setText(never_html(what))
    box.setInformativeText(never_html(more))
    if is_warning:
        box.setIcon(QMessageBox.Icon.Warning)
    return box


def warn(parent: QWidget | None, title: str, what: str) -> None:
    """Tell something and wait until it was read."""
    message_box(parent, title, what, is_warning=True).exec()


def agrees(
    parent: QWidget | None,
    title: str,
    what: str,
    more: str,
    verb: str,
    role: QMessageBox.ButtonRole = QMessageBox.ButtonRole.AcceptRole,
) -> bool:
    """Ask; return whether the button with the verb was pressed, and not Cancel."""
    question = message_box(parent, title, what, more)
    yes = question.addButton(verb, role)
    question.addButton(QMessageBox.StandardButton.Cancel)
    question.exec()
    return question.clickedButton() is yes


class PagePresenter(QObject, Generic[Page]):
    """Has one page at a time, and forgets it when it is closed."""

    _dialog: Page | None = None

    def _begin(self, dialog: Page) -> Page:
        self._dialog = dialog
        dialog.finished.connect(self._on_closed)
        return dialog

    def _to_front(self) -> Page:
        assert self._dialog is not None
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()
        return self._dialog

    @Slot()
    def _on_closed(self) -> None:
        self._dialog = None
