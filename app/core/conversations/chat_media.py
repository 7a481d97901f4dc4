"""`ChatMedia`, a door: pictures and sounds in chats, and the deletion of files that no chat needs.

Deleting a message deletes rows; its pictures and sounds may be those of another message, a backup
or a draft as well, and stay until `MediaUpkeep` looked: some time after the start, soon after chats
were deleted for good, and every few hours. Reading the backups takes long, so it has a thread of
its own; what is decided and deleted in one job of the worker is some ten files, so that sending
does not wait. What was attached within the last hour always stays. What cannot be read or deleted
is in the log, and tried again the next time.

Threads: see each method.
"""

from __future__ import annotations

import logging
import threading
from functools import partial
from typing import TYPE_CHECKING, Final

from app.core.chats.errors import UNKNOWN_MEDIUM, UnknownMessage
from app.core.conversations.errors import ProgramEnding
from app.core.conversations.events import (
    AltTextChanged,
    MediumMeasured,
    MessageChanged,
    TrashListed,
)
from app.core.conversations.session import on_worker
from app.core.conversations.texts.chat_text import words_read
from app.core.errors import KnownError
from app.core.messages import Role
from app.core.protocol import ChatKey, MeasureContext, MeasureWarmth
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from app.core.chats.records import ChatId, MessageId
    from app.core.chats.store import ChatStore
    from app.core.content.media import MediaFile
    from app.core.conversations.events import ConversationEvent
    from app.core.conversations.session import Session
    from app.core.conversations.store_access import StoreAccess
    from app.core.media.library import MediaLibrary
    from app.core.protocol import ContextMeasured, WarmthMeasured


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
            raise UnknownMessage(f"message {message_id}")
        if not 0 <= position < len(message.media):
            raise UNKNOWN_MEDIUM(f"medium {position} of message {message_id}")
        before = message.media[position].alt_text
        changed = store.media.set_alt_text(message_id, position, alt_text)
        if changed.media[position].alt_text != before:
            self.session.emit(MessageChanged(chat_id, changed))
            self.session.emit(AltTextChanged(chat_id, message_id, position, before))

    @on_worker
    def measure(self, medium: MediaFile) -> None:
        """Emit one `MediumMeasured`: what a picture or a sound takes. Any thread, as `describe`."""
        self.session.media.when_there((medium,), partial(self._count, medium))

    def _count(self, medium: MediaFile) -> None:
        words = words_read("", (), (medium,), self.session.media.of)
        if not (words.media and self.session.engine.model_name):
            self.session.emit(MediumMeasured(medium.digest))
            return

        def ask_speed(counted: ContextMeasured) -> None:
            n_tokens = counted.counts[0] if counted.counts else 0
            question = MeasureWarmth(_NO_CHAT, (words.as_message(Role.USER),))
            self.session.ask(question, partial(self._tell, medium, n_tokens))

        counting = MeasureContext(_NO_CHAT, (), (words.text,), media=(words.media,))
        self.session.ask(counting, ask_speed)

    def _tell(self, medium: MediaFile, n_tokens: int, warmth: WarmthMeasured) -> None:
        seconds = 0.0
        if warmth.n_cold:  # what is at hand says nothing of how long others take
            seconds = warmth.expected_ms / 1000 * n_tokens / warmth.n_cold
        self.session.emit(MediumMeasured(medium.digest, n_tokens, seconds))

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


FIRST_LOOK_S: Final = 90.0  # when the window, its drafts and a model are there
SOON_S: Final = 15.0  # after chats were deleted for good: the purge is done by then
LATER_S: Final = 6 * 3600.0
_AT_ONCE: Final = 20  # files that are decided on while the worker does nothing else

_NO_CHAT = ChatKey("")

logger = logging.getLogger(__name__)


class MediaUpkeep:
    """The upkeep of the originals of one program.

    Args:
        media: decides which may go.
        library: deletes them, and what was made of them.
        first_look_s: after `begin`.
        soon_s: after chats were deleted for good.
    """

    def __init__(
        self,
        media: ChatMedia,
        library: MediaLibrary,
        first_look_s: float = FIRST_LOOK_S,
        soon_s: float = SOON_S,
    ) -> None:
        self._media = media
        self._library = library
        self._first_look_s = first_look_s
        self._soon_s = soon_s
        self._wakes = threading.Event()  # something was deleted, or it ends
        self._ends = threading.Event()

    def begin(self, held: Callable[[], Collection[str]]) -> None:
        """Begin, and go on until `end`; returns at once.

        Not to be called by a program that does not know all drafts.

        Args:
            held: on the conversations' worker: digests in drafts, in messages that are being
                edited, and of whatever is being attached. Must not block.
        """
        Lane("unused media").add(self._run, held)

    def hear(self, event: ConversationEvent) -> None:
        """Look soon where chats were deleted for good, which `TrashListed` tells."""
        if isinstance(event, TrashListed):
            self._wakes.set()

    def end(self) -> None:
        """Delete nothing more."""
        self._ends.set()
        self._wakes.set()

    def look(self, held: Callable[[], Collection[str]]) -> int:
        """Look once; returns how many originals are gone. Not for the worker or the interface.

        Raises:
            ProgramEnding: the program ends.
            KnownError: the chats or a backup cannot be read, or the disk refused.
        """
        n_gone = 0
        for names in _batches(self._library.idle()):
            if self._ends.is_set():
                break
            n_gone += len(self._media.delete_unused(names, held, self._library.delete))
        if n_gone:
            logger.info("%d originals that nobody uses were deleted", n_gone)
        return n_gone

    def _run(self, held: Callable[[], Collection[str]]) -> None:
        if self._ends.wait(self._first_look_s):
            return
        while True:
            self._wakes.clear()
            if self._ends.is_set():
                return
            try:
                self.look(held)
            except ProgramEnding:
                return
            except KnownError as error:
                logger.warning("no originals were deleted: %r", error)
            except Exception:
                logger.exception("the upkeep of pictures and sounds ended")
                return
            if self._wakes.wait(LATER_S) and self._ends.wait(self._soon_s):
                return


def _batches(names: Collection[str]) -> Iterator[tuple[str, ...]]:
    ordered = sorted(names)
    for at in range(0, len(ordered), _AT_ONCE):
        yield tuple(ordered[at : at + _AT_ONCE])
