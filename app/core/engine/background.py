"""Work that nobody waits for in a chat: opening it, and reading it ahead.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.jobs import Answering, ReadingAhead, Restoring

if TYPE_CHECKING:
    from app.core.engine.opening import ChatOpener
    from app.core.engine.protocol import ChatKey
    from app.core.engine.reading_ahead import AheadReader
    from app.core.engine.sequence import Sequence


@dataclass(frozen=True, slots=True)
class Background:
    """Who opens chats, and who reads them ahead."""

    opener: ChatOpener
    reader: AheadReader

    def finish(self, sequence: Sequence) -> None:
        """End such work on a sequence, with what there is of it; without a word if it has none."""
        match sequence.job:
            case Restoring():
                self.opener.finish(sequence)
            case ReadingAhead():
                self.reader.finish(sequence)
            case Answering() | None:
                pass

    def forget(self, chat: ChatKey) -> None:
        """Take note that a chat is gone for good."""
        self.reader.forget(chat)
        self.opener.forget()
