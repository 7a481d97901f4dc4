"""The area that shows messages: paints them, and is the surface that all its parts work on.

Which messages these are, `TranscriptView` says. Threads: interface thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never, cast

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from app.ui.plain_words import show_tip
from app.ui.theme import READING_WIDTH, SPACE_L, SPACE_XL
from app.ui.transcript.blocks.highlight import shelf
from app.ui.transcript.blocks.markdown import warm_parser
from app.ui.transcript.input.finder import Finder
from app.ui.transcript.input.keyboard import Keyboard
from app.ui.transcript.input.pointer import Pointer
from app.ui.transcript.model.spots import Spot
from app.ui.transcript.render.block_cache import BlockCache
from app.ui.transcript.render.displayed import visible_texts
from app.ui.transcript.render.message_delegate import MessageDelegate
from app.ui.transcript.render.message_stack import MessageStack
from app.ui.transcript.render.scroller import Scroller
from app.ui.transcript.render.targets import PaintState, Target
from app.ui.transcript.render.waiting import LateDrawing, WaitingDots
from app.ui.transcript.satellites.jump_button import JumpButton
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.satellites.presses import Presses
from app.ui.transcript.speech.accessible import (
    focus_moved,
    make_accessible,
)
from app.ui.transcript.surface import Request

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import (
        QFocusEvent,
        QHelpEvent,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
        QWheelEvent,
    )

    from app.core.chats.records import MessageId
    from app.ui.theme import Theme
    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.model.spots import Spot
    from app.ui.transcript.render.frame import Frame
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.render.targets import Target


class TranscriptArea(QAbstractScrollArea):
    """A scrolled area with the messages of a stack; `Surface` to its parts.

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
        self._is_new = False
        self.pointer = Pointer(self)
        self.keyboard = Keyboard(self, self.pointer)
        self.finder = Finder(self)
        self.setObjectName("transcript")
        self.setAccessibleName("Conversation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(48)
        self.scroller = Scroller(self)
        self.scroller.settled.connect(self._after_settling)
        self._dots = WaitingDots(self)
        self._late = LateDrawing(self, self._cache, self.scroller)
        self._jump = JumpButton(theme, self)
        self._presses = Presses(self)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        shelf().prepare(warm_parser)

    # -- what is shown --

    def tell_when_shown(self) -> None:
        """Send `shown` once what was set is on the screen."""
        self._is_new = True

    def forget_drawn(self) -> None:
        """Let go of what is laid out and chosen: other messages come."""
        self._cache.clear()
        self.pointer.clear()

    def forget_message(self, layout: MessageLayout) -> None:
        """Let go of what is laid out and chosen of a message that goes."""
        for number in range(len(layout.slots())):
            self._cache.drop(layout.message.id, number)
        self.pointer.forget(layout.message.id)

    def is_at_end(self) -> bool:
        """Whether the newest text is in view and stays so."""
        return self.scroller.is_at_end()

    def targets(self) -> list[Target]:
        """Return what can be pressed now, in viewport coordinates."""
        return list(self._targets)

    def visible_text(self) -> str:
        """Return the text of everything that is laid out on the screen, as it is displayed."""
        clip, parts = QRectF(self.viewport().rect()), []
        for layout, origin in self._visible():
            parts += visible_texts(layout, clip.translated(-origin), self)
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

    def scroll_lines(self, layout: MessageLayout, number: int, pixels: float) -> bool:
        """Move lines that are not wrapped sideways; False where there is nothing to move."""
        return layout.scroll_lines(number, pixels, self._cache)

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
        self._dots.run()
        self._late.run()
        self.viewport().update()

    @Slot()
    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        self._delegate.colours = colours
        self._jump.recolour()
        self._cache.clear()
        self.stack.forget_sizes(colours.zoom)
        self.scroller.settle_soon()

    # -- what input, speech and the satellites ask for --

    @property
    def widget(self) -> QWidget:
        """This view, for who knows only its surface."""
        return self

    @property
    def is_dragging(self) -> bool:
        """Whether a selection is being made."""
        return self.pointer.is_selecting

    @property
    def ringed(self) -> MessageId | None:
        """The message with the ring around it."""
        return self.keyboard.shown

    def selected_text(self) -> str:
        """Return what is chosen, as it is displayed; of very many messages, as it was written."""
        return self.pointer.selected_text()

    def selected_markdown(self) -> str:
        """Return what is chosen, whole messages as they were written."""
        return self.pointer.selected_markdown()

    def press(self, spot: Spot) -> None:
        """Do what a spot stands for."""
        self._presses.press(spot)

    def request(self, request: Request, message_id: MessageId | None) -> None:
        """Send what is asked for a message as a signal."""
        match request:
            case Request.EDIT:
                self.edit_requested.emit(message_id)
            case Request.REGENERATE:
                self.regenerate_requested.emit(message_id)
            case Request.SHOW_VERSION:
                self.version_requested.emit(message_id)
            case Request.BEGIN:
                self.begin_requested.emit(message_id)
            case Request.DELETE:
                self.delete_requested.emit(message_id)
            case Request.FORK:
                self.fork_requested.emit(message_id)
            case Request.READ_FROM:
                self.read_from_requested.emit(message_id)
            case unknown:
                assert_never(unknown)

    def request_continuing(self) -> None:
        """Ask for more of the last answer."""
        self.continue_requested.emit()

    def follow_link(self, address: str) -> None:
        """Send the address of a link."""
        self.link_activated.emit(address)

    def hand_over(self, text: str) -> None:
        """Send a key that belongs into the composer."""
        self.typed.emit(text)

    def return_keyboard(self) -> None:
        """Say that the keyboard has done its work here."""
        self.keyboard_returned.emit()

    def tell_focus(self, message_id: MessageId) -> None:
        """Tell readers which message the keyboard is at."""
        focus_moved(self, message_id)

    def open_menu(self, layout: MessageLayout, place: QPoint, *, by_keyboard: bool) -> None:
        """Open the menu of a message at a place on the screen; with the keyboard, at its top."""
        menu = message_menu(self, layout)
        menu.popup(place)
        if by_keyboard:
            menu.setActiveAction(menu.actions()[0])

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
        message_id, facts = layout.message.id, self.stack
        return PaintState(
            is_last=is_last,
            can_answer=facts.can_answer,
            can_retry=facts.can_retry(message_id),
            can_continue=facts.can_continue(message_id),
            version=facts.version_of(message_id),
            is_hovered=message_id in (self.pointer.hovered_message, self.keyboard.shown),
            hovered_spot=self.pointer.hovered_spot,
            copied_spot=self._presses.copied,
            selection=self.pointer.part_of(message_id),
            phase=self._dots.phase,
            marking=self.finder,
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
        elif found := self.message_at(QPointF(self.viewport().mapFromGlobal(event.globalPos()))):
            self.open_menu(found[0], event.globalPos(), by_keyboard=False)

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
