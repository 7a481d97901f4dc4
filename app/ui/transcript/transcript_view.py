"""The conversation on the screen: the widget that takes Qt's events and sends what users ask for.

Which messages these are, their `MessageList` says. Only what is visible is laid out; the rest has
estimated heights, see `render/scroller.py`. A streaming answer is drawn at most once a frame, and
only its last section is rendered again. Threads: interface thread.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from app.ui.media.thumbnails import Thumbnails, no_library
from app.ui.transcript.blocks.highlight import lexers
from app.ui.transcript.blocks.markdown import prepare_parser
from app.ui.transcript.input.keyboard import Mouse
from app.ui.transcript.model import message_list
from app.ui.transcript.render.canvas import Canvas
from app.ui.transcript.render.message_stack import MessageStack
from app.ui.transcript.render.scroll_anchor import LEAST_VISIBLE, ScrollAnchor
from app.ui.transcript.render.scroller import Scroller
from app.ui.transcript.satellites.find_bar import JumpButton
from app.ui.transcript.speech.accessible import (
    Announcer,
    make_accessible,
    message_added,
    messages_changed,
)
from app.ui.transcript.surface import Requests
from app.ui.transcript.transcript_surface import LateDrawing, TranscriptSurface
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QPaintEvent, QResizeEvent

    from app.core.chats.records import MessageId
    from app.ui.kit.theme import Theme


class _Refresher:
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

    def messages_changed(self, change: message_list.Change) -> None:  # noqa: C901 - one case for each change
        """Take note of a change."""
        match change:
            case message_list.MessagesReset():
                self._replace(change)
                self._was_reset = True
                self._scroller.sticks = True
                self._scroller.settle()
            case message_list.Branched():
                self._show_branch(change)
            case message_list.Prepended():
                self._prepend(change)
            case message_list.Added():
                self._add(change)
            case message_list.Removed():
                self._remove(change)
            case message_list.Changed():
                self._stack.messages_changed(change)
                self._follow(change.message_id)
            case message_list.Grown():
                self._grow(change)
            case message_list.ReadFromMoved():
                self._stack.messages_changed(change)
                self._scroller.settle()
            case message_list.OptionsChanged():
                self._surface.canvas.update()
            case message_list.WaitChanged():
                self._announcer.wait(self._messages.wait)
                self._surface.canvas.update()
            case unknown:
                assert_never(unknown)

    def _replace(self, change: message_list.MessagesReset | message_list.Branched) -> None:
        self._surface.canvas.blocks.clear()
        self._surface.pointer.clear()
        self._stack.messages_changed(change)
        self._surface.keyboard.clear()
        self._look_again()

    def _show_branch(self, change: message_list.Branched) -> None:
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

    def _prepend(self, change: message_list.Prepended) -> None:
        """What is on the screen stays there."""
        self._stack.messages_changed(change)
        anchor = self._scroller.anchor(change.n_messages)
        self._look_again()
        self._scroller.settle_at(anchor)

    def _add(self, change: message_list.Added) -> None:
        """The user's own message brings the end into view."""
        self._stack.messages_changed(change)
        row = self._messages.row_of(change.message_id)
        message_added(self._surface, change.message_id)
        self._surface.finder.follow(change.message_id)
        self._announcer.begin(self._messages.message(row))
        if not self._messages.is_answer(row):
            self._scroller.sticks = True
        self._scroller.settle_soon()

    def _remove(self, change: message_list.Removed) -> None:
        self._surface.canvas.blocks.drop_message(change.message_id)
        self._surface.pointer.forget(change.message_id)
        self._stack.messages_changed(change)
        self._look_again()
        self._scroller.settle_soon()

    def _grow(self, change: message_list.Grown) -> None:
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


class TranscriptView(QAbstractScrollArea):
    """Shows the messages of one chat.

    Sends `shown` when the messages of another chat are on the screen.

    Attributes:
        requests: what is asked of the chat or the window here.

    Args:
        theme: its colours and the size of its letters.
        messages: what is shown, now and after each change; an own list by default.
        parent: owns it.
        thumbnails: of the pictures in messages; without them these are shown by their names.

    Attributes:
        messages: the messages as facts, for who needs to know nothing of where they lie.
        surface: what the parts of the view know of it.
    """

    shown = Signal()

    def __init__(
        self,
        theme: Theme,
        messages: message_list.MessageList | None = None,
        parent: QWidget | None = None,
        thumbnails: Thumbnails | None = None,
    ) -> None:
        super().__init__(parent)
        make_accessible()  # first of all: Qt keeps the first interface that a reader is shown
        self._theme = theme
        self.messages = message_list.MessageList() if messages is None else messages
        self.stack = MessageStack(self.messages)
        thumbnails = Thumbnails(no_library, self) if thumbnails is None else thumbnails
        self.canvas = Canvas(self, self.stack, theme.colours, thumbnails)
        self.scroller = Scroller(self.canvas)
        self.requests = Requests(self)
        self.surface = TranscriptSurface(self.canvas, self.scroller, self.requests)
        self.pointer, self.keyboard = self.surface.pointer, self.surface.keyboard
        self.finder = self.surface.finder
        self._mouse = Mouse(self.surface, self.pointer, self.keyboard)
        self._set_up()
        self.scroller.settled.connect(self._after_settling)
        self._late = LateDrawing(self.canvas, self.scroller)
        self._jump = JumpButton(theme, self.surface)
        self._refresher = _Refresher(self.surface)
        self.messages.observe(self._refresher)
        thumbnails.changed.connect(self._on_thumbnail)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        lexers().prepare(prepare_parser)

    def _set_up(self) -> None:
        self.setObjectName("transcript")
        self.setAccessibleName(tr("Conversation"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(48)

    def visible_text(self) -> str:
        """Return the text of everything that is laid out on the screen, as it is displayed."""
        return self.canvas.visible_text()

    # -- what happens by itself --

    @Slot()
    def _after_settling(self) -> None:
        self.surface.dots.run()
        self.pointer.look_again()
        self._late.run()
        self.viewport().update()

    @Slot()
    def _on_thumbnail(self) -> None:
        self.viewport().update()

    @Slot()
    def _on_theme_changed(self) -> None:
        self._jump.recolour()
        self.canvas.recolour(self._theme.colours)
        self.scroller.settle_soon()

    # -- Qt events --

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: draw what is visible."""
        self.canvas.paint(self.surface.paint_state, self.keyboard.shown)
        if self._refresher.take_reset():
            QTimer.singleShot(0, self.shown.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width wraps the text anew."""
        super().resizeEvent(event)
        self.scroller.settle()

    def viewportEvent(self, event: QEvent) -> bool:
        """Qt: the mouse moves, presses, turns its wheel or rests."""
        return self._mouse.take(event) or super().viewportEvent(event)

    def leaveEvent(self, _event: QEvent) -> None:
        """Qt: the pointer is gone."""
        self.pointer.left()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: what can be done with a message."""
        self._mouse.ask_menu(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: move, copy, open a menu, or hand a letter to the composer."""
        if not self.keyboard.pressed(event):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard comes."""
        super().focusInEvent(event)
        self.keyboard.came(event.reason())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard goes."""
        super().focusOutEvent(event)
        self.keyboard.went(event.reason())
