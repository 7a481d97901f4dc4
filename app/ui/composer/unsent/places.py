"""The places where words of the user can be before they are stored; each word is in one of them.

A page is a chat, or the empty page (None) whose first message makes a chat. On a page words are in
its draft, in the edit of a message, or in one of the messages that wait. From there they go on
their way, and come back or are stored.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue, replace
from app.ui.composer.draft import NO_DRAFT, Draft, joined

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, MessageId


class EditKind(enum.Enum):
    """What an edit becomes."""

    QUESTION = "question"  # another version of the user's message
    ANSWER = "answer"  # another version of an answer
    BEGINNING = "beginning"  # of an answer that the model goes on with


class Edit(PlainValue, frozen=True):
    """A draft with a target: what an earlier message is changed to.

    Attributes:
        original: what the message was; nothing after a restart, when only changed edits are there.
    """

    target: MessageId
    kind: EditKind
    words: Draft
    original: Draft = NO_DRAFT

    @property
    def is_changed(self) -> bool:
        """Whether anything would be lost with it."""
        words = self.words.stripped()
        return not words.is_empty and words != self.original.stripped()


def with_edit_back(edits: tuple[Edit, ...], edit: Edit) -> tuple[Edit, ...]:
    """Return the edits of a page with one that comes back from its way; there is one of a kind.

    When the same message was edited anew meanwhile, its words come before those.
    """
    is_same = [(one.target, one.kind) == (edit.target, edit.kind) for one in edits]
    others = [one for one, same in zip(edits, is_same, strict=True) if not same]
    anew = [one for one, same in zip(edits, is_same, strict=True) if same and one.is_changed]
    words = joined(edit.words, *(one.words for one in anew)) if anew else edit.words
    return (*others, replace(edit, words=words))


class PageDrafts(PlainValue, frozen=True):
    """What is written on one page.

    Attributes:
        draft: of a new message.
        edits: begun and neither sent nor given up; the last one is in the field, over the draft.
        waiting: sent while the chat was answered, in order; they go when the answer has ended.
        at: when any of it was changed, in seconds since 1970.
    """

    draft: Draft = NO_DRAFT
    edits: tuple[Edit, ...] = ()
    waiting: tuple[Draft, ...] = ()
    at: float = 0.0

    @property
    def field(self) -> Draft:
        """What stands in the field."""
        return self.edits[-1].words if self.edits else self.draft

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be lost with it."""
        is_edited = any(edit.is_changed for edit in self.edits)
        return self.draft.is_empty and not self.waiting and not is_edited


class SentMessage(PlainValue, frozen=True):
    """A new message on its way to the disk.

    Attributes:
        page: where it is a draft again when it is refused.
        chat_id: where it goes; None until that chat exists.
        at: when it was sent, in seconds since 1970.
    """

    words: Draft
    page: ChatId | None
    chat_id: ChatId | None
    at: float


class SentEdit(PlainValue, frozen=True):
    """An edit on its way to the disk."""

    edit: Edit
    page: ChatId
    at: float

    @property
    def words(self) -> Draft:
        """What it says."""
        return self.edit.words


InFlight = SentMessage | SentEdit


class SavedUnsentText(PlainValue, frozen=True):
    """Everything that is to be there after the next start.

    Attributes:
        was_closed: the program ended by itself, so that no draft and no edit was sent since.
    """

    pages: tuple[tuple[ChatId | None, PageDrafts], ...] = ()
    flights: tuple[InFlight, ...] = ()
    was_closed: bool = False


class DraftTarget(PlainValue, frozen=True):
    """Where the field's words belong: to a page, or to the edit of a message on it.

    Attributes:
        number: of the empty page; there is a new one with each message that is sent from it.
    """

    page: ChatId | None
    edited: MessageId | None = None
    number: int = 0
