"""Says an answer aloud as it comes: each section once it is complete, and how it ended.

Costs nothing while no screen reader runs. A reader that comes in the middle hears what is complete
from then on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible

from app.core.chats.records import MessageStatus
from app.ui.announcement import announce
from app.ui.transcript.model.message_facts import status_words
from app.ui.translation import tr
from app.ui.wait_text import wait_text

if TYPE_CHECKING:
    from app.core.chats.records import Message, MessageId
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.render.slot import SectionSlot
    from app.ui.transcript.surface import Surface
    from app.ui.wait_text import Wait


class Announcer:
    """Keeps which answer is being written and how many of its sections were said."""

    def __init__(self, view: Surface) -> None:
        self._view = view
        self._message_id: MessageId | None = None
        self._n_said: int | None = None  # None: nobody listened so far

    def begin(self, message: Message) -> None:
        """An answer begins."""
        if message.status is MessageStatus.STREAMING:
            self._message_id, self._n_said = message.id, 0

    def follow(self, message_id: MessageId) -> None:
        """A message has more text or another state."""
        layout = self._view.canvas.stack.find(message_id)
        if layout is None or layout.is_user:
            return
        was_streaming = message_id == self._message_id
        if not QAccessible.isActive():
            self._n_said = None
        elif layout.is_streaming:
            self._n_said = self._n_said if was_streaming else None
            self._say(layout, [])
        elif was_streaming:
            self._say(layout, [status_words(layout.message) or tr("End of the answer")])
        self._message_id = message_id if layout.is_streaming else None

    def wait(self, wait: Wait | None) -> None:
        """The answer waits, or no more: that it goes on is heard from what it says."""
        if wait is not None:
            announce(self._view.canvas.widget, wait_text(wait))

    def _say(self, layout: MessageLayout, more: list[str]) -> None:
        slots = layout.slots()
        n_closed = self._n_said or 0
        while n_closed < len(slots) and not slots[n_closed].is_open:
            n_closed += 1
        said = n_closed if self._n_said is None else self._n_said
        self._n_said = n_closed
        words = [self._words(layout, number, slots[number]) for number in range(said, n_closed)]
        announce(self._view.canvas.widget, "\n".join(filter(None, [*words, *more])))

    def _words(self, layout: MessageLayout, number: int, slot: SectionSlot) -> str:
        """Return what its kind says of a section, or else the section as it is displayed."""
        words = slot.kind.spoken(slot.section)
        if words is not None:
            return words
        block = self._view.canvas.block_of(layout, number)
        return block.text_between(0, block.end_position())
