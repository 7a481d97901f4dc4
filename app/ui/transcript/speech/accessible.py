"""What a screen reader sees of the transcript: a list with one item per message.

An item says who speaks in its name and what is said in its description. Names, states and places
come from the arrays of the stack, so that a chat of any length costs nothing until a reader asks
for the words of a message.

The safe ways, found with PySide6 6.11.3; the others end the program:
- Qt owns every interface that it was shown and deletes it; Python must not delete it before. So
  items live in a list of their own until Qt was told to delete them, at the latest when the view
  is destroyed. They hold the view weakly.
- `interface_cast` is not overridden. Whatever Python returns from it but a `VoidPtr` is a wild
  pointer, and the parts of `QAccessibleTextInterface` that answer with several values cannot be
  written in Python. Without it there is no text interface; "Open message as text…" is the way to
  read letter by letter.
"""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QObject, QPoint, QPointF, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import isValid

from app.core.chats.records import Message, MessageId, MessageStatus
from app.core.messages import Role
from app.ui.kit.accessibility import announce
from app.ui.transcript.model.message_facts import is_streaming, media_note, speaker, status_words
from app.ui.transcript.render.canvas import displayed_text, with_media
from app.ui.words.stats_text import Wait, wait_text
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from app.ui.transcript.model.message_list import MessageList
    from app.ui.transcript.render.measures import SectionSlot
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.surface import Surface


def spoken_name(view: Surface, message_id: MessageId) -> str:
    """Return who speaks, where in the chat, which version, and how it ended or that it goes on."""
    row = view.messages.row_of(message_id)
    if row < 0:
        return ""
    message = view.messages.message(row)
    words = [
        speaker(message),
        tr("message {n} of {n_messages}", n=row + 1, n_messages=len(view.messages)),
    ]
    version = view.messages.versions.of(message_id)
    if version is not None:
        number, n_versions = version
        words.append(tr("version {n} of {n_versions}", n=number, n_versions=n_versions))
    if message.role is Role.ASSISTANT:
        words.append(_now(view.messages) if is_streaming(message) else _ended(view.messages, row))
    return listed(words)


def _now(messages: MessageList) -> str:
    return tr("being written") if messages.wait is None else wait_text(messages.wait)


def _ended(messages: MessageList, row: int) -> str:
    message = messages.message(row)
    can_retry, can_continue = messages.can_retry(message.id), messages.can_continue(message.id)
    return status_words(message, can_retry=can_retry, can_continue=can_continue)


def spoken_text(view: Surface, layout: MessageLayout) -> str:
    """Return what a screen reader reads: the words, and the small line under them."""
    names = [source.name for source in layout.sources]
    text = displayed_text(layout, view.canvas)
    if names:
        attached = tr("Attached: {name}", name=listed(names))
        text = f"{attached}\n\n{text}"
    if layout.message.media:
        note = media_note(layout.message, view.messages.senses)
        text = with_media(layout, text)
        text = f"{text}\n\n{note}" if note else text
    if layout.is_first_read:
        begins = tr("The model reads from here")
        told = layout.summary.text
        heading = tr("Summary of the messages above")
        known = f"{heading}: {told}\n\n" if told else ""
        text = f"{begins}.\n\n{known}{text}"
    return text if layout.is_user or not layout.note else f"{text}\n\n{layout.note}"


_VIEW_CLASS = "TranscriptView"
_is_installed = False


class _Shown(Protocol):
    """The view, of which nothing but its surface is asked."""

    @property
    def surface(self) -> Surface:
        """What can be asked of it."""


class _MessageItem(QAccessibleInterface):
    """One message."""

    def __init__(self, items: _MessageItems, message_id: MessageId) -> None:
        super().__init__()
        self._view = items.view
        self.message_id = message_id

    def isValid(self) -> bool:
        """Qt: whether it can be asked."""
        return self.row() >= 0

    def row(self) -> int:
        """Return its place in the list, -1 when it is gone."""
        view = self._view()
        return -1 if view is None else view.messages.row_of(self.message_id)

    def object(self) -> QObject | None:  # type: ignore[override]
        """Qt: nothing but the view has an object."""
        return None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        """Qt: the list."""
        view = self._view()
        return None if view is None else QAccessible.queryAccessibleInterface(view.canvas.widget)

    def childCount(self) -> int:
        """Qt: an item has no parts."""
        return 0

    def child(self, _index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Qt: an item has no parts."""
        return None

    def childAt(self, _x: int, _y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Qt: an item has no parts."""
        return None

    def indexOfChild(self, _child: QAccessibleInterface) -> int:
        """Qt: an item has no parts."""
        return -1

    def role(self) -> QAccessible.Role:
        """Qt: what it is."""
        return QAccessible.Role.ListItem

    def text(self, kind: QAccessible.Text) -> str:
        """Qt: its words."""
        view = self._view()
        if view is None:
            return ""
        if kind is QAccessible.Text.Name:
            return spoken_name(view, self.message_id)
        layout = view.canvas.stack.find(self.message_id)
        if layout is None or kind not in (QAccessible.Text.Description, QAccessible.Text.Value):
            return ""
        return spoken_text(view, layout)

    def setText(self, _kind: QAccessible.Text, _text: str) -> None:
        """Qt: what was said stays as it is."""

    def rect(self) -> QRect:
        """Qt: its place on the screen; empty while it is scrolled away."""
        view, row = self._view(), self.row()
        if view is None or row < 0:
            return QRect()
        canvas = view.canvas
        left, width = canvas.column()
        top = canvas.origin_of(self.message_id).y()
        height = canvas.stack.bottom(row) - canvas.stack.top(row)
        place = QRect(round(left), round(top), round(width), round(height))
        seen = place.intersected(canvas.viewport.rect())
        return QRect(canvas.viewport.mapToGlobal(seen.topLeft()), seen.size()) if seen else QRect()

    def state(self) -> QAccessible.State:
        """Qt: whether it is seen, current or still growing."""
        state = QAccessible.State()
        view, row = self._view(), self.row()
        if view is None or row < 0:
            state.invalid = True
            return state
        state.focusable = state.readOnly = state.multiLine = True
        state.focused = view.ringed == self.message_id
        state.busy = view.messages.message(row).status is MessageStatus.STREAMING
        is_shown = view.canvas.widget.isVisible() and not self.rect().isEmpty()
        state.offscreen = state.invisible = not is_shown
        return state


class _MessageItems:
    """The items that were asked for, each until its message or the view is gone."""

    def __init__(self, view: Surface) -> None:
        self._view = weakref.ref(view)
        self._has_view = True
        self._items: dict[MessageId, _MessageItem] = {}

    def view(self) -> Surface | None:
        """Return the view while it can be asked."""
        return self._view() if self._has_view else None

    def item(self, message_id: MessageId) -> _MessageItem | None:
        """Return the item of a message, made when it is first asked for."""
        view = self.view()
        if view is None or view.messages.row_of(message_id) < 0:
            return None
        if message_id not in self._items:
            item = _MessageItem(self, message_id)
            QAccessible.registerAccessibleInterface(item)
            self._items[message_id] = item
        return self._items[message_id]

    def drop_gone(self) -> None:
        """Delete the items of messages that are not shown any more."""
        view = self.view()
        for message_id in list(self._items):
            if view is None or view.messages.row_of(message_id) < 0:
                _delete(self._items.pop(message_id))

    def drop_all(self, *_: object) -> None:
        """Delete all; the view goes, and must not be asked while readers are told of it."""
        self._has_view = False
        while self._items:
            _delete(self._items.popitem()[1])


class _TranscriptList(QAccessibleWidget):
    """The transcript."""

    def __init__(self, view: Surface) -> None:
        widget = view.canvas.widget
        super().__init__(widget, QAccessible.Role.List, widget.accessibleName())
        self.items = _MessageItems(view)
        self._view = self.items.view

    def childCount(self) -> int:
        """Qt: how many messages there are."""
        view = self._view()
        return 0 if view is None else len(view.messages)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Qt: the message at a place."""
        view = self._view()
        if view is None or not 0 <= index < len(view.messages):
            return None
        return self.items.item(view.messages.message(index).id)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Qt: the place of a message."""
        return child.row() if isinstance(child, _MessageItem) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Qt: the message at a point of the screen."""
        view = self._view()
        if view is None:
            return None
        canvas = view.canvas
        point = canvas.viewport.mapFromGlobal(QPoint(x, y))
        is_inside = canvas.viewport.rect().contains(point)
        found = canvas.message_at(QPointF(point)) if is_inside else None
        item = self.items.item(found[0].message.id) if found else None
        return item if item is not None and item.rect().contains(x, y) else None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        """Qt: the message with the ring."""
        view = self._view()
        current = None if view is None else view.ringed
        return super().focusChild() if current is None else self.items.item(current)


def make_accessible() -> None:
    """Let readers see every transcript; has to be called once there is an application."""
    global _is_installed
    if not _is_installed:
        _is_installed = True
        QAccessible.installFactory(_interface_of)


def focus_moved(view: Surface, message_id: MessageId) -> None:
    """Tell a reader which message the keyboard is at."""
    item = _item(view, message_id)
    if item is not None:
        QAccessible.updateAccessibility(QAccessibleEvent(item, QAccessible.Event.Focus))


def message_added(view: Surface, message_id: MessageId) -> None:
    """Tell a reader that the list has one message more."""
    item = _item(view, message_id)
    if item is not None:
        QAccessible.updateAccessibility(QAccessibleEvent(item, QAccessible.Event.ObjectCreated))


def messages_changed(view: Surface) -> None:
    """Forget the items of messages that are gone, and tell a reader to look again."""
    shown = _list(view)
    if shown is not None:
        shown.items.drop_gone()
        QAccessible.updateAccessibility(
            QAccessibleEvent(view.canvas.widget, QAccessible.Event.ObjectReorder)
        )


def _item(view: Surface, message_id: MessageId) -> _MessageItem | None:
    shown = _list(view)
    return None if shown is None else shown.items.item(message_id)


def _list(view: Surface) -> _TranscriptList | None:
    """Return what readers see of the view, None while nobody reads."""
    if not QAccessible.isActive():
        return None
    found = QAccessible.queryAccessibleInterface(view.canvas.widget)
    return found if isinstance(found, _TranscriptList) else None


def _delete(item: _MessageItem) -> None:
    if isValid(item):  # Qt deletes all by itself when the program ends
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(item))


def _interface_of(key: str, shown: QObject) -> QAccessibleInterface | None:
    """Qt: the interface of an object; PySide keeps it until the program ends."""
    if key != _VIEW_CLASS:
        return None
    made = _TranscriptList(cast("_Shown", shown).surface)
    # The view may be half gone when this arrives, so nothing but the items is bound.
    shown.destroyed.connect(partial(_MessageItems.drop_all, made.items))
    return made


class Announcer:
    """Keeps which answer is being written and how many of its sections were said.

    Costs nothing while no screen reader runs. A reader that comes in the middle hears what is
    complete from then on.
    """

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
