"""Work that nobody waits for in a chat: restoring it, and precomputing it.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.sequences.jobs import Answering, Precomputing, Restoring

if TYPE_CHECKING:
    from app.core.engine.chat_restorer import ChatRestorer
    from app.core.engine.precomputer import Precomputer
    from app.core.engine.sequences.sequence import Sequence
    from app.core.protocol import ChatKey


@dataclass(frozen=True, slots=True)
class Background:
    """Who restores chats, and who precomputes them."""

    chat_restorer: ChatRestorer
    precomputer: Precomputer

    def finish(self, sequence: Sequence) -> None:
        """End such work on a sequence, with what there is of it; without a word if it has none."""
        match sequence.job:
            case Restoring():
                self.chat_restorer.finish(sequence)
            case Precomputing():
                self.precomputer.finish(sequence)
            case Answering() | None:
                pass

    def forget(self, chat: ChatKey) -> None:
        """Take note that a chat is gone for good."""
        self.precomputer.forget(chat)
        self.chat_restorer.forget()
