"""Which chats of a file are in the database already.

A chat is known by its time and its words: one that was begun at the same moment and has every
message of this one. So it is found again when it was renamed, gone on with or came from an export
of Hearth itself.

Threads: any but the interface's; the store is reached through the call that is handed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from app.core.chats.parts.transfer import ChatTransfer, beginning

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from app.core.chats.records import ChatId
    from app.core.chats.store import ChatStore
    from app.core.interchange.loose_chats import AssembledChat

T = TypeVar("T")


class StoreCall(Protocol):
    """Runs a job on the thread that owns the chats, and returns what it returns or raises."""

    def __call__(self, job: Callable[[ChatStore], T], /) -> T:
        """Run it."""


class ChatsThere:
    """Which chats are there already; each is taken for one chat of the file only.

    Args:
        call: reaches the store.
    """

    def __init__(self, call: StoreCall) -> None:
        self._call = call
        self._begun: dict[tuple[datetime, int], tuple[ChatId, ...]] = call(
            lambda store: store.transfer.begun()
        )
        self._claimed: set[ChatId] = set()
        self._met: set[tuple[str, str]] = set()

    def has(self, program: str, read: AssembledChat) -> bool:
        """Tell whether a chat is there, or came by before."""
        return self._came_by(program, read) or self._found(read)

    def _came_by(self, program: str, read: AssembledChat) -> bool:
        """Tell whether the other program has told of this chat before: exports hold some twice."""
        if not read.source_id:
            return False
        name = (program, read.source_id)
        if name in self._met:
            return True
        self._met.add(name)
        return False

    def _found(self, read: AssembledChat) -> bool:
        """Tell whether a chat is there, and take it for this one from now on."""
        wanted = _words(read)
        for chat_id in self._begun.get((read.chat.created_at, _beginning(read)), ()):
            if chat_id in self._claimed:
                continue
            if wanted <= self._call(lambda store, one=chat_id: store.transfer.words(one)):  # type: ignore[misc]
                self._claimed.add(chat_id)
                return True
        return False


def _beginning(read: AssembledChat) -> int:
    first = next(iter(read.chat.messages), None)
    return beginning(None, None) if first is None else beginning(first.role.value, first.text)


def _words(read: AssembledChat) -> frozenset[tuple[str, str]]:
    return frozenset(
        (message.role.value, ChatTransfer.as_stored(message.text)) for message in read.chat.messages
    )
