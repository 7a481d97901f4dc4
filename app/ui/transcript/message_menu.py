"""The context menu of a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.ui.transcript.sections import SectionKind

if TYPE_CHECKING:
    from app.core.chats.records import MessageId
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


class _MessageAction(QAction):
    """Sends a signal of the view with a message."""

    def __init__(self, words: str, message_id: MessageId, signal: Any, parent: QMenu) -> None:
        super().__init__(words, parent)
        self._message_id = message_id
        self._signal = signal
        self.triggered.connect(self._send)

    @Slot()
    def _send(self) -> None:
        self._signal.emit(self._message_id)


def message_menu(view: TranscriptView, layout: MessageLayout) -> QMenu:
    """Return the menu of a message; it deletes itself when it closes."""
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    selected = view.pointer.selected_text()
    if selected:
        menu.addAction(_CopyAction("Copy selection", selected, menu))
        written = view.pointer.selected_markdown()
        if written != selected:
            menu.addAction(_CopyAction("Copy selection as Markdown", written, menu))
    menu.addAction(_CopyAction("Copy message", displayed_text(view, layout), menu))
    menu.addAction(_CopyAction("Copy as Markdown", layout.answer_text, menu))
    menu.addSeparator()
    message_id = layout.message.id
    if view.can_answer and not layout.is_streaming:
        menu.addAction(_MessageAction("Edit…", message_id, view.edit_requested, menu))
        if not layout.is_user:
            again = _MessageAction("Regenerate", message_id, view.regenerate_requested, menu)
            menu.addAction(again)
        delete = _MessageAction("Delete from here on", message_id, view.delete_requested, menu)
        menu.addAction(delete)
    menu.addAction(_MessageAction("New chat from here", message_id, view.fork_requested, menu))
    return menu


def displayed_text(view: TranscriptView, layout: MessageLayout) -> str:
    """Return the text of a message as it is displayed; a very long one as it was written."""
    if len(layout.text) > _MAX_DISPLAYED:
        # Laying out all of it for one copy would freeze the window.
        return layout.text
    parts: list[str] = []
    for number, slot in enumerate(layout.slots()):
        if slot.section.kind is SectionKind.THINKING:
            continue
        block = view.block_of(layout, number)
        if parts and not slot.section.glued:
            parts.append("\n" if slot.section.continued else "\n\n")
        parts.append(block.text_between(0, block.end_position()))
    return "".join(parts)
