"""`ChatList`, a door: what a user does with the list of chats, its folders, archive and trash.

Threads: every method from any thread, and it returns at once; the work is done on the worker, and
what comes of it is told by events.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import Chat, ChatFolder, ChatId, FolderId
    from app.core.conversations.use_cases import UseCases
    from app.core.conversations.worker import SerialWorker


class ChatList:
    """The list of chats of one program.

    Args:
        worker: does everything.
        cases: what it does.
    """

    def __init__(self, worker: SerialWorker, cases: UseCases) -> None:
        self._worker = worker
        self._cases = cases

    def delete(self, chat_ids: Sequence[ChatId]) -> None:
        """Put chats into the trash, where they stay for 30 days. Emits `ChatsDeleted`."""
        self._worker.submit(self._cases.organiser.delete, tuple(chat_ids))

    def restore(self, chat_ids: Sequence[ChatId]) -> None:
        """Bring chats back from the trash. Emits `ChatsRestored`."""
        self._worker.submit(self._cases.organiser.restore, tuple(chat_ids))

    def list_trash(self) -> None:
        """Emit `TrashListed`."""
        self._worker.submit(self._cases.organiser.list_trash)

    def delete_for_good(self, chat_ids: Sequence[ChatId]) -> None:
        """Delete chats that nothing brings back from here on. Emits `TrashListed`."""
        self._purge_after(partial(self._cases.organiser.delete_for_good, tuple(chat_ids)))

    def empty_trash(self) -> None:
        """Do so with all that is in the trash."""
        self._purge_after(partial(self._cases.organiser.delete_for_good, None))

    def pin(self, chat_ids: Sequence[ChatId], *, is_pinned: bool) -> None:
        """Put chats above the others, out of the archive, or back. Emits `ChatsChanged`."""
        self._worker.submit(self._cases.organiser.pin, tuple(chat_ids), is_pinned=is_pinned)

    def archive(self, chat_ids: Sequence[ChatId], *, is_archived: bool) -> None:
        """Put chats out of the way, where they are not pinned, or back. Emits `ChatsChanged`."""
        archive = self._cases.organiser.archive
        self._worker.submit(archive, tuple(chat_ids), is_archived=is_archived)

    def undo_archive(self, chats: Sequence[Chat]) -> None:
        """Bring archived chats, given as they were before, back to where they were.

        Emits `ChatsChanged`.
        """
        self._worker.submit(self._cases.organiser.undo_archive, tuple(chats))

    def move(self, chat_ids: Sequence[ChatId], folder_id: FolderId | None) -> None:
        """Put chats into a folder, out of any for None. Emits `ChatsChanged`."""
        self._worker.submit(self._cases.organiser.move, tuple(chat_ids), folder_id)

    def make_folder(self, name: str, chat_ids: Sequence[ChatId] = ()) -> None:
        """Make a folder behind the others, with these chats. Emits `FolderMade`."""
        self._worker.submit(self._cases.organiser.make_folder, name, tuple(chat_ids))

    def rename_folder(self, folder_id: FolderId, name: str) -> None:
        """Give a folder another name. Emits `FoldersListed`."""
        self._worker.submit(self._cases.organiser.rename_folder, folder_id, name)

    def order_folders(self, folder_ids: Sequence[FolderId]) -> None:
        """Put folders into this order. Emits `FoldersListed`."""
        self._worker.submit(self._cases.organiser.order_folders, tuple(folder_ids))

    def delete_folder(self, folder_id: FolderId) -> None:
        """Delete a folder and none of its chats. Emits `FolderDeleted`."""
        self._worker.submit(self._cases.organiser.delete_folder, folder_id)

    def restore_folder(self, folder: ChatFolder, chat_ids: Sequence[ChatId]) -> None:
        """Bring a deleted folder back, and those chats that are in none. Emits `FoldersListed`."""
        self._worker.submit(self._cases.organiser.restore_folder, folder, tuple(chat_ids))

    def _purge_after(self, job: Callable[[], None]) -> None:
        """Do something and then delete for good, a little in each job."""

        def begin() -> None:
            job()
            self._worker.spread(self._cases.memory.purge_chats())

        self._worker.submit(begin)
