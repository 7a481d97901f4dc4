"""A message as plain text in a window of its own: for reading it letter by letter, with any reader.

Shows what was written, not how it is displayed, and stays as it is while the chat goes on.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from app.ui.kit.dialog_page import fit_screen, set_up_page
from app.ui.kit.labels import push_button
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M
from app.ui.words.formatting import count
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr

_SIZE = QSize(680, 560)
_MOST_SHOWN = 1_000_000  # characters
_LONGEST_WORD = 5_000  # characters; breaking a word of a million takes Qt many seconds


class MessageDialog(QDialog):
    """The text of one message, with a button to copy it; Escape closes it.

    Args:
        whose: who said it, for the title.
    """

    def __init__(self, whose: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        set_up_page(self, "messageText", window_title(whose, tr("as text")), has_grip=True)
        self.edit = QPlainTextEdit()
        self.edit.setReadOnly(True)
        self.edit.setAccessibleName(whose)
        self.edit.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.edit.setTabChangesFocus(True)  # on to the buttons
        if any(len(word) > _LONGEST_WORD for word in text.split()):
            self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.copy_button = push_button(
            "", tr("Copy"), lambda: QGuiApplication.clipboard().setText(self._text), is_auto=True
        )
        self.close_button = push_button("", tr("Close"), self.close)
        self.close_button.setDefault(True)
        self._arrange()
        self.edit.setPlainText(_shown(text))
        self.edit.setFocus()

    def _arrange(self) -> None:
        buttons = add_to(horizontal(spacing=SPACE_M), STRETCH, self.copy_button, self.close_button)
        add_to(vertical(self, margins=SPACE_L, spacing=SPACE_M), (self.edit, 1), buttons)
        fit_screen(self, _SIZE)


def _shown(text: str) -> str:
    """Return as much of a text as a field takes without a stall; Copy takes all of it."""
    if len(text) <= _MOST_SHOWN:
        return text
    n_left = count(len(text) - _MOST_SHOWN)
    more = tr("… {n} more characters; Copy includes all of them.", n=n_left)
    return f"{text[:_MOST_SHOWN]}\n\n{more}"
