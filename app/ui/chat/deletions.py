"""What was deleted or put away can be brought back until the window closes, the latest first.

A notice tells it and goes after a while; the way back stays, under Ctrl+Z. Chats are in the trash
for longer. What was deleted with one gesture comes back with one.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations import events
from app.core.messages import Role
from app.core.plain_value import PlainValue
from app.ui.kit.actions import keys_of
from app.ui.kit.notices import UNDO_MS, NoticeAction
from app.ui.words.formatting import counted
from app.ui.words.plain_text import isolated
from app.ui.words.translation import sentences, tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.core.chats.records import Chat, ChatFolder, ChatId, Message, MessageId
    from app.core.conversations.conversations import Doors
    from app.ui.chat.chat_gestures import ChatGestures, ChatViews
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat
    from app.ui.state.running_answers import RunningAnswers

_TITLE_CHARS = 48


class DeletedChats(PlainValue, frozen=True):
    """Chats that left the list at once.

    Attributes:
        shown: the one of them that was looked at; None for none.
        by_list: the list had the keyboard.
    """

    chat_ids: tuple[ChatId, ...]
    shown: ChatId | None
    by_list: bool

    @property
    def notice(self) -> str:
        """The key of its notice."""
        return f"deleted {self.chat_ids[0]} {len(self.chat_ids)}"


class ArchivedChats(PlainValue, frozen=True):
    """Chats that were put out of the way, as they were before."""

    chats: tuple[Chat, ...]

    @property
    def chat_ids(self) -> tuple[ChatId, ...]:
        """Which they are."""
        return tuple(chat.id for chat in self.chats)

    @property
    def notice(self) -> str:
        """The key of its notice."""
        return f"archived {self.chats[0].id} {len(self.chats)}"


class DeletedFolder(PlainValue, frozen=True):
    """A folder that left the list, and the chats that were in it."""

    folder: ChatFolder
    chat_ids: tuple[ChatId, ...]

    @property
    def notice(self) -> str:
        """The key of its notice."""
        return f"deleted folder {self.folder.id}"


class DeletedMessage(PlainValue, frozen=True):
    """A message that left its chat, with all that followed it."""

    chat_id: ChatId
    message_id: MessageId

    @property
    def notice(self) -> str:
        """The key of its notice."""
        return f"deleted message {self.message_id}"


Deletion = DeletedChats | DeletedMessage | DeletedFolder | ArchivedChats


class Deletions(QObject):
    """Remembers what was deleted and brings it back; sends `changed` when there is more or less."""

    changed = Signal()

    def __init__(
        self,
        doors: Doors,
        bridge: EventBridge,
        open_chat: OpenChat,
        running: RunningAnswers,
        gestures: ChatGestures,
        views: ChatViews,
    ) -> None:
        super().__init__(open_chat)
        self._door = doors.chats
        self._listing = doors.listing
        self._open_chat = open_chat
        self._running = running
        self._gestures = gestures
        self._views = views
        self._deleted: list[Deletion] = []  # the latest last
        self._focus: MessageId | None = None  # of the branch that was shown last
        self._put_away: set[ChatId] = set()  # known to be in the archive
        bridge.subscribe(events.BranchShown, self._on_branch)
        bridge.subscribe(events.ChatsChanged, self._on_changed)
        bridge.subscribe(events.ChatsDeleted, self._on_chats)
        bridge.subscribe(events.ChatsRestored, self._on_restored)
        bridge.subscribe(events.TrashListed, self._on_trash)
        bridge.subscribe(events.FolderDeleted, self._on_folder)
        bridge.subscribe(events.MessageDeleted, self._on_message)
        bridge.subscribe(events.TemporaryChatLeft, self._on_left)

    @property
    def can_undo(self) -> bool:
        """Whether anything can be brought back."""
        return bool(self._deleted)

    # -- what was deleted --

    def _on_chats(self, event: events.ChatsDeleted) -> None:
        ids = tuple(chat.id for chat in event.chats)
        if not ids:
            return
        shown = self._open_chat.id if self._open_chat.id in ids else None
        view = self._views.sidebar.active_list()
        by_list = view.hasFocus()
        following = view.beside_removed if by_list else None
        if shown is not None and following is not None:
            self._open_chat.show(following)  # the keyboard stays in the list
        elif shown is not None:
            self._gestures.new_chat()
        words = tr("Deleted {what}", what=_named(event.chats))
        self._note(DeletedChats(ids, shown, by_list), words)

    def _on_restored(self, event: events.ChatsRestored) -> None:
        """What came back from the trash is not to be brought back once more."""
        self._forget_chats({chat.id for chat in event.chats})

    def _on_trash(self, event: events.TrashListed) -> None:
        """What is in the trash no more came back, or was deleted for good."""
        there = {trashed.chat.id for trashed in event.chats}
        deleted = [one for one in self._deleted if isinstance(one, DeletedChats)]
        left = {chat for one in deleted for chat in one.chat_ids} - there
        self._forget_chats(left)
        gone = {chat for chat in left if self._views.sidebar.chats.chat(chat) is None}
        self._forget(
            one
            for one in self._deleted
            if (isinstance(one, ArchivedChats) and gone.issuperset(one.chat_ids))
            or (isinstance(one, DeletedMessage) and one.chat_id in gone)
        )

    def _on_changed(self, event: events.ChatsChanged) -> None:
        """What the user has put back into the list is not to be put back once more."""
        for chat in event.chats:
            if chat.archived_at is not None:
                self._put_away.add(chat.id)
            elif chat.id in self._put_away:
                self._put_away.discard(chat.id)
                self._forget(
                    one
                    for one in self._deleted
                    if isinstance(one, ArchivedChats)
                    and chat.id in one.chat_ids
                    and self._put_away.isdisjoint(one.chat_ids)
                )

    def _on_left(self, event: events.TemporaryChatLeft) -> None:
        """Nothing of a temporary chat comes back."""
        self._forget(
            one
            for one in self._deleted
            if isinstance(one, DeletedMessage) and one.chat_id == event.chat_id
        )

    def _forget_chats(self, gone: set[ChatId]) -> None:
        self._forget(
            one
            for one in self._deleted
            if isinstance(one, DeletedChats) and gone.issuperset(one.chat_ids)
        )

    def _forget(self, deletions: Iterable[Deletion]) -> None:
        for one in list(deletions):
            self._deleted.remove(one)
            self._views.notices.dismiss(one.notice)
            self.changed.emit()

    def _on_folder(self, event: events.FolderDeleted) -> None:
        name = isolated(event.folder.name or tr("New folder"), _TITLE_CHARS)
        words = tr("Deleted the folder “{name}”; its chats are in the list", name=name)
        self._note(DeletedFolder(event.folder, event.chat_ids), words)

    def archive(self, chats: Sequence[Chat]) -> None:
        """Put chats out of the way; that can be undone, too."""
        ids = tuple(chat.id for chat in chats)
        if ids:
            self._listing.archive(ids, is_archived=True)
            self._note(ArchivedChats(tuple(chats)), tr("Archived {what}", what=_named(chats)))

    def _on_branch(self, event: events.BranchShown) -> None:
        self._focus = event.focus

    def _on_message(self, event: events.MessageDeleted) -> None:
        message = event.message
        is_question = message.role is Role.USER
        if self._shows_other_version(message):
            words = (
                tr("Deleted this version of your message; now showing another")
                if is_question
                else tr("Deleted this version of the answer; now showing another")
            )
        elif is_question:
            words = tr("Deleted your message and everything after it")
        else:
            words = tr("Deleted the answer and everything after it")
        self._note(DeletedMessage(message.chat_id, message.id), words)

    def _shows_other_version(self, deleted: Message) -> bool:
        messages = self._open_chat.messages
        row = messages.row_of(self._focus)
        if row < 0 or deleted.chat_id != self._open_chat.id:
            return False
        other = messages.message(row)
        return (other.parent_id, other.role) == (deleted.parent_id, deleted.role)

    def _note(self, deletion: Deletion, words: str) -> None:
        if deletion not in self._deleted:
            self._deleted.append(deletion)
        more = []
        if isinstance(deletion, DeletedChats) and len(deletion.chat_ids) > 1:
            more.append(tr("They stay in the trash for 30 days."))
        elif isinstance(deletion, DeletedChats):
            more.append(tr("It stays in the trash for 30 days."))
        keys = keys_of(self._views.notices, "undo_delete")
        if keys:
            more.append(tr("Press {keys} to restore it.", keys=keys))
        self._views.notices.show_note(
            deletion.notice,
            words,
            NoticeAction(tr("Undo"), partial(self._undo, deletion)),
            more=sentences(*more),
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
        if isinstance(deletion, DeletedChats):
            self._undo_chats(deletion)
        elif isinstance(deletion, DeletedFolder):
            self._listing.restore_folder(deletion.folder, deletion.chat_ids)
        elif isinstance(deletion, ArchivedChats):
            self._listing.undo_archive(deletion.chats)
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

    def _undo_chats(self, deletion: DeletedChats) -> None:
        if deletion.shown is not None:
            self._open_chat.show_when_listed(deletion.shown)
        self._listing.restore(deletion.chat_ids)
        if deletion.by_list:
            self._views.sidebar.active_list().setFocus()
        else:
            self._views.composer.edit.setFocus()

    def _undo_message(self, deletion: DeletedMessage) -> None:
        for other in self._deleted:
            if isinstance(other, DeletedChats) and deletion.chat_id in other.chat_ids:
                self._undo(other)
                break
        if self._open_chat.id != deletion.chat_id:
            self._open_chat.show(deletion.chat_id)
        self._door.undo_delete_message(deletion.chat_id, deletion.message_id)
        self._views.transcript.setFocus()


def _named(chats: Sequence[Chat]) -> str:
    """Return the title of a chat in quotes, or how many they are."""
    if len(chats) > 1:
        return counted(len(chats), "chat")
    title = isolated(chats[0].title or tr("New chat"), _TITLE_CHARS)
    return tr("“{title}”", title=title)
