"""What was written and not sent, chat by chat, also after the program was closed or killed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.core.messages import Attachment
from app.ui.composer.draft import NO_DRAFT, Draft

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtCore import QSettings

    from app.core.chats.records import ChatId

_TEXTS = "drafts"
_FILES = "draft-files"
_NEW = "new"
_MAX_CHARS = 200_000  # more is a file, not a draft, and would slow each writing of the state


class Drafts:
    """Drafts by chat, None for a chat that does not exist yet.

    Args:
        state: keeps them; written by Qt in an idle moment.
    """

    def __init__(self, state: QSettings) -> None:
        self._state = state
        self._large: dict[str, Draft] = {}  # too large to be kept whole over a restart

    def get(self, chat_id: ChatId | None) -> Draft:
        """Return what was being written."""
        name = _name(chat_id)
        if name in self._large:
            return self._large[name]
        text = str(self._state.value(f"{_TEXTS}/{name}", "") or "")
        return Draft(text, _attachments(str(self._state.value(f"{_FILES}/{name}", "") or "")))

    def put(self, chat_id: ChatId | None, draft: Draft) -> None:
        """Keep what is being written; one without a word or a file is none."""
        name = _name(chat_id)
        if draft.is_empty:
            self.remove(chat_id)
        elif draft != self.get(chat_id):
            self._large.pop(name, None)
            if _size(draft) > _MAX_CHARS:
                self._large[name] = draft
            small = _small(draft)
            self._state.setValue(f"{_TEXTS}/{name}", small.text)
            files = [[attachment.name, attachment.text] for attachment in small.attachments]
            self._state.setValue(f"{_FILES}/{name}", json.dumps(files) if files else "")

    def remove(self, chat_id: ChatId | None) -> None:
        """Forget what was being written: it was sent, or its chat is gone."""
        name = _name(chat_id)
        self._large.pop(name, None)
        for group in (_TEXTS, _FILES):
            self._state.remove(f"{group}/{name}")

    def keep_only(self, chat_ids: Collection[ChatId]) -> None:
        """Forget what was written for chats that were deleted for good."""
        wanted = {_name(chat_id) for chat_id in (None, *chat_ids)}
        for group in (_TEXTS, _FILES):
            self._state.beginGroup(group)
            names = self._state.childKeys()
            self._state.endGroup()
            for name in names:
                if name not in wanted:
                    self._state.remove(f"{group}/{name}")


def _attachments(stored: str) -> tuple[Attachment, ...]:
    """Return stored attachments; what cannot be understood is left out."""
    try:
        return tuple(Attachment(str(name), str(text)) for name, text in json.loads(stored or "[]"))
    except (ValueError, TypeError):
        return NO_DRAFT.attachments


def _size(draft: Draft) -> int:
    return len(draft.text) + sum(len(attachment.text) for attachment in draft.attachments)


def _small(draft: Draft) -> Draft:
    """Return as much of a draft as can be kept: its words first, then its attachments in order."""
    left = _MAX_CHARS - len(draft.text)
    kept = []
    for attachment in draft.attachments:
        left -= len(attachment.text)
        if left < 0:
            break
        kept.append(attachment)
    return Draft(draft.text[:_MAX_CHARS], tuple(kept))


def _name(chat_id: ChatId | None) -> str:
    return _NEW if chat_id is None else str(chat_id)
