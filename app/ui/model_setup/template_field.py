"""The chat template of a model: its own or another one, with what it makes of a short chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Signal, Slot
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from app.core.messages import Role
from app.core.models.model_settings import LONGEST_TEMPLATE
from app.core.protocol import PromptMessage
from app.ui.kit.accessibility import announce
from app.ui.kit.labels import caption, label, push_button
from app.ui.kit.layouts import STRETCH, add_to, vertical
from app.ui.kit.theme import SPACE_S
from app.ui.kit.timers import timer
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from app.core.conversations.events import TemplateShown

_PAUSE_MS = 300  # of typing, before a template is tried
_LEAST_HEIGHT = 72


def example_chat() -> tuple[PromptMessage, ...]:
    """Return the chat that a template is tried with."""
    return (
        PromptMessage(Role.SYSTEM, tr("Be brief.")),
        PromptMessage(Role.USER, tr("Good morning!")),
        PromptMessage(Role.ASSISTANT, tr("Good morning. What can I do for you?")),
        PromptMessage(Role.USER, tr("Tell me a joke.")),
    )


class TemplateSource(QPlainTextEdit):
    """Where a template is written; sends `refused` for a text that is too long to be one."""

    refused = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("templateSource")
        self.setPlaceholderText(tr("Hearth uses the template in the model file."))
        self.setTabChangesFocus(True)
        self.setMinimumHeight(_LEAST_HEIGHT)
        # To look for words in a line of 100,000 letters takes Qt a second for each key.
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Qt: something is pasted or dropped."""
        if len(source.text()) > LONGEST_TEMPLATE:
            self.refused.emit()
        else:
            super().insertFromMimeData(source)


class TemplateField(QWidget):
    """Sends `changed`, `preview_requested` with a template, and `own_requested`.

    A template that cannot be used is not accepted: see `is_usable`.
    """

    changed = Signal()
    preview_requested = Signal(str)
    own_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.source = TemplateSource()
        self.preview = QPlainTextEdit()
        self.preview.setObjectName("templatePreview")
        self.preview.setReadOnly(True)
        self.preview.setAccessibleName(tr("Prompt"))
        self.preview.setMinimumHeight(_LEAST_HEIGHT)
        self._problem = label("memoryProblem")
        self.own_button = push_button("", tr("&Insert the model's own"), self.own_requested)
        self._heading = label(
            "dialogCaption", tr("The prompt that the template makes from a short chat")
        )
        self._is_broken = False
        self._asked = ""
        self._pause = timer(self, _PAUSE_MS, self._ask)
        self.source.textChanged.connect(self._on_typed)
        self.source.refused.connect(self._on_refused)
        self._arrange()
        self._show_preview()

    @property
    def text(self) -> str:
        """The template; "" for that of the file."""
        return self.source.toPlainText().strip() and self.source.toPlainText()

    @property
    def is_usable(self) -> bool:
        """Whether the template, as far as it was tried, can be used."""
        return not self._is_broken

    def show_template(self, text: str) -> None:
        """Fill the field; what somebody has written there can be brought back by undo."""
        if len(text) > LONGEST_TEMPLATE:
            self._on_refused()
            return
        document = self.source.document()
        if document.isEmpty() and not document.isUndoAvailable():
            self.source.setPlainText(text)
            return
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    def show_preview(self, shown: TemplateShown) -> None:
        """Show what became of the template that was asked about last."""
        if shown.source != self._asked or shown.source != self.text:
            return
        told = shown.preview
        self._is_broken = told.problem is not None
        self._problem.setText(translated(told.problem.what) if told.problem is not None else "")
        self.preview.setPlainText(f"{told.text}…" if told.is_cut else told.text)
        self._show_preview()
        self.changed.emit()

    def _arrange(self) -> None:
        column = vertical(self, margins=0, spacing=SPACE_S)
        column.addWidget(caption("dialogCaption", tr("Chat te&mplate"), self.source))
        told = tr(
            "A Jinja template that turns a chat into a prompt. Change it only if the "
            "one in the model file is wrong."
        )
        column.addWidget(label("dialogText", told))
        column.addWidget(self.source)
        line = add_to(QHBoxLayout(), self.own_button, STRETCH)
        add_to(column, line, self._problem, self._heading, self.preview)

    def _show_preview(self) -> None:
        has_text = bool(self.text)
        self._problem.setVisible(has_text and self._is_broken)
        for widget in (self._heading, self.preview):
            widget.setVisible(has_text and not self._is_broken)

    @Slot()
    def _on_typed(self) -> None:
        if not self.text:
            self._is_broken = False
            self._show_preview()
        self._problem.setVisible(self._is_broken)
        self._pause.start()
        self.changed.emit()

    @Slot()
    def _on_refused(self) -> None:
        words = tr("This text is too long for a chat template; nothing was inserted.")
        self._problem.setText(words)
        self._problem.show()
        announce(self, words)

    @Slot()
    def _ask(self) -> None:
        self._asked = self.text
        if self._asked:
            self.preview_requested.emit(self._asked)
