"""`ChatMedia`, a door: pictures and sounds that are in chats already, and files that no chat needs.

Threads: see each method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownMedium, UnknownMessage
from app.core.conversations.events import AltTextChanged, MessageChanged
from app.core.conversations.session import on_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from app.core.chats.records import ChatId, MessageId
    from app.core.chats.store import ChatStore
    from app.core.conversations.session import Session
    from app.core.conversations.store_access import StoreAccess


class ChatMedia:
    """The pictures and sounds in the chats of one program.

    Args:
        session: of the use cases.
        store: lets others wait for it.
    """

    def __init__(self, session: Session, store: StoreAccess) -> None:
        self.session = session
        self._store = store

    @on_worker
    def describe(
        self, chat_id: ChatId, message_id: MessageId, position: int, alt_text: str
    ) -> None:
        """Say what a picture or a sound is. Emits `MessageChanged` and `AltTextChanged`.

        What was said before comes along, so that the change can be taken back. Any thread, and it
        returns at once.

        Args:
            chat_id: of the chat.
            message_id: of the message.
            position: among its media, from 0.
            alt_text: "" for none.
        """
        store = self.session.store_of(chat_id)
        message = store.message(message_id)
        if message.chat_id != chat_id:
            raise UnknownMessage(message_id)
        if not 0 <= position < len(message.media):
            raise UnknownMedium(message_id, position)
        before = message.media[position].alt_text
        changed = store.media.set_alt_text(message_id, position, alt_text)
        if changed.media[position].alt_text != before:
            self.session.emit(MessageChanged(chat_id, changed))
            self.session.emit(AltTextChanged(chat_id, message_id, position, before))

    def delete_unused(
        self,
        names: Iterable[str],
        held: Callable[[], Collection[str]],
        delete: Callable[[str], None],
    ) -> frozenset[str]:
        """Delete files that no chat, no backup and no draft holds on to; returns which.

        Decided and deleted in one job of the worker, so that nothing is sent in between. Who
        attaches a picture has `held` name it *before* it is looked whether its file is there.

        Any thread but the worker's own and the interface's, which it would block.

        Args:
            names: of files in the folder of originals, some hundred at most: sending waits.
            held: on the worker: digests of drafts and of messages that are being edited.
            delete: on the worker: deletes one file.

        Raises:
            ProgramEnding: the program ends; nothing was deleted.
            KnownError: the chats cannot be read; nothing was deleted.
        """
        wanted = tuple(names)

        def decide(store: ChatStore) -> frozenset[str]:
            others = self.session.temporary.media_in_use()
            gone = store.media.unused(wanted, others | frozenset(held()))
            for digest in sorted(gone):
                delete(digest)
            return gone

        return self._store.run(decide)
