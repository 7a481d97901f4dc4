"""What a user does to the chat that is shown as a whole: new, settings, stop, rename, delete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from app.core.plain_value import PlainValue
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, ChatSetup
    from app.core.conversations.conversations import Doors
    from app.ui.chat.outbox import Outbox
    from app.ui.chat.status_line import StatusLine
    from app.ui.composer.composer import Composer
    from app.ui.kit.notices import NoticeArea
    from app.ui.sidebar.sidebar import Sidebar
    from app.ui.state.open_chat import OpenChat
    from app.ui.transcript.transcript_view import TranscriptView


class ChatViews(PlainValue, frozen=True):
    """The parts of the window a chat shows in."""

    sidebar: Sidebar
    transcript: TranscriptView
    composer: Composer
    status: StatusLine
    notices: NoticeArea


class ChatGestures(QObject):
    """Turns gestures into calls; what comes of them, the open chat tells."""

    def __init__(self, doors: Doors, open_chat: OpenChat, outbox: Outbox, views: ChatViews) -> None:
        super().__init__(open_chat)
        self._door = doors.chats
        self._listing = doors.listing
        self._open_chat = open_chat
        self._outbox = outbox
        self._views = views
        composer, transcript = views.composer, views.transcript
        composer.submitted.connect(outbox.send)
        composer.stop_requested.connect(self.stop)
        composer.attaching.refused.connect(views.notices.show_problem)
        transcript.requests.stop.connect(self.stop)
        transcript.requests.end_thinking.connect(self.stop_thinking)
        transcript.requests.type_text.connect(composer.insert)
        bar = self._views.transcript.verticalScrollBar()
        composer.edit.paged.connect(lambda step: bar.triggerAction(step))
        for chat_list in views.sidebar.lists():
            chat_list.stop_requested.connect(self._stop_chat)
            chat_list.typed.connect(composer.insert)
            chat_list.entered_chat.connect(composer.edit.setFocus)

    @Slot()
    def new_chat(self) -> None:
        """Show an empty page; the first message makes the chat."""
        self._open_chat.show_new()
        self._views.composer.edit.setFocus()

    @Slot()
    def new_temporary_chat(self) -> None:
        """Show a chat of which nothing is kept."""
        self._open_chat.show_new(temporary=tr("Temporary chat"))
        self._views.composer.edit.setFocus()

    @Slot()
    def move_to_new_chat(self) -> None:
        """Show an empty page and take along what is being written."""
        page = self._open_chat.id
        self.new_chat()
        if self._open_chat.is_new:  # the user did not stay for a temporary chat
            self._outbox.move_to_new(page)

    def set_up(self, chat_id: ChatId | None, setup: ChatSetup) -> None:
        """Change what a chat wants of the model; None for one that is about to be made."""
        wanted = self._open_chat.id if chat_id is None else chat_id
        if wanted is None:
            self._open_chat.set_new_setup(setup)
        else:
            self._door.set_up(wanted, setup)

    @Slot()
    def stop(self) -> None:
        """End the running answer of the open chat."""
        if self._open_chat.id is not None and self._open_chat.is_answering:
            self._stop_chat(self._open_chat.id)

    @Slot(object)
    def _stop_chat(self, chat_id: ChatId) -> None:
        """End the running answer; all that waits for its end is in the field again, not sent."""
        self._outbox.recall_waiting(chat_id)
        self._door.stop(chat_id)

    @Slot()
    def stop_thinking(self) -> None:
        """Let the running answer begin."""
        if self._open_chat.id is not None and self._open_chat.is_answering:
            self._door.stop_thinking(self._open_chat.id)

    @Slot()
    def copy_answer(self) -> None:
        """Put the newest answer on the clipboard."""
        text = self._open_chat.messages.last_answer()
        if text:
            QGuiApplication.clipboard().setText(text)
            self._views.status.show_text(tr("Copied the last answer"))

    @Slot()
    def rename_chat(self) -> None:
        """Let the user edit the title of the open chat."""
        if self._open_chat.id is not None:
            self._views.sidebar.active_list().rename(self._open_chat.id)

    @Slot()
    def delete_chat(self) -> None:
        """Delete the open chat; it can be undone."""
        if self._open_chat.id is not None:
            self._listing.delete([self._open_chat.id])
