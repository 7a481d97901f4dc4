"""The conversation on the screen.

Only what is visible is laid out; the rest has estimated heights, see `scroller.py`.
A streaming answer is drawn at most once a frame, and only its last section is rendered again.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QPushButton, QWidget

from app.core.messages import Role
from app.ui.icons import icon
from app.ui.plain_words import show_tip
from app.ui.theme import READING_WIDTH, SPACE_L, SPACE_XL
from app.ui.transcript.blocks.highlight import shelf
from app.ui.transcript.blocks.markdown import warm_parser
from app.ui.transcript.input.finder import Finder
from app.ui.transcript.input.keyboard import Keyboard
from app.ui.transcript.input.pointer import Pointer
from app.ui.transcript.render.block_cache import BlockCache
from app.ui.transcript.render.message_delegate import (
    MessageDelegate,
    PaintState,
    Spot,
    Target,
    TargetKind,
)
from app.ui.transcript.render.message_stack import MessageStack
from app.ui.transcript.render.scroll_anchor import ScrollAnchor
from app.ui.transcript.render.scroller import Scroller
from app.ui.transcript.satellites.message_dialog import MessageDialog
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.speech.accessible import make_accessible, message_added, messages_changed
from app.ui.transcript.speech.announcer import Announcer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import (
        QFocusEvent,
        QHelpEvent,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
        QWheelEvent,
    )

    from app.core.chats.records import Message, MessageId
    from app.ui.theme import Theme
    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.render.frame import Frame
    from app.ui.transcript.render.message_layout import MessageLayout

_DOTS_MS = 350
_COPIED_MS = 1_500
_DRAWN_MS = 60  # between looks at what is drawn on another thread
_LEAST_VISIBLE = 120  # of a message that is brought into view


class TranscriptView(QAbstractScrollArea):
    """Shows the messages of one chat.

    Sends `regenerate_requested`, `edit_requested`, `delete_requested` and `fork_requested` with a
    message, `version_requested` with the version to show, `continue_requested`, `link_activated`
    with the address, `zoom_requested` with 1 or -1, `typed` with a key that belongs into the
    composer, `keyboard_returned` when the keyboard has done its work here, and `shown` when
    messages that were set are on the screen.
    """

    regenerate_requested = Signal(object)
    edit_requested = Signal(object)
    fork_requested = Signal(object)
    delete_requested = Signal(object)
    zoom_requested = Signal(int)
    version_requested = Signal(object)
    continue_requested = Signal()
    begin_requested = Signal(object)
    read_from_requested = Signal(object)
    link_activated = Signal(str)
    typed = Signal(str)
    keyboard_returned = Signal()
    shown = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        make_accessible()  # first of all: Qt keeps the first interface that a reader is shown
        self._theme = theme
        self.stack = MessageStack()
        self._cache = BlockCache()
        self._delegate = MessageDelegate(theme.colours, self._cache)
        self._targets: list[Target] = []
        self._copied: Spot | None = None
        self._phase = 0
        self._can_answer = True
        self._fits_anew = self._fits_on = True  # of the last answer, as far as it is known
        self._is_new = False
        self._versions: Mapping[MessageId, tuple[MessageId, ...]] = {}
        self.pointer = Pointer(self)
        self.keyboard = Keyboard(self)
        self._announcer = Announcer(self)
        self.finder = Finder(self)
        self.finder.arrived.connect(self._show_found)
        self.setObjectName("transcript")
        self.setAccessibleName("Conversation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(48)
        self.scroller = Scroller(self)
        self.scroller.settled.connect(self._after_settling)
        self._dots = self._timer(_DOTS_MS, self._next_phase)
        self._copied_off = self._timer(_COPIED_MS, self._forget_copied)
        self._missing = self._timer(_DRAWN_MS, self._show_drawn)
        self._jump = QPushButton("Jump to latest", self)
        self._jump.setObjectName("jumpButton")
        self._jump.setCursor(Qt.CursorShape.PointingHandCursor)
        self._jump.clicked.connect(self.jump_to_latest)
        self._jump.hide()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        shelf().prepare(warm_parser)

    def _timer(self, interval_ms: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        timer.timeout.connect(slot)
        return timer

    # -- what is shown --

    def set_messages(self, messages: Sequence[Message]) -> None:
        """Show another branch, from its end."""
        self._cache.clear()
        self.pointer.clear()
        self.stack.reset(messages)
        self.keyboard.clear()
        messages_changed(self)
        self._versions = {}
        self.finder.refresh()
        self._is_new = True
        self.scroller.sticks = True
        self.scroller.settle()

    def show_branch(self, messages: Sequence[Message], focus: MessageId | None) -> None:
        """Show another branch of the same chat; what is in `focus` appears where the other was."""
        row = next((row for row, one in enumerate(messages) if one.id == focus), 0)
        offset = 0.0
        if row < len(self.stack):
            offset = self.stack.top(row) - self.verticalScrollBar().value()
        self._cache.clear()
        self.pointer.clear()
        self.stack.reset(messages)
        self.keyboard.clear()
        messages_changed(self)
        self.finder.refresh()
        self.scroller.sticks = focus is None or messages[-1].id == focus
        highest = max(0.0, self.viewport().height() - _LEAST_VISIBLE)
        anchor = None if focus is None else ScrollAnchor(focus, -1, min(max(offset, 0.0), highest))
        self.scroller.settle_at(None if self.scroller.sticks else anchor)

    def set_versions(self, versions: Mapping[MessageId, tuple[MessageId, ...]]) -> None:
        """Say which messages stand beside each other, oldest first, itself among them."""
        self._versions = versions
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
        for number in range(len(layout.slots())):
            self._cache.drop(message_id, number)
        self.pointer.forget(message_id)
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
        self._can_answer, self._fits_anew, self._fits_on = possible, anew, going_on
        self.viewport().update()

    def can_retry(self, layout: MessageLayout) -> bool:
        """Whether there is room for an answer to be given again; before the last one there is."""
        return self._fits_anew or layout is not self.stack.last()

    def can_continue(self, layout: MessageLayout) -> bool:
        """Whether there is room for the chat to go on behind a message."""
        return self._fits_on or layout is not self.stack.last()

    @property
    def can_answer(self) -> bool:
        """Whether there is a model, and it is not answering this chat."""
        return self._can_answer

    def last_answer(self) -> str:
        """Return the Markdown of the newest answer, "" when there is none."""
        for row in range(len(self.stack) - 1, -1, -1):
            if self.stack.message(row).role is Role.ASSISTANT:
                return self.stack[row].answer_text
        return ""

    def is_at_end(self) -> bool:
        """Whether the newest text is in view and stays so."""
        return self.scroller.is_at_end()

    def targets(self) -> list[Target]:
        """Return what can be pressed now, in viewport coordinates."""
        return list(self._targets)

    def visible_text(self) -> str:
        """Return the text of everything that is laid out on the screen, as it is displayed."""
        parts = []
        for layout, origin in self._visible():
            for number, _slot, rect in list(layout.slot_rects()):
                if rect.translated(origin).intersects(QRectF(self.viewport().rect())):
                    block = layout.block(number, self._cache, self._delegate.colours)
                    parts.append(block.text_between(0, block.end_position()))
            if not layout.is_user and layout.reason:
                parts.append(layout.reason)
        return "\n".join(parts)

    def find_words(self, words: str) -> None:
        """Mark words in the whole chat and go to the first place from here on; "" ends it."""
        if words.strip():
            self.finder.search(words)
        else:
            self.finder.forget()
        self.viewport().update()

    def find_step(self, step: int) -> None:
        """Go to the next place (1) or the one before (-1)."""
        self.finder.step(step)

    @Slot()
    def _show_found(self) -> None:
        """Bring the place into view where the user is; where it is in view, nothing moves."""
        self.viewport().update()
        place = self.finder.current
        layout = self.stack.find(place.message_id) if place else None
        if place is None or layout is None:
            return
        rects = {number: rect for number, _slot, rect in layout.slot_rects()}
        rect = rects.get(place.slot)
        if rect is None:  # the thinking that has the words was folded meanwhile
            return
        top = rect.top() + self.block_of(layout, place.slot).top_of(place.begin)
        height = self.viewport().height()
        if 0 <= self.origin_of(place.message_id).y() + top <= height - _LEAST_VISIBLE / 2:
            return
        self.scroller.sticks = False
        offset = height / 3 - top + rect.top()
        self.scroller.settle_at(ScrollAnchor(place.message_id, place.slot, offset))

    @Slot()
    def jump_to_latest(self) -> None:
        """Go to the end and stay there."""
        self.scroller.sticks = True
        self.scroller.settle()

    # -- geometry --

    def column(self) -> tuple[float, float]:
        """Return left edge and width of the text column."""
        side = SPACE_XL if self.width() > 560 else SPACE_L
        reading = round(READING_WIDTH * self._theme.zoom)
        width = max(120, min(reading, self.width() - 2 * side))
        # Centred in the whole view, scroll bar included, like the composer below it.
        return (self.width() - width) / 2, float(width)

    def message_at(self, point: QPointF) -> tuple[MessageLayout, QPointF] | None:
        """Return the message at a point of the viewport and the point inside it."""
        row = self.stack.row_at(point.y() + self.verticalScrollBar().value())
        if row < 0:
            return None
        return self.stack[row], point - self._origin(row)

    def scroll_code(self, layout: MessageLayout, number: int, pixels: float) -> bool:
        """Move code that is not wrapped sideways; False where there is nothing to move."""
        return layout.scroll_code(number, pixels, self._cache)

    def is_long_code(self, layout: MessageLayout, number: int) -> bool:
        """Return whether the lines of a code block can be wrapped and unwrapped."""
        return layout.is_long_code(number, self.block_of(layout, number))

    def origin_of(self, message_id: MessageId) -> QPointF:
        """Return the top left corner of a message in the viewport."""
        return self._origin(self.stack.row_of(message_id))

    def block_of(self, layout: MessageLayout, number: int) -> Block:
        """Return a laid-out section."""
        return layout.block(number, self._cache, self._delegate.colours)

    def _origin(self, row: int) -> QPointF:
        left, _width = self.column()
        return QPointF(left, self.stack.top(row) - self.verticalScrollBar().value())

    def _visible(self) -> list[tuple[MessageLayout, QPointF]]:
        top = float(self.verticalScrollBar().value())
        rows = self.stack.rows_between(top, top + self.viewport().height())
        return [(self.stack[row], self._origin(row)) for row in rows]

    def lay_out(self, row: int, top: float, bottom: float, frame: Frame) -> bool:
        """Make a message exact from `top` to `bottom` of it; True when a size changed."""
        colours = self._delegate.colours
        has_changed = self.stack[row].lay_out(top, bottom, self._cache, colours, frame)
        return self.stack.measure(row) or has_changed

    # -- what happens by itself --

    @Slot()
    def _after_settling(self) -> None:
        last = self.stack.last()
        if last is not None and last.is_waiting and not self._dots.isActive():
            self._dots.start()
        if not self._missing.isActive() and self._cache.are_waiting():
            self._missing.start()
        self._place_jump_button()
        self.viewport().update()

    def _place_jump_button(self) -> None:
        self._jump.setVisible(not self.is_at_end())
        self._jump.adjustSize()
        spot = self.viewport().geometry()
        self._jump.move(
            spot.left() + (spot.width() - self._jump.width()) // 2,
            spot.bottom() - self._jump.height() - 12,
        )

    @Slot()
    def _next_phase(self) -> None:
        self._phase += 1
        last = self.stack.last()
        if last is not None and last.is_waiting:
            self._dots.start()
            self.viewport().update()

    @Slot()
    def _forget_copied(self) -> None:
        self._copied = None
        self.viewport().update()

    @Slot()
    def _show_drawn(self) -> None:
        """Show colours, formulas and pictures that have become ready."""
        stale = self._cache.stale()
        for message_id, number in stale:
            layout = self.stack.find(message_id)
            self._cache.drop(message_id, number)
            if layout is not None:
                layout.renew(number)
        if stale:
            self.scroller.settle()
        elif self._cache.are_waiting():
            self._missing.start()

    @Slot()
    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        self._delegate.colours = colours
        self._jump.setIcon(icon("down", colours.muted))
        self._cache.clear()
        self.stack.forget_sizes(colours.zoom)
        self.scroller.settle_soon()

    # -- pressing --

    def press(self, spot: Spot) -> None:
        """Do what a spot stands for."""
        layout = self.stack.find(spot.message_id)
        if layout is None:
            return
        asking = {
            TargetKind.REGENERATE: self.regenerate_requested,
            TargetKind.RETRY: self.regenerate_requested,
            TargetKind.ANSWER: self.regenerate_requested,
            TargetKind.EDIT: self.edit_requested,
            TargetKind.EDIT_QUESTION: self.edit_requested,
        }
        match spot.kind:
            case (
                TargetKind.REGENERATE
                | TargetKind.RETRY
                | TargetKind.ANSWER
                | TargetKind.EDIT
                | TargetKind.EDIT_QUESTION
            ):
                asking[spot.kind].emit(self._subject_of(spot))
            case TargetKind.COPY_CODE:
                self._copy(layout.code_at(spot.slot), spot)
            case TargetKind.COPY_MESSAGE:
                self._copy(layout.answer_text, spot)
            case TargetKind.WRAP | TargetKind.UNWRAP | TargetKind.THINKING:
                self._refold(layout, spot)
            case TargetKind.PREVIOUS | TargetKind.NEXT:
                self._step_version(spot.message_id, 1 if spot.kind is TargetKind.NEXT else -1)
            case TargetKind.CONTINUE:
                self.continue_requested.emit()
            case TargetKind.ATTACHMENT:
                attachment = layout.message.attachments[spot.slot]
                MessageDialog(attachment.name, attachment.text, self.window()).show()
            case TargetKind.READ_ALL:
                self.read_from_requested.emit(None)

    def _subject_of(self, spot: Spot) -> MessageId:
        """Return the message that something is done to: mostly the one of the spot."""
        row = self.stack.row_of(spot.message_id)
        is_answer = self.stack.message(row).role is Role.ASSISTANT
        if spot.kind is TargetKind.EDIT_QUESTION and is_answer and row > 0:
            row -= 1
        return self.stack.message(row).id

    def _refold(self, layout: MessageLayout, spot: Spot) -> None:
        if spot.kind is TargetKind.THINKING:
            layout.toggle_thinking()
        else:
            layout.toggle_wrap(spot.slot)
        self.scroller.sticks = False
        self.scroller.settle()

    def _step_version(self, message_id: MessageId, step: int) -> None:
        versions = self._versions[message_id]
        at = versions.index(message_id) + step
        if 0 <= at < len(versions):
            self.version_requested.emit(versions[at])

    def version_of(self, message_id: MessageId) -> tuple[int, int] | None:
        """Return which of how many versions a message is, from 1; None where it stands alone."""
        versions = self._versions.get(message_id)
        return None if versions is None else (versions.index(message_id) + 1, len(versions))

    def _copy(self, text: str, spot: Spot) -> None:
        QGuiApplication.clipboard().setText(text)
        self._copied = spot
        self._copied_off.start()
        self.viewport().update()

    # -- Qt events --

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: draw what is visible."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self._delegate.colours.window))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clip = QRectF(self.viewport().rect())
        last = self.stack.last()
        self._targets = []
        for layout, origin in self._visible():
            state = self._paint_state(layout, is_last=layout is last)
            self._targets += self._delegate.paint(painter, layout, origin, clip, state)
            if self.keyboard.shown == layout.message.id:
                self._delegate.paint_ring(painter, layout, origin)
        painter.end()
        if self._is_new:
            self._is_new = False
            QTimer.singleShot(0, self.shown.emit)

    def _paint_state(self, layout: MessageLayout, *, is_last: bool) -> PaintState:
        message_id = layout.message.id
        return PaintState(
            is_last=is_last,
            can_answer=self._can_answer,
            can_retry=self.can_retry(layout),
            can_continue=self.can_continue(layout),
            version=self.version_of(message_id),
            is_hovered=message_id in (self.pointer.hovered_message, self.keyboard.shown),
            hovered_spot=self.pointer.hovered_spot,
            copied_spot=self._copied,
            selection=self.pointer.part_of(message_id),
            phase=self._phase,
            finder=self.finder,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width wraps the text anew."""
        super().resizeEvent(event)
        self.scroller.settle()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Qt: with Ctrl the wheel zooms."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        elif not self.pointer.wheel_sideways(event):
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: begin a selection or press a button."""
        self.keyboard.clicked(event.position())
        self.pointer.pressed(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: extend a selection or show what is under the pointer."""
        self.pointer.moved(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: press a button, follow a link, end a selection."""
        self.pointer.released(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Qt: choose a word."""
        self.pointer.double_clicked(event)

    def leaveEvent(self, _event: QEvent) -> None:
        """Qt: the pointer is gone."""
        self.pointer.left()

    def viewportEvent(self, event: QEvent) -> bool:
        """Qt: a link shows its address, a button its words."""
        if event.type() == QEvent.Type.ToolTip:
            help_event = cast("QHelpEvent", event)
            words = self.pointer.tooltip_at(QPointF(help_event.pos()))
            show_tip(help_event.globalPos(), words, self.viewport())
            return True
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: what can be done with a message."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self.keyboard.open_menu()
            return
        found = self.message_at(QPointF(self.viewport().mapFromGlobal(event.globalPos())))
        if found is not None:
            message_menu(self, found[0]).popup(event.globalPos())

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
