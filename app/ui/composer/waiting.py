"""Messages that were sent while their chat was answering: they wait for the end of the answer.

They are kept like drafts, so that a message that waited when the program ended is a draft then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.ui.composer.drafts import Drafts


class WaitingMessages:
    """One waiting text for each chat; what is sent after it joins it.

    Args:
        drafts: keeps them for the next start.
    """

    def __init__(self, drafts: Drafts) -> None:
        self._drafts = drafts
        self._texts: dict[ChatId, str] = {}
        self._sent: dict[ChatId, str] = {}

    def text(self, chat_id: ChatId | None) -> str:
        """Return what waits in a chat; "" for nothing."""
        return "" if chat_id is None else self._texts.get(chat_id, "")

    def add(self, chat_id: ChatId, text: str) -> None:
        """Let a message wait."""
        self._texts[chat_id] = joined(self.text(chat_id), text)

    def take(self, chat_id: ChatId) -> str:
        """Return what waits, and let it wait no longer."""
        return self._texts.pop(chat_id, "")

    def take_to_send(self, chat_id: ChatId) -> str:
        """Return what waits; until `arrived` or `refused` it is on its way."""
        text = self.take(chat_id)
        if text:
            self._sent[chat_id] = text
        return text

    def arrived(self, chat_id: ChatId, text: str) -> None:
        """A message is on disk, and no draft any more."""
        if self._sent.get(chat_id) == text:
            draft = self.without(chat_id, self._drafts.get(chat_id))
            del self._sent[chat_id]
            self.keep(chat_id, draft)

    def refused(self, chat_id: ChatId | None, text: str) -> bool:
        """Tell whether a message that was refused had waited; it is on its way no more."""
        if chat_id is None or self._sent.get(chat_id) != text:
            return False
        del self._sent[chat_id]
        return True

    def as_draft(self, chat_id: ChatId | None, draft: str) -> str:
        """Return a draft with what waits or is on its way before it: nothing of it may be lost."""
        if chat_id is None:
            return draft
        return joined(self._sent.get(chat_id, ""), self.text(chat_id), draft)

    def without(self, chat_id: ChatId | None, kept: str) -> str:
        """Return what was kept by `keep` without what waits or is on its way."""
        before = self.as_draft(chat_id, "")
        return kept.removeprefix(before).lstrip("\n") if before else kept

    def keep(self, chat_id: ChatId | None, draft: str) -> None:
        """Keep a draft, and what waits before it."""
        self._drafts.put(chat_id, self.as_draft(chat_id, draft))


def joined(*texts: str) -> str:
    """Return texts as paragraphs of one."""
    return "\n\n".join(text for text in texts if text.strip())
