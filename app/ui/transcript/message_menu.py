"""The context menu of a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from app.ui.transcript.message_layout import MessageLayout
    from app.ui.transcript.transcript_view import TranscriptView

_MAX_DISPLAYED = 50_000  # characters


class _CopyAction(QAction):
    """Puts a text on the clipboard."""

    def __init__(self, words: str, content: str, parent: QMenu) -> None:
        super().__init__(words, parent)
        self._content = content
        self.triggered.connect(self._copy)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._content)


def message_menu(view: TranscriptView, layout: MessageLayout) -> QMenu:
    """Return the menu of a message; it deletes itself when it closes."""
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    selected = view.pointer.selected_text()
    if selected:
        menu.addAction(_CopyAction("Copy selection", selected, menu))
    menu.addAction(_CopyAction("Copy message", displayed_text(view, layout), menu))
    menu.addAction(_CopyAction("Copy as Markdown", layout.text, menu))
    return menu


def displayed_text(view: TranscriptView, layout: MessageLayout) -> str:
    """Return the text of a message as it is displayed; a very long one as it was written."""
    if len(layout.text) > _MAX_DISPLAYED:
        # Laying out all of it for one copy would freeze the window.
        return layout.text
    parts: list[str] = []
    for number, slot in enumerate(layout.slots()):
        block = view.block_of(layout, number)
        if number and not slot.section.glued:
            parts.append("\n" if slot.section.continued else "\n\n")
        parts.append(block.text_between(0, block.end_position()))
    return "".join(parts)
