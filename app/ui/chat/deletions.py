"""What was deleted can be brought back until the window closes, the latest first.

A notice tells it and goes after a while; the way back stays, under Ctrl+Z.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations.events import BranchShown, ChatDeleted, MessageDeleted
from app.core.messages import Role
from app.ui.actions import keys_of
from app.ui.notices import UNDO_MS, NoticeAction
from app.ui.plain_text import isolated
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, Message, MessageId
    from app.core.conversations import Chats
    from app.ui.chat.chat_gestures import ChatGestures
    from app.ui.chat.chat_views import ChatViews
    from app.ui.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat
    from app.ui.state.running_answers import RunningAnswers

_TITLE_CHARS = 48


@dataclass(frozen=True, slots=True)
class DeletedChat:
    """A chat that left the list.

    Attributes:
        was_shown: it was the one that is looked at.
        by_list: the list had the keyboard.
    """

    chat_id: ChatId
    was_shown: bool
    by_list: bool

    @property
    def notice(self) -> str:
        """The key of its notice."""
        return f"deleted {self.chat_id}"


@dataclass(frozen=True, slots=True)
class DeletedMessage:
    """A message that left its chat, with all that followed it."""

    chat_id: ChatId
    message_id: MessageId

    @property
    def notice(self) -> str:
        """The key of its notice."""
        return f"deleted message {self.message_id}"


Deletion = DeletedChat | DeletedMessage


class Deletions(QObject):
    """Remembers what was deleted and brings it back; sends `changed` when there is more or less."""

    changed = Signal()

    def __init__(
        self,
        door: Chats,
        bridge: EventBridge,
        open_chat: OpenChat,
        running: RunningAnswers,
        gestures: ChatGestures,
        views: ChatViews,
    ) -> None:
        super().__init__(open_chat)
        self._door = door
        self._open_chat = open_chat
        self._running = running
        self._gestures = gestures
        self._views = views
        self._deleted: list[Deletion] = []  # the latest last
        self._focus: MessageId | None = None  # of the branch that was shown last
        bridge.subscribe(BranchShown, self._on_branch)
        bridge.subscribe(ChatDeleted, self._on_chat)
        bridge.subscribe(MessageDeleted, self._on_message)

    @property
    def can_undo(self) -> bool:
        """Whether anything can be brought back."""
        return bool(self._deleted)

    # -- what was deleted --

    def _on_chat(self, event: ChatDeleted) -> None:
        chat, view = event.chat, self._views.sidebar.view
        was_shown, by_list = chat.id == self._open_chat.id, view.hasFocus()
        following = view.beside_removed if by_list else None
        if was_shown and following is not None:
            self._open_chat.show(following)  # the keyboard stays in the list
        elif was_shown:
            self._gestures.new_chat()
        title = isolated(chat.title or tr("New chat"), _TITLE_CHARS)
        self._note(DeletedChat(chat.id, was_shown, by_list), tr("Deleted “{title}”", title=title))

    def _on_branch(self, event: BranchShown) -> None:
        self._focus = event.focus

    def _on_message(self, event: MessageDeleted) -> None:
        message = event.message
        is_question = message.role is Role.USER
        if self._shows_other_version(message):
            words = (
                tr("Deleted this version of your message; another one is shown")
                if is_question
                else tr("Deleted this version of the answer; another one is shown")
            )
        elif is_question:
            words = tr("Deleted your message and everything after it")
        else:
            words = tr("Deleted the answer and everything after it")
        self._note(DeletedMessage(message.chat_id, message.id), words)

    def _shows_other_version(self, deleted: Message) -> bool:
        other = self._open_chat.messages.get(self._focus)
        if other is None or deleted.chat_id != self._open_chat.id:
            return False
        return (other.parent_id, other.role) == (deleted.parent_id, deleted.role)

    def _note(self, deletion: Deletion, words: str) -> None:
        if deletion not in self._deleted:
            self._deleted.append(deletion)
        self._views.notices.show_note(
            deletion.notice,
            words,
            NoticeAction(tr("Undo"), partial(self._undo, deletion)),
            more=tr(
                "You can also press {keys}, until Hearth is closed.", keys=keys_of("undo_delete")
            ),
            closes_after_ms=UNDO_MS,
        )
        self.changed.emit()

    # -- the way back --

    @Slot()
    def undo_latest(self) -> None:
        """Bring back what was deleted last."""
        if self._deleted:
            self._undo(self._deleted[-1])

    def _undo(self, deletion: Deletion) -> None:
        if deletion not in self._deleted:
            return
        if isinstance(deletion, DeletedChat):
            self._undo_chat(deletion)
        elif self._running.is_answering(deletion.chat_id):
            self._views.notices.show_note(
                "undo",
                self._is_answered(deletion.chat_id),
                more=tr("You can undo the deletion when the answer has finished."),
            )
            return
        else:
            self._undo_message(deletion)
        self._deleted.remove(deletion)
        self._views.notices.dismiss(deletion.notice)
        self.changed.emit()

    def _is_answered(self, chat_id: ChatId) -> str:
        chat = self._views.sidebar.chats.chat(chat_id)
        if chat is None or chat_id == self._open_chat.id:
            return tr("This chat is being answered")
        title = isolated(chat.title or tr("New chat"), _TITLE_CHARS)
        return tr("“{title}” is being answered", title=title)

    def _undo_chat(self, deletion: DeletedChat) -> None:
        if deletion.was_shown:
            self._open_chat.show_when_listed(deletion.chat_id)
        self._door.undo_delete(deletion.chat_id)
        if deletion.by_list:
            self._views.sidebar.view.setFocus()
        else:
            self._views.composer.edit.setFocus()

    def _undo_message(self, deletion: DeletedMessage) -> None:
        for other in self._deleted:
            if isinstance(other, DeletedChat) and other.chat_id == deletion.chat_id:
                self._undo(other)
                break
        if self._open_chat.id != deletion.chat_id:
            self._open_chat.show(deletion.chat_id)
        self._door.undo_delete_message(deletion.chat_id, deletion.message_id)
        self._views.transcript.setFocus()
