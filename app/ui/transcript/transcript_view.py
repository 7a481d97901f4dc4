"""The conversation on the screen: the widget that takes Qt's events and sends what users ask for.

Which messages these are, their `MessageList` says. Only what is visible is laid out; the rest has
estimated heights, see `render/scroller.py`. A streaming answer is drawn at most once a frame, and
only its last section is rendered again. Threads: interface thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from app.ui.media.thumbnails import Thumbnails, no_library
from app.ui.transcript.blocks.highlight import lexers
from app.ui.transcript.blocks.markdown import prepare_parser
from app.ui.transcript.input.mouse import Mouse
from app.ui.transcript.model.message_list import MessageList
from app.ui.transcript.refresher import Refresher
from app.ui.transcript.render.canvas import Canvas
from app.ui.transcript.render.message_stack import MessageStack
from app.ui.transcript.render.scroller import Scroller
from app.ui.transcript.render.waiting import LateDrawing
from app.ui.transcript.satellites.jump_button import JumpButton
from app.ui.transcript.speech.accessible import make_accessible
from app.ui.transcript.surface import Requests
from app.ui.transcript.transcript_surface import TranscriptSurface
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import (
        QContextMenuEvent,
        QFocusEvent,
        QKeyEvent,
        QPaintEvent,
        QResizeEvent,
    )
    from PySide6.QtWidgets import QWidget

    from app.ui.theme import Theme


class TranscriptView(QAbstractScrollArea):
    """Shows the messages of one chat.

    Sends `regenerate_requested`, `edit_requested`, `delete_requested` and `fork_requested` with a
    message, `version_requested` with the version to show, `continue_requested`, `stop_requested`,
    `end_thinking_requested`, `link_activated` with the address, `zoom_requested` with 1 or -1,
    `typed` with a key that belongs into the composer, `keyboard_returned` when the keyboard has
    done its work here, `medium_requested` with a `MediumRequest`, and `shown` when the messages of
    another chat are on the screen.

    Args:
        theme: its colours and the size of its letters.
        messages: what is shown, now and after each change; an own list by default.
        parent: owns it.
        thumbnails: of the pictures in messages; without them these are shown by their names.

    Attributes:
        messages: the messages as facts, for who needs to know nothing of where they lie.
        surface: what the parts of the view know of it.
    """

    regenerate_requested = Signal(object)
    edit_requested = Signal(object)
    fork_requested = Signal(object)
    delete_requested = Signal(object)
    zoom_requested = Signal(int)
    version_requested = Signal(object)
    continue_requested = Signal()
    stop_requested = Signal()
    end_thinking_requested = Signal()
    begin_requested = Signal(object)
    inspect_requested = Signal(object)
    read_from_requested = Signal(object)
    summary_edit_requested = Signal()
    link_activated = Signal(str)
    typed = Signal(str)
    keyboard_returned = Signal()
    medium_requested = Signal(object)
    shown = Signal()

    def __init__(
        self,
        theme: Theme,
        messages: MessageList | None = None,
        parent: QWidget | None = None,
        thumbnails: Thumbnails | None = None,
    ) -> None:
        super().__init__(parent)
        make_accessible()  # first of all: Qt keeps the first interface that a reader is shown
        self._theme = theme
        self.messages = MessageList() if messages is None else messages
        self.stack = MessageStack(self.messages)
        thumbnails = Thumbnails(no_library, self) if thumbnails is None else thumbnails
        self.canvas = Canvas(self, self.stack, theme.colours, thumbnails)
        self.scroller = Scroller(self.canvas)
        self.surface = TranscriptSurface(self.canvas, self.scroller, self._requests())
        self.pointer, self.keyboard = self.surface.pointer, self.surface.keyboard
        self.finder = self.surface.finder
        self._mouse = Mouse(self.surface, self.pointer, self.keyboard)
        self._set_up()
        self.scroller.settled.connect(self._after_settling)
        self._late = LateDrawing(self.canvas, self.scroller)
        self._jump = JumpButton(theme, self.surface)
        self._refresher = Refresher(self.surface)
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

    def _requests(self) -> Requests:
        return Requests(
            edit=self.edit_requested,
            regenerate=self.regenerate_requested,
            begin=self.begin_requested,
            inspect=self.inspect_requested,
            delete=self.delete_requested,
            fork=self.fork_requested,
            show_version=self.version_requested,
            read_from=self.read_from_requested,
            edit_summary=self.summary_edit_requested,
            go_on=self.continue_requested,
            stop=self.stop_requested,
            end_thinking=self.end_thinking_requested,
            follow_link=self.link_activated,
            type_text=self.typed,
            return_keyboard=self.keyboard_returned,
            zoom=self.zoom_requested,
            medium=self.medium_requested,
        )

    # -- what is asked from outside --

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
