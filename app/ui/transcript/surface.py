"""What input, speech and the satellites know of the view; they never name the view itself."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from app.core.chats.records import Message, MessageId
    from app.ui.transcript.model.click_targets import ClickTarget
    from app.ui.transcript.model.message_list import MessageList
    from app.ui.transcript.render.canvas import Canvas
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.render.scroller import Scroller


class MediumWish(enum.Enum):
    """What is to be done with a picture or a sound, or a file that came of a call."""

    OPEN = enum.auto()
    COPY = enum.auto()
    SAVE = enum.auto()
    SAVE_FILE = enum.auto()
    DESCRIBE = enum.auto()


class MediumRequest(PlainValue, frozen=True):
    """What a user wants of a picture or a sound.

    Attributes:
        message: as it is shown.
        number: among its media, or its files, from 0.
    """

    wish: MediumWish
    message: Message
    number: int


class Requests(QObject):
    """What the parts of the view ask of the chat or the window, in signals.

    Attributes:
        edit: with a message; so are `regenerate`, `begin`, `inspect`, `delete` and `fork`.
        show_version: with the version to show.
        read_from: with the message from which on the model is to read, None for all.
        edit_summary: of what the model does not read.
        go_on: the last answer is to be continued.
        stop: the answer that is being given is to end.
        end_thinking: it is to begin, whatever the model still thinks.
        follow_link: with an address.
        show_source: with an `Attachment` that is a passage of a document.
        type_text: with a key that belongs into the composer.
        return_keyboard: the keyboard has done its work here.
        zoom: with 1 or -1.
        medium: with a `MediumRequest`: something is to be done with a picture or a sound.
        open_page: with the language of a block of code, and the code: a browser is to show it.
    """

    edit = Signal(object)
    regenerate = Signal(object)
    begin = Signal(object)
    inspect = Signal(object)
    delete = Signal(object)
    fork = Signal(object)
    show_version = Signal(object)
    read_from = Signal(object)
    edit_summary = Signal()
    go_on = Signal()
    stop = Signal()
    end_thinking = Signal()
    follow_link = Signal(str)
    show_source = Signal(object)
    type_text = Signal(str)
    return_keyboard = Signal()
    zoom = Signal(int)
    medium = Signal(object)
    open_page = Signal(str, str)


class Surface(Protocol):
    """What is on the screen, what is chosen there, and what can be done."""

    @property
    def messages(self) -> MessageList:
        """The messages as facts."""

    @property
    def canvas(self) -> Canvas:
        """Where they are on the screen."""

    @property
    def scroller(self) -> Scroller:
        """What keeps the reader's place."""

    @property
    def requests(self) -> Requests:
        """What can be asked of the chat and the window."""

    @property
    def ringed(self) -> MessageId | None:
        """The message that the keyboard is at, where that is shown."""

    def selected_text(self) -> str:
        """Return what is chosen, as it is displayed; of very many messages, as it was written."""

    def selected_markdown(self) -> str:
        """Return what is chosen, whole messages as they were written."""

    def press(self, click_target: ClickTarget) -> None:
        """Do what a click target stands for."""

    def open_menu(self, layout: MessageLayout, place: QPoint, *, by_keyboard: bool) -> None:
        """Open the menu of a message at a place on the screen; with the keyboard, at its top."""

    def tell_focus(self, message_id: MessageId) -> None:
        """Tell readers which message the keyboard is at."""
