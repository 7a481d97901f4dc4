"""Deletes the originals of pictures and sounds that nobody needs any more, at quiet times.

Deleting a message deletes rows; its pictures and sounds may be those of another message, a backup
or a draft as well, and stay until it was looked. That happens some time after the start, soon after
chats were deleted for good, and every few hours. It is on a thread of its own, for reading the
backups takes long; what is decided and deleted in one job of the conversations' worker is some ten
files, so that sending does not wait. What was attached within the last hour always stays.

What cannot be read or deleted is in the log, and tried again the next time.

Threads: `begin`, `hear` and `end` from any; the work on a thread of its own.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from app.core.conversations.errors import ProgramEnding
from app.core.conversations.events import TrashListed
from app.core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from app.core.conversations.chat_media import ChatMedia
    from app.core.conversations.events import ConversationEvent
    from app.core.media import MediaLibrary

FIRST_LOOK_S: Final = 90.0  # when the window, its drafts and a model are there
SOON_S: Final = 15.0  # after chats were deleted for good: the purge is done by then
LATER_S: Final = 6 * 3600.0
_AT_ONCE: Final = 20  # files that are decided on while the worker does nothing else

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
        threading.Thread(target=self._run, args=(held,), name="media upkeep", daemon=True).start()

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
