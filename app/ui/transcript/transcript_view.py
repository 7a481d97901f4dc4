"""The conversation on the screen: which messages are shown, and what becomes of them.

Only what is visible is laid out; the rest has estimated heights, see `scroller.py`.
A streaming answer is drawn at most once a frame, and only its last section is rendered again.
Threads: interface thread.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.ui.transcript.render.scroll_anchor import LEAST_VISIBLE, ScrollAnchor
from app.ui.transcript.speech.accessible import message_added, messages_changed
from app.ui.transcript.speech.announcer import Announcer
from app.ui.transcript.transcript_area import TranscriptArea

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtWidgets import QWidget

    from app.core.chats.records import Message, MessageId
    from app.ui.theme import Theme
    from app.ui.transcript.model.message_list import MessageList


class TranscriptView(TranscriptArea):
    """Shows the messages of one chat; its signals are those of the area."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._announcer = Announcer(self)

    @property
    def messages(self) -> MessageList:
        """The messages as facts, for who needs to know nothing of where they lie."""
        return self.stack

    def set_messages(self, messages: Sequence[Message]) -> None:
        """Show another branch, from its end."""
        self.stack.set_versions({})
        self._replace(messages)
        self.tell_when_shown()
        self.scroller.sticks = True
        self.scroller.settle()

    def show_branch(self, messages: Sequence[Message], focus: MessageId | None) -> None:
        """Show another branch of the same chat; what is in `focus` appears where the other was."""
        row = next((row for row, one in enumerate(messages) if one.id == focus), 0)
        offset = 0.0
        if row < len(self.stack):
            offset = self.stack.top(row) - self.verticalScrollBar().value()
        self._replace(messages)
        self.scroller.sticks = focus is None or messages[-1].id == focus
        highest = max(0.0, self.viewport().height() - LEAST_VISIBLE)
        anchor = None if focus is None else ScrollAnchor(focus, -1, min(max(offset, 0.0), highest))
        self.scroller.settle_at(None if self.scroller.sticks else anchor)

    def _replace(self, messages: Sequence[Message]) -> None:
        self.forget_drawn()
        self.stack.reset(messages)
        self.keyboard.clear()
        messages_changed(self)
        self.finder.refresh()

    def set_versions(self, versions: Mapping[MessageId, tuple[MessageId, ...]]) -> None:
        """Say which messages stand beside each other, oldest first, itself among them."""
        self.stack.set_versions(versions)
        self.viewport().update()

    def set_read_from(self, message_id: MessageId | None) -> None:
        """Draw a line above the first message that the model reads; None where it reads all."""
        if message_id != self.stack.read_from:
            self.stack.set_read_from(message_id)
            self.scroller.settle()

    def prepend_messages(self, messages: Sequence[Message]) -> None:
        """Put earlier messages before those that are shown; what is on the screen stays there."""
        anchor = self.scroller.anchor()
        self.stack.prepend(messages)
        messages_changed(self)
        self.finder.refresh()
        self.scroller.settle_at(anchor)

    def add_message(self, message: Message) -> None:
        """Append a message; the user's own brings the end into view."""
        if self.stack.row_of(message.id) >= 0:
            self.change_message(message)
            return
        self.stack.add(message)
        message_added(self, message.id)
        self.finder.follow(message.id)
        self._announcer.begin(message)
        layout = self.stack.last()
        if layout is not None and layout.is_user:
            self.scroller.sticks = True
        self.scroller.settle_soon()

    def remove_message(self, message_id: MessageId) -> None:
        """Take a message away."""
        layout = self.stack.find(message_id)
        if layout is None:
            return
        self.forget_message(layout)
        self.stack.remove(message_id)
        self.finder.refresh()
        messages_changed(self)
        self.scroller.settle_soon()

    def change_message(self, message: Message) -> None:
        """Take over another state of a message that is shown."""
        if self.stack.row_of(message.id) >= 0:
            self.stack.change(message)
            self.finder.follow(message.id)
            self._announcer.follow(message.id)
            self.scroller.settle_soon()

    def append_text(self, message_id: MessageId, text: str) -> None:
        """Add streamed text; it is drawn with the next frame."""
        if self.stack.row_of(message_id) >= 0:
            started = time.perf_counter()
            self.stack.append_text(message_id, text)
            self.finder.follow(message_id, text)
            self._announcer.follow(message_id)
            self.scroller.took(time.perf_counter() - started)
            self.scroller.settle_soon()

    def set_can_answer(self, *, possible: bool, anew: bool = True, going_on: bool = True) -> None:
        """Offer Regenerate and Continue only where there is a model to do it, and room.

        Args:
            possible: there is a model.
            anew: the chat fits its context without the last answer.
            going_on: the chat fits as it stands.
        """
        self.stack.set_can_answer(possible=possible, anew=anew, going_on=going_on)
        self.viewport().update()

    def last_answer(self) -> str:
        """Return the Markdown of the newest answer, "" when there is none."""
        return self.stack.last_answer()

    def version_of(self, message_id: MessageId) -> tuple[int, int] | None:
        """Return which of how many versions a message is, from 1; None where it stands alone."""
        return self.stack.version_of(message_id)
