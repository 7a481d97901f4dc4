"""Brings the screen up to date when the messages changed: heights, choice, search, speech, place.

Threads: interface thread.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, assert_never

from app.ui.transcript.model.changes import (
    Added,
    Branched,
    Changed,
    Grown,
    MessagesReset,
    OptionsChanged,
    Prepended,
    ReadFromMoved,
    Removed,
    WaitChanged,
)
from app.ui.transcript.render.scroll_anchor import LEAST_VISIBLE, ScrollAnchor
from app.ui.transcript.speech.accessible import message_added, messages_changed
from app.ui.transcript.speech.announcer import Announcer

if TYPE_CHECKING:
    from app.core.chats.records import MessageId
    from app.ui.transcript.model.changes import Change
    from app.ui.transcript.transcript_surface import TranscriptSurface


class Refresher:
    """The one observer of the messages in a transcript: it tells all parts, in the right order.

    Where the reader is can be asked of the stack only until that has taken note of the change.
    """

    def __init__(self, surface: TranscriptSurface) -> None:
        self._surface = surface
        self._messages = surface.messages
        self._stack = surface.canvas.stack
        self._scroller = surface.scroller
        self._announcer = Announcer(surface)
        self._was_reset = False

    def take_reset(self) -> bool:
        """Return whether other messages came since this was asked last."""
        was_reset, self._was_reset = self._was_reset, False
        return was_reset

    def messages_changed(self, change: Change) -> None:  # noqa: C901 - one case for each change
        """Take note of a change."""
        match change:
            case MessagesReset():
                self._replace(change)
                self._was_reset = True
                self._scroller.sticks = True
                self._scroller.settle()
            case Branched():
                self._show_branch(change)
            case Prepended():
                self._prepend(change)
            case Added():
                self._add(change)
            case Removed():
                self._remove(change)
            case Changed():
                self._stack.messages_changed(change)
                self._follow(change.message_id)
            case Grown():
                self._grow(change)
            case ReadFromMoved():
                self._stack.messages_changed(change)
                self._scroller.settle()
            case OptionsChanged():
                self._surface.canvas.update()
            case WaitChanged():
                self._announcer.wait(self._messages.wait)
                self._surface.canvas.update()
            case unknown:
                assert_never(unknown)

    def _replace(self, change: MessagesReset | Branched) -> None:
        self._surface.canvas.blocks.clear()
        self._surface.pointer.clear()
        self._stack.messages_changed(change)
        self._surface.keyboard.clear()
        self._look_again()

    def _show_branch(self, change: Branched) -> None:
        """Let what is in focus appear where the message was that it stands for."""
        canvas, focus = self._surface.canvas, change.focus
        row, offset = max(0, self._messages.row_of(focus)), 0.0
        if row < len(self._stack):
            offset = self._stack.top(row) - canvas.bar.value()
        self._replace(change)
        newest = self._messages.newest()
        self._scroller.sticks = focus is None or newest is None or newest.id == focus
        highest = max(0.0, canvas.height() - LEAST_VISIBLE)
        anchor = None
        if focus is not None and not self._scroller.sticks:
            anchor = ScrollAnchor(focus, -1, min(max(offset, 0.0), highest))
        self._scroller.settle_at(anchor)

    def _prepend(self, change: Prepended) -> None:
        """What is on the screen stays there."""
        self._stack.messages_changed(change)
        anchor = self._scroller.anchor(change.n_messages)
        self._look_again()
        self._scroller.settle_at(anchor)

    def _add(self, change: Added) -> None:
        """The user's own message brings the end into view."""
        self._stack.messages_changed(change)
        row = self._messages.row_of(change.message_id)
        message_added(self._surface, change.message_id)
        self._surface.finder.follow(change.message_id)
        self._announcer.begin(self._messages.message(row))
        if not self._messages.is_answer(row):
            self._scroller.sticks = True
        self._scroller.settle_soon()

    def _remove(self, change: Removed) -> None:
        self._surface.canvas.blocks.drop_message(change.message_id)
        self._surface.pointer.forget(change.message_id)
        self._stack.messages_changed(change)
        self._look_again()
        self._scroller.settle_soon()

    def _grow(self, change: Grown) -> None:
        """Streamed text is drawn with the next frame."""
        started = time.perf_counter()
        self._stack.messages_changed(change)
        self._surface.finder.follow(change.message_id, change.text)
        self._announcer.follow(change.message_id)
        self._scroller.took(time.perf_counter() - started)
        self._scroller.settle_soon()

    def _follow(self, message_id: MessageId) -> None:
        self._surface.finder.follow(message_id)
        self._announcer.follow(message_id)
        self._scroller.settle_soon()

    def _look_again(self) -> None:
        messages_changed(self._surface)
        self._surface.finder.refresh()
