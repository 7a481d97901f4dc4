"""Messages that were sent while their chat was answering: they wait for the end of the answer.

They are kept like drafts, so that a message that waited when the program ended is a draft then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.composer.draft import NO_DRAFT, Draft, joined

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.ui.composer.drafts import Drafts


class WaitingMessages:
    """One waiting message for each chat; what is sent after it joins it.

    Args:
        drafts: keeps them for the next start.
    """

    def __init__(self, drafts: Drafts) -> None:
        self._drafts = drafts
        self._waiting: dict[ChatId, Draft] = {}
        self._sent: dict[ChatId, Draft] = {}

    def message(self, chat_id: ChatId | None) -> Draft:
        """Return what waits in a chat."""
        return NO_DRAFT if chat_id is None else self._waiting.get(chat_id, NO_DRAFT)

    def add(self, chat_id: ChatId, draft: Draft) -> None:
        """Let a message wait."""
        self._waiting[chat_id] = joined(self.message(chat_id), draft)

    def take(self, chat_id: ChatId) -> Draft:
        """Return what waits, and let it wait no longer."""
        return self._waiting.pop(chat_id, NO_DRAFT)

    def take_to_send(self, chat_id: ChatId) -> Draft:
        """Return what waits; until `arrived` or `refused` it is on its way."""
        draft = self.take(chat_id)
        if not draft.is_empty:
            self._sent[chat_id] = draft
        return draft

    def arrived(self, chat_id: ChatId, draft: Draft) -> None:
        """A message is on disk, and no draft any more."""
        if self._sent.get(chat_id) == draft:
            left = self.without(chat_id, self._drafts.get(chat_id))
            del self._sent[chat_id]
            self.keep(chat_id, left)

    def refused(self, chat_id: ChatId | None, draft: Draft) -> bool:
        """Tell whether a message that was refused had waited; it is on its way no more."""
        if chat_id is None or self._sent.get(chat_id) != draft:
            return False
        del self._sent[chat_id]
        return True

    def as_draft(self, chat_id: ChatId | None, draft: Draft) -> Draft:
        """Return a draft with what waits or is on its way before it: nothing of it may be lost."""
        if chat_id is None:
            return draft
        return joined(self._sent.get(chat_id, NO_DRAFT), self.message(chat_id), draft)

    def without(self, chat_id: ChatId | None, kept: Draft) -> Draft:
        """Return what was kept by `keep` without what waits or is on its way."""
        before = self.as_draft(chat_id, NO_DRAFT)
        text, n_before = kept.text, len(before.attachments)
        if before.text:
            text = text.removeprefix(before.text).lstrip("\n")
        has_them = kept.attachments[:n_before] == before.attachments
        return Draft(text, kept.attachments[n_before:] if has_them else kept.attachments)

    def keep(self, chat_id: ChatId | None, draft: Draft) -> None:
        """Keep a draft, and what waits before it."""
        self._drafts.put(chat_id, self.as_draft(chat_id, draft))
