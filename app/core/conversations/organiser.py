"""What a user does with the list of chats: folders, pins, the archive, and the trash.

Each call changes all of its chats in one transaction, and tells of them in one event.

Threads: the worker thread of `Conversations` only.
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
from app.core.conversations.session import key_of
from app.core.errors import KnownError
from app.core.protocol import SetMemoryChoice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.core.chats.records import Chat, ChatFolder, ChatId, FolderId
    from app.core.conversations.answers import Answers
    from app.core.conversations.restore_planner import RestorePlanner
    from app.core.conversations.session import Session

logger = logging.getLogger(__name__)

_CLOCK_S = 3_600.0  # between two looks at the clock for the trash


@dataclass(slots=True)
class ChatOrganiser:
    """Puts chats where the user wants them."""

    session: Session
    answers: Answers
    restore_planner: RestorePlanner
    _clock_due_at: float = field(default_factory=lambda: time.monotonic() + _CLOCK_S)

    # -- the trash --

    def delete(self, chat_ids: Sequence[ChatId]) -> None:
        """Put chats into the trash; their answers end, and what is stored of them stays.

        It makes room for other chats from now on, whatever the user had chosen.
        """
        for chat_id in chat_ids:
            self.answers.stop(chat_id)
            self.restore_planner.deleted(chat_id)
        chats = self.session.store.trash.put(chat_ids)
        self._pin_memory(chats, is_pinned=False)
        self.session.emit(ChatsDeleted(chats))

    def restore(self, chat_ids: Sequence[ChatId]) -> None:
        """Bring chats back from the trash, to where they were."""
        chats = self.session.store.trash.restore(chat_ids)
        self._pin_memory(chats, is_pinned=True)
        self.session.emit(ChatsRestored(chats))

    def list_trash(self) -> None:
        """Tell what is in the trash."""
        self.session.emit(TrashListed(self.session.store.trash.all()))

    def delete_for_good(self, chat_ids: Sequence[ChatId] | None) -> None:
        """Take chats out of the trash for good, None for all; the purge is still to follow."""
        self.session.store.trash.delete_for_good(chat_ids)
        self.list_trash()

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

    def pin(self, chat_ids: Sequence[ChatId], *, is_pinned: bool) -> None:
        """Put chats above the others, or back among them."""
        self._changed(self.session.store.marks.pin(chat_ids, is_pinned=is_pinned))

    def archive(self, chat_ids: Sequence[ChatId], *, is_archived: bool) -> None:
        """Put chats out of the way, or back into the list."""
        self._changed(self.session.store.marks.archive(chat_ids, is_archived=is_archived))

    def undo_archive(self, chats: Sequence[Chat]) -> None:
        """Bring archived chats back to where they were, these as they were before."""
        self._changed(self.session.store.marks.take_back(chats))

    # -- folders --

    def move(self, chat_ids: Sequence[ChatId], folder_id: FolderId | None) -> None:
        """Put chats into a folder, None for none."""
        self._changed(self.session.store.folders.move(chat_ids, folder_id))

    def make_folder(self, name: str, chat_ids: Sequence[ChatId]) -> None:
        """Make a folder with these chats in it."""
        folder, chats = self.session.store.folders.make(name, chat_ids)
        self._list_folders()
        self.session.emit(FolderMade(folder))
        self._changed(chats)

    def rename_folder(self, folder_id: FolderId, name: str) -> None:
        """Give a folder another name."""
        self.session.store.folders.rename(folder_id, name)
        self._list_folders()

    def order_folders(self, folder_ids: Sequence[FolderId]) -> None:
        """Put the folders into another order."""
        self.session.emit(FoldersListed(self.session.store.folders.order(folder_ids)))

    def delete_folder(self, folder_id: FolderId) -> None:
        """Delete a folder and none of its chats."""
        store = self.session.store
        folder, chat_ids = store.folders.delete(folder_id)
        self._changed(store.folders.chats(chat_ids))
        self._list_folders()
        self.session.emit(FolderDeleted(folder, chat_ids))

    def restore_folder(self, folder: ChatFolder, chat_ids: Sequence[ChatId]) -> None:
        """Bring a deleted folder back, with those of its chats that are in none since."""
        chats = self.session.store.folders.restore(folder, chat_ids)
        self._list_folders()
        self._changed(chats)

    def _list_folders(self) -> None:
        self.session.emit(FoldersListed(self.session.store.folders.all()))

    def _changed(self, chats: Sequence[Chat]) -> None:
        if chats:
            self.session.emit(ChatsChanged(tuple(chats)))
