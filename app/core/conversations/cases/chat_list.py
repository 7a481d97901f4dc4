"""`ChatList`, a door: what a user does with the list of chats, its folders, archive and trash.

Each call changes all of its chats in one transaction, and tells of them in one event.

Threads: what is `on_worker` any, and it returns at once; the rest the conversations' worker.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.conversations.events import (
    ChatsChanged,
    ChatsDeleted,
    ChatsRestored,
    FolderDeleted,
    FolderMade,
    FoldersListed,
    TrashListed,
)
from app.core.conversations.session import key_of, on_worker
from app.core.errors import KnownError
from app.core.protocol import SetMemoryChoice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.core.chats.records import Chat, ChatFolder, ChatId, FolderId
    from app.core.conversations.cases.answers import Answers
    from app.core.conversations.cases.memory import MemorySync
    from app.core.conversations.cases.restore_planner import RestorePlanner
    from app.core.conversations.session import Session

logger = logging.getLogger(__name__)

_CLOCK_S = 3_600.0  # between two looks at the clock for the trash


@dataclass(slots=True)
class ChatList:
    """The list of chats of one program."""

    session: Session
    answers: Answers
    restore_planner: RestorePlanner
    memory: MemorySync
    _clock_due_at: float = field(default_factory=lambda: time.monotonic() + _CLOCK_S)

    # -- the trash --

    @on_worker
    def delete(self, chat_ids: Sequence[ChatId]) -> None:
        """Put chats into the trash, where they stay for 30 days. Emits `ChatsDeleted`.

        Their answers end. What is stored of them makes room for other chats from now on, whatever
        the user had chosen.
        """
        for chat_id in chat_ids:
            self.answers.stop(chat_id)
            self.restore_planner.deleted(chat_id)
        chats = self.session.store.trash.put(chat_ids)
        self._pin_memory(chats, is_pinned=False)
        self.session.emit(ChatsDeleted(chats))

    @on_worker
    def restore(self, chat_ids: Sequence[ChatId]) -> None:
        """Bring chats back from the trash, to where they were. Emits `ChatsRestored`."""
        chats = self.session.store.trash.restore(chat_ids)
        self._pin_memory(chats, is_pinned=True)
        self.session.emit(ChatsRestored(chats))

    @on_worker
    def list_trash(self) -> None:
        """Emit `TrashListed`."""
        self._list_trash()

    @on_worker
    def delete_for_good(self, chat_ids: Sequence[ChatId]) -> None:
        """Delete chats that nothing brings back from here on.

        Emits `TrashListed`. The purge follows, a little in each job.
        """
        self._delete_for_good(chat_ids)

    @on_worker
    def empty_trash(self) -> None:
        """Do so with all that is in the trash."""
        self._delete_for_good(None)

    def _delete_for_good(self, chat_ids: Sequence[ChatId] | None) -> None:
        self.session.store.trash.delete_for_good(chat_ids)
        self._list_trash()
        self.session.spread(self.memory.purge_chats())

    def _list_trash(self) -> None:
        self.session.emit(TrashListed(self.session.store.trash.all()))

    def tick(self) -> None:
        """Let the trash grow older while the program runs."""
        if time.monotonic() < self._clock_due_at or not self.session.is_open:
            return
        self._clock_due_at = time.monotonic() + _CLOCK_S
        try:
            self.session.store.trash.look_at_clock()
        except KnownError as error:  # the next look counts this time, too
            logger.info("the trash has not grown older", exc_info=error)

    def _pin_memory(self, chats: Iterable[Chat], *, is_pinned: bool) -> None:
        """Have what is stored of chats kept or not, as far as the user wants it kept."""
        for chat in chats:
            if chat.memory_pinned:
                self.session.post(SetMemoryChoice(key_of(chat.id), is_pinned=is_pinned))

    # -- pins and the archive --

    @on_worker
    def pin(self, chat_ids: Sequence[ChatId], *, is_pinned: bool) -> None:
        """Put chats above the others, out of the archive, or back. Emits `ChatsChanged`."""
        self._changed(self.session.store.marks.pin(chat_ids, is_pinned=is_pinned))

    @on_worker
    def archive(self, chat_ids: Sequence[ChatId], *, is_archived: bool) -> None:
        """Put chats out of the way, where they are not pinned, or back. Emits `ChatsChanged`."""
        self._changed(self.session.store.marks.archive(chat_ids, is_archived=is_archived))

    @on_worker
    def undo_archive(self, chats: Sequence[Chat]) -> None:
        """Bring archived chats, given as they were before, back. Emits `ChatsChanged`."""
        self._changed(self.session.store.marks.take_back(chats))

    # -- folders --

    @on_worker
    def move(self, chat_ids: Sequence[ChatId], folder_id: FolderId | None) -> None:
        """Put chats into a folder, out of any for None. Emits `ChatsChanged`."""
        self._changed(self.session.store.folders.move(chat_ids, folder_id))

    @on_worker
    def make_folder(self, name: str, chat_ids: Sequence[ChatId] = ()) -> None:
        """Make a folder behind the others, with these chats. Emits `FolderMade`."""
        folder, chats = self.session.store.folders.make(name, chat_ids)
        self._list_folders()
        self.session.emit(FolderMade(folder))
        self._changed(chats)

    @on_worker
    def rename_folder(self, folder_id: FolderId, name: str) -> None:
        """Give a folder another name. Emits `FoldersListed`."""
        self.session.store.folders.rename(folder_id, name)
        self._list_folders()

    @on_worker
    def order_folders(self, folder_ids: Sequence[FolderId]) -> None:
        """Put folders into this order. Emits `FoldersListed`."""
        self.session.emit(FoldersListed(self.session.store.folders.order(folder_ids)))

    @on_worker
    def delete_folder(self, folder_id: FolderId) -> None:
        """Delete a folder and none of its chats. Emits `FolderDeleted`."""
        store = self.session.store
        folder, chat_ids = store.folders.delete(folder_id)
        self._changed(store.folders.chats(chat_ids))
        self._list_folders()
        self.session.emit(FolderDeleted(folder, chat_ids))

    @on_worker
    def restore_folder(self, folder: ChatFolder, chat_ids: Sequence[ChatId]) -> None:
        """Bring a deleted folder back, and those chats that are in none. Emits `FoldersListed`."""
        chats = self.session.store.folders.restore(folder, chat_ids)
        self._list_folders()
        self._changed(chats)

    @on_worker
    def list_folders(self) -> None:
        """Emit `FoldersListed`, after what a folder gives its chats was changed."""
        self._list_folders()

    def _list_folders(self) -> None:
        self.session.emit(FoldersListed(self.session.store.folders.all()))

    def _changed(self, chats: Sequence[Chat]) -> None:
        if chats:
            self.session.emit(ChatsChanged(tuple(chats)))
