"""What a kept word has become while nobody was looking: the chats are asked whether they have it.

The program may be killed after a message was stored and before that was taken note of. So what was
on its way, waited or stood in the field is compared, once, with what its chat has got since then.

Interface thread only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.core.conversations.chat_text import title_of
from app.core.messages import Role
from app.ui.composer.draft import NO_DRAFT, Draft, joined
from app.ui.words.places import EditKind, Kept, Page, SentEdit, SentMessage

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from app.core.chats.records import Chat, ChatId, Message
    from app.ui.words.places import Edit, Flight


class Comparison:
    """What of the last run is not known to be stored or not.

    Args:
        kept: of the last run.
    """

    def __init__(self, kept: Kept) -> None:
        self._pages = dict(kept.pages)
        self._sent: dict[ChatId | None, list[SentMessage]] = {}
        for chat_id, page in kept.pages:
            if not page.waiting.is_empty:
                self._add(SentMessage(page.waiting, chat_id, chat_id, page.at))
        for flight in kept.flights:
            if isinstance(flight, SentEdit):
                was = self._pages.get(flight.page, Page(at=flight.at))
                self._pages[flight.page] = replace(was, edits=(*was.edits, flight.edit))
            else:
                self._add(flight)

    def _add(self, flight: SentMessage) -> None:
        self._sent.setdefault(flight.chat_id, []).append(flight)

    def pages(self) -> dict[ChatId | None, Page]:
        """Return what is shown at once: drafts and edits."""
        return {page: replace(one, waiting=NO_DRAFT) for page, one in self._pages.items()}

    def flights(self) -> tuple[Flight, ...]:
        """Return what is not known yet, to be kept for another start."""
        return tuple(flight for flights in self._sent.values() for flight in flights)

    def keep_only(self, chat_ids: Collection[ChatId]) -> None:
        """Forget what was written for chats that are gone for good."""
        for page in list(self._sent):
            if page is not None and page not in chat_ids:
                del self._sent[page]

    def listed(self, chats: Sequence[Chat], page: Page) -> Draft:
        """Return the draft of the empty page.

        What has made a chat meanwhile is left to that chat; its message may lack still.
        """
        left = []
        for flight in self._sent.pop(None, []):
            chat = _made_by(flight.words, flight.at, chats)
            if chat is None:
                left.append(flight.words)
            else:
                self._add(replace(flight, chat_id=chat.id, page=chat.id))
        was = self._pages.pop(None, Page())
        draft = page.draft
        if not draft.is_empty and draft == was.draft:
            chat = _made_by(draft.stripped(), was.at, chats)
            draft = draft if chat is None else NO_DRAFT
        return joined(*left, draft) if left else draft

    def opened(self, chat_id: ChatId, messages: Sequence[Message], page: Page) -> Page:
        """Return a page without what its chat has got.

        Args:
            chat_id: of the page.
            messages: the end of the chat.
            page: as it is now.
        """
        left = [
            flight.words
            for flight in self._sent.pop(chat_id, [])
            if not any(_is_from(flight.words, one) for one in _since(flight.at, messages))
        ]
        was = self._pages.pop(chat_id, Page())
        later = _since(was.at, messages)
        draft = page.draft
        if draft == was.draft and any(_goes_on_from(draft.stripped(), one) for one in later):
            draft = NO_DRAFT
        edits = tuple(
            edit
            for edit in page.edits
            if edit not in was.edits or not any(_has_become(edit, one) for one in later)
        )
        return replace(page, draft=joined(*left, draft) if left else draft, edits=edits)


def _since(at: float, messages: Sequence[Message]) -> list[Message]:
    return [message for message in messages if message.created_at.timestamp() >= at]


def _made_by(words: Draft, at: float, chats: Sequence[Chat]) -> Chat | None:
    """Return the chat that a first message has made; one without a message is not made by it."""
    title = title_of(words.text, words.attachments)
    for chat in chats:
        is_later = chat.created_at.timestamp() >= at
        if is_later and chat.title == title and chat.leaf_id is not None:
            return chat
    return None


def _is_from(words: Draft, message: Message) -> bool:
    is_same = (message.text, message.attachments) == (words.text, words.attachments)
    return message.role is Role.USER and is_same


def _goes_on_from(draft: Draft, message: Message) -> bool:
    """Return whether a message was sent from a draft that was kept a moment before."""
    begins_so = message.text.startswith(draft.text)
    has_them = message.attachments[: len(draft.attachments)] == draft.attachments
    return not draft.is_empty and message.role is Role.USER and begins_so and has_them


def _has_become(edit: Edit, message: Message) -> bool:
    words = edit.words.stripped()
    match edit.kind:
        case EditKind.QUESTION:
            return _is_from(words, message)
        case EditKind.ANSWER:
            return message.role is Role.ASSISTANT and message.text == words.text
        case EditKind.BEGINNING:
            return message.role is Role.ASSISTANT and message.text.startswith(words.text)
