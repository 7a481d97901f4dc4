"""A message as plain text in a window of its own: for reading it letter by letter, with any reader.

Shows what was written, not how it is displayed, and stays as it is while the chat goes on.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.ui.kit.dialog_page import DialogPage
from app.ui.kit.labels import push_button
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.text_fields import shown_text
from app.ui.kit.theme import SPACE_L, SPACE_M
from app.ui.words.formatting import count
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr

_SIZE = QSize(680, 560)
_MOST_SHOWN = 1_000_000  # characters
_LONGEST_WORD = 5_000  # characters; breaking a word of a million takes Qt many seconds


class MessageDialog(DialogPage):
    """The text of one message, with a button to copy it; Escape closes it.

    Args:
        whose: who said it, for the title.
    """

    def __init__(self, whose: str, text: str, parent: QWidget | None = None) -> None:
        title = window_title(whose, tr("as text"))
        super().__init__("messageText", title, parent, has_grip=True)
        self._text = text
        self.edit = shown_text(whose)
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
        self._fit_screen(_SIZE)


def _shown(text: str) -> str:
    """Return as much of a text as a field takes without a stall; Copy takes all of it."""
    if len(text) <= _MOST_SHOWN:
        return text
    n_left = count(len(text) - _MOST_SHOWN)
    more = tr("… {n} more characters; Copy includes all of them.", n=n_left)
    return f"{text[:_MOST_SHOWN]}\n\n{more}"
