"""What was written and not sent, chat by chat, also after the program was closed or killed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtCore import QSettings

    from app.core.chats.records import ChatId

_GROUP = "drafts"
_NEW = "new"
_MAX_CHARS = 200_000  # more is a file, not a draft


class Drafts:
    """Texts by chat, None for a chat that does not exist yet.

    Args:
        state: keeps them; written by Qt in an idle moment.
    """

    def __init__(self, state: QSettings) -> None:
        self._state = state

    def get(self, chat_id: ChatId | None) -> str:
        """Return what was being written; "" for nothing."""
        return str(self._state.value(_key(chat_id), "") or "")

    def put(self, chat_id: ChatId | None, text: str) -> None:
        """Keep what is being written; blank text is no draft."""
        if not text.strip():
            self._state.remove(_key(chat_id))
        elif len(text) <= _MAX_CHARS and text != self.get(chat_id):
            self._state.setValue(_key(chat_id), text)

    def remove(self, chat_id: ChatId | None) -> None:
        """Forget what was being written: it was sent, or its chat is gone."""
        self._state.remove(_key(chat_id))

    def keep_only(self, chat_ids: Collection[ChatId]) -> None:
        """Forget what was written for chats that were deleted for good."""
        wanted = {_key(chat_id) for chat_id in (None, *chat_ids)}
        self._state.beginGroup(_GROUP)
        names = self._state.childKeys()
        self._state.endGroup()
        for name in names:
            if f"{_GROUP}/{name}" not in wanted:
                self._state.remove(f"{_GROUP}/{name}")


def _key(chat_id: ChatId | None) -> str:
    return f"{_GROUP}/{_NEW if chat_id is None else chat_id}"
