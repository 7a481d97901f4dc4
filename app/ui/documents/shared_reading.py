"""What chats share that begin with a listed file: it was read once for all of them.

Threads: the interface thread; the text is read from the library on a lane, and the chats are looked
for by the use cases.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations.events import SharedMemoryMeasured
from app.core.errors import KnownError
from app.core.messages import Attachment
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.ui.kit.timers import timer
from app.ui.words.formatting import counted, size, span
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.core.conversations.cases.memory import Memory
    from app.core.documents.index import KnownFile
    from app.core.documents.library import DocumentLibrary
    from app.core.protocol import SharedMemory
    from app.ui.kit.event_bridge import EventBridge

_PAUSE_MS: Final = 250  # while somebody goes through the list


class _TextRead(PlainValue, frozen=True, eq=False):
    """The text of a file, as a chat would have it attached."""

    ticket: int
    attachment: Attachment


class SharedReading(QObject):
    """Sends `told` with what is said of the file that is looked at; of most, nothing."""

    told = Signal(str)

    def __init__(
        self,
        library: DocumentLibrary,
        memory: Memory,
        bridge: EventBridge,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._memory = memory
        self._bridge = bridge
        self._aside = Lane("document chats")
        self._file: KnownFile | None = None
        self._ticket = 0
        self._timer = timer(self, _PAUSE_MS, self._ask)
        bridge.subscribe(_TextRead, self._on_text)
        bridge.subscribe(SharedMemoryMeasured, self._on_measured)

    @Slot(object)
    def look_at(self, file: KnownFile | None) -> None:
        """Find out about a file, and about no other any more."""
        self._file = file
        self._ticket += 1
        self._aside.clear()
        if file is not None and file.digest:
            self._timer.start()
        else:
            self._timer.stop()

    def close(self) -> None:
        """Ask nothing more."""
        self._timer.stop()
        self._aside.close()

    @Slot()
    def _ask(self) -> None:
        if self._file is not None:
            self._aside.add(partial(self._read, self._file, self._ticket))

    def _read(self, file: KnownFile, ticket: int) -> None:
        """Read the text on the lane."""
        try:
            document = self._library.text(file.digest)
        except KnownError:  # of which the page tells
            return
        if document is not None:
            self._bridge.post(_TextRead(ticket, Attachment(file.path.name, document.text)))

    def _on_text(self, event: _TextRead) -> None:
        if event.ticket == self._ticket:
            self._memory.measure_shared(event.attachment, ticket=event.ticket)

    def _on_measured(self, event: SharedMemoryMeasured) -> None:
        if event.ticket == self._ticket and self._file is not None:
            self.told.emit(shared_words(event.shared, self._file.n_tokens))


def shared_words(shared: SharedMemory, n_tokens: int) -> str:
    """Return what is said of a document that several chats begin with; "" where nothing can be.

    Args:
        n_tokens: of the document, an estimate: what is much shorter is only what stands before it.
    """
    if shared.n_chats < 2 or shared.n_tokens < n_tokens / 2:
        return ""
    chats, tokens = counted(shared.n_chats, "chat"), counted(shared.n_tokens, "token")
    n_bytes = size(shared.n_bytes)
    if not shared.saved_ms:
        return tr(
            "Read once for {chats}: {tokens}, {size} on disk.",
            chats=chats,
            tokens=tokens,
            size=n_bytes,
        )
    return tr(
        "Read once for {chats}: {tokens}, {size} on disk. Reading it for each of them would take "
        "{time} more.",
        chats=chats,
        tokens=tokens,
        size=n_bytes,
        time=span(shared.saved_ms),
    )
